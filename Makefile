# Everything runs in .venv, which the first target that needs it makes from the package registry.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV   := .venv
BIN    := $(VENV)/bin
TEST   := $(VENV)/.installed-test
STAMP  := $(VENV)/.installed-dev
PLAY   := .venv-play
PORT   ?= 8080
FUZZ_MINUTES ?= 60

.PHONY: help play test test-integration dev test-browser cover test-all checks fuzz lint format lists protocol forms editor pictures certificates docs \
	docs-serve bench wheel clean
.DEFAULT_GOAL := help

help:
	@echo "make play      play in the browser (make play PORT=8123: on another port)"
	@echo "make test      run the tests (make test-browser: those in a real browser; make test-integration: those of interfaces,"
	@echo "               servers, exports, training and the manual; make test-all: all of these and the slow ones too)"
	@echo "make dev       install everything that developers need"
	@echo "make checks    every access to memory verified: games, searches and recorded games (an hour or more)"
	@echo "make cover     run the tests and say which lines they miss; fails under 93 %"
	@echo "make fuzz      feed ludens what strangers might, for an hour (FUZZ_MINUTES=5), and keep what goes wrong in build/fuzz"
	@echo "make lint      ruff, and mypy for Linux, Windows and macOS"
	@echo "make lists     write anew what tests hold the code to: the protocol, forms, habits, texts, the API, what commands print"
	@echo "make protocol  write docs/web-protocol.md and the page's constants from the schemas of its messages"
	@echo "make forms     write which modules have the ludemes of a keyword, after one was added or renamed"
	@echo "make editor    bundle CodeMirror for the page's editor anew, with npm"
	@echo "make pictures  draw the library's pictures anew, where the games or the drawing have changed"
	@echo "make certificates  certify the library, in docs/certificates.jsonl, where texts have changed (AGAIN=--again: all of it)"
	@echo "make docs      the manual, in build/site, with every link followed (make docs-serve: on port 8000)"
	@echo "make bench     how fast ludens plays, loads and searches, and how fast the page is answered"
	@echo "make wheel     build a release in dist/, and try it in empty environments (docs/releasing.md)"
	@echo "make clean     remove .venv and everything that was generated"

# Set up again only where the project file changed since the last time.
$(TEST) $(STAMP): $(VENV)/.installed-%: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[$*]"
	touch $@

$(PLAY)/.installed: pyproject.toml
	test -x $(PLAY)/bin/python || $(PYTHON) -m venv $(PLAY)
	$(PLAY)/bin/python -m pip install --quiet --disable-pip-version-check --editable ".[web]"
	touch $@

play: $(PLAY)/.installed
	$(PLAY)/bin/ludens web --port $(PORT)

# A file's tests run in one process, which makes once what they share.
test: $(TEST)
	$(BIN)/python -m pytest -q -m "not slow and not browser and not integration" -n 2 --dist loadfile

test-integration: $(STAMP)
	$(BIN)/python -m pytest -q -m "integration and not slow and not browser" -n 2 --dist loadfile

dev: $(STAMP)

test-browser: $(STAMP)
	$(BIN)/python -m pytest -q -m "browser and not slow" -n 2 --dist loadgroup tests/web/browser tests/export

# The cache is a fresh one: what is compiled already would not be emitted again, and would count as missed.
cover: $(STAMP)
	LUDENS_CACHE=$$(mktemp -d) $(BIN)/python -m pytest -q -m "not slow" -n 2 --dist loadgroup --cov

test-all: $(STAMP)
	$(BIN)/python -m pytest -q -n 2 --dist loadgroup

# It goes on where it left off; LUDENS_CHECKS lets native code verify every access to memory.
fuzz: $(STAMP)
	PYTHONPATH=tests LUDENS_CHECKS=1 $(BIN)/python -m fuzz --minutes $(FUZZ_MINUTES) $(FUZZ)

# Nightly: what plays and searches, and the recorded games, with every access to memory verified.
checks: $(STAMP)
	LUDENS_CHECKS=1 $(BIN)/python -m pytest -q -n 2 --dist loadgroup tests/stage/test_checks.py tests/game tests/explain tests/ludemes \
		tests/agents tests/founding/amazons tests/library tests/conformance/test_corpus_checked.py
	$(BIN)/python tests/conformance/ratchet.py --checks --all --budget 14400

# A cached verdict does not know that a new file made another one's imports ours.
lint: $(STAMP)
	$(BIN)/ruff check --no-cache .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What two branches add to each is in both, once they are merged and this has run.
lists: protocol forms
	$(BIN)/python -W ignore::RuntimeWarning -m ludens.lsp.habits
	$(BIN)/python docs/making/messages.py
	$(BIN)/python docs/making/public_api.py > tests/public_api.txt
	$(BIN)/python -m tests.command_shapes

protocol: $(STAMP)
	$(BIN)/python -m ludens.web.reference

forms: $(STAMP)
	$(BIN)/python -m ludens.ludemes.registry

# CodeMirror, as one module: needs npm; the versions are those of package-lock.json.
editor:
	cd src/ludens/web/vendor && npm ci --no-audit --no-fund && npm run build

# Code that is not optimised draws the same, and is compiled sooner.
pictures: $(STAMP)
	LUDENS_OPTIMISE=0 $(BIN)/python -m ludens.web.prebuild

# Where it was stopped it goes on; some ten minutes of processor time for all of it.
certificates: $(STAMP)
	$(BIN)/ludens certify all -o docs/certificates.jsonl --plies 30 -n 50 --direct 3 $(AGAIN)

docs: $(STAMP)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --clean
	$(BIN)/python docs/making/links.py build/site

docs-serve: $(STAMP)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs serve

# In an environment of its own: what builds a release is not what is released.
wheel:
	test -x .venv-release/bin/python || $(PYTHON) -m venv .venv-release
	.venv-release/bin/python -m pip install --quiet --disable-pip-version-check "cyclonedx-bom>=5" "hatchling>=1.26"
	.venv-release/bin/python packaging/release.py

bench: $(STAMP)
	$(BIN)/ludens bench playouts load python search
	$(BIN)/python benchmarks/web.py

clean:
	rm -rf $(VENV) $(PLAY) .venv-release build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
