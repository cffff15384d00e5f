#!/bin/sh
# lab_script_test.sh: the `lab` script in a world of stubs: no network, no compiler, nothing installed.
#
#   lab_script_test.sh PATH_OF_LAB [TEST]…
#
# Each test gets a fresh world: a checkout that holds lab alone, and a PATH of one folder, bin/,
# with the everyday tools and stubs for what lab looks for. The stubs write down how they were
# called. LAB_SHELL="bash --posix" runs lab with another shell.
set -u

lab=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/lab
shift
world=$(mktemp -d "${TMPDIR:-/tmp}/lab test.XXXXXX") || exit 3
trap 'rm -rf "$world"' EXIT
trap 'exit 130' INT TERM

# ---- The world ---------------------------------------------------------------------------------

EVERYDAY='sh env cat cp cut dirname find flock grep head ls mkdir mv readlink rm rmdir sed sleep sort
  tail tee tr uname wc'

# stub NAME: a command for the store, from stdin; `install NAME…` puts it on PATH.
stub() {
  { printf '#!/bin/sh\nworld="%s"\n' "$world" && cat; } >"$world/store/$1"
  chmod +x "$world/store/$1"
}
install() { for name in "$@"; do cp "$world/store/$name" "$world/bin/$name"; done; }

make_stubs() {
  stub id <<'STUB'
echo "${FAKE_UID:-0}"
STUB
  stub true </dev/null # the real one may be no file, but built into the shell
  stub gcc <<'STUB'
case " $* " in
  *' -dumpversion '*) cat "$world/version.${0##*/}" 2>/dev/null || echo 12 ;;
  *' -E '*) cat >/dev/null; cat "$world/headers" ;;
esac
STUB
  for name in g++ make gcc-12 g++-12; do cp "$world/store/gcc" "$world/store/$name"; done
  stub cmake <<'STUB'
if [ "$1" = --version ]; then
  echo "cmake version $(cat "$world/version.cmake" 2>/dev/null || echo 3.25.1)"
  exit
fi
echo "cmake $*" >>"$world/calls"
if [ "$1" = --build ]; then
  if [ -e "$world/slow" ]; then sleep 1; fi
  if [ -e "$world/broken build" ]; then echo "main.c:7:1: error: no such thing"; exit 2; fi
  mkdir -p "$2/bin"
  cp "$world/program" "$2/bin/sparselab"
  exit
fi
source='' build=''
while [ $# -gt 0 ]; do
  case $1 in
    -S) source=$2 ;;
    -B) build=$2 ;;
    -DCMAKE_CUDA_COMPILER=*) if [ -e "$world/broken cuda" ]; then echo 'CMake Error: nvcc'; exit 1; fi ;;
  esac
  shift
done
printf '%s\n' "CMAKE_PROJECT_NAME:STATIC=sparselab" "CMAKE_HOME_DIRECTORY:INTERNAL=$source" \
  "CMAKE_CACHEFILE_DIR:INTERNAL=$build" >"$build/CMakeCache.txt"
if [ -e "$world/broken configure" ]; then echo 'CMake Error at line 1: what'; exit 1; fi
STUB
  stub ctest <<'STUB'
echo "ctest $*" >>"$world/calls"
log=''
while [ $# -gt 0 ]; do
  case $1 in
    -N) echo '  Test  #2: gpu.two'; exit ;;
    -O) log=$2 ;;
  esac
  shift
done
cat "$world/ctest output" 2>/dev/null | tee "$log"
exit "$(cat "$world/ctest status" 2>/dev/null || echo 0)"
STUB
  stub sudo <<'STUB'
echo "sudo $*" >>"$world/calls"
if [ -e "$world/no sudo" ]; then echo 'sudo: a password is required' >&2; exit 1; fi
if [ "$1" = -n ]; then shift; fi
FAKE_UID=0 exec "$@"
STUB
  stub apt-get <<'STUB'
while [ "$1" = -q ] || [ "$1" = -o ]; do if [ "$1" = -o ]; then shift; fi; shift; done
echo "apt-get $* as $(id -u), $DEBIAN_FRONTEND" >>"$world/calls"
if [ "$1" = update ]; then rm -f "$world/no lists"; exit; fi
if [ -e "$world/no lists" ] || [ -e "$world/no network" ]; then echo 'E: cannot'; exit 100; fi
for package in "$@"; do
  case $package in
    gcc) cp "$world/store/gcc" "$world/bin/" ;;
    libc6-dev) echo has_stdlib >>"$world/headers" ;;
    g++ | make) cp "$world/store/$package" "$world/bin/" ;;
    cmake) cp "$world/store/cmake" "$world/store/ctest" "$world/bin/" ;;
    libarchive-dev) echo has_archive >>"$world/headers" ;;
    libcmocka-dev) echo has_cmocka >>"$world/headers" ;;
  esac
