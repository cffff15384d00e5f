# hidden.sh: finds accesses that the compiler does not report, or reports wrongly. Sourced by
# lenscc.

# gcc reports the loads and stores of a statement, but not the structure that a call takes by value
# from memory, nor one that a function returns through the pointer it was given. In the assembly, no
# call of the runtime with its address precedes such an access. gcc reports a structure of two
# 8-byte words as one access of 16 bytes, but nvcc makes two accesses, because the structure need
# not be aligned. In this case the assembly has an instruction for unaligned addresses.

# note_hidden ASSEMBLY: prints the code with a call of lens_hidden before each hidden access. An
# access is hidden if its address is not relative to the stack pointer, and no runtime call had this
# address since the last label or call of another function. If a call had the same address, but
# computed in another way, the runtime ignores the call of lens_hidden (runtime/hidden.c).
note_hidden() {
  awk '
    function fresh() { return "v" ++values }
    function wide(reg) { # the name of the 64-bit register
      if (reg ~ /^%r[0-9]+[dwb]$/) return substr(reg, 1, length(reg) - 1)
      if (reg in whole) return whole[reg]
      return reg
    }
    function value_of(reg) {
      if (!(reg in value)) { value[reg] = fresh(); shift[reg] = 0 }
      return value[reg]
    }
    # sets `sum` and `offset`; false if the address cannot be followed
    function read_address(text,    part, n, inner) {
      if (!match(text, /^-?[0-9]*\(/)) return 0
      offset = substr(text, 1, RLENGTH - 1) + 0
      inner = substr(text, RLENGTH + 1)
      sub(/\).*/, "", inner)
      n = split(inner, part, ",")
      base = part[1]
      if (base !~ /^%r/) return 0
      sum = value_of(base)
      offset += shift[base]
      if (n > 1) sum = sum "+" value_of(part[2]) "/" shift[part[2]] "*" (n > 2 ? part[3] : 1)
      return 1
    }
    function forget(reg) { delete value[wide(reg)]; delete shift[wide(reg)] }
    function begin_segment() { told = 0 }
    function after_call(    i) { for (i = 1; i <= 9; i++) forget(lost[i]) }
    function bytes_of(op) {
      if (op ~ /^(movdqu|movdqa|movups|movaps|movupd|movapd|lddqu)$/) return 16
      if (op ~ /^(movsd|movlps|movhps|movlpd|movhpd)$/ || op ~ /^(addsd|subsd|mulsd|divsd|cvtsd2ss)$/) return 8
      if (op ~ /^(movss|movd|addss|subss|mulss|divss|cvtss2sd|cvtsi2sdl|cvtsi2ssl)$/) return 4
      if (op ~ /^mov[sz]b/) return 1
      if (op ~ /^mov[sz]w/) return 2
      if (op == "movslq") return 4
      if (op ~ /^(mov|add|sub|and|or|xor|cmp|test|imul)[bwlq]$/) {
        sub(/^.*(.)$/, "&", op)
        op = substr(op, length(op))
        return op == "b" ? 1 : op == "w" ? 2 : op == "l" ? 4 : 8
      }
      return 0
    }
    function is_told(op, bytes,    i, found) {
      for (i = 1; i <= told; i++) {
        if (told_sum[i] != sum || offset < told_at[i] || offset + bytes > told_at[i] + told_bytes[i]) continue
        found = 1
        if (op ~ /^mov(dqu|ups|upd)$/ && told_bytes[i] == 16 && line[told_line[i]] !~ /volatile/)
          sub(/__tsan_(unaligned_)?/, "lens_pair_", line[told_line[i]])
      }
      return found
    }
    function put(text) { line[++lines] = text }
    function note(kind, bytes, text) {
      put("\tpushq\t%rdi\n\tleaq\t" text ", %rdi\n\tpushq\t$" kind * 256 + bytes)
      put("\tcall\tlens_hidden@PLT\n\tleaq\t8(%rsp), %rsp\n\tpopq\t%rdi")
    }
    function look(    last, mem, op, bytes, at) {
      op = $1
      if (op == "rep" && rest ~ /^movs[bwlq]$/ && !told) {
        bytes = rest == "movsq" ? 8 : rest == "movsl" ? 4 : rest == "movsw" ? 2 : 1
        note(2, bytes, "(%rsi)")
        return
      }
      if (!match(rest, /-?[0-9]*\(%r[a-z0-9,%]*\)/)) return
      at = RSTART
      mem = substr(rest, RSTART, RLENGTH)
      if (mem ~ /%rsp|%rip/ || rest ~ /%[fg]s:/ || (frame_pointer && mem ~ /\(%rbp/) || op ~ /^(lea|nop|prefetch|call|j)/) return
      bytes = bytes_of(op)
      if (!bytes || !read_address(mem) || is_told(op, bytes)) return
      last = at + length(mem) > length(rest)
      if (op ~ /^(cmp|test)/ || !last) note(0, bytes, mem)
      else if (op ~ /^(mov|lddqu)/) note(1, bytes, mem)
      else { note(0, bytes, mem); note(1, bytes, mem) }
    }
    function follow(    n, to, from) {
      n = split(rest, operand, /, /)
      to = operand[n]
      if (to !~ /^%/) return
      if ($1 == "movq" && rest ~ /^%r[a-z0-9]+, %r[a-z0-9]+$/) {
        from = operand[1]
        value[to] = value_of(from)
        shift[to] = shift[from]
      } else if ($1 == "leaq") {
        from = rest
        sub(/, %[a-z0-9]+$/, "", from)
        if (read_address(from)) { value[to] = sum; shift[to] = offset } else forget(to)
      } else if ($1 ~ /^(cmp|test|push)/) {
      } else forget(to)
    }
    BEGIN {
      split("%rax %rcx %rdx %rsi %rdi %r8 %r9 %r10 %r11", lost, " ")
      split("%eax %ebx %ecx %edx %esi %edi %ebp", half, " ")
      for (i in half) { name = half[i]; sub(/e/, "r", name); whole[half[i]] = name }
    }
    /^[A-Za-z_][A-Za-z_0-9.$]*:/ {
      traced = frame_pointer = 0
      ours = $1 ~ /^(_ZNK?9lens_shim|_ZNK?St|_ZSt|lens_)/
      begin_segment()
    }
    /^\.L[0-9]+:/ { begin_segment(); split("", value); split("", shift) }
    !/^\t[a-z]/ { put($0); next }
    { rest = $0; sub(/^\t[a-z0-9]+[ \t]*/, "", rest) }
    $1 == "call" {
      callee = $2
      sub(/@.*/, "", callee)
      if (callee ~ /^__sanitizer_cov/) traced = 1
      if (callee ~ /^__tsan_.*(read|write)/) {
        told_sum[++told] = value_of("%rdi")
        told_at[told] = shift["%rdi"]
        told_line[told] = lines + 1
        told_bytes[told] = callee ~ /range/ ? 65536 : callee
        sub(/.*[a-z]/, "", told_bytes[told])
      } else if (callee !~ /^(__sanitizer|lens_(thread|block|grid)_)/) begin_segment()
      after_call()
      put($0)
      next
    }
    $1 == "movq" && rest == "%rsp, %rbp" { frame_pointer = 1 }
    traced && !ours { look() }
    { follow(); put($0) }
    END { for (i = 1; i <= lines; i++) print line[i] }' "$1"
}
