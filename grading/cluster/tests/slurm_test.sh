#!/bin/sh
# slurm_test.sh SPARSELAB ROOT: tasks of a real Slurm, which runs only for this test, grade a small
# class. One node cannot grade, and one is lost while it grades. The records must be byte for byte
# those of ./lab grade on one machine.
set -u
sparselab=$1 root=$2
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
export LC_ALL=C

# shellcheck source=grading/cluster/tests/slurm.sh
. "$here/slurm.sh"

skip() {
  echo "skipped: $*"
  exit 77
}

# Without Slurm: wrong usage must be reported before anything is built or submitted.
for wrong in '' "$here --each 0" "$here --backend cpu" "$here --part 1/2" "$here/nobody" '--lab'; do
  # shellcheck disable=SC2086 # a list of words
  "$here/../submit.sh" $wrong >/dev/null 2>&1
  [ $? -eq 2 ] || {
    echo "slurm_test.sh: submit.sh $wrong: exit status 2 was expected"
    exit 1
  }
done
"$here/../submit.sh" --help | grep -q -e '--gres' || exit 1

lacking=$(slurm_missing)
[ -z "$lacking" ] || skip "not installed: $lacking(Debian: munge slurm-wlm slurmctld slurmd)"
id -un >/dev/null 2>&1 || skip 'the user has no name, and Slurm knows people by name'
"$sparselab" run 01 --solution --quick --backend lens --sandbox 2>&1 |
  grep 'there is no sandbox' && skip 'nothing is graded without a sandbox'

work=$(mktemp -d) || exit 1
chmod 755 "$work" # another user runs the students' code
slurm=$work/slurm
mkdir "$work/tmp"
export TMPDIR="$work/tmp"
trap 'slurm_end; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