done
STUB
  for name in dnf zypper pacman brew; do
    stub "$name" <<'STUB'
echo "${0##*/} $*" >>"$world/calls"
STUB
  done
  stub program <<'STUB'
pwd
for argument in "$@"; do printf '<%s>\n' "$argument"; done
exit "$(cat "$world/program status" 2>/dev/null || echo 0)"
STUB
}

# A machine with root's rights and nothing to build with.
bare_machine() {
  rm -rf "$world"
  mkdir -p "$world/bin" "$world/store" "$world/my checkout/labs" "$world/elsewhere"
  for tool in $EVERYDAY; do
    path=$(command -v "$tool") && ln -s "$path" "$world/bin/$tool"
  done
  : >"$world/calls"
  : >"$world/headers"
  make_stubs
  cp "$world/store/program" "$world/program"
  install id true
  cp "$lab" "$world/my checkout/lab"
  mkdir -p "$world/my checkout/common/cli"
  cp -R "$(dirname "$lab")/common/cli/setup" "$world/my checkout/common/cli/setup"
  top="$world/my checkout"
  build="$top/build"
}

# A machine with all that lab asks for, but no CUDA.
full_machine() {
  bare_machine
  install gcc g++ cmake ctest make apt-get
  printf 'has_stdlib\nhas_archive\nhas_cmocka\n' >"$world/headers"
}

# cuda FOLDER VERSION: a toolkit below the folder that lab takes for the root of the system.
cuda() {
  mkdir -p "$world/system$1/bin"
  printf '#!/bin/sh\necho "Cuda compilation tools, release %s, V%s.1"\n' "$2" "$2" \
    >"$world/system$1/bin/nvcc"
  chmod +x "$world/system$1/bin/nvcc"
}

# with VARIABLE=VALUE… -- ARGUMENT…: runs lab with a clean environment; fills status and output.
with() {
  variables=''
  while [ "$1" != -- ]; do
    variables="$variables '$1'"
    shift
  done
  shift
  (
    eval "set -- $variables ${LAB_SHELL:-} \"\${called_as:-\$top/lab}\" \"\$@\""
    exec env -i PATH="$world/bin" SL_CUDA_SEARCH="$world/system" "$@"
  ) >"$world/output" 2>&1 </dev/null
  status=$?
}
run_lab() { with -- "$@"; }

# ---- What is expected --------------------------------------------------------------------------

fail() {
  printf 'FAILED: %s: %s\n' "$test" "$1"
  printf -- '-- output\n'
  cat "$world/output"
  printf -- '-- calls\n'
  cat "$world/calls"
  failed=yes
}
status_is() { [ "$status" -eq "$1" ] || fail "status is $status, not $1"; }
says() { grep -qF -e "$1" "$world/output" || fail "does not say: $1"; }
keeps_quiet() { ! [ -s "$world/output" ] || fail 'is not quiet'; }
says_nothing_of() { ! grep -qF -e "$1" "$world/output" || fail "says: $1"; }
called() { grep -qF -e "$1" "$world/calls" || fail "did not call: $1"; }
not_called() { ! grep -qF -e "$1" "$world/calls" || fail "called: $1"; }
forget_calls() { : >"$world/calls"; }
output_is() { # output_is LINE…
  [ "$(printf '%s\n' "$@")" = "$(cat "$world/output")" ] || fail "output is not: $*"
}

# ---- Tests: packages ---------------------------------------------------------------------------

test_bare_machine_gets_what_the_command_needs() {
  bare_machine
  install apt-get
  run_lab list
  status_is 0
  called 'apt-get install -y --no-install-recommends gcc libc6-dev g++ cmake make libarchive-dev as 0, noninteractive'
  not_called 'apt-get update'
  forget_calls
  run_lab test
  status_is 0
  called 'apt-get install -y --no-install-recommends libcmocka-dev as 0'
  called 'cmake --fresh'
}

test_only_what_is_missing_is_installed() {
  full_machine
  rm "$world/bin/g++" "$world/bin/make"
  run_lab demo
  status_is 0
  says 'missing here: a C++ compiler, make or ninja'
  called 'recommends g++ make as'
}

