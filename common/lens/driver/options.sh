# options.sh: reads lenscc's command line, which has the options of nvcc and of a host compiler.
# Sourced by lenscc; lists of words are kept as text that is quoted for eval.

# quote WORD: sets `quoted` to the word, quoted for eval. Paths may contain any characters.
quote() {
  case $1 in
    *\'*) quoted="'$(printf '%s' "$1" | sed "s/'/'\\\\''/g")' " ;;
    *) quoted="'$1' " ;;
  esac
}

step=link              # compile, link, preprocess, depend, library, device-link, prepare
confined=no verbose=no dry=no quick=no whole_lens=no translated=no shared=no run_program=no forward=no
out= object_out='' folder_out= language=
optimised=$most_optimised
dialect=gnu++17        # nvcc's own is C++17, with the host compiler's extensions
common= for_cu= for_c= for_host= for_link= for_depend= program_arguments=
depends=no depend_file= depend_target=
inputs= num_sources=0 num_inputs=0

add() { # add LIST WORD…
  list=$1
  shift
  for word do
    quote "$word"
    eval "$list=\$$list\$quoted"
  done
}

usage() {
  cat <<END
usage: lenscc [-c] [-o OUT] [options] FILE…

Compiles CUDA C for the lens, which runs it on the CPU, checks every memory access and counts what
the hardware would count. Files: .cu, .cpp, .cc, .cxx, .c, .o, .a, .so. Without -c they are linked
with the lens into the program OUT. In a Makefile that calls nvcc: make NVCC=lenscc

  -c, -dc      compile only
  -o OUT       the object or the program; the default is FILE.o or a.out
  -x cu        treat all files as CUDA C, whatever their names
  -I -isystem -include -D -U -std -W… -w -f… -m… -g -O…   as for the host compiler; a .cu is
               optimised with -O$most_optimised at most, because more would move counted accesses
  -Xcompiler A,B -Xlinker A,B -L -l -Wl,… -shared -fopenmp -pthread   passed on
  -M -MM -MD -MMD -MF -MT -MP -E    dependencies and preprocessing
  -lib -run @FILE                   as with nvcc
  --trace-host trace host code as well, which makes it slower (see common/lens/README.md)
  --quick      no optimisation, no warnings: for programs that are compiled more often than run
  --confine    as --trace-host, and check the stores and calls of host code, so that it stays in
               its own memory (x86-64, gcc)
  --no-checks  no second compiler pass, which checks shifts and indices of local arrays
  --whole-lens link the whole lens and each whole .a, so that no function of the program can
               replace one of their functions
  --object OUT write the object of the one source file of a program to OUT as well
  --translated show the C++ translation of a .cu, and stop
  -v, -dryrun  show the commands; only show them
  --version    the version of CUDA whose runtime API this is
  --prepare    compile the headers that every .cu includes; the build of the kit does this
  --self-test  report whether counts are exact with this compiler

nvcc's options for GPU code (-arch, -gencode, -rdc, -lineinfo, -use_fast_math, -Xptxas, …) are
accepted and have no effect. When the program ends, even if it crashes, it prints the findings of the
lens on standard error. If the environment variable LENS_REPORT names a file, the complete report is
written there instead. Ctrl-C, or LENS_DEADLINE=SECONDS, ends the program with the report up to that
point.
END
}

