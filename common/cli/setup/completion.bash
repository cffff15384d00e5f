# shellcheck shell=bash disable=SC2207 # candidates contain no spaces, and files are handled apart
# Completion of ./lab for bash: eval "$(./lab completion bash)". The program itself lists what may
# come next, so this file knows no commands. bash calls it for any command named `lab`: it runs only
# our script, which it recognises by the second line.
_sparselab_lab() {
  local lab=$1 second words=() word offers
  lab=${lab/#\~/$HOME}
  [[ $lab == */* ]] || lab=$(type -P "$lab") || return
  { read -r _ && read -r second; } 2>/dev/null <"$lab" || return
  [[ $second == '# lab: the one command of Sparselab.'* ]] || return
  # bash splits words at colons: hpcg:10 becomes three words.
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
    # If all candidates are files, bash may mark folders. Otherwise it must not, because it would
    # also quote the colon of hpcg:.
    [[ ${#COMPREPLY[@]} -gt 0 ]] || compopt -o filenames
    while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "${words[-1]}")
  fi
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]]; then compopt -o nospace; fi
}
complete -F _sparselab_lab lab
