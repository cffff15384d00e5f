# shellcheck shell=bash disable=SC2207 # candidates hold no spaces, files are handled apart
# Completion of ./lab for bash: eval "$(./lab completion bash)". The program itself says what may
# come next, so nothing here has to follow it. Any command called `lab` gets here: only our script,
# which its second line tells, is asked.
_sparselab_lab() {
  local lab=$1 second words=() word offers
  lab=${lab/#\~/$HOME}
  [[ $lab == */* ]] || lab=$(type -P "$lab") || return
  { read -r _ && read -r second; } 2>/dev/null <"$lab" || return
  [[ $second == '# lab: the one command of Sparselab.'* ]] || return
  # bash takes hpcg:10 for three words.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ ${#words[@]} -gt 0 && ($word == : || ${words[-1]} == *:) ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
  done
  offers=$("$lab" complete "${words[@]}" 2>/dev/null)
  COMPREPLY=($(grep -vx / <<<"$offers"))
  if [[ $'\n'$offers$'\n' == *$'\n/\n'* ]]; then
    local file
    # Where all are files, bash marks folders; else it would quote the colon of hpcg: as well.
    [[ ${#COMPREPLY[@]} -gt 0 ]] || compopt -o filenames
    while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "${words[-1]}")
  fi
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]]; then compopt -o nospace; fi
}
complete -F _sparselab_lab lab
