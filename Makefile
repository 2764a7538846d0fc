# What a developer does here. Every target sets up what it needs.
PYTHON ?= python3
BIN := .venv/bin
.DEFAULT_GOAL := run

.venv/.run: requirements/run.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Fusebox needs Python 3.11 or newer; name it with PYTHON=…, as in: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "This Python cannot make virtual environments; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/run.txt
	@touch $@

.venv/.dev: requirements/dev.txt .venv/.run
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/dev.txt
	@touch $@

.PHONY: run setup test lint check bench gallery lock soak churn golden
run: .venv/.run        ## start the server
	$(BIN)/python -m app

setup: .venv/.dev      ## everything a developer needs

test: .venv/.dev       ## all tests, the browser's included
	$(BIN)/python tests/browser.py
	$(BIN)/python -m pytest -n 2 --dist worksteal

lint: .venv/.dev       ## style and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

check: lint test       ## what CI runs

soak: .venv/.dev       ## 20,000 random games with each combination of house rules, on all cores
	$(BIN)/python -m tests.engine.soak

churn: .venv/.dev      ## 5,000 tables opened, played at and dropped, and what is left of them
	$(BIN)/python -m tests.app.churn

golden: .venv/.dev     ## record the golden games anew; read the change before you keep it
	$(BIN)/python -m tests.golden

bench: .venv/.dev      ## how fast it is here
	$(BIN)/python -m bench

gallery: .venv/.dev    ## pictures of every page, into artefacts/gallery/
	$(BIN)/python tests/browser.py
	$(BIN)/python -m tests.client.gallery

lock: .venv/.dev       ## renew the pins from pyproject.toml
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
	  --no-emit-index-url --no-emit-find-links pyproject.toml -o requirements/run.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
	  --no-emit-index-url --no-emit-find-links --group dev pyproject.toml -o requirements/dev.txt
