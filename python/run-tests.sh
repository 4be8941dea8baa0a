#!/bin/sh
# The Python package as a user gets it: the wheel is built and installed into a virtual environment of its own, then come
# pytest, stubtest and mypy. Needs python3 (3.11 or newer) and, the first time, PyPI. `--long` adds the tests that take
# minutes.
set -eu
cd "$(dirname "$0")"
root=$(cd .. && pwd)
target=${CARGO_TARGET_DIR:-$root/target}

# 77 says that it could not be tried.
python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' || {
  echo "python: needs Python 3.11 or newer with venv" >&2
  exit 77
}
packages="maturin==1.16.0 numpy==2.4.6 gymnasium==1.4.0 mypy==2.4.1 pytest==9.2.0 pandas==3.1.1 pyarrow==26.0.1"
ray="ray==2.60.0"
tools=$target/python-tools
if [ ! -e "$tools/$(echo "$packages $ray" | cksum | cut -d' ' -f1)" ]; then
  echo "python: installing $packages"
  rm -rf "$tools"
  { python3 -m venv "$tools" && "$tools/bin/pip" install --quiet $packages; } || {
    rm -rf "$tools"
    echo "python: the tools could not be installed" >&2
    exit 77
  }
  # Ray has no wheel for some versions of Python: its tests tell that they are skipped.
  "$tools/bin/pip" install --quiet "$ray" || echo "python: $ray could not be installed" >&2
  touch "$tools/$(echo "$packages $ray" | cksum | cut -d' ' -f1)"
fi

wheels=$target/python-wheels
rm -rf "$wheels"
CARGO_TARGET_DIR=$target "$tools/bin/maturin" build --quiet --release --locked \
  --interpreter "$tools/bin/python" --out "$wheels"
"$tools/bin/pip" install --quiet --force-reinstall --no-deps "$wheels"/*.whl
"$tools/bin/python" -m pytest --quiet -rs --durations=3 "$@"
"$tools/bin/python" -m mypy.stubtest --mypy-config-file pyproject.toml kuraban._native
"$tools/bin/python" -m mypy --config-file pyproject.toml examples tests
"$tools/bin/python" -m mypy --config-file pyproject.toml --package kuraban
