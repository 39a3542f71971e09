# The commands for daily use; the work is done by CMake and scripts/. Each command first installs missing packages
# (scripts/install-packages.sh), and builds only what it needs, under build/.
.DEFAULT_GOAL := help
.PHONY: help fetch solve serve test check bench instructions compare install clang asan tsan fuzz fuzz-quick wasm js page page-test web-test python-docs python-wheel format check-format tidy tidy-quick clean
MAKEFLAGS += --no-print-directory

# The first of `superflip scramble --seed 1`.
SCRAMBLE ?= F2 B2 L' B2 L' B2 R F2 R2 L U2 F2 R F R' L2 D F' R' L D2
export SCRAMBLE
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 20
FUZZ_RUNS ?= 5000
PAGE ?= yes
TESTS ?= release
PORT ?= 8080
# solve, test and bench share one build folder, so that nothing is compiled twice. CMake caches options there, so each
# command sets all of them.
NO_TESTS = -DSUPERFLIP_TESTS=OFF -DSUPERFLIP_BENCH=OFF -DSUPERFLIP_PYTHON=OFF
PROGRAM_ONLY = $(NO_TESTS) -DSUPERFLIP_SERVER=OFF
WITH_SERVER = $(NO_TESTS)
WITH_TESTS = -DSUPERFLIP_TESTS=ON -DSUPERFLIP_BENCH=OFF -DSUPERFLIP_PYTHON=ON
# GCC's thread sanitizer and Clang's address sanitizer find no place for their memory where the system draws addresses from
# too wide a range (vm.mmap_rnd_bits of 32), in some runs. So it draws none, where that is allowed.
STILL := $(shell setarch "$$(uname -m)" -R true 2>/dev/null && echo 'setarch "$$(uname -m)" -R')
# Node itself leaves one processor free; before 18.19 and 20.10 that cannot be changed.
NODE_TEST = node --test $$(node --test-concurrency=1 -e 0 2>/dev/null && echo "--test-concurrency=$$(nproc)")
SOURCES = git ls-files '*.h' '*.c' '*.cpp'

help:  ## this list
	@awk -F ':.*##' '/^[a-z-]+:.*##/ { printf "  make %-14s%s\n", $$1, $$2 }' Makefile

solve:  ## SCRAMBLE="R U2 F' ...": solve it; the moves alone go to standard output
	@scripts/install-packages.sh program
	@scripts/build.sh release $(PROGRAM_ONLY) bin/superflip >&2
	@build/release/bin/superflip solve -- "$$SCRAMBLE"

serve:  ## PORT=8080: build and start the server at http://localhost:8080/ (`make page serve`: with the page)
	@scripts/install-packages.sh program server
	@scripts/build.sh release $(WITH_SERVER) bin/superflip >&2
	@exec build/release/bin/superflip serve --port $(PORT)

test:  ## build and run the tests without the slow ones; PAGE=no: not those of the page; TESTS=code, environment: a part
	@scripts/install-packages.sh program server tests python
	@scripts/build.sh release $(WITH_TESTS)
	@scripts/schemathesis-environment.sh build/schemathesis || true
	@ctest --preset $(TESTS) --no-label-summary
ifneq ($(PAGE),no)
	@if missing=$$(scripts/install-packages.sh --missing wasm page); then $(MAKE) page-test; \
	 else echo "The page was not tested, for want of $$missing: make page-test installs what it needs."; fi
endif

check:  ## everything, for some hours: all tests, also sanitized, clang-tidy with its analyzer, fuzzing, the packages
	@scripts/fetch.sh
	@scripts/build.sh release $(WITH_TESTS)
	SUPERFLIP_SEED=random ctest --preset all --no-label-summary
	bench/instructions.py build/release
	SUPERFLIP_SLOW=yes $(MAKE) check-format web-test tidy
	@scripts/build.sh asan -DSUPERFLIP_PYTHON=ON
	SUPERFLIP_SEED=random $(STILL) ctest --preset asan-all --no-label-summary
	$(MAKE) fuzz FUZZ_SECONDS=300
	@$(STILL) scripts/build.sh tsan
	SUPERFLIP_SEED=random $(STILL) ctest --preset tsan-all --no-label-summary

fetch:  ## install and download all that the checks need; after it they need no network
	@scripts/fetch.sh

bench:  ## times and counts on a fixed set of random cubes
	@scripts/install-packages.sh program
	@scripts/build.sh release $(PROGRAM_ONLY) bin/superflip >&2
	@build/release/bin/superflip bench

