# make demo    install what is missing, build, show what Sinew does
# make check   the same, then all tests
# make release the fastest libraries and program, in build/clang: clang, profile-guided (docs/install.md)
# more: make build | python | wheel | wasm | view | docs | dist | check-web | mpi | check-mpi | check-long | install [PREFIX=/usr/local] | format | clean
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
BUILD = build/release

.PHONY: all build release demo check check-long check-web mpi check-mpi python view wasm wheel docs dist install format clean setup setup-check

all: build

setup:
	@tools/setup.sh build

setup-check:
	@tools/setup.sh build test python

$(BUILD)/Makefile: | setup
	@cmake --preset release -DSINEW_TESTS=OFF -DSINEW_BENCH=OFF >/dev/null

build: setup $(BUILD)/Makefile
	@tools/build.sh $(BUILD) $(JOBS)

release:
	@tools/setup.sh build release
	@tools/release.sh build/clang $(JOBS)

demo: build
	@tools/demo.sh $(BUILD)

check: setup-check
	@tools/check.sh $(JOBS)

check-long: setup-check
	@tools/check.sh $(JOBS) long

# sinew-mpi: sinew rollout for many processes (docs/cluster.md)
mpi:
	@tools/setup.sh build mpi
	@tools/mpi.sh build/mpi $(JOBS)

check-mpi:
	@tools/setup.sh build mpi test
	@tools/mpi.sh build/mpi $(JOBS) test

python:
	@tools/setup.sh build python
	@tools/python.sh build/python $(JOBS)

# the npm package: WebAssembly, for browsers and Node.js (docs/web.md)
wasm:
	@tools/setup.sh wasm
	@tools/wasm.sh build/npm $(JOBS)

# sinew view and its page, in build/view (docs/viewer.md)
view: wasm
	@tools/setup.sh build view
	@tools/viewer.sh build/view $(JOBS)

check-web:
	@tools/setup.sh wasm build view browser docs
	@tools/check_web.sh $(JOBS)

wheel:
	@tools/setup.sh build wheel
	@tools/wheel.sh build/wheel

# the manual as HTML: build/docs/html/index.html
docs:
	@tools/setup.sh docs
	@tools/docs.sh build/docs $(JOBS)

# all packages, in build/dist: sources, Debian packages, wheel, npm archive (docs/abi.md)
dist:
	@tools/setup.sh build view wheel wasm
	@tools/dist.sh build/dist $(JOBS)

# make install BUILD=build/clang installs what make release has built
install: $(if $(filter build/clang,$(BUILD)),release,build)
	@cmake --install $(BUILD) --prefix $(PREFIX) >/dev/null && echo "Sinew is installed in $(PREFIX)"

format:
	@tools/format.sh

clean:
	@rm -rf build
