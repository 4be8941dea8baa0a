#!/bin/sh
# Works on a run with GNU parallel: one process for each part that is missing.
#
#   deploy/parallel.sh RUN [options of parallel]
#
# With `--sshloginfile NODES` the parts go to other machines that see the same folder under the
# same name. A part that fails is tried three times; a part that is sealed costs nothing, so the
# same command goes on after any accident.
set -eu
run=$1
shift
kuraban=${KURABAN:-kuraban}
"$kuraban" batch status "$run" --missing |
  parallel --jobs "${JOBS:-$(nproc)}" --retries 3 --joblog "$run/parallel.log" "$@" \
    "$kuraban" batch shard "$run" "{}"
