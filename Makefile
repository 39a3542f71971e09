# The front door. Everything real is in CMake; here stand the few commands that one types.
# All of them install what is missing first (Debian's packages, see scripts/install-packages.sh).
.DEFAULT_GOAL := help
.PHONY: help solve test quick bench compare install format format-check tidy sanitize fuzz wasm clean
MAKEFLAGS += --no-print-directory

# The superflip, the position of which it was first proven that 20 moves are needed.
export SCRAMBLE ?= U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 20

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*  ## /  make \1|/p' Makefile | column -t -s '|' 2>/dev/null || grep '  ## ' Makefile

solve:  ## solve SCRAMBLE="R U2 F' ...": the moves of a solution on standard output
	@scripts/install-packages.sh program
	@scripts/build.sh release -DSUPERFLIP_TESTS=OFF -DSUPERFLIP_BENCH=OFF bin/superflip >&2
	@build/release/bin/superflip solve -- "$$SCRAMBLE"

test:  ## build and run all tests
	@scripts/install-packages.sh program tests
	@scripts/build.sh release -DSUPERFLIP_BENCH=OFF
	@ctest --preset release --no-label-summary

quick:  ## the tests without the slow ones
	@scripts/install-packages.sh program tests
	@scripts/build.sh release -DSUPERFLIP_BENCH=OFF
	@ctest --preset quick --no-label-summary

bench:  ## measure: a fixed set of random cubes, times and counts
	@scripts/install-packages.sh program
	@scripts/build.sh release -DSUPERFLIP_TESTS=OFF -DSUPERFLIP_BENCH=OFF bin/superflip
	@build/release/bin/superflip bench

install:  ## install program, library and headers under PREFIX (default /usr/local)
	@scripts/install-packages.sh program
	@scripts/build.sh release -DSUPERFLIP_TESTS=OFF -DSUPERFLIP_BENCH=OFF
	@cmake --install build/release --prefix "$(PREFIX)"
