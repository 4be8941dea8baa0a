#!/bin/sh
#SBATCH --job-name=kuraban
#SBATCH --cpus-per-task=1
#SBATCH --mem=5G
#SBATCH --time=04:00:00
#SBATCH --requeue
# Works on a run as an array of Slurm, one task for each part:
#
#   parts=$(kuraban batch status RUN --json | python3 -c 'import json,sys; print(json.load(sys.stdin)["parts"])')
#   sbatch --array=0-$((parts - 1)) deploy/slurm.sh RUN
#
# The memory is the run's limit for a level and some more. Slurm queues a task again whose node
# failed or was taken away, and the task takes over what it had done. One that reaches its time
# limit is not queued again: submit the array once more; parts that are done cost nothing. Exit
# code 75 (a disk that is full or fails) asks Slurm to queue the task again, five times at most;
# every other code is the task's own.
set -eu
run=$1
kuraban=${KURABAN:-kuraban}
code=0
"$kuraban" batch shard "$run" "${SLURM_ARRAY_TASK_ID:?this is for sbatch --array}" || code=$?
if [ "$code" -eq 75 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 5 ]; then
  scontrol requeue "${SLURM_JOB_ID:?}"
fi
exit "$code"