# The options: nvcc's, by their long and short names, and our own. host_option knows those of the host
# compiler. Sets `does`, the command for the option, and `wants`: whether it has
# a value, as in "-name value" or "-name=value". The command finds these in $option and $value.
# shellcheck disable=SC2016 # `take` expands the text in single quotes
look_up() {
  wants=no
  case $1 in
    c | compile | dc | device-c | dw | device-w) does='step=compile' ;;
    E | preprocess) does='step=preprocess' ;;
    M | generate-dependencies) does='step=depend depends=all' ;;
    MM | generate-nonsystem-dependencies) does='step=depend depends=own' ;;
    MD | generate-dependencies-with-compile) does='depends=all' ;;
    MMD | generate-nonsystem-dependencies-with-compile) does='depends=own' ;;
    MP | generate-dependency-targets) does='add for_depend -MP' ;;
    lib) does='step=library' ;;
    dlink | device-link) does='step=device-link' ;;
    run) does='run_program=yes' ;;
    v | verbose) does='verbose=yes' ;;
    dryrun) does='verbose=yes dry=yes' ;;
    h | help) does='usage; exit 0' ;;
    V | version) does='version; exit 0' ;;
    arch-ls | list-gpu-arch | code-ls | list-gpu-code) does='echo compute_90; exit 0' ;;
    shared) does='shared=yes; add for_link -shared' ;;
    translated) does='translated=yes' ;;
    self-test) does='self_test' ;;
    prepare) does='step=prepare' ;;
    trace-host) does='plain_host=no' ;;
    quick) does='quick=yes' ;;
    confine) does='plain_host=no confined=yes' ;;
    no-checks) does='checks_shifts=no checks_indices=no checks_divisions=no' ;;
    whole-lens) does='whole_lens=yes' ;;
    forward-unknown-to-host-compiler | forward-unknown-opts) does='forward=yes' ;;
    extended-lambda | expt-extended-lambda) does='add for_cu -D__CUDACC_EXTENDED_LAMBDA__' ;;
    expt-relaxed-constexpr) does='add for_cu -D__CUDACC_RELAXED_CONSTEXPR__' ;;
    w | disable-warnings) does='add common -w' ;;
    g | debug) does='add common -g' ;;
    ptx | cubin | fatbin | cuda | optix-ir | ltoir)
      does='fail "$option: the lens compiles for the CPU; there is no GPU code to show or keep"' ;;
    # options without an effect here: how and where GPU code is generated
    link | forward-unknown-to-host-linker | \
    G | device-debug | lineinfo | generate-line-info | pg | profile | use_fast_math | restrict | m64 | \
    dlto | dlink-time-opt | lto | gen-opt-lto | keep | save-temps | objtemp | objdir-as-tempdir | \
    keep-device-functions | src-in-ptx | source-in-ptx | res-usage | resource-usage | ewp | \
    extensible-whole-program | extra-device-vectorization | no-device-link | nodlink | noprof | \
    dont-use-profile | no-compress | err-no | no-err-no | display-error-number | \
    no-display-error-number | Wno-deprecated-gpu-targets | Wdefault-stream-launch | \
    Wmissing-launch-bounds | Wext-lambda-captures-this | allow-unsupported-compiler | noeh | \
    nohdinitlist | no-host-device-initializer-list | nohdmoveforward | no-host-device-move-forward | \
    no-align-double | jobserver | clean | use-local-env | hls | aug-hls)
      does=: ;;
    *) look_up_valued "$1" ;;
  esac
}

# shellcheck disable=SC2016
look_up_valued() {
  wants=yes
  case $1 in
    o | output-file) does='out=$value' ;;
    object) does='object_out=$value' ;;
    odir | output-directory) does='folder_out=$value' ;;
    x) does='language=$value' ;;
    std) does='set_dialect "$value"' ;;
    O | optimize) does='set_level "$value"' ;;
    I | include-path) does='add_include -I "$value"' ;;
    isystem | system-include) does='add_include -isystem "$value"' ;;
    iquote) does='add_include -iquote "$value"' ;;
    idirafter | imacros) does='add common "$option" "$value"' ;;
    include | pre-include) does='add common -include "$value"' ;;
    D | define-macro) does='add common "-D$value"' ;;
    U | undefine-macro) does='add common "-U$value"' ;;
    L | library-path) does='add for_link "-L$value"' ;;
    l | library) does='add_library "$value"' ;;
    Xcompiler | compiler-options) does='for_each_of handed_on "$value"' ;;
    Xlinker | linker-options) does='for_each_of add_for_linker "$value"' ;;
    MF | dependency-output) does='depend_file=$value' ;;
    MT | MQ | dependency-target-name) does='depend_target=$value' ;;
    default-stream)
      does='[ "$value" != per-thread ] || add common -DCUDA_API_PER_THREAD_DEFAULT_STREAM' ;;
    rdc | relocatable-device-code) does='[ "$value" != true ] || add for_cu -D__CUDACC_RDC__' ;;
    fmad) does='[ "$value" != false ] || add common -ffp-contract=off' ;;
    optf | options-file) does='read_file_of_options "$value"' ;;
    run-args) does='for_each_of add_argument "$value"' ;;
    m | machine) does='[ "$value" = 64 ] || fail "$option $value: the lens supports 64 bits only"' ;;
    arch | gpu-architecture | code | gpu-code | gencode | generate-code | maxrregcount | ftz | \
    prec-div | prec-sqrt | Xptxas | ptxas-options | Xnvlink | nvlink-options | Xarchive | \
    archive-options | Xfatbin | fatbin-options | Xcudafe | Xcicc | ccbin | compiler-bindir | arbin | \
    archiver-binary | cudart | cudadevrt | t | threads | split-compile | split-compile-extended | \
    opt-info | optimization-info | dopt | Ofc | Ofast-compile | keep-dir | time | e | entries | \
    diag-suppress | diag_suppress | diag-error | diag_error | diag-warn | diag_warn | ldir | \
    libdevice-directory | target-dir | target-directory | static-global-template-stub | \
    device-entity-has-hidden-visibility | brief-diag | brief-diagnostics | jtd | jump-table-density | \
    device-stack-protector | compress-mode | frandom-seed | fdevice-time-trace | qpp-config | idp | \
    input-drive-prefix | ddp | dependency-drive-prefix | dp | drive-prefix | host-linker-script)
      does=: ;;
    *) does='' wants=no ;;
  esac
}

