# compile.sh: compiles a source file to an object. Sourced by lenscc.

# translate_cu FILE CPP: translates the file and the headers that belong to the program, as the
# compiler finds them
translate_cu() {
  preprocessed=$2.ii messages=$2.txt
  # The list must name the headers, not their precompiled form.
  kept=
  [ -z "$traced_headers" ] || [ -n "$dependencies" ] || kept="$traced_headers -fpch-preprocess"
  keywords='-include lens_shim/keywords.h'
  # -w, because the compiler will report its warnings when it compiles the translation
  if eval "run \"\$cxx\" $kept $host_cu -w $dependencies -E -x c++ \"\$1\"" \
    > "$preprocessed" 2> "$messages"; then
    keywords=
    run "$translate" "$1" --headers "$preprocessed" -o "$2" || exit $?
    return 0
  fi
  if run "$translate" "$1" --headers "$preprocessed" --refuse ||
    ! grep -q 'No such file or directory' "$messages"; then
    cat "$messages" >&2 # otherwise the missing header was refused by name
  fi
  exit 1
}

# Adds the line of the student's file to each message. clang itself would show the line that it
# compiled.
show_messages() {
  awk '{
    print
    if (split($0, part, ":") < 4 || part[3] !~ /^[0-9]+$/ || part[2] !~ /^[0-9]+$/) next
    for (i = 1; i <= part[2]; i++) if ((getline line < part[1]) <= 0) break
    close(part[1])
    if (i > part[2]) print line
  }'
}

# The stand-ins for cuBLAS and the driver API declare almost nothing, so their functions are
# undeclared. The first use of each library is reported with the reason; in a macro, at the place
# where the macro is used. Later uses are only counted.
show_refusals() {
  awk '
    BEGIN {
      library_names = "^(cublas[A-Z]|CUBLAS_|cu(Init|Driver|Device|Ctx|Module|Func|Mem|Launch|Stream|Event|" \
        "GetError|GetProc|Link|Library|Kernel|Array|Tex|Surf|Occupancy|Pointer|Profiler|Graph)|CU(device|" \
        "context|module|function|stream|event|result|link|jit|array|tex|surf|func|mem|graph|library|" \
        "kernel)|CU_|CUDA_SUCCESS|CUDA_ERROR_)"
      not_cublas = "cuBLAS runs on a GPU only and not on the lens; write the operation as a kernel"
      not_driver = "the driver API does not run on the lens; use the runtime API (cuda_runtime.h)"
    }
    function keep(    line) { # keeps the first use in a file, and a function before its arguments
      if (reason == "") return
      if (count[reason]++ == 0) order[++reasons] = reason
      split(place, part, ":")
      line = part[2] + 0
      if (count[reason] == 1 || line < at[reason] || (line == at[reason] && name ~ /^cu/ && kept[reason] ~ /^CU/)) {
        at[reason] = line
        kept[reason] = name
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
    /: error: / {
      said = $0
      sub(/.*: error: (use of undeclared identifier |unknown type name )?[^A-Za-z0-9_]*/, "", said)
      match(said, /^[A-Za-z0-9_]+/)
      called = substr(said, 1, RLENGTH)
      if (/undeclared|was not declared|does not name a type|unknown type name/ && called ~ library_names) {
        begin(called ~ /^cublas|^CUBLAS/ ? not_cublas : not_driver)
        name = called
        next
      }
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
      # the other errors follow from these
      if (!reasons && other ~ /: (error|warning): /) printf "%s", other
    }'
}

# Parsing the headers that every .cu begins with takes longer than everything else, so the build of
# the kit precompiles them with gcc. gcc ignores a precompiled header that does not fit its version
# or the macros of the command line, and reads the headers instead. But it does not compare all of
# its options, so the precompiled header is not used if an option may change the language or the
# code. The text for the translator names the precompiled file in place of the headers
# (-fpch-preprocess).
choose_prepared() {
  traced_headers='' plain_headers=''
  case $prepared:$dialect:$optimised:$common$for_cu in
    :* | *"'-"[fmpanB]* | *"'-g"[!\']*) ;;
    *":gnu++17:$most_optimised:"*)
      traced_headers="-iquote \"\$prepared/traced\""
      [ "$plain_level" != -O2 ] || plain_headers="-iquote \"\$prepared/plain\"" ;;
  esac
}

# prepare_headers: precompiles the headers that -include inserts, with the options of every .cu
prepare_headers() {
  [ -n "$prepared" ] || return 0
  mkdir -p "$prepared/traced/lens_shim" "$prepared/plain/lens_shim" && : > "$prepared/empty.h" || return
  eval "run \"\$cxx\" $host_cu -E -x c++ \"\$prepared/empty.h\"" > "$work/headers.ii" || return
  names=$prepared/traced/lens_shim/prelude.h.names
  run "$translate" --names "$work/headers.ii" -o "$names.new" && run mv "$names.new" "$names" || return
  keep_headers traced "$host_cu -MD -MF \"\$prepared/headers.d\" -MT \"\$kept\"" || return
  [ "$plain_host" = no ] || keep_headers plain "$plain_cu"
}

# keep_headers KIND FLAGS: precompiles one kind of header. The file appears atomically, because
# another compiler may be reading it
keep_headers() {
  kept=$prepared/$1/lens_shim/prelude.h.gch
  eval "run \"\$cxx\" $2 -x c++-header \"\$prepared/empty.h\" -o \"\$kept.new\"" && run mv "$kept.new" "$kept"
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
  what="-S -o \"\$cpp.s\"" plain_process= checked_process=
  find_checks "$cpp"
  plain_wanted=no
  if has_plain_host "$cpp"; then plain_wanted=yes; fi
  if [ "$plain_wanted" = yes ]; then
    eval "run \"\$cxx\" $plain_headers $plain_cu -iquote \"\$folder/\" \"\$cpp\" -S -o \"\$cpp.plain.s\"" \
      2> "$cpp.why" &
    plain_process=$!
  fi
  if [ -n "$checks" ]; then
    compile_checked "$cpp" "$checks" &
    checked_process=$!
  fi
  # -iquote: "name.h" is searched beside the student's file and not beside the translated one
  compile="run \"\$cxx\" $traced_headers $host_cu -iquote \"\$folder/\" \"\$cpp\" $what"
  compile_traced "$cpp" "$2"
  compiled=$? plain_made=no
  if [ -n "$plain_process" ] && wait "$plain_process"; then plain_made=yes; fi
  if [ -n "$checked_process" ] && ! wait "$checked_process"; then checked_process=; fi
  [ "$compiled" -eq 0 ] || exit 1
  if [ -n "$checked_process" ]; then keep_checks "$cpp"; fi
  if [ "$notes_hidden" = yes ] && [ -f "$cpp.s" ]; then
    note_hidden "$cpp.s" > "$cpp.noted.s" && mv "$cpp.noted.s" "$cpp.s" || exit 3
  fi
  if [ -f "$cpp.s" ] && grep -q lens_shift_begin "$cpp.s"; then
    shift_as_gpu "$cpp.s" > "$cpp.noted.s" && mv "$cpp.noted.s" "$cpp.s" || exit 3
  fi
  if [ -f "$cpp.s" ]; then
    count_arithmetic "$cpp.s" > "$cpp.noted.s" && mv "$cpp.noted.s" "$cpp.s" || exit 3
  fi
  if [ "$confined" = yes ] && [ "$notes_hidden" = yes ] && [ -f "$cpp.s" ]; then
    run "$confine" "$cpp.s" "$cpp.confined.s" && mv "$cpp.confined.s" "$cpp.s" || exit 1
  fi
  if [ -n "$plain_process" ]; then
    join_plain "$cpp" "$2" "$PWD $1 $out $count $common"
  elif [ -f "$cpp.s" ]; then
    run "$cxx" -c "$cpp.s" -o "$2" || exit 1
  fi
}

# compile_traced CPP OBJECT
compile_traced() {
  if grep -qF -e "\"$include/cuda.h\"" -e "\"$include/cublas_v2.h\"" "$preprocessed"; then
    show=show_refusals
  elif [ "$shows_translation" = yes ]; then
    show=show_messages compile="$compile -fno-caret-diagnostics"
  else
    eval "$compile"
    return
  fi
  eval "$compile" 2> "$1.txt"
  set -- "$?" "$1"
  $show < "$2.txt" >&2
  return "$1"
}

# Whether host code can stay untraced. If the host must only keep away from device memory, the
# runtime protects that memory. Memory that host and kernels share has bounds that only tracing can
# check.
has_plain_host() {
  case "$plain_host $dry $shared $common" in
    'yes no no '*-f[pP][iI][cC]*) return 1 ;;
    'yes no no '*) ;;
    *) return 1 ;;
  esac
  ! grep -Eqw "$shared_memory" "$1"
}
shared_memory='cudaMallocManaged|cudaMallocHost|cudaHostAlloc|cudaHostRegister|__managed__'

