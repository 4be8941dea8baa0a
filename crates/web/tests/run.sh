#!/bin/sh
# Type check and browser tests of the page, against a server of this crate; needs node, npm and
# chromium. Firefox is tried too where it is there, with geckodriver (`cargo install geckodriver`).
# Screenshots are kept in target/page. With `--site` the page with no server is tried instead, in the
# folder KURABAN_SITE (`cargo xtask site`).
set -eu
cd "$(dirname "$0")"
tests=$PWD
root=$(cd ../../.. && pwd)
target=${CARGO_TARGET_DIR:-$root/target}

# `cargo xtask test` installs these where it may; 77 says that the tests could not be tried.
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
for tool in node npm "${CHROMIUM:-chromium}"; do
  if ! command -v "$tool" >/dev/null; then
    echo "page tests: $tool is not installed" >&2
    exit 77
  fi
done
export CHROMIUM
if [ ! -d node_modules/playwright-core ] || [ package-lock.json -nt node_modules ]; then
  echo "page tests: installing the test tools with npm ci"
  npm ci --no-audit --no-fund --loglevel=error || {
    echo "page tests: npm could not install them" >&2
    exit 77
  }
  touch node_modules
fi

echo "page tests: type check"
npx --no-install tsc --project tsconfig.json

export KURABAN_SHOTS=$target/page KURABAN_CASES=${KURABAN_CASES:-$root/../shared/acceptance/cases.json}
export KURABAN_XSOKOBAN=$root/../shared/levels/xsokoban.xsb
work=$(mktemp -d)
pids=
stop() {
  for pid in $pids; do kill "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap stop EXIT INT TERM

# Starts a server and waits for its address.
start() {
  name=$1
  shift
  "$@" >"$work/$name" &
  pids="$pids $!"
  for _ in $(seq 100); do
    [ -s "$work/$name" ] && break
    sleep 0.1
  done
  cat "$work/$name"
}

if [ "${1:-}" = --site ]; then
  echo "page tests: the page with no server ($CHROMIUM)"
  start site node "$tests/browser/files.js" --serve "$KURABAN_SITE" >"$work/url"
  KURABAN_URL=$(cat "$work/url")
  export KURABAN_URL
  cd "$tests"
  node --test --test-concurrency=2 --test-reporter=spec browser/hosts.test.js browser/site.test.js
  exit
fi

echo "page tests: building the server"
(cd "$root" && cargo build --quiet --package kuraban-web --example serve)
server=$target/debug/examples/serve
start plain "$server" >"$work/url"
KURABAN_URL=$(cat "$work/url")
export FILES=$work/planner SOLVER=${SOLVER:-/usr/bin/minisat}
start files "$server" >"$work/url"
KURABAN_FILES_URL=$(cat "$work/url")
export KURABAN_URL KURABAN_FILES_URL KURABAN_SERVER=$server

echo "page tests: browser ($CHROMIUM)"
cd "$tests"
node --test --test-concurrency=2 --test-reporter=spec browser/*.test.js
