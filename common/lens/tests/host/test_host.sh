#!/bin/sh
# test_host.sh LENSCC FOLDER PROGRAMS BUILT CHECKS: tests that host code which is not traced does
# the same as traced host code, and that the lens counts and finds the same. BUILT.name is a program
# that was built with CHECKS.
set -u
export LC_ALL=C TZ=UTC
lenscc=$1 sources=$2 programs=$3 built=$4 checks=$5
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3
failed=no

fail() {
  echo "FAILED: $1"
  sed 's/^/  /' out
  failed=yes
}

build() { # build PROGRAM OPTIONS…: builds the program with plain and with traced host code
  program=$1
  shift
  "$lenscc" "$@" -o "$program.plain" > out 2>&1 || { fail "$program does not compile"; return 1; }
  "$lenscc" --trace-host "$@" -o "$program.traced" > out 2>&1 || fail "$program does not compile"
}

is_plain() { nm "$1" | grep -q ' [tT] lens[0-9]*\.main$'; }

# Above -O1, the level does not change the traced program (lenscc --help).
for level in -O0 -O1 -O2 -O3; do
  case $level in
    -O[01])
      build language $level "$sources/language.cu" -lpthread || continue
      ./language.traced > expected 2>&1
      if is_plain language.traced; then fail "language $level: --trace-host does nothing"; fi ;;
    *)
      "$lenscc" $level "$sources/language.cu" -lpthread -o language.plain > out 2>&1 ||
        fail "language $level does not compile" ;;
  esac
  ./language.plain > out 2>&1
  cmp -s out expected || fail "language $level: not as when traced"
  is_plain language.plain || fail "language $level: is traced"
done
grep -q '^device ' expected && grep -q '^after main: 10$' expected || fail 'language: not to its end'

# A program whose variables hold addresses of labels in functions must be traced completely.
build labels "$sources/labels.cu"
./labels.plain > out 2>&1
echo '30 22 46' | cmp -s - out || fail 'labels: not what it computes'

# In the plain program, no part of a host function may be traced.
objdump -d --no-show-raw-insn language.plain |
  awk '/^[0-9a-f]+ <lens[0-9]*\..*>:$/ { plain = 1 } /^$/ { plain = 0 } plain' > out
grep -q call out || fail 'no plain function'
if grep -q -e __tsan -e __sanitizer out; then fail 'plain functions are traced'; fi

# sees HOW LINES: checks that there are findings at these lines, in this order, and that the program
# continues
build device_pointers "$sources/device_pointers.cu" -lpthread
sees() {
  ./device_pointers.plain "$1" > out 2>&1 || fail "$1: status $?"
  found=$(sed -n 's/^lens: .*device_pointers.cu:\([0-9]*\): device pointer at d_[xy]: .*/\1/p' out | tr '\n' ' ')
  [ "$found" = "$2" ] || fail "$1: findings at lines \"$found\", not \"$2\""
  grep -q '^end .* 5$' out || fail "$1: did not continue"
  ./device_pointers.traced "$1" > traced 2>&1
  grep -v '^lens' out > ours
  grep -v '^lens' traced | cmp -s - ours || fail "$1: prints something else than when traced"
}
sees none ''
sees load '22 23 '
sees store '25 '
sees library '26 '
sees string '27 '
sees thread '28 '
sees again '30 32 '
sees late '45 '
./device_pointers.plain crash > out 2>&1
[ $? -eq 139 ] || fail 'a crash did not end the program'

build managed "$sources/managed.cu"
if is_plain managed.plain; then fail 'managed memory: not traced'; fi
./managed.plain > out 2>&1
grep -q 'managed.cu:5: device pointer' out || fail 'managed memory: no finding'

build files "$sources/this_file.cu" "$sources/other_file.cu"
./files.plain > out 2>&1
[ "$(cat out)" = '62 2 101' ] || fail 'two files'

# A file that cannot be split must be traced; lenscc reports this on request.
cat > by_hand.cu <<'END'
asm(".pushsection .rodata\nby_hand: .long 1\n.popsection");
int main() {}
END
"$lenscc" -v by_hand.cu -o by_hand > out 2>&1 || fail 'by hand: does not compile'
grep -q 'lens-host: .*changes sections with inline assembly' out || fail 'by hand: not said'
./by_hand || fail 'by hand: does not run'

# The file of a running program may be replaced or deleted; lines must still be found.
cat > gone.cu <<'END'
#include <unistd.h>
__global__ void k(int *x) { x[4] = 1; }
int main(int, char **argv) {
  int *x;
  unlink(argv[0]);
  cudaMalloc(&x, 4 * sizeof(int));
  k<<<1, 1>>>(x);
  cudaDeviceSynchronize();
}
END
"$lenscc" gone.cu -o gone > out 2>&1 || fail 'gone: does not compile'
./gone > out 2>&1
grep -q 'gone.cu:2: out-of-bounds write' out || fail 'gone: no line'

cat > undefined.cu <<'END'
int nowhere();
int main() { return nowhere(); }
END
if "$lenscc" undefined.cu -o undefined > out 2>&1; then fail 'undefined: links'; fi
[ "$(grep -c 'undefined reference to .nowhere()' out)" -eq 1 ] || fail 'undefined: not said once'

# All counters of whole programs must be the same. The other tests have built the plain programs.
for source in "$programs"/*.cu; do
  name=$(basename "$source" .cu)
  cp "$built.$name" program.plain
  "$lenscc" --no-checks --trace-host -I"$programs/.." "$source" "$checks" -o program.traced > out 2>&1 ||
    { fail "$name does not compile"; continue; }
  for how in plain traced; do
    LENS_THREADS=1 LENS_REPORT=$how.report ./program.$how > $how.out 2>&1 || fail "$name, $how: status $?"
  done
  grep -v '^request' plain.report > out
  grep -v '^request' traced.report | cmp -s - out || fail "$name: other counters than when traced"
done

[ $failed = no ]
