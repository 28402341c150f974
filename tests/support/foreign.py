"""Files like those of other programs, in many languages and encodings, with the sentences of data/sentences.tsv."""

import random
import unicodedata
from itertools import product, zip_longest
from typing import NamedTuple

from tengen_host import resources
from tengen_host.trees import renlib_bytes

# for each language, the encodings that programs of this language write
ENCODINGS = {
    "zh-Hant": ["big5"], "zh-Hans": ["gb18030"], "ja": ["cp932", "euc-jp"], "ja-kana": ["cp932"],
    "ko": ["euc-kr", "cp949"], "ru": ["cp1251", "koi8-r"], "et": ["cp1252", "cp1257"], "sv": ["cp1252"],
    "vi": ["cp1258"], "pl": ["cp1250"], "cs": ["cp1250"], "de": ["cp1252"], "fr": ["cp1252"], "el": ["cp1253"],
    "tr": ["cp1254"], "he": ["cp1255"], "ar": ["cp1256"], "lv": ["cp1257"],
}  # fmt: skip
PAIRS = [(language, encoding) for language, its in ENCODINGS.items() for encoding in its]
FORMATS = ("sgf", "txt", "psq", "rif", "pgn", "sav", "lib")
SHORT = 4  # the number of sentences, at the beginning of each language, that are only names and words
_TONES = "\u0300\u0301\u0303\u0309\u0323"  # the tones, which are separate characters in Vietnamese files


class File(NamedTuple):
    """A file, and a description of its contents. A .lib has no names of players."""

    name: str
    data: bytes
    encoding: str
    black: str
    white: str
    comment: str
    moves: tuple[str, ...]


def sentences():
    """Return the sentences of each language."""
    found = {}
    for line in resources.path("tests/data/sentences.tsv").read_text(encoding="utf-8").splitlines():
        language, sentence = line.split("\t")
        found.setdefault(language, []).append(sentence)
    return found


def spelled(text, encoding):
    """Return a text in the characters of an encoding: Vietnamese tones separate, missing characters left out."""
    if encoding == "cp1258":
        parted = ""
        for letter in unicodedata.normalize("NFD", text):
            # put the other marks of a letter before its tone
            if parted and unicodedata.combining(letter) and letter not in _TONES and parted[-1] in _TONES:
                parted = unicodedata.normalize("NFC", parted[:-1][-1:] + letter).join((parted[:-2], parted[-1]))
            elif unicodedata.combining(letter) and letter not in _TONES:
                parted = parted[:-1] + unicodedata.normalize("NFC", parted[-1:] + letter)
            else:
                parted += letter
        text = parted
    if encoding == "euc-kr":  # leave out the syllables that only Python can write, in eight bytes
        text = "".join(letter for letter in text if len(letter.encode(encoding, "ignore")) <= 2)
    return text.encode(encoding, "ignore").decode(encoding)


def moves(seed, count=7):
    """Return the points of a game, which differ for each seed."""
    luck = random.Random(seed)
    points = [f"{column}{row}" for column in "abcdefghijklmno" for row in range(1, 16)]
    return tuple(luck.sample(points, count))


def corpus():
    """Return files of every format in every language and encoding, with short and with long texts."""
    said = sentences()
    for (language, encoding), format_, is_long in product(PAIRS, FORMATS, (False, True)):
        if format_ == "lib" and encoding in ("euc-jp", "koi8-r"):
            continue  # RenLib runs on Windows, where texts are not in these encodings
        name = f"{language}-{encoding}-{'long' if is_long else 'short'}.{format_}"
        texts = [spelled(text, encoding) for text in said[language]]
        black, white, comment = texts[0], texts[1], " ".join(texts[SHORT:]) if is_long else texts[2]
        its = moves(name)
        bytes_ = data(format_, encoding, black, white, [comment, texts[3]], its)
        yield File(name, bytes_, encoding, black, white, comment, its)


def data(format_, encoding, black, white, comments, its):
    """Return the bytes of a file. `comments`: of the game and of its first moves; most formats use only the first."""
    comment = comments[0]
    if format_ == "lib":
        found = renlib_bytes.HEADER
        for number, (position, said) in enumerate(zip_longest([0, *map(renlib_bytes.POSITIONS.get, its)], comments)):
            text = b"\b" + said.encode(encoding) if said else b""
            found += renlib_bytes.node(position, renlib_bytes.RIGHT if number == len(its) else 0, text, b"")
        return found
    if format_ == "sgf":
        text = f"(;GM[4]SZ[15]PB[{_escaped(black)}]PW[{_escaped(white)}]C[{_escaped(comment)}]"
        for number, (move, said) in enumerate(zip_longest(its, comments[1:])):
            text += f"\n;{'BW'[number % 2]}[{move[0]}{chr(ord('a') + 15 - int(move[1:]))}]"
            text += f"C[{_escaped(said)}]" if said else ""
        text += ")"
    elif format_ == "psq":
        lines = [f"{ord(move[0]) - 96},{16 - int(move[1:])},0" for move in its]
        text = "\r\n".join(["Piskvorky 15x15, 0:0, 0", *lines, black, white, "-1", f"# {comment}", ""])
    elif format_ == "rif":
        players = f'<player id="1" surname="{black}"/><player id="2" surname="{white}"/>'
        game = f'<game black="1" white="2"><move>{" ".join(its)}</move><info>{comment}</info></game>'
        text = f"<database><players>{players}</players><games>{game}</games></database>"
    elif format_ == "pgn":
        points = [f"{'ABCDEFGHJKLMNOPQRST'[ord(move[0]) - 97]}{move[1:]}" for move in its]
        names = f'[Player 1 Name "{white}"]\n[Player 2 Name "{black}"]'  # White begins
        text = f'[Game "Pente"]\n{names}\n\n{points[0]} {{{comment}}} {" ".join(points[1:])}\n'
    else:
        head = f"# Black: {black}\n# White: {white}\n# {comment}\n"
        rows = "\n".join(f"{15 - int(move[1:])} {ord(move[0]) - 97}" for move in its)
        text = head + "".join(its) + "\n" if format_ == "txt" else f"15\n15\n{len(its)}\n{rows}\n{head}"
    return text.encode(encoding)


def _escaped(text):
    return text.replace("\\", "\\\\").replace("]", "\\]")
