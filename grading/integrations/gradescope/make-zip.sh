#!/bin/sh
# make-zip.sh [FILE.zip]: packs the files that Gradescope needs: setup.sh, run_autograder, the
# settings and the kit, as committed.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
kit=$(CDPATH='' cd -- "$here/../../.." && pwd -P)
zip=${1:-sparselab-gradescope.zip}
case $zip in /*) ;; *) zip=$PWD/$zip ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/sparselab"
git -C "$kit" archive HEAD | tar -x -C "$work/sparselab"
for file in "$here"/*; do
  case ${file##*/} in README.md | make-zip.sh) ;; *) cp "$file" "$work/" ;; esac
done
chmod +x "$work/setup.sh" "$work/run_autograder" "$work/sparselab/lab"
rm -f "$zip"
python3 -c 'import os, sys, zipfile
top = sys.argv[2]
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as packed:
    for folder, _, names in sorted(os.walk(top)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            packed.write(path, os.path.relpath(path, top))' "$zip" "$work"
echo "$zip"