test_compiler_without_headers_counts_as_missing() {
  full_machine
  : >"$world/headers"
  run_lab demo --no-install
  status_is 3
  says 'gcc is here, but not the C library'
}

test_lists_are_fetched_only_when_needed() {
  bare_machine
  install apt-get
  : >"$world/no lists"
  run_lab list
  status_is 0
  called 'apt-get update'
}

test_no_install_tells_and_stops() {
  for arguments in '--no-install list' 'list --no-install'; do
    bare_machine
    install apt-get
    # shellcheck disable=SC2086 # two words
    run_lab $arguments
    status_is 3
    says 'to install: apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev g++ cmake make libarchive-dev'
    not_called apt-get
  done
  with SL_NO_INSTALL=1 -- demo
  status_is 3
  not_called apt-get
}

test_no_install_goes_on_without_the_optional() {
  full_machine
  echo has_stdlib >"$world/headers"
  run_lab demo --no-install
  status_is 0
  says 'apt-get install -y --no-install-recommends libarchive-dev'
  says 'without libarchive: compressed matrices'
  says '<demo>'
  says_nothing_of '<--no-install>'
  not_called apt-get
}

test_others_install_through_sudo_without_waiting() {
  bare_machine
  install apt-get sudo
  with FAKE_UID=1000 -- list
  status_is 0
  called 'sudo -n env DEBIAN_FRONTEND=noninteractive apt-get'
  called 'libarchive-dev as 0, noninteractive'
}

test_refused_sudo_prints_the_line() {
  bare_machine
  install apt-get sudo
  : >"$world/no sudo"
  with FAKE_UID=1000 -- list
  status_is 3
  says 'sudo apt-get update && sudo apt-get install -y --no-install-recommends gcc'
  not_called 'apt-get install'
}

test_failing_apt_stops_only_when_it_must() {
  full_machine
  : >"$world/no network"
  echo has_stdlib >"$world/headers"
  run_lab demo
  status_is 0
  says 'E: cannot'
  says 'without libarchive'
  says '<demo>'
  forget_calls
  run_lab list # current, so the network is not tried again
  status_is 0
  not_called apt-get
  rm "$world/bin/g++"
  run_lab demo
  status_is 3
  says 'cannot build without a C++ compiler'
}

test_other_systems_are_told_and_left_alone() {
  while read -r manager line; do
    bare_machine
    if [ "$manager" != none ]; then install "$manager"; fi
    run_lab test
    status_is 3
    says "$line"
    not_called "$manager"
  done <<'LINES'
dnf dnf install gcc gcc-c++ cmake make libarchive-devel libcmocka-devel
zypper zypper install gcc gcc-c++ cmake make libarchive-devel libcmocka-devel
pacman pacman -S --needed gcc cmake make libarchive cmocka
brew brew install gcc cmake make libarchive cmocka
none gcc g++ cmake make libarchive cmocka
LINES
}

test_too_old_tools_are_named() {
  full_machine
  echo 3.22.1 >"$world/version.cmake"
  run_lab list
  status_is 3
  says 'cmake 3.22.1'
  says 'is too old, 3.25 or newer is needed'
  not_called apt-get
  full_machine
  echo 10 >"$world/version.gcc"
  run_lab list
  status_is 3
  says 'gcc 10'
  not_called apt-get
  install gcc-12 g++-12
  run_lab list
  status_is 0
  called '-DCMAKE_C_COMPILER=gcc-12 -DCMAKE_CXX_COMPILER=g++-12'
}

test_chosen_compilers_are_left_to_cmake() {
  full_machine
  with CC='gcc -m64' CXX=g++ -- list
  status_is 0
  not_called CMAKE_C_COMPILER
  with CC=nonesuch -- list
  status_is 3
  says 'CC=nonesuch is not a command here'
}

# ---- Tests: CUDA -------------------------------------------------------------------------------

test_cuda_off_path_is_found() {
  for folder in /usr/local/cuda /opt/cuda /usr/lib/nvidia-cuda-toolkit '/usr/local/cuda-12.4'; do
    full_machine
    cuda "$folder" 12.4
    run_lab list
    called "-DSL_CUDA=ON -DCMAKE_CUDA_COMPILER=$world/system$folder/bin/nvcc"
  done
  full_machine
  cuda '/my tools' 13.0
  cuda /usr/local/cuda 12.0
  with CUDA_HOME="$world/system/my tools" -- list
  called "-DCMAKE_CUDA_COMPILER=$world/system/my tools/bin/nvcc"
}

