# contents.awk: reads docs/site/contents.txt, for the other scripts of this folder (awk -f
# contents.awk -f …). `there` lists the files of contents.txt that exist, separated by blanks.

function trimmed(text) {
  gsub(/^ +| +$/, "", text)
  return text
}

function read_contents(path, there,    line, field, i, parts, count) {
  count = split(there, parts, " ")
  for (i = 1; i <= count; i++) exists[parts[i]] = 1
  while ((getline line < path) > 0) {
    if (line ~ /^#/ || split(line, field, "|") != 4) continue
    for (i = 1; i <= 4; i++) field[i] = trimmed(field[i])
    if (!(field[3] in exists)) continue
    pages++
    group[pages] = field[1]
    name[pages] = field[2]
    file[pages] = field[3]
    own_title[pages] = sub(/^=/, "", field[4]) == 0
    title[pages] = field[4]
    number_of[field[3]] = pages
  }
  close(path)
}
