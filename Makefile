# make play and make test are all most people need; each does its own set-up in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STUBS := typings
PIP = $(BIN)/python -m pip install --disable-pip-version-check --quiet
# pip is quiet, because it would print hundreds of lines. Sizes and times were measured on two cores
says = @echo "pip installs $(1), once. It takes about $(2), and the time of the download ..."
# Without compiled modules each process that the tests start would compile all that it imports
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play quick test check image wheel wiring hardware model booklet proof site release screenshot screens clean

help:
	@echo "make play        a board in the browser"
	@echo "make quick       the tests of a minute: games, sensing, session, coach, lights, link, journal"
	@echo "make test        every test this machine can run"
	@echo "make check       ruff, mypy, spelling, and the documents: dead links, missing pictures, wrong commands"
	@echo "make site        the documents as a site that can be searched, and the page without installation, in dist/site"
	@echo "make image       real MicroPython with Tengen frozen in, and the unix port"
	@echo "make wheel       a wheel in dist/ with the Pico's image in it: with Python alone, \`tengen flash\` has all it needs"
	@echo "make release     all files of a release in dist/release; PROOFS: files with the output of make proof"
	@echo "make proof       the long proofs; ONLY=\"soak or cuts\": those with such a word in their name; PART=1/4: a part"
	@echo "make wiring      firmware/tengen/wiring.py again from hardware/board.toml"
	@echo "make hardware    hardware/ again from hardware/board.toml: drawings, parts list, simulations, boards"
	@echo "make model       the board in 3D: hardware/order/tengen.step, and the pictures board.png and apart.png"
	@echo "make booklet     the guide of the hardware as one PDF to print: hardware/order/tengen-guide.pdf"
	@echo "make screenshot  the pictures in the READMEs again"
	@echo "make screens     pictures of the pages at all sizes, in all colours and languages; INTO=folder"
	@echo "make clean       remove .venv and what tools left behind"

play: $(VENV)/installed
	$(BIN)/tengen play

# What one runs at each commit: these rooms under CPython and MicroPython, with a fifth of the examples
ROOMS := games sensing session coach lights link journal
quick: $(VENV)/installed-test
	@echo "MicroPython's unix port: the first time it is built, in about a minute; then the tests of a minute"
	$(BIN)/tengen image --no-pico --if-possible
	TENGEN_QUICK=1 $(BIN)/python -m pytest --numprocesses auto $(ROOMS:%=tests/%) tests/micropython

# What is compiled is compiled before the tests begin: no test's time has it in it, and its progress is seen.
# FILES: only these files and folders of tests/
test: $(VENV)/installed-test
	@echo "The Pico's image, the unix port and the emulator: the first time they are built, in about 3 minutes"
	$(BIN)/tengen image --if-possible
	$(BIN)/python -m pytest --numprocesses auto $(FILES)

check: $(VENV)/installed-check $(STUBS)/installed
	$(BIN)/ruff check .
	$(BIN)/python -m tengen_host.wiring --check
	$(BIN)/mypy --config-file host_tools/mypy.ini
	$(BIN)/mypy --config-file firmware/mypy.ini
	$(BIN)/codespell
	$(BIN)/python -m tengen_docs check

# SOURCES: the address of the repository's files, for links from the pages to code
site: $(VENV)/installed-check
	$(BIN)/tengen image
	$(BIN)/python -m tengen_docs site dist/site $(SOURCES)
	@echo "To read it: $(BIN)/python -m http.server --bind 127.0.0.1 --directory dist/site 8000"
	@echo "The page for a board is http://127.0.0.1:8000/board/"

image: $(VENV)/installed-fast
	$(BIN)/tengen image

wheel: $(VENV)/installed
	$(BIN)/tengen image --wheel dist

# TAG: checks that this commit may have this tag, too. All but the signature, which only the workflow can make
release: $(VENV)/installed-release
	$(BIN)/python -m tengen_release check $(TAG)
	rm -rf dist/release
	$(MAKE) site
	$(BIN)/python -m tengen_release make dist/site dist/release
	$(BIN)/python -m tengen_release notes $(PROOFS) > dist/NOTES.md
	$(BIN)/python -m tengen_release sums dist/release

