# shellcheck shell=sh disable=all # zsh
# Completion of ./lab for zsh: eval "$(./lab completion zsh)", after compinit. The program itself
# lists what may come next, so this file knows no commands. zsh calls it for any command named `lab`:
# it runs only our script, which it recognises by the second line.
_sparselab_lab() {
  local lab=${~words[1]} second
  [[ $lab == */* ]] || lab=$(whence -p -- $lab) || return 1
  { read -r second && read -r second; } 2>/dev/null <$lab || return 1
  [[ $second == '# lab: the one command of Sparselab.'* ]] || return 1
  local -a offers open
  offers=("${(@f)$($lab complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  open=(${(M)offers:#*:})
  (( ${#open} )) && compadd -S '' -- $open
  offers=(${offers:#*:})
  if (( ${offers[(I)/]} )); then _files; fi
  offers=(${offers:#/})
  (( ${#offers} )) && compadd -- $offers
}
compdef _sparselab_lab lab
