#!/bin/sh
# grade_stand_in.sh: in place of `sparselab grade`, for as long as there is none.
#   grade_stand_in.sh SPARSELAB grade DIR… [--part K/N] [-j N] [-o OUT] [--reports] …
set -u
sparselab=$1
shift 2
out=grades part=1/1 reports='' folders=''
while [ $# -gt 0 ]; do
  case $1 in
    -o) out=$2 && shift ;;
    --part) part=$2 && shift ;;
    -j | --lab | --seed | --backend) shift ;;
    --reports) reports=yes ;;
    *) folders="$folders $1" ;;
  esac
  shift
done
mkdir -p "$out/records"
if [ -n "$reports" ]; then
  cat "$out"/records/*.json | sort >"$out/gradebook.csv"
  exit
fi
number=0
for submission in $(printf '%s\n' $folders/* | sort); do
  number=$((number + 1))
  [ $(((number - 1) % ${part#*/} + 1)) -eq "${part%/*}" ] || continue
  student=${submission##*/}
  file=$submission/csr-scalar.cu
  key=$({ echo "$student" && cat "$file"; } | sha256sum | cut -c 1-64)
  [ ! -e "$out/records/$key.json" ] || continue
  verdict=$("$sparselab" run 01 --file "$file" --sandbox --quick --backend lens 2>/dev/null |
    grep -o '[0-9]* of [0-9]* points' | tail -n 1)
  echo "$student: $verdict" >"$out/records/.$key.$$"
  mv "$out/records/.$key.$$" "$out/records/$key.json"
  echo "$student graded" >>"$out/log.txt"
done