instructions:  ## count the instructions of a fixed set of work, and compare with the counts that are kept
	@scripts/install-packages.sh program server tests checks python
	@scripts/build.sh release $(WITH_TESTS)
	@SUPERFLIP_CACHE=build/release/tables build/release/bin/superflip tables build standard large optimal-47 >&2
	@bench/instructions.py build/release

compare:  ## the same cubes with other solvers: from the npm registry in Node and Chromium, and kociemba from PyPI
	@scripts/install-packages.sh program wasm js python
	@scripts/build.sh release $(PROGRAM_ONLY) bin/superflip >&2
	@scripts/build.sh wasm superflip_js >&2
	@bench/compare/run.sh build/release/bin/superflip build/wasm/js build/wasm/js-tools
	@bench/compare/python.sh

install:  ## PREFIX=/usr/local: the program, libraries, headers, CMake and pkg-config packages, the page if built
	@scripts/install-packages.sh program server
	@scripts/build.sh release $(WITH_SERVER)
	@cmake --install build/release --prefix "$(PREFIX)"

clang:  ## build all with Clang
	@scripts/install-packages.sh program server tests checks
	@scripts/build.sh clang

asan:  ## the tests under address and undefined-behaviour sanitizers, all built with Clang
	@scripts/install-packages.sh program server tests checks
	@$(STILL) scripts/build.sh asan
	@$(STILL) ctest --preset asan --no-label-summary

tsan:  ## the tests that use threads, under the thread sanitizer
	@scripts/install-packages.sh program server tests
	@$(STILL) scripts/build.sh tsan
	@$(STILL) ctest --preset tsan --no-label-summary

fuzz:  ## FUZZ_SECONDS=20: fuzz each parser for that many seconds, from another seed each time
	@scripts/install-packages.sh program server tests checks
	@$(STILL) scripts/build.sh asan
	@$(STILL) scripts/fuzz.sh build/asan/bin seconds $(FUZZ_SECONDS)

fuzz-quick:  ## FUZZ_RUNS=5000: give each parser so many inputs, the same in every run
	@scripts/install-packages.sh program server tests checks
	@$(STILL) scripts/build.sh asan
	@$(STILL) scripts/fuzz.sh build/asan/bin runs $(FUZZ_RUNS)

wasm:  ## compile the library with Emscripten
	@scripts/install-packages.sh program wasm
	@scripts/build.sh wasm

js:  ## build the npm package (bindings/js) in build/wasm/js, and test it in Node
	@scripts/install-packages.sh program wasm js
	@scripts/build.sh wasm superflip_js >&2
	@$(NODE_TEST) build/wasm/js-project/tests/*.test.mjs

page:  ## build the page that solves cubes, in build/page: static files for any host
	@scripts/install-packages.sh program wasm page
	@scripts/build.sh wasm superflip_js >&2
	@apps/page/build.sh
	@echo build/page

page-test: page  ## drive the page in Chromium, also from `superflip serve` where that is built
	@$(NODE_TEST) build/page-tests/tests/*.test.js

web-test: page  ## test the npm package and the page together, with no processor idle
	@$(NODE_TEST) build/page-tests/tests/*.test.js build/wasm/js-project/tests/*.test.mjs

python-docs:  ## the pages about the Python package, in build/python-docs
	@scripts/install-packages.sh program python
	@scripts/build.sh release $(WITH_TESTS) superflip_python superflip_python_stub >&2
	@build/release/python-environment/bin/python scripts/python-pages.py build/python-docs
	@echo build/python-docs/superflip.html

python-wheel:  ## the Python package's source package and its wheel, in build/python-dist
	@scripts/install-packages.sh program python
	@scripts/python-environment.sh build/python-builder
	@build/python-builder/bin/pip install --quiet build==1.5.1
	@build/python-builder/bin/python -m build --outdir build/python-dist .

format:  ## format the sources
	@scripts/install-packages.sh checks
	@$(SOURCES) | xargs -d '\n' clang-format -i

check-format:  ## list sources that are not formatted
	@scripts/install-packages.sh checks
	@$(SOURCES) | xargs -d '\n' clang-format --dry-run -Werror

tidy:  ## look for mistakes with clang-tidy, in what has changed since it was found clean
	@scripts/install-packages.sh program server tests checks
	@$(STILL) scripts/build.sh asan
	@scripts/tidy.py build/asan --all

tidy-quick:  ## the same without the static analyzer
	@scripts/install-packages.sh program server tests checks
	@$(STILL) scripts/build.sh asan
	@scripts/tidy.py build/asan

clean:  ## remove everything built
	@rm -rf build
