# mistakes.awk: lists the programs of a file of mistakes, one per line: TASK/NAME/NUMBER and the
# backends that must name it, then "varied" if it differs from the previous program only in a token.
# The format of the file is in common/author/entries.h.
function flush(  v, t, i, n, tasks, task, programs, number, known, order, names) {
  for (v = 1; v <= variants; v++) { # collects the tasks of all programs, in the order of the file
    if (tasks_of[v] == "") tasks_of[v] = v == 1 ? tasks_of[0] : tasks_of[1]
    n = split(tasks_of[v], task, " ")
    for (t = 1; t <= n; t++) if (!(task[t] in known)) { known[task[t]]; names[++order] = task[t] }
  }
  for (t = 1; t <= order; t++)
    for (v = number = 1; v <= variants; v++) {
      if (!index(" " tasks_of[v] " ", " " names[t] " ")) continue
      programs = varied[v] ? varied[v] : apart[v] || !varied[1] ? 1 : varied[1]
      for (i = 1; i <= programs; i++)
        print names[t] "/" name "/" number++ " lens" (lens_only[1] || lens_only[v] ? "" : " gpu") \
          (i > 1 ? " varied" : "")
    }
  variants = 0
}
function begin(v) { tasks_of[v] = ""; varied[v] = apart[v] = lens_only[v] = 0 }
$1 == "section" { flush(); begin(0); next }
$1 == "mistake" { flush(); name = $2; begin(variants = 1); next }
$1 == "or" { begin(++variants); sub(/^or */, "") }
$1 == "tasks" { sub(/^tasks +/, ""); tasks_of[variants] = $0 }
$1 == "from" || $1 == "file" { apart[variants] = 1 }
$1 == "lens" { lens_only[variants] = 1 }
$1 == "vary" { varied[variants] = split($0, parts, "|") }
END { flush() }