# Adds a library of the toolkit. The runtime is the lens's own; calls of the other libraries do not
# compile.
add_library() {
  case $1 in
    cudart | cudart_static | cuda | cudadevrt | nvToolsExt | culibos | cublas | cublas_static | \
    cublasLt | cusparse | curand | cufft | cusolver | nvrtc | nvidia-ml | npp*) ;;
    *) add for_link "-l$1" ;;
  esac
}

# The toolkit's own headers would come before their stand-ins.
add_include() { # add_include OPTION FOLDER
  [ -e "$2/cuda_runtime_api.h" ] || add common "$1" "$2"
}

# Module systems of clusters add the toolkit's headers to CPATH, which the compiler searches after
# -I and before the stand-ins.
drop_toolkit_from_cpath() {
  left=${CPATH-} CPATH=
  while [ -n "$left" ]; do
    folder=${left%%:*}
    case $left in
      *:*) left=${left#*:} ;;
      *) left= ;;
    esac
    [ -e "$folder/cuda_runtime_api.h" ] || CPATH=${CPATH:+$CPATH:}$folder
  done
  export CPATH
}
[ -z "${CPATH-}" ] || drop_toolkit_from_cpath

set_dialect() {
  case $1 in
    c++98 | c++03 | c++11 | c++14 | c++0x | c++1y | gnu++98 | gnu++03 | gnu++11 | gnu++14 | gnu++0x | \
    gnu++1y) ;; # the stand-ins for the toolkit's headers need 17
    c++* | gnu++*) dialect=gnu++${1#*++} ;; # nvcc accepts typeof with each dialect
    *) add for_c "-std=$1" ;;
  esac
}

set_level() {
  case $1 in
    0 | 1) level=$1 ;;
    '' | g) level=1 ;;
    *) level=2 ;;
  esac
  if [ "$level" -lt "$most_optimised" ]; then optimised=$level; else optimised=$most_optimised; fi
  add for_host "-O$1"
  plain_level=-O$1
}

# "a,b c": calls COMMAND for each word of LIST. Commas and blanks separate words; a comma after a
# backslash is part of a word.
for_each_of() { # for_each_of COMMAND LIST
  command=$1
  parts=$(printf '%s' "$2" | sed 's/\\,/\x01/g; s/[, ][, ]*/\n/g' | sed 's/\x01/,/g')
  while [ -n "$parts" ]; do
    part=${parts%%"$newline"*}
    case $parts in
      *"$newline"*) parts=${parts#*"$newline"} ;;
      *) parts= ;;
    esac
    if [ -n "$part" ]; then
      rest=$parts
      "$command" "$part"
      parts=$rest
    fi
  done
}
newline='
'

add_for_linker() {
  add for_link "-Wl,$1"
}

