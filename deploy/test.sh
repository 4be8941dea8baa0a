#!/bin/sh
# The recipes: GNU parallel on a small run, shellcheck, and the schema of Kubernetes. Needs the
# program (`KURABAN`), parallel, shellcheck, python3 and, the first time, PyPI.
set -eu
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
kuraban=${KURABAN:-$target/release/kuraban}
version=1.36.0

shellcheck deploy/*.sh
echo "deploy: shellcheck has nothing to say"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
"$kuraban" batch new "$work/run" levels/kuraban.xsb --nodes 2000 --memory 64MiB --part-size 5
KURABAN=$kuraban JOBS=2 sh deploy/parallel.sh "$work/run" >"$work/told"
[ -z "$("$kuraban" batch status "$work/run" --missing)" ]
"$kuraban" batch check --replay "$work/run"
[ "$(wc -l <"$work/told")" -gt 1 ]
# A second time there is nothing to do.
KURABAN=$kuraban JOBS=2 sh deploy/parallel.sh "$work/run" >"$work/told"
[ ! -s "$work/told" ]
echo "deploy: GNU parallel has solved a run"

# A stand-in for the program, and for Slurm: it counts how often a task is queued again.
mkdir "$work/bin"
cat >"$work/bin/kuraban" <<'END'
#!/bin/sh
exit "$CODE"
END
cat >"$work/bin/scontrol" <<'END'
#!/bin/sh
echo "$*" >>"$QUEUED"
END
chmod +x "$work/bin/kuraban" "$work/bin/scontrol"
slurm() {
  code=0
  : >"$work/queued"
  CODE=$1 QUEUED=$work/queued SLURM_RESTART_COUNT=$2 SLURM_ARRAY_TASK_ID=0 SLURM_JOB_ID=7 \
    PATH="$work/bin:$PATH" KURABAN=kuraban \
    sh deploy/slurm.sh "$work/run" || code=$?
  [ "$code" -eq "$1" ] && [ "$(wc -l <"$work/queued")" -eq "$3" ]
}
slurm 75 0 1
slurm 75 4 1
slurm 75 5 0
slurm 3 0 0
slurm 0 0 0
echo "deploy: the task of Slurm is queued again where that may help, and not without end"

# 77 says that it could not be tried.
tools=$target/kubernetes-validate-$version
if [ ! -x "$tools/bin/kubernetes-validate" ]; then
  echo "deploy: installing kubernetes-validate $version"
  rm -rf "$tools"
  { python3 -m venv "$tools" && "$tools/bin/pip" install --quiet "kubernetes-validate==$version"; } || {
    rm -rf "$tools"
    echo "deploy: kubernetes-validate could not be installed" >&2
    exit 77
  }
fi
"$tools/bin/kubernetes-validate" --strict deploy/kubernetes.yaml
# The validator must be able to say no.
sed 's/backoffLimitPerIndex/backofLimitPerIndex/' deploy/kubernetes.yaml >"$work/wrong.yaml"
if "$tools/bin/kubernetes-validate" --strict "$work/wrong.yaml" >/dev/null 2>&1; then
  echo "deploy: the validator takes anything" >&2
  exit 1
fi
echo "deploy: the job fits the schema of Kubernetes"
