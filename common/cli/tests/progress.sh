#!/bin/sh
# progress.sh SPARSELAB: in a terminal, the line that shows what is judged changes at most once per
# second, because a screen reader speaks each change. It is gone at the end.
set -u
command -v script >/dev/null || { echo "SKIPPED: script is not installed" && exit 0; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

began=$(date +%s)
TERM=xterm SPARSELAB=$1 script -qec "\"\$SPARSELAB\" run 01 --solution --untimed" /dev/null </dev/null >"$work/screen" ||
  { echo "FAILED: the solution of lab 01 did not pass" && cat "$work/screen" && exit 1; }
seconds=$(($(date +%s) - began))

escape=$(printf '\033')
changes=$(grep -o "$escape\[K" "$work/screen" | wc -l)
if [ "$changes" -lt 1 ] || [ "$changes" -gt $((seconds + 2)) ]; then
  echo "FAILED: the line was changed $changes times in $seconds s"
  exit 1
fi