# Takes an option of the host compiler; false if it is none. Options that would move counted
# accesses, or replace the lens, only apply to files other than .cu.
host_option() {
  case $1 in
    -fsanitize=*) fail "$1: the lens checks memory itself; remove this option" ;;
    -O*) set_level "${1#-O}" ;;
    -std=*) set_dialect "${1#-std=}" ;;
    -fopenmp* | -pthread) add common "$1"; add for_link "$1" ;;
    -ffast-math | -funsafe-math* | -fassociative* | -funroll* | -ftree-* | -flto* | -fprofile* | \
    -fwhole-program | -finline* | -fpeel* | -fvect* | -fslp* | -fomit-frame-pointer | -march=* | \
    -mtune=* | --coverage | -fstack-protector* | -pg) add for_host "$1" ;;
    -Wl,* | -rdynamic | -static* | -no-pie | -pie | -s) add for_link "$1" ;;
    -I?*) add_include -I "${1#-I}" ;;
    -D?* | -U?* | -W* | -w | -f* | -g* | -m* | -pedantic* | -pipe | -ansi | -nostdinc* | -B*) add common "$1" ;;
    -L?*) add for_link "$1" ;;
    -l?*) add_library "${1#-l}" ;;
    *) return 1 ;;
  esac
}

handed_on() { # accepts any option, because -Xcompiler passed it on
  host_option "$1" || add common "$1"
}

add_input() {
  add inputs "$1"
  num_inputs=$((num_inputs + 1))
}

# kind_of FILE: sets `kind` to cu, cxx, c or object.
kind_of() {
  case $language:$1 in
    cu:* | :*.cu) kind=cu ;;
    c++:* | :*.cpp | :*.cc | :*.cxx | :*.C | :*.c++) kind=cxx ;;
    c:* | :*.c) kind=c ;;
    *) kind=object ;;
  esac
  case $1 in
    *.o | *.a | *.so | *.so.* | *.obj | *.lo) kind=object ;;
  esac
}

read_file_of_options() {
  [ -r "$1" ] || fail "$1: no such option file"
  words="$work/words"
  sed 's/#.*//' "$1" | xargs -n 1 printf '%s\n' > "$words"
  set --
  while IFS= read -r word; do set -- "$@" "$word"; done < "$words"
  [ $# -eq 0 ] || read_options "$@"
}

take() { # take OPTION VALUE
  option=$1 value=$2
  eval "$does"
}

add_argument() {
  add program_arguments "$1"
}

# Takes the kinds of warnings that may follow -Werror of nvcc. False if the word is none of them, as
# after -Werror of the host compiler.
take_warnings() {
  case $1 in
    *all-warnings*) add common -Werror ;;
    *cross-execution-space-call* | *reorder* | *default-stream-launch* | *missing-launch-bounds* | \
    *ext-lambda-captures-this* | *deprecated-declarations*) ;;
    *) return 1 ;;
  esac
}

read_options() {
  while [ $# -gt 0 ]; do
    word=$1
    shift
    case $word in
      @?*) read_file_of_options "${word#@}"; continue ;;
      -Werror=* | --Werror=*)
        if take_warnings "${word#*=}"; then continue; fi ;;
      -Werror | --Werror)
        if [ $# -gt 0 ] && take_warnings "$1"; then shift; continue; fi ;;
      -?*) ;;
      *)
        kind_of "$word"
        case $kind:$word in
          object:*.o | object:*.a | object:*.so | object:*.so.* | object:*.obj | object:*.lo) ;;
          object:*) fail "$word: neither .cu, .cpp, .cc, .cxx, .c, .o, .a nor .so" ;;
          *) num_sources=$((num_sources + 1)) ;;
        esac
        add_input "$word"
        continue ;;
    esac
    name=${word#-}
    name=${name#-}
    look_up "${name%%=*}"
    case ${does:+known}:$wants:$name in
      :*) ;;
      *:yes:*=*) take "${word%%=*}" "${name#*=}"; continue ;;
      *:yes:O | *:yes:optimize) # -O alone, or a level after a blank
        case ${1:-} in
          [0-9]) set_level "$1"; shift ;;
          *) set_level '' ;;
        esac
        continue ;;
      *:yes:*)
        [ $# -gt 0 ] || fail "$word needs an argument"
        value=$1
        shift
        take "$word" "$value"
        continue ;;
      *:no:*=*) ;;
      *) take "$word" ''; continue ;;
    esac
    case $word in
      -o?*) out=${word#-o}; continue ;;
      -t[0-9]*) continue ;;
    esac
    if host_option "$word"; then continue; fi
    if [ "$forward" = yes ]; then add common "$word"; continue; fi
    fail "unknown option $word"
  done
}

check_outputs() {
  if [ "$step" = compile ] && [ -n "$out" ] && [ "$num_sources" -gt 1 ]; then
    fail "-c with -o takes one source file"
  fi
  [ -z "$object_out" ] || [ "$num_sources" -eq 1 ] || fail "--object takes one source file"
}
