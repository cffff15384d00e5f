# options.sh: reads lenscc's command line, which is nvcc's and that of a host compiler. Sourced by
# lenscc; lists of words are kept as text that is quoted for eval.

# quote WORD: sets `quoted`. Paths may hold anything.
quote() {
  case $1 in
    *\'*) quoted="'$(printf '%s' "$1" | sed "s/'/'\\\\''/g")' " ;;
    *) quoted="'$1' " ;;
  esac
}

step=link              # compile, link, preprocess, depend, library, device-link, prepare
verbose=no dry=no quick=no whole_lens=no translated=no shared=no run_program=no forward=no
out= folder_out= language=
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

# What an option means. Sets `meaning`, and `wants` (the option has a value) or not. Here are the names
# of nvcc, long and short; what begins like one of the host compiler's options comes after them.
look_up() {
  wants=no
  case $1 in
    c | compile | dc | device-c | dw | device-w) meaning=compile ;;
    E | preprocess) meaning=preprocess ;;
    M | generate-dependencies) meaning=depend_all ;;
    MM | generate-nonsystem-dependencies) meaning=depend_own ;;
    MD | generate-dependencies-with-compile) meaning=depends_all ;;
    MMD | generate-nonsystem-dependencies-with-compile) meaning=depends_own ;;
    MP | generate-dependency-targets) meaning=depend_flag ;;
    lib) meaning=library ;;
    dlink | device-link) meaning=device_link ;;
    link | forward-unknown-to-host-linker) meaning=nothing ;;
    run) meaning=run ;;
    v | verbose) meaning=verbose ;;
    dryrun) meaning=dryrun ;;
    h | help) meaning=help ;;
    V | version) meaning=version ;;
    arch-ls | list-gpu-arch | code-ls | list-gpu-code) meaning=architectures ;;
    shared) meaning=shared ;;
    translated) meaning=translated ;;
    self-test) meaning=self_test ;;
    prepare) meaning=prepare ;;
    trace-host) meaning=trace_host ;;
    quick) meaning=quick ;;
    no-checks) meaning=no_checks ;;
    whole-lens) meaning=whole_lens ;;
    forward-unknown-to-host-compiler | forward-unknown-opts) meaning=forward ;;
    extended-lambda | expt-extended-lambda) meaning=lambda ;;
    expt-relaxed-constexpr) meaning=constexpr ;;
    w | disable-warnings) meaning=silent ;;
    g | debug) meaning=debug ;;
    ptx | cubin | fatbin | cuda | optix-ir | ltoir) meaning=for_gpu ;;
    # what has no effect here: how a GPU's code is made, and where
    G | device-debug | lineinfo | generate-line-info | pg | profile | use_fast_math | restrict | m64 | \
    dlto | dlink-time-opt | lto | gen-opt-lto | keep | save-temps | objtemp | objdir-as-tempdir | \
    keep-device-functions | src-in-ptx | source-in-ptx | res-usage | resource-usage | ewp | \
    extensible-whole-program | extra-device-vectorization | no-device-link | nodlink | noprof | \
    dont-use-profile | no-compress | err-no | no-err-no | display-error-number | \
    no-display-error-number | Wno-deprecated-gpu-targets | Wdefault-stream-launch | \
    Wmissing-launch-bounds | Wext-lambda-captures-this | allow-unsupported-compiler | noeh | \
    nohdinitlist | no-host-device-initializer-list | nohdmoveforward | no-host-device-move-forward | \
    no-align-double | jobserver | clean | use-local-env | hls | aug-hls)
      meaning=nothing ;;
    *) look_up_valued "$1" ;;
  esac
}

# The same for options with a value: "-name value" or "-name=value".
look_up_valued() {
  wants=yes
  case $1 in
    o | output-file) meaning=out ;;
    odir | output-directory) meaning=folder_out ;;
    x) meaning=language ;;
    std) meaning=dialect ;;
    O | optimize) meaning=level ;;
    I | include-path) meaning=include ;;
    isystem | system-include) meaning=system_include ;;
    iquote) meaning=quoted_include ;;
    idirafter | imacros) meaning=handed_on ;;
    include | pre-include) meaning=pre_include ;;
    D | define-macro) meaning=define ;;
    U | undefine-macro) meaning=undefine ;;
    L | library-path) meaning=library_path ;;
    l | library) meaning=link_with ;;
    Xcompiler | compiler-options) meaning=host_options ;;
    Xlinker | linker-options) meaning=linker_options ;;
    MF | dependency-output) meaning=depend_file ;;
    MT | MQ | dependency-target-name) meaning=depend_target ;;
    default-stream) meaning=default_stream ;;
    rdc | relocatable-device-code) meaning=separate ;;
    fmad) meaning=fused ;;
    optf | options-file) meaning=options_file ;;
    run-args) meaning=run_arguments ;;
    m | machine) meaning=machine ;;
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
      meaning=nothing ;;
    *) meaning= wants=no ;;
  esac
}

