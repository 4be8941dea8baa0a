#!/bin/sh
# The interface against its description: schemathesis makes up requests, and looks whether what
# is described is taken and everything else refused. Needs python3 and, the first time, PyPI.
set -eu
cd "$(dirname "$0")"
tests=$PWD
root=$(cd ../../.. && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
version=4.32.5

# 77 says that it could not be tried.
tools=$target/schemathesis-$version
if [ ! -x "$tools/bin/schemathesis" ]; then
  echo "interface: installing schemathesis $version"
  rm -rf "$tools"
  { python3 -m venv "$tools" && "$tools/bin/pip" install --quiet "schemathesis==$version"; } || {
    rm -rf "$tools"
    echo "interface: schemathesis could not be installed" >&2
    exit 77
  }
fi

(cd "$root" && cargo build --quiet --package kuraban-web --example serve)
work=$(mktemp -d)
pid=
stop() {
  [ -z "$pid" ] || kill "$pid" 2>/dev/null || true
  rm -rf "$work"
}
trap stop EXIT INT TERM
"$target/debug/examples/serve" >"$work/url" &
pid=$!
for _ in $(seq 100); do
  [ -s "$work/url" ] && break
  sleep 0.1
done
cd "$work"
"$tools/bin/schemathesis" --config-file "$tests/schemathesis.toml" run \
  "$(cat "$work/url" | tr -d '\n' | sed 's,/*$,,')/api/openapi.json" \
  --no-color --seed 1 --max-examples 30 --warnings off
