# export.sh: ./lab export: the students' copy, the kit without what gives the answers away.
# Read by lab; uses its root, say and die.
# shellcheck shell=sh

# What a student's copy has. Everything else stays: solutions, wrong and right files.
EXPORTED='labs common datasets docs CMakeLists.txt CMakePresets.json README.md LICENSE lab
  .clang-format .gitignore'

# Each lab's file as it was before anybody worked on it: made from the solution.
export_skeletons() {
  for solution in "$root"/solutions/*/; do
    solution=${solution%/}
    lab_id=${solution##*/}
    name=${lab_id#*-}
    [ -f "$solution/$name.cu" ] || continue
    awk -f "$root/common/cmake/skeleton.awk" "$solution/$name.cu" >"$1/labs/$lab_id/$name.cu" ||
      die "$MISSING" "could not make the skeleton of $lab_id"
  done
}

export_kit() { # export_kit DIR
  [ $# -eq 1 ] || die "$BAD_USAGE" 'export takes the folder to make. For example: ./lab export ../students'
  [ -d "$root/solutions" ] || die "$BAD_USAGE" 'this is a students'\'' copy already: it has no solutions'
  if [ -e "$1" ] && [ -n "$(ls -A "$1" 2>/dev/null)" ]; then
    die "$BAD_USAGE" "$1 is there and not empty; name a folder that is not there yet"
  fi
  mkdir -p "$1" || die "$MISSING" "cannot make $1"
  target=$(CDPATH='' cd -- "$1" && pwd -P) || die "$MISSING" "cannot enter $1"
  case $target/ in
    "$root"/*) rmdir "$target"; die "$BAD_USAGE" "$1 is inside of the kit; name a folder outside of it" ;;
  esac
  for item in $EXPORTED; do
    cp -R "$root/$item" "$target/" || die "$MISSING" "could not copy $item to $target"
  done
  export_skeletons "$target"
  echo "The students' copy is $target: $(find "$target" -type f | wc -l) files, no solutions."
}
