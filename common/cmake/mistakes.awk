# mistakes.awk: the programs of a file of mistakes, one a line: TASK/NAME/NUMBER and the backends that
# must name it. The format of the file is in common/author/entries.h.
function flush(  t, p) {
  for (t = 1; t <= tasks; t++)
    for (p = 1; p <= programs * varied; p++)
      print task[t] "/" name "/" p " lens" (lens_only ? "" : " gpu")
}
$1 == "mistake" { flush(); name = $2; tasks = lens_only = 0; programs = varied = 1 }
$1 == "tasks" { for (tasks = 0; tasks < NF - 1; tasks++) task[tasks + 1] = $(tasks + 2) }
$1 == "or" { programs++ }
$1 == "lens" { lens_only = 1 }
$1 == "vary" { varied = split($0, parts, "|") }
END { flush() }
