from ledger import WIDE, fewer  # noqa
