# mistakes.awk: the programs of a file of mistakes, one a line: TASK/NAME/NUMBER and the backends that
# must name it; "varied" behind them where only a token differs from the program before. The format
# of the file is in common/author/entries.h.
function flush(  t, p, v, i, programs) {
  for (t = 1; t <= tasks; t++)
    for (p = v = 1; v <= variants; v++) {
      programs = varied[v] ? varied[v] : apart[v] || !varied[1] ? 1 : varied[1]
      for (i = 1; i <= programs; i++)
        print task[t] "/" name "/" p++ " lens" (lens_only[1] || lens_only[v] ? "" : " gpu") \
          (i > 1 ? " varied" : "")
    }
}
/^ / { next } # goes on with a text
$1 == "mistake" { flush(); name = $2; tasks = variants = 0 }
$1 == "mistake" || $1 == "or" { variants++; varied[variants] = apart[variants] = lens_only[variants] = 0 }
$1 == "tasks" { for (tasks = 0; tasks < NF - 1; tasks++) task[tasks + 1] = $(tasks + 2) }
$1 == "from" || $1 == "file" { apart[variants] = 1 }
$1 == "lens" { lens_only[variants] = 1 }
$1 == "vary" { varied[variants] = split($0, parts, "|") }
END { flush() }
