# mistakes.awk: the programs of a file of mistakes, one a line: TASK/NAME/NUMBER and the backends that
# must name it. The format of the file is in common/author/entries.h.
function flush(  t, p, v, programs) {
  for (v = 1; v <= variants; v++)
    programs += varied[v] ? varied[v] : apart[v] || !varied[1] ? 1 : varied[1]
  for (t = 1; t <= tasks; t++)
    for (p = 1; p <= programs; p++)
      print task[t] "/" name "/" p " lens" (lens_only ? "" : " gpu")
}
/^ / { next } # goes on with a text
$1 == "mistake" { flush(); name = $2; tasks = lens_only = variants = 0 }
$1 == "mistake" || $1 == "or" { variants++; varied[variants] = apart[variants] = 0 }
$1 == "tasks" { for (tasks = 0; tasks < NF - 1; tasks++) task[tasks + 1] = $(tasks + 2) }
$1 == "from" || $1 == "file" { apart[variants] = 1 }
$1 == "lens" { lens_only = 1 }
$1 == "vary" { varied[variants] = split($0, parts, "|") }
END { flush() }
