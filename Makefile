# The front door: the build itself is CMakeLists.txt, the logic is in tools/.
#
#     make                library, tool, examples, bench programs, in build/
#     make run            install missing packages, build, tune the digits network
#     make test           install missing packages, build and run all tests
#     make check          format, static analysis, tools/check_*
#     make bench          run the benchmarks; BENCH="ask scale" chooses
#     make peers          our rivals against hyperopt, Optuna and SMAC3; PEERS="30 func2c"
#                         chooses seeds and problems
#     make peers-venv     installs the originals, so that bench/rivals can time them
#     make peers-noise    ours against Optuna and Ax on noisy problems; PEERS="10 folds"
#     make paper          every figure and table of the paper: hours; it goes on where
#                         it was stopped.  make paper-quick: a few minutes
#     make paper LIVE=digits   figure 6 live, not from tables: or mnist, fashion
#     make paper-draw     figures and tables from the results that are there
#     make install        PREFIX=/usr/local DESTDIR=
#     make uninstall      the same: removes what install put there
#     make fuzz           each fuzz target for FUZZ_SECONDS=60, or FUZZ_RUNS=1000000
#     make coverage       which lines the tests run
#     make format clean deps

PREFIX ?=
override PREFIX := $(if $(strip $(PREFIX)),$(PREFIX),/usr/local)
DESTDIR ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
BENCH ?=
PEERS ?=
LIVE ?=
FUZZ_SECONDS ?= 60
FUZZ_RUNS ?=

export JOBS
export FUZZ_RUNS

.PHONY: all run test check bench bench-programs peers peers-venv peers-noise paper \
	paper-quick paper-draw install uninstall fuzz coverage format clean deps

all: build/build.ninja
	@cmake --build build -j $(JOBS)

# Configured once; from then on ninja sees changes of the build files itself.
build/build.ninja:
	@command -v cmake >/dev/null && command -v ninja >/dev/null || \
	    { echo "cmake or ninja is missing: 'make deps' installs what is needed" >&2; exit 1; }
	@cmake --preset release

# Not every system has them; check_abi and test_completion.sh then say what was
# skipped.
install_abi = tools/install-deps abi || echo "going on without abigail-tools"
install_shells = tools/install-deps shells || echo "going on without zsh and fish"

bench-programs: build/build.ninja
	@cmake --build build -j $(JOBS) --target bench-programs

deps:
	@tools/install-deps run test check
	@$(install_abi)
	@$(install_shells)

run:
	@tools/install-deps run
	@$(MAKE) --no-print-directory all
	@rm -rf build/run && mkdir build/run
	@echo "Tuning a network that reads handwritten digits. wrong_percent: of 359 digits"
	@echo "that it did not learn from, how many in a hundred it misreads."
	@build/inlay run --store build/run/digits.inlay examples/studies/digits.json

test:
	@tools/install-deps run test
	@$(install_shells)
	@tools/run-tests

check:
	@tools/install-deps run test check
	@$(install_abi)
	@tools/run-checks

bench: all bench-programs
	@tools/run-bench $(BENCH)

peers: bench-programs
	@tools/run-peers $(PEERS)

peers-venv:
	@tools/run-peers venv

peers-noise: bench-programs
	@tools/run-peers noise $(PEERS)

paper paper-quick paper-draw:
	@tools/install-deps run paper
	@$(MAKE) --no-print-directory all
	@tools/run-paper $(if $(LIVE),--live $(LIVE),$(subst paper,full,$(subst paper-,,$@)))

update_loader = if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ]; then ldconfig; fi

# There install would mix with the sources, and uninstall delete inlay.h.
refuse_sources = if [ "$(DESTDIR)$(PREFIX)" -ef . ]; then \
	echo "PREFIX '$(PREFIX)': is the folder of the sources; give another one" >&2; exit 1; fi

install: all
	@$(refuse_sources)
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)"
	@$(update_loader)

# The list of files is made from the build.
uninstall: all
	@$(refuse_sources)
	@DESTDIR="$(DESTDIR)" tools/uninstall "$(PREFIX)"
	@$(update_loader)

fuzz:
	@tools/install-deps run test fuzz
	@tools/run-fuzz $(FUZZ_SECONDS)

coverage:
	@tools/install-deps run test coverage
	@tools/run-coverage

format:
	@tools/check_format --fix

clean:
	rm -rf build build-dev build-tsan build-clang build-fuzz build-coverage
