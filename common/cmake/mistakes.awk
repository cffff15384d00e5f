# mistakes.awk: the programs of a file of mistakes, one a line: TASK/NAME/NUMBER and the backends that
# must name it. The format of the file is in common/author/entries.h.
function flush(  t, p, v, programs) {
  for (t = 1; t <= tasks; t++)
    for (p = v = 1; v <= variants; v++)
      for (programs = varied[v] ? varied[v] : apart[v] || !varied[1] ? 1 : varied[1]; programs-- > 0;)
        print task[t] "/" name "/" p++ " lens" (lens_only[1] || lens_only[v] ? "" : " gpu")
}
/^ / { next } # goes on with a text
$1 == "mistake" { flush(); name = $2; tasks = variants = 0 }
$1 == "mistake" || $1 == "or" { variants++; varied[variants] = apart[variants] = lens_only[variants] = 0 }
$1 == "tasks" { for (tasks = 0; tasks < NF - 1; tasks++) task[tasks + 1] = $(tasks + 2) }
$1 == "from" || $1 == "file" { apart[variants] = 1 }
$1 == "lens" { lens_only[variants] = 1 }
$1 == "vary" { varied[variants] = split($0, parts, "|") }
END { flush() }
