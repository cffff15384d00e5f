#!/bin/sh
# little_room.sh PROGRAM: with little address space the lens uses fewer host threads and reports
# this once, and the program still works.
errors=$(ulimit -v 4000000 && LENS_THREADS=64 "$1" 2>&1 >/dev/null) || {
  echo "$errors"
  exit 1
}
echo "$errors"
test "$(echo "$errors" | grep -c 'of 64 cores are used, because the machine is short of address space')" = 1