# Libraries of the toolkit: the runtime is the lens's, and calls of the others do not compile.
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

# Module systems of clusters put the toolkit's headers into CPATH, which the compiler searches after -I
# and before the stand-ins.
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
    c++* | gnu++*) dialect=gnu++${1#*++} ;; # nvcc takes typeof with each of them
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

# "a,b c": words between commas and blanks; a comma behind a backslash is part of the word.
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

# One option of the host compiler; false when it is none. What would move the accesses that are counted,
# or take the lens's place, is for other files than .cu.
host_option() {
  case $1 in
    -fsanitize=*) fail "$1: the lens checks memory itself; leave this option out" ;;
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

handed_on() { # from -Xcompiler: whatever it is
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
  [ -r "$1" ] || fail "$1: no such file of options"
  words="$work/words"
  sed 's/#.*//' "$1" | xargs -n 1 printf '%s\n' > "$words"
  set --
  while IFS= read -r word; do set -- "$@" "$word"; done < "$words"
  [ $# -eq 0 ] || read_options "$@"
}

# One of nvcc's options with its value.
take() { # take OPTION VALUE
  case $meaning in
    nothing) ;;
    compile | preprocess | library | prepare) step=$meaning ;;
    depend_all | depend_own) step=depend depends=${meaning#depend_} ;;
    device_link) step=device-link ;;
    depends_all | depends_own) depends=${meaning#depends_} ;;
    depend_flag) add for_depend -MP ;;
    run) run_program=yes ;;
    verbose) verbose=yes ;;
    dryrun) verbose=yes dry=yes ;;
    help) usage; exit 0 ;;
    version) version; exit 0 ;;
    architectures) echo compute_90; exit 0 ;;
    shared) shared=yes; add for_link -shared ;;
    translated) translated=yes ;;
    self_test) self_test ;;
    trace_host) plain_host=no ;;
    quick) quick=yes ;;
    no_checks) checks_shifts=no checks_indices=no checks_divisions=no ;;
    whole_lens) whole_lens=yes ;;
    forward) forward=yes ;;
    lambda) add for_cu -D__CUDACC_EXTENDED_LAMBDA__ ;;
    constexpr) add for_cu -D__CUDACC_RELAXED_CONSTEXPR__ ;;
    silent) add common -w ;;
    debug) add common -g ;;
    for_gpu) fail "$1: the lens compiles for the CPU; there is no code of a GPU to show or keep" ;;
    out) out=$2 ;;
    folder_out) folder_out=$2 ;;
    language) language=$2 ;;
    dialect) set_dialect "$2" ;;
    level) set_level "$2" ;;
    include) add_include -I "$2" ;;
    system_include) add_include -isystem "$2" ;;
    quoted_include) add_include -iquote "$2" ;;
    handed_on) add common "$1" "$2" ;;
    pre_include) add common -include "$2" ;;
    define) add common "-D$2" ;;
    undefine) add common "-U$2" ;;
    library_path) add for_link "-L$2" ;;
    link_with) add_library "$2" ;;
    host_options) for_each_of handed_on "$2" ;;
    linker_options) for_each_of add_for_linker "$2" ;;
    depend_file) depend_file=$2 ;;
    depend_target) depend_target=$2 ;;
    default_stream) [ "$2" != per-thread ] || add common -DCUDA_API_PER_THREAD_DEFAULT_STREAM ;;
    separate) [ "$2" != true ] || add for_cu -D__CUDACC_RDC__ ;;
    fused) [ "$2" != false ] || add common -ffp-contract=off ;;
    options_file) read_file_of_options "$2" ;;
    run_arguments) for_each_of add_argument "$2" ;;
    machine) [ "$2" = 64 ] || fail "$1 $2: the lens is for 64 bits" ;;
  esac
}

add_argument() {
  add program_arguments "$1"
}

# -Werror of nvcc has a list of its own kinds of warnings behind it, the host compiler's has none.
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
    case $meaning:$wants:$name in
      :*) ;;
      *:yes:*=*) take "${word%%=*}" "${name#*=}"; continue ;;
      level:yes:*) # -O3 alone, with a blank in it or not
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