proof: $(VENV)/installed-proof
	$(BIN)/tengen image
	TENGEN_STRICT=$(if $(ONLY),0,1) TENGEN_PART=$(PART) $(BIN)/python -m pytest --numprocesses auto -m proof -o timeout=2700 -v -k "$(ONLY)"

wiring: $(VENV)/installed
	$(BIN)/python -m tengen_host.wiring

# KiCad, ngspice and Graphviz are the system's: hardware/README.md says which versions
hardware: wiring $(VENV)/installed-hardware
	$(BIN)/python -m tengen_hardware
	$(BIN)/python -m tengen_hardware.order

model: $(VENV)/installed-model
	$(BIN)/python -m tengen_hardware.model
	$(BIN)/python -m tengen_hardware.portrait

booklet: $(VENV)/installed-hardware
	$(BIN)/python -m tengen_hardware.booklet

screenshot: $(VENV)/installed-test
	$(BIN)/python -m tengen_host.pictures readme host_tools/pictures

INTO := /tmp/tengen-screens
screens: $(VENV)/installed-test
	$(BIN)/python -m tengen_host.pictures screens "$(INTO)"

clean:
	rm -rf $(VENV) $(STUBS) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { \
	  echo "Tengen needs Python 3.10 or newer; name one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "No virtual environment could be made; on Debian: apt-get install python3-venv"; exit 1; }

# to compile only what is imported, at the first start, is quicker
$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	$(call says,Tengen into $(VENV) (100 MB),half a minute)
	$(PIP) --no-compile --editable .
	@touch $@

# the compilers of `tengen solve` and of the emulator
$(VENV)/installed-fast: pyproject.toml | $(VENV)/bin/python
	$(call says,Tengen and its compilers into $(VENV) (400 MB),a minute)
	$(PIP) --editable '.[fast]'
	@touch $@ $(VENV)/installed

$(VENV)/installed-test: pyproject.toml | $(VENV)/bin/python
	$(call says,Tengen and what its tests need into $(VENV) (1.2 GB),two minutes)
	$(PIP) --editable '.[test,hardware]'
	@touch $@ $(VENV)/installed $(VENV)/installed-fast $(VENV)/installed-hardware

$(VENV)/installed-proof: pyproject.toml | $(VENV)/bin/python
	$(call says,Tengen and what its proofs need into $(VENV),two minutes)
	$(PIP) --editable '.[proof]'
	@touch $@ $(VENV)/installed $(VENV)/installed-fast $(VENV)/installed-test $(VENV)/installed-hardware $(VENV)/installed-model

$(VENV)/installed-model: pyproject.toml | $(VENV)/bin/python
	$(call says,what makes the board in 3D into $(VENV) (1.3 GB),two minutes)
	$(PIP) --editable '.[model]'
	@touch $@ $(VENV)/installed $(VENV)/installed-hardware

$(VENV)/installed-hardware: pyproject.toml | $(VENV)/bin/python
	$(call says,what makes hardware/ into $(VENV),a minute)
	$(PIP) --editable '.[hardware]'
	@touch $@ $(VENV)/installed

$(VENV)/installed-check: pyproject.toml | $(VENV)/bin/python
	$(call says,what checks code and documents into $(VENV),a minute)
	$(PIP) --editable '.[check]'
	@touch $@ $(VENV)/installed

$(VENV)/installed-release: pyproject.toml | $(VENV)/bin/python
	$(call says,what makes a release into $(VENV),a minute)
	$(PIP) --editable '.[release]'
	@touch $@ $(VENV)/installed $(VENV)/installed-check $(VENV)/installed-hardware

# MicroPython's own standard library and the rp2 port's modules, for mypy
$(STUBS)/installed: | $(VENV)/bin/python
	$(call says,the types of MicroPython into $(STUBS),10 seconds)
	$(PIP) --upgrade --target $(STUBS) \
	  'micropython-rp2-rpi_pico-stubs>=1.25,<2' 'micropython-stdlib-stubs>=1.25,<2'
	@touch $@
