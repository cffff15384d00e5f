# shellcheck shell=sh disable=SC2154 # root is lab's
# usage.sh: what is wrong with a command line, as far as it can be seen without the program. Sourced
# by `lab`, which asks before it builds: nobody should wait for a build to hear of a typing error.

# The options in the table of common/cli/options.c, a line each: --name, -n or nothing, what it
# takes.
known_options() {
  sed -n 's/^ *{{"\(--[a-z-]*\)", "\([^"]*\)", SL_TAKES_\([A-Z]*\)}.*/\1 \2 \3/p' \
    "$root/common/cli/options.c" 2>/dev/null
}

# What an option takes (NOTHING, FILE, …); nothing if there is no such option.
option_takes() {
  printf '%s\n' "$options" | sed -n "s/^$1 .* \\([A-Z]*\\)\$/\\1/p; s/^[^ ]* $1 //p"
}

is_command() {
  case $1 in gate | fingerprint) [ -f "$root/common/cli/$1.c" ] && return ;; esac
  usage | sed -n 's,^  \./lab \([a-z]*\).*,\1,p' | grep -qxF -e "$1"
}

is_lab() {
  for folder in "$root/labs/$1" "$root/labs/$1"-* "$root/labs"/[0-9]*-"$1"; do
    if [ -n "$1" ] && [ -d "$folder" ]; then return; fi
  done
  return 1
}

# nothing_given COMMAND: what a command wants that has no argument.
nothing_given() {
  case $1 in
    run | watch | lens | explain | quiz | hint | reset | submit)
      echo "which lab? For example: ./lab $1 01"
      ;;
    plot)
      echo 'plot of what? For example: ./lab plot FILE.csv;' \
        './lab run LAB --csv FILE.csv writes one'
      ;;
    matrix)
      echo 'usage: ./lab matrix info MATRIX | make SPEC FILE.mtx |' \
        'convert MATRIX FILE.mtx | fetch NAME | list'
      ;;
    grade) echo 'grade takes the folder with the submissions. For example: ./lab grade submissions' ;;
  esac
}

# option_trouble ARGUMENT…: the first option that does not exist, has no value, or a wrong one.
option_trouble() {
  options=$(known_options)
  [ -n "$options" ] || return 0
  while [ $# -gt 0 ]; do
    word=$1
    shift
    case $word in -*) ;; *) continue ;; esac
    case $word in
      *[!-a-z]*) takes='' ;;
      *) takes=$(option_takes "$word") ;;
    esac
    case $takes in
      '') echo "there is no option $word; ./lab help lists them" && return ;;
      NOTHING) continue ;;
    esac
    [ $# -gt 0 ] || { echo "$word needs a value" && return; }
    case $word:$1 in
      --precision:f32 | --precision:f64 | --backend:gpu | --backend:lens) ;;
      --precision:*) echo "there is no precision \"$1\"; say f32 or f64" && return ;;
      --backend:*) echo "there is no backend \"$1\"; say gpu or lens" && return ;;
      --file:*) [ -f "$1" ] || { echo "there is no file $1" && return; } ;;
    esac
    shift
  done
}

# usage_trouble COMMAND [ARGUMENT]…: a sentence if it is wrong, nothing if it may be right.
usage_trouble() {
  asked=${1-greet}
  case $asked in
    greet | complete | completion | help | --help | -h | version | --version) return ;;
    doctor | clean | test | docs | export | bench | list) return ;;
  esac
  is_command "$asked" || { echo "there is no command \"$asked\"; ./lab help lists them" && return; }
  shift
  [ $# -gt 0 ] || { nothing_given "$asked" && return; }
  case $asked:$1 in
    *:-*) ;;
    lens:*.cu)
      [ -f "$1" ] || echo "there is no file $1"
      return # what comes after it is for the program
      ;;
    build:* | run:* | watch:* | lens:* | explain:* | quiz:* | hint:* | reset:* | submit:* | report:*)
      is_lab "$1" || { echo "there is no lab \"$1\"; ./lab list shows them" && return; }
      ;;
  esac
  case $asked:$1 in
    lens:-*) ;; # perhaps the compiler's options for a program
    run:* | watch:* | lens:* | explain:* | quiz:* | demo:* | report:*) option_trouble "$@" ;;
  esac
}
