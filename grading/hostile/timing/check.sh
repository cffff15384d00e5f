#!/bin/sh
# check.sh SPARSELAB: judges the other files of this folder on the lens. On the small cases the lens
# finds nothing, because all of them give right answers there. A file that remembers results does
# less work when it is launched again on the same data. The first line of each file gives its result
# on a GPU, which grading/class/paced.py checks.
set -u
LC_ALL=C
export LC_ALL
export SL_DEVICE=none # predicted times are not needed
sparselab=$1
folder=$(dirname "$0")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

complain() {
  echo "$*"
  cat "$work/said"
  failed=1
}

# on_lens OPTION…: runs the task `static` of the staged file. In double the launches would be the
# same.
on_lens() {
  "$sparselab" run 06 --file "$work/warp.cu" --task static --backend lens --precision f32 "$@" \
    >"$work/said" 2>&1
}

for file in "$folder"/*.cu; do
  awk -v rest="$folder/rest.h" '
    $0 == "#include \"rest.h\"" { while ((getline line < rest) > 0) print line; next }
    { print }' "$file" >"$work/warp.cu"
  "$sparselab" gate 06 "$work/warp.cu" >"$work/said" 2>&1 || complain "$file is forbidden"
  on_lens --quick || complain "$file does not pass on the lens"
  on_lens -m hpcg:10 -m hpcg:10 || complain "$file fails when launched again"
  requests=$(sed -n 's/^  hpcg:10  *[0-9]*  *[0-9]*  *\([0-9]*\) .*/\1/p' "$work/said" | tr '\n' ' ')
  case $file in
    *remembers.cu) echo "$requests" | awk '{ exit !($2 < 0.95 * $1) }' ||
      complain "$file: requests of two launches: $requests" ;;
    *) echo "$requests" | awk '{ exit !($1 > 0 && $1 == $2) }' ||
      complain "$file: requests of two launches: $requests" ;;
  esac
done
exit $failed
