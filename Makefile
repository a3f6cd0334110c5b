# Everything runs in .venv, which is made from pyproject.toml when it is needed.
PYTHON ?= python3
BIN := .venv/bin
TITLE ?= marshmallow_test

.PHONY: play test check soak bench ladder gallery build package install-check frozen-check \
	windows-python windows windows-check windows-test release clean

play: .venv/.run
	$(BIN)/python -m game

test: .venv/.dev
	$(BIN)/python -m pytest

check: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/mypy

soak: .venv/.dev
	$(BIN)/python -m pytest -m soak --soak

bench: .venv/.bench
	$(BIN)/python -m tests.bench.bench_engine
	$(BIN)/python -m tests.bench.bench_bots
	$(BIN)/python -m tests.bench.bench_screen
	$(BIN)/python -m tests.bench.bench_frames $(OLD)
	$(BIN)/python -m tests.bench.bench_forms

# How strong the bots are. It plays in a copy with compiled minds, which thinks the same in less time.
ladder: build/compiled/.done
	cd build/compiled && ../../$(BIN)/python -m game ladder $(TITLE) --steps --matches 960 --variants

build/compiled/.done: .venv/.compile $(wildcard game/*.py game/*/*.py game/*/*/*.py game/*/*.yaml game/*/*/*.json)
	$(BIN)/python -m tests.tools.compiled build/compiled
	touch $@

gallery: .venv/.run
	$(BIN)/python -m tests.tools.gallery build/gallery
	$(BIN)/python -m tests.tools.film build/gallery/moments --size 1280x720
	$(BIN)/python -m tests.tools.film build/gallery/moments --size 1920x1080

# The program as a folder that needs no Python; as archive and Debian package; tried out in an empty root; tested.
build: .venv/.build
	$(BIN)/python -m PyInstaller --noconfirm --log-level WARN --distpath dist --workpath build/pyinstaller build.spec

package: build
	$(BIN)/python -m tests.tools.package

install-check: package
	$(BIN)/python -m tests.tools.install_check

frozen-check: .venv/.dev build
	$(BIN)/python -m pytest -p no:xdist -o addopts=-q --frozen tests/test_frozen.py tests/test_packaging.py

# The interpreter and the packages for Windows; the program built with them under Wine: a .zip and an installer.
windows-python: .venv/.dev .venv/.build
	$(BIN)/python -m tests.tools.windows_python

windows: windows-python
	$(BIN)/python -m tests.tools.windows_build

# Installed, played, resumed, uninstalled under Wine; the test suite there (WINDOWS_TESTS=quick: a selection).
windows-check: windows
	$(BIN)/python -m tests.tools.windows_check

windows-test: windows-python
	$(BIN)/python -m tests.tools.windows_test $(WINDOWS_TESTS)

# All that people can download, with checksums and the list of changes, in dist/release.
release: package windows
	$(BIN)/python -m tests.tools.release

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Mallow needs Python 3.10 or newer" if sys.version_info < (3, 10) else 0)'
	$(PYTHON) -m venv .venv

.venv/.run: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

.venv/.dev: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@ .venv/.run

.venv/.bench: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	touch $@

.venv/.compile: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[compile]'
	touch $@

.venv/.build: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[build]'
	touch $@ .venv/.run

clean:
	rm -rf .venv build dist *.egg-info
