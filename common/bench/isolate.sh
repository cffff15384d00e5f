#!/bin/sh
# isolate.sh: hides all names of an object but one, so that files of tuned kernels may use any name.
#   isolate.sh LD OBJCOPY OBJECT NAME
# Templates and inline functions are in groups, of which a linker keeps one for all files. The
# script first makes them local to this file.
set -eu
"$1" -r --force-group-allocation "$3" -o "$3.whole"
"$2" --keep-global-symbol="$4" "$3.whole" "$3"
rm -f "$3.whole"
