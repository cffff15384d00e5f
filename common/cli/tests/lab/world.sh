# world.sh: the `lab` script in a world of stubs: no network, no compiler, nothing installed. The
# tests beside it read this file first, and call run_tests "$@" last:
#
#   test_build.sh PATH_OF_LAB [TEST]…
#
# Each test gets a fresh world: a checkout that contains only lab, and a PATH of one folder, bin/,
# with the usual tools and stubs for what lab looks for. The stubs record how they were called.
# LAB_SHELL="bash --posix" runs lab with another shell.
# shellcheck shell=sh disable=SC2034 # some names are for the tests alone
set -u
export LC_ALL=C # so that a-z means the same letters in every locale, such as Turkish

lab=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/lab
world=$(mktemp -d "${TMPDIR:-/tmp}/lab test.XXXXXX") || exit 3
trap 'rm -rf "$world"' EXIT
trap 'exit 130' INT TERM

# ---- The world ---------------------------------------------------------------------------------

EVERYDAY='sh env cat cksum cp cut dirname find flock grep head ln ls mkdir mv readlink rm rmdir sed sleep sort
  tail tee tr uname wc'

# stub NAME: creates a command in the store, from standard input. `install NAME…` puts it on PATH.
stub() {
  { printf '#!/bin/sh\nworld="%s"\n' "$world" && cat; } >"$world/store/$1"
  chmod +x "$world/store/$1"
}
install() { for name in "$@"; do cp "$world/store/$name" "$world/bin/$name"; done; }

make_stubs() {
  stub id <<'STUB'
echo "${FAKE_UID:-0}"
STUB
  stub gnuplot </dev/null
  stub doxygen </dev/null
  stub true </dev/null # the real command may be built into the shell
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
  while [ $# -gt 0 ]; do
    if [ "$1" = --target ]; then echo "$2" >>"$world/built"; fi
    shift
  done
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
rm -f "$world/built"
printf '%s\n' "CMAKE_PROJECT_NAME:STATIC=sparselab" "CMAKE_HOME_DIRECTORY:INTERNAL=$source" \
  "CMAKE_CACHEFILE_DIR:INTERNAL=$build" >"$build/CMakeCache.txt"
if [ -e "$world/broken configure" ]; then echo 'CMake Error at line 1: what'; exit 1; fi
STUB
  stub ctest <<'STUB'
echo "ctest $*, columns ${COLUMNS-unset}" >>"$world/calls"
cp "$world/built" "$world/built.test" 2>/dev/null
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
    libjansson-dev) echo has_jansson >>"$world/headers" ;;
    libcmocka-dev) echo has_cmocka >>"$world/headers" ;;
    gnuplot-nox) cp "$world/store/gnuplot" "$world/bin/" ;;
    doxygen) cp "$world/store/doxygen" "$world/bin/" ;;
  esac
done
STUB
  for name in dnf zypper pacman brew; do
    stub "$name" <<'STUB'
echo "${0##*/} $*" >>"$world/calls"
STUB
  done
  stub program <<'STUB'
cp "$world/built" "$world/built.$1" 2>/dev/null
pwd
for argument in "$@"; do printf '<%s>\n' "$argument"; done
exit "$(cat "$world/program status" 2>/dev/null || echo 0)"
STUB
}

# A machine with root's rights, but without compilers.
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

# A machine with everything that lab needs, but without CUDA.
full_machine() {
  bare_machine
  install gcc g++ cmake ctest make gnuplot apt-get
  printf 'has_stdlib\nhas_archive\nhas_jansson\nhas_cmocka\n' >"$world/headers"
}

# cuda FOLDER VERSION: creates a toolkit below the folder that lab uses as the root of the system.
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

# ---- Run them ----------------------------------------------------------------------------------

# run_tests PATH_OF_LAB [TEST]…: runs these tests, or all tests of the calling file.
run_tests() {
  shift
  if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # names of functions
    set -- $(sed -n 's/^\(test_[a-z0-9_]*\)().*/\1/p' "$0")
  fi
  count=0 bad=0
  for test in "$@"; do
    failed=''
    if command -v "$test" >/dev/null; then
      "$test"
    else
      failed=yes
      echo "there is no test $test"
    fi
    count=$((count + 1))
    if [ -n "$failed" ]; then bad=$((bad + 1)); fi
  done
  echo "$((count - bad)) of $count tests passed"
  [ "$bad" -eq 0 ] && [ "$count" -gt 0 ]
}
