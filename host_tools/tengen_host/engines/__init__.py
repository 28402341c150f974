"""Engines that speak the Gomocup protocol: other people's as programs that we run, and our own partner as one."""
