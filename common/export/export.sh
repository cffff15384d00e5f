# export.sh: ./lab export DIR: the students' copy, which is the kit without files that reveal
# answers. Sourced by lab; uses its functions.
# shellcheck shell=sh disable=SC2154,SC2034,SC2015 # names of lab's; die ends it

# export_kit creates everything in a temporary folder first, so that DIR is either complete or
# unchanged.
export_kit() { # export_kit DIR
  [ $# -eq 1 ] || die "$BAD_USAGE" 'export takes the folder to create. For example: ./lab export ../students'
  check_export_target "$1"
  survey
  require
  here=$root/common/export
  work=$(mktemp -d "${TMPDIR:-/tmp}/sparselab-export.XXXXXX") || die "$MISSING" 'cannot make a temporary folder'
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT TERM HUP
  copy=$work/copy
  say 'making the copy ...'
  export_files
  export_skeletons
  export_texts
  export_compiled
  export_workflow
  export_version
  check_export_leaks
  export_repository
  mkdir -p "$1" && cp -R "$copy/." "$1/" || die "$MISSING" "cannot write to $1"
  echo "The students' copy is $1: $(find "$1" -name .git -prune -o -type f -print | wc -l) files."
  sed 's/^/  /' "$1/VERSION"
}

check_export_target() {
  if [ -e "$1" ] && [ -n "$(ls -A "$1" 2>/dev/null)" ]; then
    die "$BAD_USAGE" "$1 exists and is not empty; choose a new folder"
  fi
  above=$1
  while [ ! -d "$above" ]; do above=$(dirname -- "$above"); done
  above=$(CDPATH='' cd -- "$above" && pwd -P) || die "$MISSING" "cannot enter $above"
  case $above/ in
    "$real_root"/*) die "$BAD_USAGE" "$1 is inside the kit; give a folder outside of it" ;;
  esac
}

# ---- What is copied ----------------------------------------------------------------------------

# Lists the files of the kit. In a repository these are the files that git tracks, so that no stray
# file is given to students.
kit_files() {
  if [ -e "$root/.git" ] && git -C "$root" ls-files 2>/dev/null; then return; fi
  (cd "$root" && find . -name '.?*' ! -name '.clang*' ! -name .gitignore -prune -o \
    -path './build*' -prune -o -type f -print | sed 's|^\./||')
}

# Reports files that git does not track. Otherwise a new lab could be missing unnoticed.
tell_unknown_files() {
  [ -e "$root/.git" ] || return 0
  unknown=$(git -C "$root" ls-files --others --exclude-standard 2>/dev/null)
  [ -n "$unknown" ] || return 0
  say 'not in the copy, because git does not track them (git add):'
  printf '%s\n' "$unknown" | head -n 10 | sed 's/^/  /' >&2
}

export_files() {
  kit_files | LC_ALL=C sort >"$work/files"
  tell_unknown_files
  awk -f "$here/wanted.awk" "$here/left_out.txt" "$here/compiled.txt" "$work/files" >"$work/wanted"
  while read -r how path; do
    if [ "$how" != compile ] && [ -f "$root/$path" ]; then printf '%s\n' "$path"; fi
  done <"$work/wanted" >"$work/copied"
  mkdir -p "$copy" && tar -C "$root" -cf "$work/copied.tar" -T "$work/copied" &&
    tar -C "$copy" -xpf "$work/copied.tar" && chmod -R u+w "$copy" ||
    die "$MISSING" 'could not copy the files'
  drop_headers_of_labs
}

# Removes headers of labs that belong to their C files. The contract and the headers that drive.cu
# includes stay.
drop_headers_of_labs() {
  for header in "$copy"/labs/*/*.h; do
    folder=$(dirname -- "$header")
    grep -qF "\"${header##*/}\"" "$folder/drive.cu" || rm "$header"
  done
}

# Makes the original file of each lab from its solution.
export_skeletons() {
  for solution in "$root"/solutions/*/; do
    solution=${solution%/}
    lab_id=${solution##*/}
    name=${lab_id#*-}
    [ -f "$solution/$name.cu" ] || continue
    awk -f "$root/common/cmake/skeleton.awk" "$solution/$name.cu" >"$copy/labs/$lab_id/$name.cu" ||
      die "$MISSING" "could not create the skeleton of $lab_id"
    # ./lab reset copies the skeleton from this folder.
    mkdir -p "$copy/common/skeletons/$lab_id"
    cp "$copy/labs/$lab_id/$name.cu" "$copy/common/skeletons/$lab_id/" ||
      die "$MISSING" "could not keep the skeleton of $lab_id"
  done
}

# rewrite FILE.awk PATH: rewrites a file of the copy with the script; executable files stay
# executable.
rewrite() {
  awk -f "$here/$1" "$copy/$2" >"$work/text" || die "$MISSING" "could not rewrite $2"
  cat "$work/text" >"$copy/$2"
}

export_texts() {
  (cd "$copy" && grep -rlF -e '[kit-only' -e 'kit-only]' -e '[copy-only]' .) >"$work/texts"
  while read -r path; do rewrite students.awk "$path"; done <"$work/texts"
  for handout in "$copy"/labs/*/README.md "$copy/docs/time.md"; do
    if [ -f "$handout" ]; then rewrite handout.awk "${handout#"$copy"/}"; fi
  done
  # The first lines of these files name the files that they were made from, which the copy does not
  # have.
  for mistakes in "$copy"/labs/*/mistakes.txt; do
    [ -f "$mistakes" ] || continue
    sed '/^# Made from /d' "$mistakes" >"$work/text" && cat "$work/text" >"$mistakes"
  done
  # Tables of measurements name the program that was measured. The copy keeps its file name, but not
  # its folder.
  for table in "$copy"/docs/results/*.csv; do
    sed 's|"[a-z]*/[^"]*/\([^"/]*\.cu\)"|"\1"|g' "$table" >"$work/text" && cat "$work/text" >"$table"
  done
  echo '!/compiled/**/*.o' >>"$copy/.gitignore"
}

