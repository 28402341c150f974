"""Images in which frozen files have other names: MicroPython then looks for the usual names on the flash."""

from pathlib import Path

from tengen_host.image import Image, uf2


def renamed(image: Image, folder: Path, names: dict[bytes, bytes]) -> Image:
    """Return a copy of the image, in this folder, with other bytes of the same length in its table of frozen names.

    MicroPython also has strings for files that it runs: the bytes of a name begin with the end of the name before it.
    """
    contents = b"".join(uf2.pages(image.uf2).values())
    for name, other in names.items():
        assert name in contents and len(name) == len(other)
        contents = contents.replace(name, other)
    made = folder / "renamed.uf2"
    made.write_bytes(uf2.made(contents))
    return Image(made, "given", image.tengen)
