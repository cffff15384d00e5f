#!/bin/sh
# sandbox_endings.sh SPARSELAB SOLUTION: judges files of lab 01 that crash, hang or use up a limit,
# in a sandbox: each gets the right verdict, and nothing is left over.
set -u
sparselab=$1 solution=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
chmod 755 "$work" # the user of the sandbox must be able to read it
export LC_ALL=C
failed=0

# judge NAME WORDS STATEMENT [DEADLINE]: judges the solution with the statement inserted before the
# loop of the task `cpu`.
judge() {
  {
    printf '#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n'
    printf '#include <unistd.h>\n'
    awk -v statement="$3" '/for \(int row = 0/ && !done { print statement; done = 1 } { print }' \
      "$solution"
  } >"$work/$1.cu"
  "$sparselab" run 01 --file "$work/$1.cu" --task cpu --quick --sandbox --deadline "${4-60}" \
    >"$work/said" 2>&1
  status=$?
  if grep -q 'there is no sandbox' "$work/said"; then
    cat "$work/said"
    [ "$status" -eq 3 ] || exit 1
    exit 77
  fi
  if [ "$status" -ne 1 ] || ! tr -s ' \n' '  ' <"$work/said" | grep -q "$2"; then
    echo "$1: exit status $status, and not \"$2\":"
    cat "$work/said"
    failed=1
  fi
}

judge crash 'crash.cu:[0-9]*: crashed.*SIGSEGV' 'row_ptr = (const int *)8;'
judge abort 'SIGABRT' 'abort();'
judge loop 'loop.cu:[0-9]*: timed out' 'for (volatile int i = 0;; i++) continue;' 3
judge leave 'ended with exit status 9 before' 'exit(9);'
# The pointer is volatile, because some compilers remove the allocation of memory that is never
# read.
SL_SANDBOX_MEMORY_MIB=160 judge memory 'more memory than allowed' \
  'for (int i = 0; i < 200; i++) { void *volatile kept = malloc(1 << 20); memset(kept, 1, 1 << 20); }'
judge read 'exit status 7 before' "if (!fopen(\"$solution\", \"r\")) exit(7);"
judge home 'exit status 8 before' 'if (!fopen("/etc/passwd", "r")) exit(8);'
judge kill 'exit status 6 before' 'kill(getppid(), SIGKILL); usleep(50000); exit(6);'
judge stay 'exit status 5 before' 'if (fork() == 0) { setsid(); sleep(3210); } exit(5);'
judge include 'no header called /etc/passwd\|passwd: Permission denied' '
#include "/etc/passwd"
'
# The source itself exceeds the limits of the sandbox, so the machine is not to blame.
judge large 'needs more time, memory or space' 'static char large[3ul << 30] = {1}; large[row_ptr[0]]++;'
# A finding in a kernel names its line, so the tool that looks up lines must run in the sandbox.
sed 's/if (row >= num_rows) return;/if (row > num_rows) return;/' "$solution" >"$work/line.cu"
line=$(grep -n 'row_ptr\[row + 1\]' "$work/line.cu" | sed -n '2s/:.*//p')
"$sparselab" run 01 --file "$work/line.cu" --task kernel --quick --sandbox >"$work/said" 2>&1
if ! grep -q "line $line: out-of-bounds" "$work/said"; then
  echo "line $line of line.cu was not named:"
  cat "$work/said"
  failed=1
fi
# An ordinary user cannot run a program as another user, so without bubblewrap the student's file
# must not be run.
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
  SL_SANDBOX=landlock setpriv --reuid 65533 --regid 65533 --clear-groups \
    "$sparselab" run 01 --solution --sandbox >"$work/said" 2>&1
  if [ $? -ne 3 ] || ! grep -q 'there is no sandbox.*install bubblewrap' "$work/said"; then
    cat "$work/said"
    failed=1
  fi
fi
for process in /proc/[0-9]*; do
  case $(readlink "$process/exe" 2>/dev/null) in
    */modules/confined.*)
      echo "left over: $process"
      failed=1
      ;;
  esac
done
exit $failed