# ---- What is compiled --------------------------------------------------------------------------

# Prints the flags for objects. These must work on any machine of this architecture, so they contain
# no instructions of newer processors, no code for only this compiler, no calls of functions that
# only some C libraries have, and no paths.
compiled_flags() {
  flags="-O2 -DNDEBUG -fPIC -fno-lto -fno-stack-protector -U_FORTIFY_SOURCE"
  case $(uname -m) in
    x86_64) echo "$flags -march=x86-64 -mtune=generic -fcf-protection=none" ;;
    aarch64) echo "$flags -march=armv8-a -mbranch-protection=none" ;;
    *) echo "$flags" ;;
  esac
}

# compile WORD…: runs the compiler that the build would use.
compile() { # shellcheck disable=SC2086 # lists of words
  logged ${CC:-$cc} -std=gnu11 "-I$root/common" "-I$root/common/judge/contract" "-ffile-prefix-map=$root=." "$@" || show_failure 'the compiler failed'
}

export_compiled() {
  log=$(mktemp "${TMPDIR:-/tmp}/sparselab-export-log.XXXXXX") || die "$MISSING" 'cannot make a log'
  flags=$(compiled_flags)
  for source in $(sed -n 's/^compile //p' "$work/wanted"); do
    object=$copy/compiled/$(uname -m)/$source.o
    mkdir -p "$(dirname -- "$object")"
    # shellcheck disable=SC2086 # a list of words
    compile $flags -c "$root/$source" -o "$object"
    strip --strip-unneeded "$object" || die "$MISSING" "could not strip the object of $source"
  done
  compile -O2 "$here"/*.c "$root"/common/base/*.c "$root"/common/source/*.c -lm -pthread -o "$work/sl-leaks"
  rm -f "$log"
}

# ---- What is made ------------------------------------------------------------------------------

export_workflow() {
  for lab in "$copy"/labs/*/; do
    lab_id=$(basename "$lab")
    file=labs/$lab_id/${lab_id#*-}.cu
    sum=$(sha256sum "$copy/$file") || die "$MISSING" "cannot read $file"
    echo "- { lab: $lab_id, file: $file, untouched: ${sum%% *} }"
  done >"$work/labs"
  mkdir -p "$copy/.github/workflows"
  awk -v labs="$work/labs" '
    /@LABS@/ { while ((getline line < labs) > 0) print substr($0, 1, index($0, "@") - 1) line; next }
    { print }
  ' "$here/labs.yml" >"$copy/.github/workflows/labs.yml"
}

export_version() {
  libc=$(getconf GNU_LIBC_VERSION 2>/dev/null)
  echo "$(version); students' copy of $(date -u +%Y-%m-%d) for $(uname -m)${libc:+ with $libc}" \
    >"$copy/VERSION"
}

check_export_leaks() {
  for given in "$copy"/labs/*/given.cuh; do
    [ -f "$given" ] && say "students get ${given#"$copy"/}, with all code of solutions in it"
  done
  found=$("$work/sl-leaks" "$copy" "$root"/solutions/*/*.cu) && return
  say 'no copy was made: it would contain lines of solutions, perhaps with other names:'
  printf '%s\n' "$found" | sed "s|$root/||; s/^/  /" >&2
  die "$MISSING" "leave these files out (common/export/left_out.txt), compile them (compiled.txt) or rewrite them"
}

# Runs git in the copy, without the user's configuration.
git_of_copy() {
  (unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE && cd "$copy" &&
    git -c core.hooksPath=/dev/null -c commit.gpgSign=false -c core.autocrlf=false "$@")
}

export_repository() {
  if ! command -v git >/dev/null 2>&1; then
    say 'git is not installed: the copy is a folder, not a repository'
    return
  fi
  who=$(git -C "$root" config user.email) || who=''
  {
    git_of_copy init -q --template= &&
      git_of_copy symbolic-ref HEAD refs/heads/main &&
      git_of_copy add -A &&
      if [ -n "$who" ]; then
        git_of_copy -c "user.email=$who" -c "user.name=$(git -C "$root" config user.name || echo "$who")" \
          commit -q -m "$(sed 's/,.*//' "$copy/VERSION") for students"
      else
        git_of_copy -c user.name=Sparselab -c user.email=sparselab@localhost \
          commit -q -m "$(sed 's/,.*//' "$copy/VERSION") for students"
      fi
  } || die "$MISSING" 'git could not create the repository of the copy'
}
