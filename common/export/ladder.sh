# ladder.sh: ./lab export --ladder LAB DIR: a lab's tuned kernels, for students who have passed it.
# Sourced by lab; uses its functions.
# shellcheck shell=sh disable=SC2154,SC2034,SC2015 # names of lab's; die ends it

# DIR contains fast.cu, the files that it includes and students do not have, and a file for each
# step, which their own copy judges like any submission.
export_ladder() { # export_ladder LAB DIR
  [ $# -eq 2 ] || die "$BAD_USAGE" 'export --ladder takes a lab and the folder to create: ./lab export --ladder 02 ../ladder-02'
  check_export_target "$2"
  find_ladder "$1"
  work=$(mktemp -d "${TMPDIR:-/tmp}/sparselab-ladder.XXXXXX") || die "$MISSING" 'cannot make a temporary folder'
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT TERM HUP
  ladder=$work/ladder ladder_target=$2
  mkdir -p "$ladder"
  copy_included "solutions/$ladder_lab/fast.cu" "$(judged_by)"
  ladder_steps
  ladder_readme >"$ladder/README.md"
  mkdir -p "$2" && cp -R "$ladder/." "$2/" || die "$MISSING" "cannot write to $2"
  echo "The ladder of lab $ladder_lab is $2: $num_steps steps. Begin with $2/README.md."
}

# Finds the folder of the lab, and the number of steps that its tests have.
find_ladder() { # find_ladder LAB
  ladder_lab=
  for folder in "$root"/solutions/*/; do
    lab_id=$(basename "$folder")
    case $1 in
      "$lab_id" | "${lab_id%%-*}" | "${lab_id#*-}") ladder_lab=$lab_id ;;
    esac
  done
  [ -n "$ladder_lab" ] || die "$BAD_USAGE" "there is no lab \"$1\"; ./lab list shows all labs"
  judged=$root/solutions/$ladder_lab/judged.cmake
  [ -f "$judged" ] || die "$BAD_USAGE" "lab $ladder_lab has no ladder whose steps are judged one by one; these labs have one: $(ladders)"
  num_steps=$(sed -n 's/^sl_judge_[a-z]*(\([0-9]*-[a-z-]* \)\{0,1\}\([0-9]*\).*/\2/p' "$judged")
}

ladders() {
  for folder in "$root"/solutions/*/judged.cmake; do basename "$(dirname "$folder")"; done | tr '\n' ' '
}

is_transpose() { grep -q sl_judge_transposes "$root/solutions/$ladder_lab/judged.cmake"; }

judged_by() {
  if is_transpose; then echo common/bench/judged_transpose.cuh; else echo common/bench/judged.cuh; fi
}

# Copies files of the kit, and the files of solutions/ and common/bench/ that they include. Other
# included files are in the students' copy.
copy_included() { # copy_included PATH...
  for file do printf '%s\n' "$file"; done >"$work/queue"
  : >"$work/done"
  while [ -s "$work/queue" ]; do
    file=$(head -n 1 "$work/queue")
    sed -i 1d "$work/queue"
    if grep -qxF "$file" "$work/done"; then continue; fi
    printf '%s\n' "$file" >>"$work/done"
    sed -n 's/^#include "\(.*\)".*/\1/p' "$root/$file" | while read -r name; do
      beside=$(dirname "$file")/$name
      if [ -f "$root/$beside" ]; then
        plain_path "$beside"
      elif [ "${name#bench/}" != "$name" ]; then
        echo "common/$name"
      fi
    done >>"$work/queue"
    target=$ladder/${file#common/}
    mkdir -p "$(dirname "$target")"
    up=$(dirname "${file#common/}" | sed 's|[^/]*|..|g')
    sed "s|^#include \"bench/|#include \"$up/bench/|" "$root/$file" >"$target" || die "$MISSING" "could not copy $file"
  done
}

# plain_path PATH: removes "folder/../"
plain_path() { printf '%s\n' "$1" | sed 's|[^/]*/\.\./||g'; }

ladder_steps() {
  step=1
  while [ "$step" -le "$num_steps" ]; do
    {
      echo "// Step $step of $num_steps of lab $ladder_lab's ladder: see README.md."
      echo "#include \"solutions/$ladder_lab/fast.cu\""
      echo "#define JUDGED_NUMBER $((step - 1))"
      echo "#define JUDGED_COUNT $num_steps"
      if ! is_transpose; then echo "#define JUDGED_CONTESTANTS fast_${ladder_lab%%-*}_contestants"; fi
      echo "#include \"$(judged_by | sed 's|^common/||')\""
    } >"$ladder/step-$step.cu"
    step=$((step + 1))
  done
}

ladder_readme() {
  if is_transpose; then task='05 --task sorted'; else task='06 --task static'; fi
  judge=${task%% *} option=${task#* }
  cat <<END
# The ladder of lab $ladder_lab

[solutions/$ladder_lab/fast.cu](solutions/$ladder_lab/fast.cu) begins with the steps, the arithmetic of each, what each gained on one GPU, and what did not help. The last step chooses among the others.

Each \`step-N.cu\` is one step as a program of lab $judge: y ← α A x + β y for labs on SpMV, CSR to CSC for the transpose. In your copy of the kit:

\`\`\`sh
./lab run $judge $option --file $(basename "$ladder_target")/step-1.cu          # is it right? with a GPU: how fast is it?
./lab lens $judge $option --file $(basename "$ladder_target")/step-1.cu -m hpcg:32   # what does it move?
\`\`\`

\`./lab run\` says that the grader refuses these files. It would refuse any file that includes more than the lab's header; they are for reading and measuring, and earn no points.
END
}