fail() {
  echo "slurm_test.sh: $*"
  for text in "$work"/said "$work"/out/cluster/*.txt "$work"/gpu/cluster/*.txt "$slurm"/slurmctld.log; do
    echo "== $text"
    tail -n 40 "$text" 2>/dev/null
  done
  exit 1
}

# ---- The class: twelve students with passing, failing and empty submissions -----------------------

solution=$root/solutions/01-csr-scalar/csr-scalar.cu
hand_in() { # hand_in STUDENT FILE [SED-COMMAND]
  mkdir -p "$work/class/$1"
  sed "${3-}" "$2" >"$work/class/$1/csr-scalar.cu"
}
for right in "$root"/grading/right/01-csr-scalar/*.cu; do
  hand_in "right-$(basename "$right" .cu)" "$right"
done
hand_in solution "$solution"
hand_in skeleton "$root/labs/01-csr-scalar/csr-scalar.cu"
hand_in overwrites "$solution" 's/y\[row\] += sum/y[row] = sum/'
hand_in no-last-row "$solution" 's/row < num_rows/row < num_rows - 1/'
hand_in first-column "$solution" 's/x\[col_idx\[[a-z]*\]\]/x[0]/'
hand_in unfinished "$solution" 's/y\[row\] += sum;/y[row] += sum/'
hand_in far-away "$solution" 's/y\[row\] +=/y[row + 100000000] +=/'
hand_in empty "$solution" d

# ---- A kit whose program fails on two of the nodes ------------------------------------------------

kit=$work/kit
mkdir -p "$kit/grading/cluster" "$kit/build/bin"
cp "$here"/../*.sh "$here"/../*.sbatch "$kit/grading/cluster/"
ln -s "$root/solutions" "$kit/solutions"
cat >"$kit/lab" <<'LAB'
#!/bin/sh
shift # --no-install
[ "$1" != build ] || exit 0
exec "$(dirname "$0")/build/bin/sparselab" "$@"
LAB
# If root may create namespaces, each node has its own hostname and its own process numbers.
apart=''
if unshare --pid --fork --mount-proc --uts hostname node 2>/dev/null; then
  apart='unshare --pid --fork --kill-child --mount-proc --uts'
else
  echo 'without root, the nodes share the numbers of processes'
fi
# n1 has no sandbox: no bubblewrap, and only root can use Landlock. n2 pauses after it has graded
# one submission, and is lost then.
cat >"$kit/build/bin/sparselab" <<PROGRAM
#!/bin/sh
case \${SLURMD_NODENAME-}:\$1 in
  n1:run)
    export SL_SANDBOX=landlock
    [ "\$(id -u)" -eq 0 ] || exec "$sparselab" "\$@"
    exec setpriv --reuid 65533 --regid 65533 --clear-groups "$sparselab" "\$@"
    ;;
  n2:grade)
    "$sparselab" "\$@" &
    until grep -qs graded "$work/out/log-\$SLURM_ARRAY_TASK_ID-of-4.txt"; do sleep 0.05; done
    kill -s STOP \$!
    : >"$work/held"
    wait
    ;;
  n[34]:grade)
    [ -z "$apart" ] ||
      exec $apart sh -c 'hostname "\$SLURMD_NODENAME" && exec "\$@"' sh "$sparselab" "\$@"
    ;;
esac
exec "$sparselab" "\$@"
PROGRAM
chmod +x "$kit/lab" "$kit/build/bin/sparselab"
unset SL_BUILD_DIR SLURM_CONF SBATCH_PARTITION SBATCH_ACCOUNT SBATCH_QOS SBATCH_EXPORT

# ---- Both results are the same --------------------------------------------------------------------

submit() { # submit OUT OPTION…
  submit_out=$1
  shift
  "$kit/grading/cluster/submit.sh" "$work/class" --lab 01 --seed 7 --no-search -o "$submit_out" --cpus 1 \
    --memory 200M --time 10 "$@" >"$work/said" 2>&1
}

# wait_for_jobs LIMIT: waits until the queue is empty. At most three tasks may run at once, and at
# most one with a GPU per node, because a node has one GPU.
wait_for_jobs() {
  rounds=$(($1 * 4))
  while queue=$(squeue --noheader --array --format='%T %N %b') && [ -n "$queue" ]; do
    running=$(printf '%s\n' "$queue" | sed -n 's/^RUNNING //p')
    [ "$(printf '%s\n' "$running" | wc -l)" -le 3 ] || fail "more than three tasks at once: $queue"
    [ -z "$(printf '%s\n' "$running" | grep gpu | sort | uniq -d)" ] || fail "two tasks have one GPU: $queue"
    if [ -e "$work/held" ] && [ ! -e "$work/lost" ]; then
      slurm_lose n2 >"$work/lost"
      echo "n2 is lost, with $(wc -l <"$work/lost") processes and" \
        "$(find "$work/out/records" -name '*.json' | wc -l) of 12 records written"
    fi
    rounds=$((rounds - 1))
    [ "$rounds" -gt 0 ] || fail "the jobs have not ended after $1 seconds: $(squeue --array)"
    sleep 0.25
  done
}

"$sparselab" grade "$work/class" --lab 01 --seed 7 --no-search --backend lens -j 2 -o "$work/plain" \
  >"$work/said" 2>&1 || fail 'it was not graded without Slurm'
[ "$(find "$work/plain/records" -name '*.json' | wc -l)" -eq 12 ] || fail 'twelve records were expected'

slurm_start 4 || fail "Slurm did not start: $(cat "$slurm/slurmd.said")"
submit "$work/out" --each 3 --at-once 3 --gres gpu:1 || fail 'the jobs were not taken'
submit "$work/out" && fail 'a second grading into the same folder was begun'
grep -q 'still grade into' "$work/said" || fail 'the reason was not reported'
wait_for_jobs 3000

array=$(cut -d , -f 1 "$work/out/cluster/jobs")
report=$(cut -d , -f 2 "$work/out/cluster/jobs")
grep -q 'Everything is graded' "$work/out/cluster/$report.txt" || fail 'not all is graded'
# Incomplete files of the lost node (.new) are kept for a while, so they are not compared.
diff -r -x '*.new' "$work/plain/records" "$work/out/records" >"$work/said" || fail 'the records are not the same'
cmp "$work/plain/gradebook.csv" "$work/out/gradebook.csv" >"$work/said" ||
  fail 'the gradebooks are not the same'
graded=$(sed -n 's/^[^ ]* graded \([^ ]*\) .*/\1/p' "$work"/out/log*.txt)
[ -n "$graded" ] || fail 'the logs do not say what was graded'
[ -z "$(printf '%s\n' "$graded" | sort | uniq -d)" ] || fail "some were graded twice: $graded"
grep -h -e ' retry ' -e ' failed ' "$work"/out/log*.txt && fail 'some were not graded at once'
grep -q 'on n1: this node cannot grade' "$work/out/cluster/${array}"_*.txt || fail 'n1 was not probed'
grep -q 'on n1: exit status' "$work/out/cluster/${array}"_*.txt && fail 'n1 has graded'
[ -s "$work/lost" ] || fail 'no node was lost'
grep -q 'on n[34]: begins, restart [12], GPU 0' "$work/out/cluster/${array}"_*.txt ||
  fail 'no task was begun again'
grep -L 'on n[34]: exit status 0' "$work/out/cluster/${array}"_*.txt | grep . && fail 'a part has no end'

# ---- A second run has nothing to do. On a fake GPU nothing is graded, and this is reported --------

ls -l --time-style=full-iso "$work/out/records" >"$work/before"
submit "$work/out" --each 6 || fail 'the jobs were not taken again'
# without these, `lab` would find a real GPU if there is one
has_gpu=true
if "$sparselab" run 01 --solution --quick --untimed --backend gpu 2>&1 | grep -q 'no usable GPU'; then
  has_gpu=false
  submit "$work/gpu" --each 12 --backend gpu || fail 'the jobs for a GPU were not taken'
fi
wait_for_jobs 3000
ls -l --time-style=full-iso "$work/out/records" >"$work/after"
cmp "$work/before" "$work/after" >"$work/said" || fail 'something was graded again'
array=$(cut -d , -f 1 "$work/out/cluster/jobs")
report=$(cut -d , -f 2 "$work/out/cluster/jobs")
grep -q 'Everything is graded' "$work/out/cluster/$report.txt" || fail 'not all is graded the second time'
# scontrol names tasks if it requeues more than one.
grep "^${array}_[0-9]*: " "$work/out/cluster/${array}"_*.txt && fail 'other tasks were put back too'

if [ "$has_gpu" = false ]; then
  array=$(cut -d , -f 1 "$work/gpu/cluster/jobs")
  report=$(cut -d , -f 2 "$work/gpu/cluster/jobs")
  grep -q 'on n[34]: this node cannot grade (probed with --backend gpu' "$work/gpu/cluster/${array}_1.txt" ||
    fail 'the GPU was not probed'
  grep -q 'stopped: no other node' "$work/gpu/cluster/${array}_1.txt" || fail 'it was not given up'
  grep -q 'part 1 of 1 is not all graded (exit status 3)' "$work/gpu/cluster/$report.txt" ||
    fail 'the report does not say what is missing'
fi
slurm_end
left=$(slurm_signal 0)
[ -z "$left" ] || fail "processes are left: $left"
