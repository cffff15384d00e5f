#!/bin/sh
# habits.sh SPARSELAB SOLUTION: harmless habits of C++ programmers, some of which are forbidden in a
# submission. For each, gate (which submit calls), run and grade must agree.
set -u
sparselab=$1 solution=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export LC_ALL=C
failed=0

complain() {
  echo "$*"
  failed=1
}

# habit NAME WORD: tests the solution with the lines from standard input before its first function.
# WORD must be forbidden; if WORD is "fine", nothing may be forbidden.
habit() {
  mkdir -p "$work/class/$1" "$work/files/$1"
  {
    sed '/^ *\/\/[][|]/d' "$solution" | sed -n '/#include/p'
    cat
    sed '/^ *\/\/[][|]/d' "$solution" | sed '/#include/d'
  } >"$work/class/$1/csr-scalar.cu"
  cp "$work/class/$1/csr-scalar.cu" "$work/files/$1/"
  printf '%s\t%s\n' "$1" "$2" >>"$work/habits"
}

habit diagnostic fine <<'END'
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
static int unused() { return 1; }
#pragma GCC diagnostic pop
END
habit openmp fine <<'END'
#ifdef _OPENMP
#include <omp.h>
static int threads() { return omp_get_max_threads(); }
#endif
END
habit initials fine <<'END'
extern "C" int sl_least(int a, int b) { return a < b ? a : b; }
END
habit joined fine <<'END'
#define NAME_(function, type) function##_##type
#define NAME(function, type) NAME_(function, type)
static real NAME(twice, real)(real x) { return 2 * x; }
static real use(real x) { return twice_real(x); }
real NAME(use, it)(real x) { return use(x); }
END
habit environment fine <<'END'
#include <stdlib.h>
static const char *debug() { return getenv("DEBUG"); }
static const char *(*const keep)() = debug;
__attribute__((noinline)) const char *asked() { return keep(); }
END
habit vector fine <<'END'
#include <vector>
std::vector<int> lengths;
END
habit header unistd.h <<'END'
#include <unistd.h>
END

printf 'lab 01\n' >"$work/rubric"
"$sparselab" grade "$work/class" -o "$work/grades" --rubric "$work/rubric" --seed 7 --no-search -j 2 \
  --unsafe-no-sandbox >"$work/said" 2>&1 || { complain 'grade fails:'; cat "$work/said"; }

# record NAME: prints the record of the habit, on one line
record() {
  grep -l "\"student\": \"$1\"" "$work"/grades/records/*.json | xargs cat | tr -s ' \n' '  '
}

tab=$(printf '\t')
while IFS=$tab read -r name word; do
  file=$work/files/$name/csr-scalar.cu
  gate=$("$sparselab" gate 01 "$file" 2>&1)
  run=$("$sparselab" run 01 --file "$file" --backend lens --precision f32 --quick 2>&1)
  grade=$(record "$name")
  if [ "$word" = fine ]; then
    case $gate in *'contains nothing forbidden'*) ;; *) complain "$name: gate says: $gate" ;; esac
    case $run in *forbidden:* | *'give no points'*) complain "$name: run says: $run" ;; esac
    case $grade in *'"verdict": "pass"'*) ;; *) complain "$name: grade says: $grade" ;; esac
  else
    case $gate in *"forbidden: "*"$word"*) ;; *) complain "$name: gate says: $gate" ;; esac
    case $run in *'give no points'*"forbidden: "*"$word"*) ;; *) complain "$name: run says: $run" ;; esac
    case $grade in *'"verdict": "forbidden"'*) ;; *) complain "$name: grade says: $grade" ;; esac
    case $grade in *"$word"*) ;; *) complain "$name: grade does not say $word" ;; esac
  fi
done <"$work/habits"
[ "$(grep -c . "$work/habits")" -eq 7 ] || complain 'seven habits were expected'
exit $failed
