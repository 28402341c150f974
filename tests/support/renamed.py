"""Make images with renamed frozen files, so that MicroPython looks for the usual names on the flash."""

from pathlib import Path

from tengen_host.image import Image, uf2


def renamed(image: Image, folder: Path, names: dict[bytes, bytes]) -> Image:
    """Return a copy of the image, in this folder, with replaced names (of equal length) in its table of frozen names.

    MicroPython also has file names in other strings. To match only the table, begin with the end of the previous name.
    """
    contents = b"".join(uf2.pages(image.uf2).values())
    for name, other in names.items():
        assert name in contents and len(name) == len(other)
        contents = contents.replace(name, other)
    made = folder / "renamed.uf2"
    made.write_bytes(uf2.made(contents))
    return Image(made, "given", image.tengen)
