#!/bin/sh
# submit.sh: grades a class on a cluster under Slurm: an array of tasks, each of which grades a part
# of the class, and then a job that makes the reports. README.md says what the cluster needs.
set -u

readonly BAD_USAGE=2 MISSING=3

die() { # die STATUS MESSAGE…
  die_status=$1
  shift
  printf 'submit.sh: %s\n' "$*" >&2
  exit "$die_status"
}

usage() {
  cat <<'HELP'
Grades a class on a cluster under Slurm, as ./lab grade does on one machine.

  submit.sh DIR... [-o OUT] [--backend gpu|lens] [--lab LAB]... [--rubric FILE] [--times FILE]
            [--roster FILE] [--seed N] [--no-search]
                      as of ./lab grade; the backend is lens if it is not said

  --each N            submissions a task (20)
  --at-once N         tasks at once (as many as the cluster has room for)
  --cpus N            processors of a task, and submissions graded in it at once (2; with
                      --backend gpu one submission at once, because it has one GPU)
  --memory SIZE       memory of a task (4G)
  --time LIMIT        time of a task, as sbatch takes it (4:00:00)
  --partition NAME    where to run (the cluster's default)
  --gres NAME         generic resources of a task (gpu:1 with --backend gpu, else none)
  --help              this text

Other settings of sbatch are taken from its variables, such as SBATCH_ACCOUNT and SBATCH_QOS.
To continue an interrupted grading, run the same command again: it grades nothing twice.

Exit status: 0 the jobs wait or run, 2 wrong usage, 3 something is missing here.
HELP
}

find_kit() {
  folder=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P) || die "$MISSING" "cannot enter $0's folder"
  kit=$(CDPATH='' cd -- "$folder/../.." && pwd -P) || die "$MISSING" "$folder is not in the kit"
}

is_number() { case $1 in '' | *[!0-9]* | 0*) return 1 ;; esac }

# Estimates the number of submissions in an argument. The estimate only determines the number of
# tasks, so it may be wrong: `grade` itself finds the submissions, and each task grades its share of
# them.
count_entries() {
  if [ -d "$1" ]; then
    set -- "$1"/*
  elif [ ! -e "$1" ]; then
    die "$BAD_USAGE" "$1: there is no such folder or archive"
  fi
  entries=$((entries + $#))
}

# Builds the program once, here. Nodes only build what students submit.
build_kit() {
  "$kit/lab" --no-install build || die "$MISSING" "the kit could not be built here"
  build=${SL_BUILD_DIR:-$kit/build}
  program=$(CDPATH='' cd -- "$build" && pwd -P)/bin/sparselab
  [ -x "$program" ] || die "$MISSING" "there is no $program"
}

# Refuses a second grading into the same folder while the first still runs, because both would do
# all the work.
refuse_second() {
  [ -s "$out/cluster/jobs" ] || return 0
  jobs=$(cat "$out/cluster/jobs")
  [ -z "$(squeue --noheader --jobs="$jobs" 2>/dev/null)" ] ||
    die "$BAD_USAGE" "jobs $jobs still write to $out: wait for them, or end them: scancel $jobs"
}

each=20 at_once='' cpus=2 memory=4G limit=4:00:00 partition='' gres='' backend=lens out=grades
entries=0
# Moves options for `grade` to the end of the arguments, and removes the options of this script.
left=$#
while [ "$left" -gt 0 ]; do
  option=$1
  shift
  left=$((left - 1))
  case $option in
    -o | --out | --backend | --lab | --rubric | --times | --roster | --seed | --each | --at-once | --cpus | \
      --memory | --time | --partition | --gres)
      [ "$left" -gt 0 ] || die "$BAD_USAGE" "$option needs a value"
      value=$1
      shift
      left=$((left - 1))
      ;;
  esac
  case $option in
    --help | -h)
      usage
      exit 0
      ;;
    --each | --at-once | --cpus)
      is_number "$value" || die "$BAD_USAGE" "$option $value: a number of at least 1 was expected"
      ;;
  esac
  case $option in
    --each) each=$value ;;
    --at-once) at_once=$value ;;
    --cpus) cpus=$value ;;
    --memory) memory=$value ;;
    --time) limit=$value ;;
    --partition) partition=$value ;;
    --gres) gres=$value ;;
    -o | --out) out=$value ;;
    --backend) backend=$value ;;
    --lab | --rubric | --times | --roster | --seed) set -- "$@" "$option" "$value" ;;
    --no-search) set -- "$@" "$option" ;;
    -*) die "$BAD_USAGE" "$option: not an option of submit.sh (--help shows them)" ;;
    *)
      count_entries "$option"
      set -- "$@" "$option"
      ;;
  esac
done
[ "$entries" -gt 0 ] || die "$BAD_USAGE" 'the folder of submissions is missing (--help shows the usage)'
jobs_at_once=$cpus
case $backend in
  lens) ;;
  gpu)
    gres=${gres:-gpu:1}
    jobs_at_once=1 # other programs on the same GPU would change its times
    ;;
  *) die "$BAD_USAGE" "--backend $backend: gpu or lens was expected" ;;
esac
command -v sbatch >/dev/null 2>&1 ||
  die "$MISSING" 'there is no sbatch here: run submit.sh on a machine that can submit jobs to the cluster'

find_kit
build_kit
mkdir -p "$out/cluster" || die "$MISSING" "cannot make the folder $out/cluster"
out=$(CDPATH='' cd -- "$out" && pwd -P) || die "$MISSING" "cannot enter $out"
refuse_second

parts=$(((entries + each - 1) / each))
array=$(
  sbatch --parsable --array="1-$parts${at_once:+%$at_once}" --cpus-per-task="$cpus" \
    --mem="$memory" --time="$limit" ${partition:+"--partition=$partition"} \
    ${gres:+"--gres=$gres"} --output="$out/cluster/%A_%a.txt" "$folder/part.sbatch" \
    "$program" "$kit/solutions" "$out" "$parts" "$backend" "$jobs_at_once" "$gres" "$@"
) || die "$MISSING" 'Slurm did not accept the tasks'
array=${array%%;*} # the name of the cluster may follow the number
report=$(
  sbatch --parsable --dependency="afterany:$array" ${partition:+"--partition=$partition"} \
    --output="$out/cluster/%j.txt" "$folder/report.sbatch" "$program" "$out" "$array" "$parts" "$@"
)
if [ -z "$report" ]; then
  scancel "$array"
  die "$MISSING" "Slurm did not accept the job for the reports; the tasks of job $array were cancelled"
fi
report=${report%%;*}
echo "$array,$report" >"$out/cluster/jobs"
cat <<HELP
Job $array grades in $parts tasks, job $report makes the reports when all of them have ended.
  to follow:  squeue --jobs=$array,$report
              tail -n 3 $out/cluster/${array}_*.txt
  to end:     scancel $array $report
  the end:    $out/cluster/$report.txt says whether all is graded
HELP
