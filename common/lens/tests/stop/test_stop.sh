#!/bin/sh
# test_stop.sh LENSCC SPARSELAB FOLDER: programs that are interrupted, or reach their deadline,
# report the findings up to that point.
set -u
export LC_ALL=C TZ=UTC
lenscc=$1 sparselab=$2 sources=$3
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3
failed=no

fail() {
  echo "FAILED: $1"
  sed 's/^/  /' out
  failed=yes
}

says() { grep -q -e "$1" out || fail "$what: \"$1\" is missing"; }
says_not() { if grep -q -e "$1" out; then fail "$what: says \"$1\""; fi; }
ended() { [ "$status" -eq "$1" ] || fail "$what: status $status, not $1"; }

# Background processes of a shell ignore SIGINT by default.
run='env --default-signal=INT'
export LENS_DEADLINE=1800 # ends all programs even if a test fails

# stop SIGNAL COMMAND…: starts the program, and sends the signal after it has printed that it is
# ready.
stop() {
  signal=$1
  shift
  rm -f ready
  $run "$@" > out 2>&1 &
  child=$!
  while [ ! -e ready ] && kill -0 "$child" 2> /dev/null; do sleep 0.05; done
  sleep 0.2
  kill -"$signal" "$child"
  wait "$child"
  status=$?
}

"$lenscc" "$sources/long.cu" -o long || exit 1

for how in blocks block launches host; do
  what="Ctrl-C in $how"
  stop INT ./long $how
  ended 130
  says 'lens: stopped by Ctrl-C after [0-9.]* s'
  says 'no findings up to that point'
  says 'printed before the end'
  says_not hang
  case $how in
    blocks) says 'in launch 2, of grind, when [0-9]* of its 16777216 blocks had ended' ;;
    block) says 'in launch 2, of grind, when 0 of its 1 blocks had ended' ;;
    host) says 'after 1 launch;' ;;
  esac
done

what='a finding before SIGTERM'
stop TERM ./long bug
ended 143
says 'lens: stopped by SIGTERM after .*; findings up to that point:'
says 'long.cu:10: out-of-bounds write'

what='SIGHUP'
stop HUP ./long blocks
ended 129
says 'stopped by SIGHUP'

what='a handler of its own'
stop INT ./long own
ended 7
says_not stopped

what='a second Ctrl-C' # while the report is blocked, because nothing reads it
mkfifo nobody
rm -f ready
LENS_REPORT=nobody $run ./long host > out 2>&1 &
child=$!
while [ ! -e ready ]; do sleep 0.05; done
kill -INT "$child"
sleep 1
kill -0 "$child" || fail "$what: ended before it"
kill -INT "$child"
wait "$child"
status=$?
ended 130

what='counters of a launch that was stopped'
LENS_REPORT=report stop INT ./long blocks
grep -q '^partial	stopped by Ctrl-C' report && grep -q '^done' report || fail "$what: not marked"
awk -F '\t' '$1 == "counter" && $2 == "grind" && $10 > 0 { found = 1 } END { exit !found }' report ||
  fail "$what: none"
awk -F '\t' '$1 == "launch" { n++ } END { exit n != 2 }' report || fail "$what: launches"

what='a deadline'
LENS_DEADLINE=3 ./long launches > out 2>&1
status=$?
ended 124
says 'stopped by its deadline of 3 s'
says 'printed before the end'

# A loop that may never end is not a finding: a remark is printed once, and the program continues.
"$lenscc" "$sources/counting.cu" -o counting || exit 1
what='a loop that may be endless'
$run ./counting > out 2>&1 &
child=$!
while ! grep -q remark out && kill -0 "$child" 2> /dev/null; do sleep 0.2; done
says 'counting.cu:8: remark: kernel wait has been in this loop for a long time'
kill -INT "$child"
wait "$child"
status=$?
ended 130
says 'its threads may be in an endless loop at line 8; no findings up to that point'

what='a loop that seems endless'
LENS_DEADLINE= ./counting 40000000 > out 2>&1
status=$?
ended 0
says 'counting.cu:8: remark: '
says '^40000000 tries'
[ "$(wc -l < out)" -eq 2 ] || fail "$what: says more"

what='a program that is killed'
rm -f report
LENS_THREADS=1 LENS_REPORT=report ./long launches > out 2>&1 &
child=$!
waited=0
while ! grep -qs '^partial' report && [ $waited -lt 9000 ]; do sleep 0.2; waited=$((waited + 1)); done
kill -KILL "$child"
wait "$child" 2> /dev/null
grep -q '^partial	ended too suddenly for a complete report: findings of its first [0-9]* s' report ||
  fail "$what: no note"
grep -q '^counter' report || fail "$what: no counters"
if grep -q '^done' report; then fail "$what: looks done"; fi

# the report must be shown, and the command must end like the program
what='lab lens, a deadline'
LENS_THREADS=1 "$sparselab" lens --deadline 10 --csv rows.csv "$sources/long.cu" blocks > out 2>&1
status=$?
ended 1
says 'Not the whole run'
says 'stopped by its deadline of 10 s, in launch 2, of grind'
says 'sum += y'
says_not 'exit status'
[ ! -e rows.csv ] || fail "$what: wrote rows.csv"
"$sparselab" lens --deadline soon "$sources/long.cu" > out 2>&1
status=$?
ended 2

what='lab lens, SIGTERM'
stop TERM "$sparselab" lens --html page.html "$sources/long.cu" blocks
ended 143
says 'Not the whole run'
says 'stopped by SIGTERM'
grep -q 'Not the whole run: stopped by SIGTERM' page.html || fail "$what: the page does not say so"

# the results so far must be shown, and no process may remain
for ending in 130:INT 143:TERM; do
  what="lab run, SIG${ending#*:}"
  stop "${ending#*:}" "$sparselab" run 01 --file "$sources/pauses.cu" --backend lens --csv rows.csv
  ended "${ending%:*}"
  says 'cpu .*skipped  *0 of 2 points, 1 of 1 cases'
  says 'kernel .*not written  *0 of 5 points'
  says 'Not the whole run: interrupted in task cpu, on "no rows at all"'
  says '^pauses.cu: 0 of 10 points'
  says_not 'timed out'
  says_not 'There are'
  [ ! -e rows.csv ] || fail "$what: wrote rows.csv"
  for process in /proc/[0-9]*; do
    case $(readlink "$process/cwd" "$process/exe" 2> /dev/null | tr '\n' ' ') in
      "$work "*/modules/*) fail "$what: a worker is left" ;;
    esac
  done
done

[ $failed = no ]
