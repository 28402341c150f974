"""Each write of `tengen flash` to the board's prompt is cut once: the next run finishes the job."""

import sys
from pathlib import Path

import pytest
from patient import patient
from small_firmware import small
from stock_image import without_tengen
from tengen_host.device import repl
from tengen_host.device.errors import DeviceError
from tengen_host.device.flashing.job import Limits, flash

sys.path.append(str(Path(__file__).parents[1] / "device"))  # for Answers
from folder_board import Answers  # noqa: E402

LIMITS = Limits(answer_s=2, byte_s=60, start_s=300)
PARTS = 4


class Cut(BaseException):
    """The laptop has gone."""


class Wire:
    """mpremote's port, which counts writes. After `whole` writes half of the next one is sent, then nothing more."""

    def __init__(self, port, count):
        self._port, self._count = port, count

    def write(self, data):
        count = self._count
        if count.dead:
            raise Cut
        count.writes += 1
        if count.writes > count.whole:
            count.dead = True
            self._port.write(data[: len(data) // 2])
            raise Cut
        return self._port.write(data)

    def __getattr__(self, name):
        return getattr(self._port, name)

    def __setattr__(self, name, value):
        if name.startswith("_"):
            super().__setattr__(name, value)
        else:
            setattr(self._port, name, value)


class Count:
    """The number of writes; `whole` of them are sent in full."""

    def __init__(self, whole=sys.maxsize):
        self.whole, self.writes, self.dead = whole, 0, False


def flashed(monkeypatch, path, wanted, count):
    """Run flash with counted writes, one of which may be cut. Raises Cut."""
    original = repl.SerialTransport.__init__

    def opened(transport, *arguments, **named):
        original(transport, *arguments, **named)
        transport.serial = Wire(transport.serial, count)

    with monkeypatch.context() as patch:
        patch.setattr(repl.SerialTransport, "__init__", opened)
        return flash(path, wanted, Answers(), limits=LIMITS)


@pytest.fixture(scope="module")
def stock(pico_image, tmp_path_factory):
    """The image of a MicroPython without Tengen."""
    return without_tengen(pico_image, tmp_path_factory.mktemp("image"))


@pytest.mark.proof
@pytest.mark.parametrize("part", range(PARTS))
def test_each_write_cut_once_and_the_next_run_finishes(part, stock, monkeypatch):
    """Each write of `tengen flash` cut once on one board, with two builds in turn: the next run finishes the job."""
    with patient(stock, files=small(0).files) as device:
        build = 1
        count = Count()
        assert flashed(monkeypatch, device.path, small(build), count).device["build"] == small(build).build
        writes = count.writes
        assert writes > PARTS
        print(f"{writes} writes", flush=True)
        cuts = range(part, writes, PARTS)
        uncut = 0  # a run may have fewer writes than the first: that depends on when the board answers
        for whole in cuts:
            build = 1 - build
            count = Count(whole)
            try:
                flashed(monkeypatch, device.path, small(build), count)
            except (Cut, DeviceError):
                assert count.dead, f"write {whole} of {writes} was to be cut"
            else:
                assert not count.dead, f"write {whole} of {writes} was cut, and nobody was told"
                uncut += 1
            ended = flash(device.path, small(build), Answers(), limits=LIMITS)
            assert ended.device["build"] == small(build).build, whole
            print(f"write {whole} cut", flush=True)
        assert uncut < len(cuts) / 5
