#!/usr/bin/env bash
# completion.sh LAB BUILD: tests what bash offers after Tab, with the script that ./lab completion
# prints.
set -u
lab=$1
export SL_BUILD_DIR=$2
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
ln -s "$lab" "$work/lab"
cd "$work" || exit 3
touch mine.mtx mine.cu
eval "$(./lab completion bash)" || exit 1
bad=0

# complete_words WORD…: fills COMPREPLY as bash would if the last word is incomplete. Outside of a
# real completion, compopt does not exist.
# shellcheck disable=SC2317
compopt() { :; }
complete_words() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  COMPREPLY=()
  _sparselab_lab "$1"
}

# offers WANTED WORD…: checks that all words of WANTED are offered; if it begins with "=", nothing
# else may be offered.
offers() {
  local wanted=$1 only='' word
  shift
  complete_words "$@"
  if [[ $wanted == =* ]]; then only=yes wanted=${wanted#=}; fi
  for word in $wanted; do
    [[ " ${COMPREPLY[*]-} " == *" $word "* ]] && continue
    echo "after \"$*\": $word is not offered, but: ${COMPREPLY[*]-}"
    bad=1
  done
  if [[ -n $only && ${#COMPREPLY[@]} -ne $(wc -w <<<"$wanted") ]]; then
    echo "after \"$*\": more is offered than $wanted: ${COMPREPLY[*]-}"
    bad=1
  fi
}

offers '=run reset report' ./lab r
numbers=$(cd "$(dirname "$lab")/labs" && for drive in */drive.cu; do printf '%.2s ' "$drive"; done)
offers "=$numbers" ./lab run ''
offers '=coo-hyb' ./lab run co
offers '=kernel' ./lab hint 01 ke
offers '=--precision --peer --predict' ./lab run 01 --p
offers '=f32 f64' ./lab run 01 --precision ''
offers 'coo kernel hyb' ./lab run 03 --backend lens --task ''
offers 'l-shape laplace2d5:' ./lab run 01 -m l
offers '=' ./lab run 01 -m hpcg : 1
offers '=mine.mtx' ./lab run 01 -m mine.m
offers '=mine.cu' ./lab lens mine.c
offers 'mine.mtx' ./lab matrix info m
offers '=convert' ./lab matrix c
offers '=' ./lab list ''
offers '=' ./lab nonesuch ''

# The offered commands and those in the help must be the same.
complete_words ./lab ''
offered=$(printf '%s\n' "${COMPREPLY[@]}" | grep -v -e version -e help | sort)
helped=$(./lab help | sed -n 's,^  \./lab \([a-z][a-z]*\).*,\1,p' | sort -u)
if [[ $offered != "$helped" ]]; then
  echo "offered and in the help are not the same:"
  diff <(echo "$offered") <(echo "$helped")
  bad=1
fi

# The completion must not run another program that is called lab.
printf '#!/bin/sh\ntouch asked\n' >other
chmod +x other
complete_words ./other ''
[[ ! -e asked ]] || { echo 'another program was run' && bad=1; }

# Commands must be offered before anything is built.
SL_BUILD_DIR=$work/nothing complete_words ./lab wat
[[ ${COMPREPLY[*]-} == watch ]] || { echo "without a build: ${COMPREPLY[*]-}" && bad=1; }
exit $bad