test_newest_cuda_wins_by_number() {
  full_machine
  cuda /usr/local/cuda-12.4 12.4
  cuda /usr/local/cuda-12.10 12.10
  cuda /usr/local/cuda-12.12 12.12
  cuda /usr/local/cuda-9.2 9.2
  run_lab list
  called "-DCMAKE_CUDA_COMPILER=$world/system/usr/local/cuda-12.12/bin/nvcc"
}

test_old_nvcc_is_refused() {
  full_machine
  cuda /usr/local/cuda 11.8
  run_lab list
  status_is 0
  says 'nvcc is CUDA 11.8; 12 or newer is needed: going on with the lens alone'
  called '-DSL_CUDA=OFF'
  not_called CMAKE_CUDA_COMPILER
  cuda /opt/cuda 12.0 # a newer one further down the list
  run_lab list
  called "-DCMAKE_CUDA_COMPILER=$world/system/opt/cuda/bin/nvcc"
}

test_cuda_that_comes_and_goes_is_configured_anew() {
  full_machine
  run_lab list
  called '-DSL_CUDA=OFF'
  forget_calls
  cuda /usr/local/cuda 12.6
  run_lab list
  called '-DSL_CUDA=ON'
  forget_calls
  rm -r "$world/system"
  run_lab list
  called '-DSL_CUDA=OFF'
}

test_cuda_that_does_not_configure_is_left_out() {
  full_machine
  cuda /usr/local/cuda 12.6
  : >"$world/broken cuda"
  run_lab list
  status_is 0
  says 'did not configure'
  called '-DSL_CUDA=OFF'
  forget_calls
  run_lab list
  not_called cmake
}

test_cuda_can_be_switched_off() {
  full_machine
  cuda /usr/local/cuda 12.6
  with SL_CUDA=OFF -- list
  called '-DSL_CUDA=OFF'
  not_called CMAKE_CUDA_COMPILER
}

# ---- Tests: the build --------------------------------------------------------------------------

test_second_run_builds_nothing() {
  full_machine
  run_lab list
  called 'cmake --build'
  forget_calls
  run_lab list
  not_called cmake
}

test_changes_are_built_but_not_configured() {
  full_machine
  run_lab list
  forget_calls
  sleep 1
  : >"$top/labs/new.cu"
  run_lab list
  called 'cmake --build'
  not_called 'cmake --fresh'
  sleep 1
  forget_calls
  rm "$top/labs/new.cu"
  run_lab list
  called 'cmake --build'
}

test_removed_program_is_built_again() {
  full_machine
  run_lab list
  rm "$build/bin/sparselab"
  run_lab list
  status_is 0
}

test_copied_checkout_starts_afresh() {
  full_machine
  run_lab list
  : >"$build/object.o"
  cp -r "$top" "$world/copy"
  forget_calls
  called_as="$world/copy/lab" run_lab list
  status_is 0
  called "-S $world/copy -B $world/copy/build"
  ! [ -e "$world/copy/build/object.o" ] || fail 'kept an object of the other place'
}

test_broken_off_configuring_starts_afresh() {
  full_machine
  : >"$world/broken configure"
  run_lab list
  status_is 3
  says 'CMake Error at line 1'
  rm "$world/broken configure"
  forget_calls
  run_lab list
  status_is 0
  called 'cmake --fresh'
  cuda /usr/local/cuda 12.6 # a change, whose configuring fails, and which is then taken back
  : >"$world/broken configure"
  run_lab list
  status_is 3
  rm -r "$world/system" "$world/broken configure"
  forget_calls
  run_lab list
  status_is 0
  called 'cmake --fresh'
}

test_failed_build_shows_the_error() {
  full_machine
  : >"$world/broken build"
  run_lab list
  status_is 3
  says 'main.c:7:1: error: no such thing'
  says "$build/lab-build.log"
  rm "$world/broken build"
  run_lab list
  status_is 0
}

test_foreign_folder_is_refused() {
  full_machine
  : >"$world/elsewhere/thesis.tex"
  with SL_BUILD_DIR="$world/elsewhere" -- list
  status_is 2
  with SL_BUILD_DIR="$world/elsewhere" -- clean
  status_is 2
  [ -e "$world/elsewhere/thesis.tex" ] || fail 'the thesis is gone'
}

test_unwritable_folder_is_explained() {
  full_machine
  : >"$build"
  run_lab list
  status_is 3
  says 'choose a folder of your own'
  says 'SL_BUILD_DIR='
  rm "$build"
  mkdir -p "$build/lab-build.log"
  run_lab list
  status_is 3
  says "cannot write $build/lab-build.log"
}

