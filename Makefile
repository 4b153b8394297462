PYTHON ?= python3
VENV ?= .venv
BIN := $(abspath $(VENV))/bin

.PHONY: demo test test-slow test-peers bench lint venv

demo: venv
	$(BIN)/hinterland match village --players 3 --bot search:iterations=1000 --bot greedy --bot random --groups 12

# Two processes, each with whole files of tests.
test: venv
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder --benchmark-disable

test-slow: venv
	$(BIN)/python -m pip install --quiet -e '.[fuzz]'
	$(BIN)/pytest -m slow

test-peers: venv
	$(BIN)/python -m pip install --quiet -e '.[peers]'
	$(BIN)/pytest -m peers tests/peers

bench: venv
	$(BIN)/pytest -m benchmark

lint: venv
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	tree=$$(mktemp -d) && ln -s "$(CURDIR)" "$$tree/hinterland" && cd "$$tree" && \
	$(BIN)/mypy --config-file hinterland/pyproject.toml -p hinterland.engine -p hinterland.eval -p hinterland.search \
	    -p hinterland.protocol -p hinterland.tournaments -m hinterland.__main__; \
	status=$$?; rm -r "$$tree"; exit $$status

# Made again whenever the project file changes; the stamp is the last step.
venv: $(VENV)/installed

$(VENV)/installed: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -e '.[test]'
	touch $@
