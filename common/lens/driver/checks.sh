# checks.sh: adds checks that the compiler itself makes, in a second compilation of a .cu file.
# Sourced by lenscc.

# find_checks CPP: sets `checks` to the checks that the compiler must make in this file: indices of
# local arrays (bounds), shift amounts (shift-exponent), and, if the processor does not detect it,
# integer division by zero (integer-divide-by-zero).
find_checks() {
  checks=
  [ "$dry" = no ] || return 0
  [ "$checks_indices$checks_shifts$checks_divisions" != nonono ] || return 0
  own_code "$1" > "$1.own"
  if [ "$checks_indices" = yes ] && has_local_arrays "$1.own"; then checks=bounds; fi
  if [ "$checks_shifts" = yes ] && has_shifts "$1.own"; then checks=${checks:+$checks,}shift-exponent; fi
  if [ "$checks_divisions" = yes ] && grep -q '[/%]' "$1.own"; then
    checks=${checks:+$checks,}integer-divide-by-zero
  fi
}

# own_code: prints the program's own code, without comments, strings and the additions of
# `lens-translate`.
own_code() {
  awk '
    /^#(line)? *[0-9]/ || /lens_type/ { next }
    {
      gsub(/"([^"\\]|\\.)*"/, "")
      rest = $0
      while (rest != "") {
        if (comment) {
          at = index(rest, "*/")
          rest = at ? substr(rest, at + 2) : ""
          comment = !at
        } else if (match(rest, /\/[\/*]/)) {
          comment = substr(rest, RSTART, 2) == "/*"
          text = text substr(rest, 1, RSTART - 1)
          rest = comment ? substr(rest, RSTART + 2) : ""
        } else {
          text = text rest
          rest = ""
        }
      }
      text = text " "
    }
    END { print text }' "$1"
}

# Whether functions have local arrays, whose indices the compiler can check. Finds statements that
# begin like a declaration, with a name before a bracket: "float sum[4]", "int i = 0, at[32]".
# Finding too many only costs time.
has_local_arrays() {
  awk '{
    gsub(/(decltype|typeof|__typeof__|alignas|__align__|__attribute__) *\(+[^()]*\)+/, "T ")
    n = split($0, statement, /[;{}]/)
    for (i = 1; i <= n; i++) {
      if (statement[i] ~ /^[ \t]*(return|else|case|throw|delete|goto)[^A-Za-z0-9_]/) continue
      if (statement[i] ~ /^[^=(]*[A-Za-z0-9_>*&][ \t*&]+[A-Za-z_][A-Za-z0-9_]*[ \t]*\[/) { found = 1; break }
      if (statement[i] ~ /^[ \t]*[A-Za-z_][A-Za-z0-9_:<>]*[ \t*&].*,[ \t*&]*[A-Za-z_][A-Za-z0-9_]*[ \t]*\[/)
        { found = 1; break }
    }
    exit !found
  }' "$1"
}

# Whether there are shifts by an amount that is not a literal number. In a statement that names a
# stream, "<<" and ">>" do not shift; ">>" may also end two template lists. Finding too many only
# costs time.
has_shifts() {
  awk '{
    n = split($0, statement, /[;{}]/)
    for (i = 1; i <= n; i++) {
      it = statement[i]
      if (it ~ /(cout|cerr|cin|clog|stream)[^A-Za-z0-9_]/) continue
      gsub(/<<<|>>>|operator *(<<|>>)/, "", it)
      gsub(/(<<|>>)=? *[0-9][0-9A-Fa-fxXuUlL]*[ \t]*([^-+*\/%.<>0-9A-Za-z \t]|$)/, " ", it)
      gsub(/<[A-Za-z0-9_:, *&]*[A-Za-z_][A-Za-z0-9_:, *&]*<[A-Za-z0-9_:, *&]*>>/, " ", it)
      if (it ~ /<<|>>/) { found = 1; break }
    }
    exit !found
  }' "$1"
}

# compile_checked CPP CHECKS: compiles with these checks. A shift by too many bits ends the thread,
# so that the code after the check need not load anything again. The precompiled headers can be
# used, because checks are only for the program's own code.
compile_checked() {
  ends=-fno-sanitize-recover=shift-exponent,integer-divide-by-zero
  eval "run \"\$cxx\" $traced_headers $host_cu -w -fsanitize=$2 $ends" \
    '-iquote "$folder/" "$1" -S -o "$1.all.s"' 2> /dev/null
}

# keep_checks CPP: checks may keep the compiler from moving loads out of a loop, and so change the
# counts. They are used only if the accesses of each basic block are the same without them;
# additional blocks without accesses are allowed. If this is not true with all kinds of checks, each
# kind is tried alone, except in large programs, for which each try takes seconds.
keep_checks() {
  take_checks "$1" && return
  [ "$(wc -l < "$1.s")" -lt 50000 ] || return
  for kind in shift-exponent integer-divide-by-zero bounds; do
    case $checks in
      *,$kind* | *$kind,*) compile_checked "$1" $kind && take_checks "$1" && return ;;
    esac
  done
}

take_checks() {
  grep -Eq '(call|bl).*__ubsan_handle' "$1.all.s" || return 0
  without_steps "$1.all.s" > "$1.checked.s"
  calls_in "$1.s" > "$1.calls"
  calls_in "$1.checked.s" > "$1.checked.calls"
  if ! cmp -s "$1.calls" "$1.checked.calls"; then
    comm -3 "$1.calls" "$1.checked.calls" | without_needless_blocks "$1.checked.s" > "$1.all.s"
    mv "$1.all.s" "$1.checked.s"
    grep __tsan "$1.calls" > "$1.accesses"
    calls_in "$1.checked.s" | grep __tsan | cmp -s "$1.accesses" - || return
  fi
  name_arrays "$1"
}

# Matches a jump instruction of x86-64 or aarch64.
jump_pattern='^\t(j[a-z]+\t|(b|b[.]?[a-z][a-z]|cbn?z|tbn?z)\t.*[.]L[0-9]+$)'

# shift_as_gpu ASSEMBLY: prints the code with other shifts in kernels. They give a GPU's result for
# too many bits; x86 would take the amount modulo 32 or 64. No flags are live across a shift by an
# unknown amount. Only functions in which a thread continues after such a shift are changed. Only
# the lowest byte of an amount is tested.
shift_as_gpu() {
  awk '
    function begin_function(    i) {
      for (i = 1; i <= count; i++) {
        if (goes_on && line[i] ~ /^\t(sa|sh)[lr][bwlq]\t%cl, /) adapt(line[i])
        else print line[i]
      }
      count = goes_on = 0
    }
    function adapt(text,    kind, size, what, far) {
      kind = substr(text, 2, 3)
      size = substr(text, 5, 1)
      what = text
      sub(/^[^,]*, /, "", what)
      far = kind == "sar" ? "sar" size "\t$" top[size] ", " what : "mov" size "\t$0, " what
      number++
      printf "\tcmpb\t$%d, %%cl\n\tjbe\t.Llens_near_%d\n", size == "q" ? 63 : 31, number
      print "\tpushq\t%rax\n\tmovq\tlens_lane_now@gottpoff(%rip), %rax\n\tcmpq\t$0, %fs:(%rax)\n\tpopq\t%rax"
      printf "\tje\t.Llens_near_%d\n\t%s\n\tjmp\t.Llens_far_%d\n", number, far, number
      printf ".Llens_near_%d:\n%s\n.Llens_far_%d:\n", number, text, number
    }
    BEGIN { top["b"] = 7; top["w"] = 15; top["l"] = 31; top["q"] = 63 }
    /^[A-Za-z_][^ \t]*:/ { begin_function() }
    /^\tcall\tlens_shift_begin/ { goes_on = 1 }
    { line[++count] = $0 }
    END { begin_function() }' "$1"
}

# To check a shift or a divisor, the compiler makes two basic blocks: one reports to the runtime,
# the other continues if the value is valid. Neither is a step of the program. So without_steps
# removes the calls that record these blocks, and the calls for the loads of the first block, which
# are only for the message. Host code, in which no lane runs, continues without a report. On x86-64
# a kernel's thread in a standalone program also continues after the report; in labs the launch
# fails, as with other compilers, because the catalogues of mistakes were made that way. The
# instructions are those of x86-64 or aarch64.
without_steps() {
  awk -v jump_pattern="$jump_pattern" -v goes_on="$plain_host" '
    function is_label(i) { return line[i] ~ /^(\.L[0-9]+|\.LBB[0-9]+_[0-9]+):/ }
    function is_jump(i) { return line[i] ~ jump_pattern }
    function ends_block(i) { return i < 1 || i > NR || is_jump(i) || line[i] ~ /^(\tret|\tcall|\tbl\t|[A-Za-z_])/ }
    function name_of(text) { sub(/^\t.*[ \t]/, "", text); sub(/:.*/, "", text); return text }
    function send_host_on(to) {
      if (goes_on == "yes" && !arm && !tests_bit[to_function]) return "\tcall\tlens_shift_begin@PLT\n\tje\t" to
      if (arm)
        return "\tstp\tx0, x1, [sp, -16]!\n\tadrp\tx0, :gottprel:lens_lane_now\n" \
          "\tldr\tx0, [x0, #:gottprel_lo12:lens_lane_now]\n\tmrs\tx1, tpidr_el0\n\tldr\tx0, [x1, x0]\n" \
          "\tcmp\tx0, 0\n\tldp\tx0, x1, [sp], 16\n\tbeq\t" to
      return "\tpushq\t%rax\n\tmovq\tlens_lane_now@gottpoff(%rip), %rax\n\tcmpq\t$0, %fs:(%rax)\n" \
        "\tpopq\t%rax\n\tje\t" to
    }
    function leave_out_steps_of(check,    first, on, i) {
      for (first = check - 1; first > 0 && !is_label(first) && !is_jump(first) && line[first] !~ /^[A-Za-z_]/; first--);
      if (is_label(first)) {
        if (jumps[name_of(line[first])] != 1) return
        on = jump[name_of(line[first])]
        behind[on] = ".Llens_on_" check ":"
      } else {
        on = at[name_of(line[first])]
      }
      if (!on) return
      to_function = of[check]
      if (line[check] ~ /handle_shift/)
        behind[first] = send_host_on(is_label(first) ? ".Llens_on_" check : name_of(line[on]))
      for (i = first; i < check; i++) if (line[i] ~ /^\t(callq?|bl)\t__(tsan|sanitizer)_/) gone[i] = 1
      for (i = on + 1; !ends_block(i); i++);
      if (line[i] ~ /__sanitizer_cov_trace_pc/) gone[i] = 1
    }
    { line[NR] = $0 }
    /^[A-Za-z_][^ \t]*:/ { function_now = $1 }
    /^\tbt[crs]?[lqw]?\t/ { tests_bit[function_now] = 1 }
    /^\tcallq?\t__ubsan_handle_shift/ { of[NR] = function_now }
    is_label(NR) { at[name_of($0)] = NR }
    is_jump(NR) { jump[name_of($0)] = NR; jumps[name_of($0)]++ }
    /^\tbl\t/ { arm = 1 }
    END {
      for (i = 1; i <= NR; i++)
        if (line[i] ~ /^\t(callq?|bl)\t__ubsan_handle_(shift|divrem)/) leave_out_steps_of(i)
      for (i = 1; i <= NR; i++) {
        if (!(i in gone)) print line[i]
        if (i in behind) print behind[i]
      }
    }' "$1"
}

# A check that the compiler found unnecessary may leave extra blocks: a block that only the block
# before it enters, or a block without instructions. These are not steps of the program either.
# without_needless_blocks removes them from the functions that standard input lists.
without_needless_blocks() {
  awk -v jump_pattern="$jump_pattern" '
    function let_go() { printf "%s", held; held = "" }
    FNR == NR { differs[$1] = 1; next }
    held != "" && /^(\.L[0-9]+:|\.LBB[0-9]+_[0-9]+:|\t(jmp|b)\t)/ { sub(/^[^\n]*\n/, "", held); let_go() }
    held != "" && /^(\t[a-z]|[A-Za-z_])/ { let_go() }
    /^[A-Za-z_][^ \t]*:/ { differing = $1 in differs }
    differing && /^\t(callq?|bl)\t__sanitizer_cov_trace_pc/ {
      if (entered && bare) held = $0 "\n"
      else if (entered) print
      entered = 0
      next
    }
    /^(\t[a-z]|[A-Za-z_])/ { bare = 0 }
    /^(\.L[0-9]+:|\.LBB[0-9]+_[0-9]+:|[A-Za-z_])/ || $0 ~ jump_pattern { entered = bare = 1 }
    held != "" { held = held $0 "\n"; next }
    { print }
    END { let_go() }' - "$1"
}

# Prints the calls of the runtime in device functions, and perhaps in some host functions, with
# their lines. There is a line for each basic block, which begins with the name of its function. The
# compiler may reorder functions and blocks, and may number files differently. Functions that launch
# kernels are host functions. A checked divisor is loaded earlier, so the order within a block does
# not matter.
calls_in() {
  awk -v any_order="$checks_divisions" '
    function sort_calls(    i, j, held) {
      for (i = 2; i <= count; i++) {
        held = call[i]
        for (j = i; j > 1 && call[j - 1] > held; j--) call[j] = call[j - 1]
        call[j] = held
      }
    }
    function end_block(    i) {
      if (any_order == "yes") sort_calls()
      for (i = 1; i <= count; i++) block = block " " call[i]
      if (block != "") blocks = blocks caller block "\n"
      block = ""
      count = 0
    }
    function end_function() {
      end_block()
      if (!launches && caller != "main:") printf "%s", blocks
      blocks = ""
      launches = 0
    }
    /^[A-Za-z_][^ \t]*:/ { end_function(); caller = $1 }
    /^\t\.file[ \t]+[0-9]/ { number = $2; $1 = $2 = ""; file[number] = $0; next }
    /^\t\.loc[ \t]/ { place = file[$2] " " $3 }
    /\t(callq?|bl)\tlens_push_launch/ { launches = 1 }
    /\t(callq?|bl)\t__sanitizer_cov_trace_pc/ { end_block(); block = " " }
    /\t(callq?|bl)\t__tsan/ { call[++count] = $2 place }
    END { end_function() }' "$1" | sort
}

# name_arrays CPP: in the data of each check of an index, replaces the file name by the name of the
# array, for runtime/bounds.c. The column in these data is that of the closing bracket of the index,
# or in templates of the opening bracket. There is no name if the indexed object is not an array
# itself, but an element or a member of another variable.
name_arrays() {
  LC_ALL=C awk '
    # Assembly has non-ASCII letters in octal, but line markers contain them directly.
    function file_named(text) {
      gsub(/(\\[0-7][0-7][0-7])+|[^ -~]+/, "?", text)
      return text
    }
    function array_at(line, column,    depth, i, c, end) {
      if (substr(line, column, 1) !~ /[][]/) return ""
      for (i = column; i > 0; i--) {
        c = substr(line, i, 1)
        if (c == "]") depth++
        if (c == "[" && --depth <= 0) break
      }
      line = substr(line, 1, i - 1)
      sub(/[ \t]*$/, "", line)
      if (!match(line, /[A-Za-z_][A-Za-z_0-9]*$/)) return ""
      end = substr(line, RSTART)
      line = substr(line, 1, RSTART - 1)
      sub(/[ \t]*$/, "", line)
      return line ~ /(\.|->)$/ ? "" : end
    }
    FNR == 1 { pass++ }
    pass == 1 && /^#(line)? *[0-9]+ "/ {
      match($0, /[0-9]+/)
      number = substr($0, RSTART, RLENGTH) - 1
      match($0, /".*"/)
      file = file_named(substr($0, RSTART, RLENGTH))
      next
    }
    pass == 1 { text[file, ++number] = $0; next }
    pass == 2 && /^\.LC[0-9]+:/ { label = substr($1, 1, length($1) - 1) }
    pass == 2 && $1 == ".string" { sub(/^[ \t]*\.string[ \t]*/, ""); string[label] = file_named($0) }
    pass == 2 { next }
    /^\.Lubsan_data[0-9]+:/ { data = 1; print; next }
    data == 1 { file = string[$2]; data = 2; next }
    data == 2 { number = $2; data = 3; next }
    data == 3 {
      array = array_at(text[file, number], $2)
      if (array != "") used[array] = 1
      label = array == "" ? "0" : ".Llens_array_" array
      printf "\t.quad\t%s\n\t.long\t%d\n\t.long\t%d\n", label, number, $2
      data = 0
      next
    }
    { print }
    END {
      print "\t.section\t.rodata"
      for (array in used) printf ".Llens_array_%s:\n\t.string\t\"%s\"\n", array, array
    }' "$1" "$1.checked.s" "$1.checked.s" > "$1.s"
}