test_two_labs_build_once() {
  command -v flock >/dev/null || return 0
  full_machine
  : >"$world/slow"
  run_lab list &
  other=$!
  run_lab list
  wait "$other"
  status_is 0
  [ "$(grep -c 'cmake --build' "$world/calls")" -eq 1 ] || fail 'built twice'
}

test_killed_lab_leaves_no_lock() {
  full_machine
  run_lab list
  : >"$build/lab.lock"
  : >"$top/labs/new.cu"
  run_lab list
  status_is 0
  says_nothing_of waiting
}

test_clean_removes_the_build() {
  full_machine
  run_lab list
  run_lab clean
  status_is 0
  ! [ -e "$build" ] || fail 'something is left'
  run_lab clean
  status_is 0
}

# ---- Tests: the program ------------------------------------------------------------------------

test_arguments_arrive_as_they_are() {
  full_machine
  run_lab list # builds, and says so
  (cd "$world/elsewhere" && run_lab run 'a b' '' "it's" "\"x\" \$HOME *" -- --no-install)
  output_is "$world/elsewhere" '<run>' '<a b>' '<>' "<it's>" "<\"x\" \$HOME *>" '<-->' '<--no-install>'
}

test_exit_status_is_the_programs() {
  full_machine
  for number in 0 1 2 3 139; do
    echo "$number" >"$world/program status"
    run_lab run
    status_is "$number"
  done
}

test_relative_build_folder_is_the_callers() {
  full_machine
  (cd "$world/elsewhere" && with SL_BUILD_DIR='my build' -- list)
  called "-B $world/elsewhere/my build"
}

test_lab_may_be_a_link() {
  full_machine
  ln -s "../my checkout/lab" "$world/elsewhere/l"
  called_as="$world/elsewhere/l" run_lab list
  status_is 0
  called "-S $top"
}

test_quiet_when_all_is_well() {
  full_machine
  printf '#!/bin/sh\n' >"$world/program"
  chmod +x "$world/program"
  run_lab list
  output_is 'lab: building ... (a minute or two, once)'
  run_lab list
  keeps_quiet
}

# ---- Tests: test, doctor, help -----------------------------------------------------------------

test_tests_say_what_was_skipped() {
  full_machine
  cat >"$world/ctest output" <<'TEXT'
1/3 Test #1: unit.one .........................   Passed    0.00 sec
2/3 Test #2: gpu.two ..........................***Skipped   0.00 sec
3/3 Test #3: docs.three .......................***Skipped   0.00 sec
TEXT
  run_lab test -L 'unit or gpu'
  status_is 0
  called '--output-on-failure'
  called '-L unit or gpu'
  says '2 tests were skipped, 1 of them for want of a GPU: no CUDA compiler'
}

test_failed_tests_are_status_1() {
  full_machine
  echo 8 >"$world/ctest status"
  run_lab test
  status_is 1
}

test_tests_without_cmocka_are_no_success() {
  full_machine
  printf 'has_stdlib\nhas_archive\n' >"$world/headers"
  run_lab test --no-install
  status_is 3
  called ctest
  says 'cmocka is missing'
}

test_doctor_tells_and_changes_nothing() {
  full_machine
  run_lab doctor
  status_is 0
  says 'yes  CMake'
  says 'NO   gnuplot'
  says 'apt-get install -y --no-install-recommends gnuplot doxygen'
  rm "$world/bin/cmake"
  run_lab doctor
  status_is 3
  says 'NO   CMake'
  ! [ -e "$build" ] || fail 'made a build folder'
  not_called apt-get
}

test_docs_need_doxygen() {
  full_machine
  run_lab docs
  status_is 3
  says 'install -y --no-install-recommends doxygen'
}

test_help_needs_nothing() {
  bare_machine
  for word in help --help -h ''; do
    # shellcheck disable=SC2086 # no word at all in the last round
    run_lab $word
    status_is 0
    says './lab demo'
  done
}

# ---- Run them ----------------------------------------------------------------------------------

if [ $# -eq 0 ]; then
  # shellcheck disable=SC2046 # names of functions
  set -- $(sed -n 's/^\(test_[a-z0-9_]*\)().*/\1/p' "$0")
fi
count=0 bad=0
for test in "$@"; do
  failed=''
  "$test"
  count=$((count + 1))
  if [ -n "$failed" ]; then bad=$((bad + 1)); fi
done
echo "$((count - bad)) of $count tests passed"
[ "$bad" -eq 0 ]
