"""Put the Pico's image into a wheel, if TENGEN_IMAGE names one (`make wheel`); else the wheel has no image."""

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Image(BuildHookInterface):
    """Add the image to a wheel: hatchling calls this for each wheel; an editable install has no image."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the image. Its SHA-256 is in the wheel's RECORD, like that of each file."""
        named = os.environ.get("TENGEN_IMAGE")
        if named and version != "editable":
            build_data["force_include"][named] = "tengen_host/data/firmware/tengen.uf2"