# join_plain CPP OBJECT IDENTITY: takes host functions from the plain code, and kernels from the
# traced code. If that is not possible, everything is traced.
join_plain() {
  sum=$(printf '%s' "$3" | cksum)
  if [ "$plain_made" = yes ] && {
    run "$unite" "$1.s" "$1.plain.s" "lens${sum%% *}${sum##* }" "$1.1.s" "$1.2.s" &&
      run "$cxx" -r -nostdlib "$1.1.s" "$1.2.s" -o "$2" && ! nm -u "$2" | grep -e ' \.L' -e ' _ZN9lens_shim' >&2
  } 2>> "$1.why"; then
    return
  fi
  if [ "$verbose" = yes ]; then cat "$1.why" >&3; fi
  run "$cxx" -c "$1.s" -o "$2" || exit 1
}

# refuse_libraries COMPILER FLAGS FILE: ends lenscc if the file includes a library that does not run
# on the lens
refuse_libraries() {
  eval "run \"\$1\" $2 -w -x ${language_of_host:-none} -E \"\$3\"" > "$work/host.ii" 2> "$work/host.txt"
  run "$translate" "$3" --headers "$work/host.ii" --refuse || exit 1
}

# compile_host COMPILER FLAGS FILE OBJECT: compiles host code, which is not traced
compile_host() {
  show=cat
  if grep -q '^ *# *include *[<"]cu' "$3"; then show=show_refusals; fi
  if grep -q '^ *# *include *[<"]\(cu[^dC]\|cudnn\|nv\|thrust\)' "$3"; then refuse_libraries "$@"; fi
  eval "run \"\$1\" $2 $dependencies -x ${language_of_host:-none} -c \"\$3\" -o \"\$4\"" 2> "$work/host.txt"
  compiled=$?
  $show < "$work/host.txt" >&2
  [ "$compiled" -eq 0 ] || exit 1
}

# find_dependencies FILE OBJECT: sets `dependencies`, the preprocessor options that make it list the
# headers of a file. Also sets `language_of_host`.
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

# preprocess FILE: does what -E, -M and -MM request
preprocess() {
  case $kind in
    cu) flags="$host_cu -w -x c++" keywords='-include lens_shim/keywords.h' ;;
    cxx) flags="$host_cxx -x c++" ;;
    c) flags="$host_c -x c" ;;
  esac
  place=
  [ -z "$out" ] || [ "$step" = depend ] || place="-o \"\$out\""
  eval "run \"\$cxx\" $flags $dependencies -E \"\$1\" $place" || exit 1
}
