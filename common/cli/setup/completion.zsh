# shellcheck shell=sh disable=all # zsh
# Completion of ./lab for zsh: eval "$(./lab completion zsh)", after compinit. The program itself
# says what may come next, so nothing here has to follow it. Any command called `lab` gets here:
# only our script, which its second line tells, is asked.
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
