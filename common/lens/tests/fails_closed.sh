#!/bin/sh
# fails_closed.sh PROGRAM…: lets each allocation of the lens for its records fail in turn. The lens
# must report this; it must not lose a finding silently, and it must not crash. Lines are looked up
# by addr2line, which starts four times as fast as llvm-symbolizer.
tools=$(mktemp -d) || exit 3
trap 'rm -rf "$tools"' EXIT
ln -s "$(command -v addr2line)" "$tools/addr2line" || exit 3
for program in "$@"; do
  number=1
  while :; do
    said=$(PATH=$tools LENS_FAIL_TAKE=$number "$program" 2>&1 >/dev/null)
    status=$?
    case $said in
      *'enough memory for the lens'*) test $status -lt 126 || break ;;
      *) break ;;
    esac
    number=$((number + 1))
  done
  echo "$program: memory was short in $((number - 1)) ways; LENS_FAIL_TAKE=$number ended with $status"
  echo "$said"
  test $status = 0 && test $number -gt 20 || exit 1
done
