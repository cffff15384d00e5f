#!/bin/sh
# fake_nvcc.sh ARGUMENT…: replaces nvcc. It writes its arguments, one per line, to the file
# $FAKE_NVCC_SAYS. The program that it creates is a script that writes "measured" to a file.
set -u
printf '%s\n' "$@" > "$FAKE_NVCC_SAYS" || exit 1
program=
while [ $# -gt 0 ]; do
  [ "$1" = -o ] && program=$2
  shift
done
# shellcheck disable=SC2016 # $1 is the script's
printf '#!/bin/sh\necho measured > "$1"\n' > "$program" && chmod 755 "$program"
