# wrapped.awk: breaks lines that are wider than the terminal at spaces.
#
#   awk -v width=80 -f wrapped.awk
#
# A line continues below the text of its last column: columns are two spaces or more apart. If
# anything is too wide, lines that begin far to the right, like the second line of a description,
# form one paragraph with the line above.

function put(line,    hang, at, rest) {
  # A command that users copy stays on one line, because a line break would split it.
  if (length(line) <= width || line ~ /(apt-get|dnf|zypper|pacman|brew) (install|-S) /) {
    print line
    return
  }
  rest = line
  hang = match(line, /[^ ]/) + 1
  at = 0
  while (match(rest, /[^ ]   *[^ ]/) && at + RSTART + RLENGTH - 2 <= width / 2) {
    at += RSTART + RLENGTH - 2
    rest = substr(line, at + 1)
    hang = at
  }
  if (hang > width / 2) hang = 4
  rest = ""
  while (length(line) > width) {
    for (at = width + 1; at > hang + 1 && substr(line, at, 1) != " "; at--) continue
    if (at == hang + 1) { # the word is wider than any line
      at = index(substr(line, hang + 1), " ")
      if (!at) break
      at += hang
    }
    rest = substr(line, at + 1)
    line = substr(line, 1, at - 1)
    sub(/ +$/, "", line)
    print line
    sub(/^ +/, "", rest)
    line = sprintf("%*s%s", hang, "", rest)
  }
  print line
}

{ lines[NR] = $0; if (length($0) > width) wide = 1 }
END {
  for (i = 1; i <= NR; i++) {
    line = lines[i]
    while (wide && i < NR && line != "" && lines[i + 1] ~ /^ +[^ ]/ &&
           match(lines[i + 1], /[^ ]/) > 20) {
      line = line " " substr(lines[++i], RSTART)
    }
    put(line)
  }
}
