# compile.sh: from a source file to an object. Sourced by lenscc.

# translate_cu FILE CPP: with the headers that the compiler finds to be the program's own
translate_cu() {
  preprocessed=$2.ii messages=$2.txt
  # -w: what the compiler warns of, it warns of again when it compiles the translation
  if eval "run \"\$cxx\" $host_cu -w -DLENS_PREPROCESSING $dependencies -E -x c++ \"\$1\"" \
    > "$preprocessed" 2> "$messages"; then
    eval "run $emulator \"\$translate\" \"\$1\" --headers \"\$preprocessed\" -o \"\$2\"" || exit $?
    return 0
  fi
  if eval "run $emulator \"\$translate\" \"\$1\" --headers \"\$preprocessed\" --refuse" ||
    ! grep -q 'No such file or directory' "$messages"; then
    cat "$messages" >&2 # else the header that is not there was refused by name
  fi
  exit 1
}

# clang shows the line as it was compiled: here each message gets the line of the student's file.
show_messages() {
  awk '{
    print
    if (split($0, part, ":") < 4 || part[3] !~ /^[0-9]+$/ || part[2] !~ /^[0-9]+$/) next
    for (i = 1; i <= part[2]; i++) if ((getline line < part[1]) <= 0) break
    close(part[1])
    if (i > part[2]) print line
  }'
}

# What a library has instead of functions is a message (include/lens_shim/library.h). Each is shown once,
# with the first call, at the place where its macro stands if it comes from one; the calls behind it are
# counted. Functions without a declaration are refused in the same words.
show_refusals() {
  awk '
    function keep(    line) { # the first in the file; clang begins with the last
      if (reason == "") return
      if (count[reason]++ == 0) order[++reasons] = reason
      split(place, part, ":")
      line = part[2] + 0
      if (count[reason] == 1 || line < at[reason]) {
        at[reason] = line
        text[reason] = sprintf("%s: error: \047%s\047: %s\n%s", place, name, reason, lines)
      }
      reason = ""
    }
    function begin(said) {
      keep()
      reason = said
      place = $0
      sub(/: error: .*/, "", place)
      lines = ""
      shown = 2
    }
    /declared with .?(attribute error|error. attribute): / {
      said = called = $0
      sub(/.*declared with .?(attribute error|error. attribute): /, "", said)
      sub(/ \[-Wattribute.*/, "", said)
      sub(/.*call to [^A-Za-z_]*/, "", called)
      sub(/[^A-Za-z0-9_].*/, "", called)
      begin(said)
      name = called
      next
    }
    /(was not declared|undeclared)/ && match($0, /error: [^A-Z]*cu(blas|sparse|rand|fft)[A-Za-z0-9_]+/) {
      called = substr($0, RSTART, RLENGTH)
      sub(/.*[^A-Za-z0-9_]/, "", called)
      library = called ~ /^cublas/ ? "BLAS" : called ~ /^cusparse/ ? "SPARSE" : called ~ /^curand/ ? "RAND" : "FFT"
      begin("cu" library " runs on a GPU only and not on the lens; write the operation as a kernel")
      name = called
      next
    }
    reason != "" && /note: (in expansion of|expanded from) macro/ {
      place = $0
      sub(/: note: .*/, "", place)
      lines = ""
      shown = 2
      next
    }
    reason != "" && /^ / { if (shown-- > 0) lines = lines $0 "\n"; next }
    { keep(); other = other $0 "\n" }
    END {
      keep()
      for (i = 1; i <= reasons; i++) {
        said = order[i]
        printf "%s", text[said]
        if (count[said] > 1) printf "lenscc: %d more: %s\n", count[said] - 1, said
      }
      if (other ~ /: (error|warning): /) printf "%s", other
    }'
}

# compile_cu FILE OBJECT
compile_cu() {
  name=${1##*/}
  mkdir "$work/$count" || exit 3
  cpp="$work/$count/${name%.*}.cc"
  translate_cu "$1" "$cpp"
  if [ "$translated" = yes ]; then
    cat "$cpp"
    return 0
  fi
  case $1 in
    */*) folder=${1%/*} ;;
    *) folder=. ;;
  esac
  # -iquote: "name.h" is looked for beside the student's file and not beside the translated one
  compile="run \"\$cxx\" $host_cu -iquote \"\$folder/\" -c \"\$cpp\" -o \"\$2\""
  if grep -q 'lens_shim/library.h' "$preprocessed"; then
    show=show_refusals
  elif [ "$shows_translation" = yes ]; then
    show=show_messages compile="$compile -fno-caret-diagnostics"
  else
    eval "$compile" || exit 1
    return 0
  fi
  eval "$compile" 2> "$cpp.txt"
  compiled=$?
  $show < "$cpp.txt" >&2
  [ "$compiled" -eq 0 ] || exit 1
}

# compile_host COMPILER FLAGS FILE OBJECT: host code, not traced
compile_host() {
  show=cat
  if grep -q '^ *# *include *[<"]\(cu\|nv\)' "$3"; then show=show_refusals; fi
  eval "run \"\$1\" $2 $dependencies -x ${language_of_host:-none} -c \"\$3\" -o \"\$4\"" 2> "$work/host.txt"
  compiled=$?
  $show < "$work/host.txt" >&2
  [ "$compiled" -eq 0 ] || exit 1
}

# find_dependencies FILE OBJECT: sets `dependencies`, options for the preprocessor that tell which
# headers a file includes, and `language_of_host`.
find_dependencies() {
  dependencies= language_of_host=
  case $kind:$language in
    cxx:?*) language_of_host=c++ ;;
    c:?*) language_of_host=c ;;
  esac
  [ "$depends" != no ] || return 0
  target=${depend_target:-$2}
  if [ "$step" = depend ]; then
    dependencies=-M
    [ "$depends" = all ] || dependencies=-MM
    [ -z "$out" ] || dependencies="$dependencies -MF \"\$out\""
  else
    file=${depend_file:-${2%.o}.d}
    case $step:$out in
      link:?*) file=${depend_file:-${out%.*}.d} target=${depend_target:-$out} ;;
    esac
    dependencies=-MD
    [ "$depends" = all ] || dependencies=-MMD
    dependencies="$dependencies -MF \"\$file\""
  fi
  dependencies="$dependencies -MT \"\$target\" $for_depend"
}

# preprocess FILE: -E, -M and -MM
preprocess() {
  case $kind in
    cu) flags="$host_cu -w -DLENS_PREPROCESSING -x c++" ;;
    cxx) flags="$host_cxx -x c++" ;;
    c) flags="$host_c -x c" ;;
  esac
  place=
  [ -z "$out" ] || [ "$step" = depend ] || place="-o \"\$out\""
  eval "run \"\$cxx\" $flags $dependencies -E \"\$1\" $place" || exit 1
}
