#!/bin/sh
# short_memory.sh SPARSELAB: if the lens has no memory for its records, nothing is judged, because a
# lost record could make a wrong program pass.
for number in 1 20 40 60 80; do
  said=$(LENS_FAIL_TAKE=$number "$1" run 04 --solution --task kernel --quick 2>&1)
  status=$?
  echo "$said"
  test $status = 3 || exit 1
  echo "$said" | grep -q 'enough memory for\|out of memory' || exit 1
done
