"""The games there are."""

NAMES = ("renju",)
_O = ("free centre", "rif", "swap", "yamaguchi", "soosyrv-8", "taraguchi-10", "tarannikov", "swap-2", "swap-5", "pro", "long pro")


def sizes(name):
    return (15,)


def openings(name):
    return _O


def opening(name, word):
    return "free centre" if word == "centre" else word


def options(name):
    return ()


def silent(name):
    return True


def sign_of(entry):
    return "REN JU" if entry == "renju" else None


def checked(name, size, options):
    return size or 15, dict(options)


def new(name, size, options, **rules):
    from .renju.game import Renju
    return Renju(**rules)
