"""`tengen study`: what each position of a game of Renju held: wins, missed wins, threats overlooked, traps."""
