"""The bill of materials has the wheel as its subject, and the image with its parts."""

import sys

import pytest
from tengen_release import sbom

FOUND = {
    "metadata": {"tools": {}},
    "components": [
        {"name": "click", "bom-ref": "click==8", "version": "8"},
        {
            "name": "tengen",
            "bom-ref": "tengen==1.0",
            "type": "library",
            "version": "1.0",
            "externalReferences": [{"type": "distribution", "url": "file:///home/a/dist/tengen-1.0-py3-none-any.whl"}],
        },
    ],
    "dependencies": [{"ref": "click==8"}, {"ref": "tengen==1.0", "dependsOn": ["click==8"]}],
}


def test_the_image_and_its_parts_are_added():
    made = sbom.whole(FOUND, "1.0", {"micropython": "1.25.0+ds-1"})
    subject = made["metadata"]["component"]
    assert (subject["name"], subject["type"]) == ("tengen", "application")
    assert [each["name"] for each in made["components"]] == ["click", "tengen.uf2"]
    (part,) = made["components"][1]["components"]
    assert part["purl"] == "pkg:deb/debian/micropython@1.25.0%2Bds-1"
    links = {each["ref"]: each.get("dependsOn", []) for each in made["dependencies"]}
    assert links == {"tengen==1.0": ["click==8", "image"], "image": [part["bom-ref"]], "click==8": []}


def test_no_path_of_this_machine_is_in_it():
    assert "/home/a" not in str(sbom.whole(FOUND, "1.0", {}))


def test_the_versions_are_those_of_the_files_of_the_packages(tmp_path):
    names = ("micropython_1.25.0+ds-1.dsc", "pico-sdk-source_2.1.1-1_all.deb", "tinyusb-source_0.18.0_all.deb")
    for name in (*names, "micropython_1.25.0+ds.orig.tar.xz", "mbedtls_3.6.6.dsc"):
        (tmp_path / name).touch()
    found = {"micropython": "1.25.0+ds-1", "pico-sdk-source": "2.1.1-1", "tinyusb-source": "0.18.0"}
    assert sbom.in_image(tmp_path) == found
    (tmp_path / names[0]).unlink()
    with pytest.raises(ValueError, match="has 0 packages of micropython: remove "):
        sbom.in_image(tmp_path)


def test_packages_of_this_environment_are_not_listed(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "here")
    assert "here" not in sbom._run([sys.executable, "-c", "import sys; print(sys.path)"])
    with pytest.raises(ValueError, match="failed: no such thing"):
        sbom._run([sys.executable, "-c", "raise SystemExit('no such thing')"])
