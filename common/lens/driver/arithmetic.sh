# arithmetic.sh: counts the arithmetic instructions that each basic block would need on a GPU.
# Sourced by lenscc.

# count_arithmetic ASSEMBLY: prints the code with a no-op after each call at the beginning of a
# basic block. The constant of the no-op is the number of instructions that nvcc would generate for
# the block's arithmetic: the lower half counts instructions of the usual units, the upper half
# those of the unit for doubles. The runtime reads this constant (runtime/issue.c). An addition and
# a multiplication count as one fused instruction. Integers are not counted, because host code
# computes addresses differently.
#
# For divisions, roots and functions, the number is that of the short path in nvcc 13's code for
# sm_90, counted in its listing (cuobjdump -sass).
count_arithmetic() {
  awk '
    function set(names, single, double,    i, n, name) {
      n = split(names, name, " ")
      for (i = 1; i <= n; i++) { singles[name[i]] = single; doubles[name[i]] = double }
    }
    BEGIN {
      set("divss sqrtss", 13, 0)
      set("divsd", 9, 9)
      set("sqrtsd", 13, 9)
      set("idivl divl", 22, 0)
      set("idivq divq", 32, 0)
      set("expf exp2f exp10f", 9, 0)
      set("logf log2f log10f log1pf expm1f", 28, 0)
      set("sinf cosf sincosf", 35, 0)
      set("tanf", 40, 0)
      set("powf", 95, 0)
      set("tanhf cbrtf", 17, 0)
      set("sinhf coshf asinf acosf atanf erff", 30, 0)
      set("atan2f", 51, 0)
      set("fmodf", 74, 0)
      set("hypotf", 29, 0)
      set("exp exp2 exp10", 42, 19)
      set("log log2 log10 log1p expm1", 53, 31)
      set("sin cos sincos", 35, 18)
      set("tan atan asin acos", 50, 30)
      set("pow", 59, 15)
      set("tanh sinh cosh atan2", 67, 35)
      set("cbrt hypot", 30, 14)
      set("fmod", 245, 10)
      set("erf erfc", 80, 43)
    }
    function most(a, b) { return a > b ? a : b }
    function put_count(    single, double) {
      single = most(added["s"], multiplied["s"]) + others
      double = most(added["d"], multiplied["d"]) + double_others
      if (begin && single + double > 0) {
        if (single > 32767) single = 32767
        if (double > 32767) double = 32767
        line[begin] = line[begin] "\n\t.byte\t15, 31, 128\n\t.long\t" single + 65536 * double
      }
      begin = added["s"] = added["d"] = multiplied["s"] = multiplied["d"] = others = double_others = 0
    }
    function count_one(op, target,    type, times) {
      sub(/^v/, "", op)
      if (op == "call") {
        sub(/@PLT$/, "", target)
        op = target
      }
      if (op in singles) { others += singles[op]; double_others += doubles[op]; return }
      type = substr(op, length(op))
      times = substr(op, length(op) - 1, 1) == "p" ? (type == "s" ? 4 : 2) : 1
      if (op ~ /^(add|sub)[sp][sd]$/) added[type] += times
      else if (op ~ /^mul[sp][sd]$/) multiplied[type] += times
      else if (op ~ /^(div|sqrt)ps$/) others += 13 * times
      else if (op ~ /^(div|sqrt)pd$/) { others += 9 * times; double_others += 9 * times }
      else if (op ~ /^(max|min|cmp[a-z]*|u?comi)s?s$/ || op ~ /^cvt/) others++
      else if (op ~ /^(max|min|cmp[a-z]*|u?comi)s?d$/) double_others++
    }
    { line[NR] = $0 }
    /^\t[a-z]/ {
      if ($1 == "call" && $2 ~ /^__sanitizer_cov_trace_pc(@PLT)?$/) { put_count(); begin = NR }
      else if ($1 == ".cfi_endproc") put_count()
      else count_one($1, $2)
    }
    END { put_count(); for (i = 1; i <= NR; i++) print line[i] }' "$1"
}
