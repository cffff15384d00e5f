#!/bin/sh
# test_texts.sh: tests how files of the kit change in the students' copy, line by line.
#   test_texts.sh ROOT
set -u
here=$1/common/export
work=$(mktemp -d "${TMPDIR:-/tmp}/sparselab-texts.XXXXXX") || exit 3
trap 'rm -rf "$work"' EXIT
failed=''

# becomes SCRIPT WANTED: checks the text that the script makes of standard input.
becomes() {
  cat >"$work/text"
  awk -f "$here/$1" "$work/text" >"$work/got" 2>&1
  printf '%s\n' "$2" >"$work/wanted"
  cmp -s "$work/got" "$work/wanted" && return
  echo "$1 makes of"
  cat "$work/text"
  echo 'this:'
  diff "$work/wanted" "$work/got"
  failed=yes
}

# breaks WHAT: checks that students.awk refuses standard input and names the line.
breaks() {
  cat >"$work/text"
  if awk -f "$here/students.awk" "$work/text" >"$work/got" 2>&1 || ! grep -q "$1" "$work/got"; then
    echo "not refused with $1: $(cat "$work/text")"
    failed=yes
  fi
}

becomes students.awk 'one
three' <<'TEXT'
one
/* [kit-only */
two
/* kit-only] */
three
TEXT
becomes students.awk 'one

four' <<'TEXT'
one

<!-- [kit-only -->
two
<!-- kit-only] -->

four
TEXT
becomes students.awk 'The rules are few. They hold.' <<'TEXT'
The rules are few.<!-- [kit-only --> See x.<!-- kit-only] --> They<!-- [kit-only --> all<!-- kit-only] --> hold.
TEXT
becomes students.awk 'for all
for students
  and #

for shells' <<'TEXT'
for all
<!-- [copy-only] for students -->
/* [copy-only]   and # */
<!-- [copy-only] -->
# [copy-only] for shells
TEXT
becomes students.awk 'text between [kit-only and kit-only] is cut' <<'TEXT'
text between [kit-only and kit-only] is cut
TEXT
breaks ':3:' <<'TEXT'
# [kit-only
x
# [kit-only
TEXT
breaks ':1:' <<'TEXT'
# kit-only]
TEXT
breaks 'not ended' <<'TEXT'
# [kit-only
TEXT

becomes handout.awk 'Look:

```
  share  requests  line
██    2,592  21.67  40    for … row_ptr[…] row_ptr[…]
         64         43      sum += … values[…] x[…] col_idx[…]
                    44    }

         64         45    y[…] += …
          1         46      atomicAdd … y[…] product[…]
          2         47      if … partial[…]
          3         48    int slot = … atomicAdd next[…]
```

Dots stand for what you write yourself.

```
int mine = row_ptr[0]; // not quoted
```' <<'TEXT'
Look:

<!-- ./lab lens 01 --solution -m dense:8x8 -->
```
  share  requests  line
██    2,592  21.67  40    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
                    41      // why
         64         43      sum += values[k] * x[col_idx[k]]; // here
                    44    }

         64         45    y[row] += sum;
          1         46      atomicAdd(&y[row], product[row]);
          2         47      if (left <= right) sum = partial[t];
          3         48    int slot = atomicAdd(&next[3], 1);
```

```
int mine = row_ptr[0]; // not quoted
```
TEXT
becomes handout.awk '| a | 17 values[0] |' <<'TEXT'
<!-- ./lab run 01 --solution --backend lens -m SPEC | CSR -->
| a | 17 values[0] |
TEXT

becomes handout.awk '```
  warm-up.cu:7: [no-bounds-check] threads
```' <<'TEXT'
<!-- ./lab run 00 --file grading/mistakes/00-warm-up/no-check.cu -->
```
  grading/mistakes/00-warm-up/no-check.cu:7: [no-bounds-check] threads
```
TEXT

[ -z "$failed" ]
