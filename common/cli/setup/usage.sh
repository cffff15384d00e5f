# shellcheck shell=sh disable=SC2154 # root is lab's
# usage.sh: finds errors in a command line, as far as this is possible without the program. Sourced
# by `lab` before it builds, because no one should wait for a build before a typing error is
# reported.

# known_options: prints the options in the table of common/cli/options.c, one per line: --name, -n
# or -, what value it takes, and the commands that have it.
known_options() {
  sed -n -e 's/^ *{{"\(--[a-z-]*\)", "\([^"]*\)", SL_TAKES_\([A-Z]*\)}, \([^,]*\),.*/\1 \2- \3 \4/p' \
    "$root/common/cli/options.c" 2>/dev/null | sed -e 's/ \(-[a-z]\)- / \1 /'
}

# option_row WORD: prints the line of an option; nothing if there is no such option.
option_row() {
  printf '%s\n' "$options" | while read -r name short takes commands; do
    if [ "$1" = "$name" ] || [ "$1" = "$short" ]; then echo "$takes $commands"; fi
  done
}

# has_option COMMAND COMMANDS: whether the table's entry (RUN | LENS, JUDGING, JUDGING & ~WATCH)
# includes the command.
has_option() {
  upper=$(printf '%s' "$1" | tr '[:lower:]' '[:upper:]')
  case " $2 " in
    *" ~$upper "*) false ;;
    *" JUDGING "* | *" $upper "*) ;;
    *) false ;;
  esac
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

# nothing_given COMMAND: prints what is missing if the command has no argument.
nothing_given() {
  case $1 in
    run | watch | lens | explain | quiz | hint | reset | submit)
      echo "the lab is missing. For example: ./lab $1 01"
      ;;
    plot)
      echo 'the CSV file is missing. For example: ./lab plot FILE.csv;' \
        './lab run LAB --csv FILE.csv writes one'
      ;;
    matrix)
      echo 'usage: ./lab matrix info MATRIX | make SPEC FILE.mtx |' \
        'convert MATRIX FILE.mtx | fetch NAME | list'
      ;;
    grade) echo 'grade takes the folder with the submissions. For example: ./lab grade submissions' ;;
  esac
}

# option_trouble COMMAND ARGUMENT…: reports the first option that the command does not have, that
# lacks a value, or that has a wrong value. Also reports a second lab.
option_trouble() {
  options=$(known_options)
  [ -n "$options" ] || return 0
  for_command=$1 first=''
  shift
  while [ $# -gt 0 ]; do
    word=$1
    shift
    case $word in
      -*) ;;
      *)
        case $for_command:$first:$word in
          *::*) first=$word ;;
          run:*:[a-zA-Z]* | lens:*:[a-zA-Z]* | explain:*:[a-zA-Z]*) ;; # a task
          *) echo "only one lab at a time: $first or $word? (to give a matrix, use -m)" && return ;;
        esac
        continue
        ;;
    esac
    row=$(option_row "$word")
    if [ -z "$row" ]; then
      echo "there is no option $word; ./lab help lists all options"
      return
    fi
    if ! has_option "$for_command" "${row#* }"; then
      echo "./lab $for_command has no option $word; ./lab help lists what each command has"
      return
    fi
    case $row in NOTHING\ *) continue ;; esac
    [ $# -gt 0 ] || { echo "$word needs a value" && return; }
    case $word:$1 in
      --precision:* | --backend:*) # the value must be a word of that table's file
        grep -qF "\"$1\"" "$root/common/cli/options.c" || {
          echo "there is no ${word#--} \"$1\"; ./lab help lists the possible values"
          return
        }
        ;;
      --file:*) [ -f "$1" ] || { echo "there is no file $1" && return; } ;;
    esac
    shift
  done
}

# usage_trouble COMMAND [ARGUMENT]…: prints a sentence if the command line is wrong, and nothing if
# it may be right.
usage_trouble() {
  asked=${1-greet}
  case $asked in
    greet | complete | completion | help | --help | -h | version | --version) return ;;
    doctor | clean | test | docs | export | bench | list) return ;;
  esac
  is_command "$asked" || { echo "there is no command \"$asked\"; ./lab help lists all commands" && return; }
  shift
  [ $# -gt 0 ] || { nothing_given "$asked" && return; }
  case $asked:$1 in
    *:-*) ;;
    lens:*.cu)
      [ -f "$1" ] || echo "there is no file $1"
      return # the program gets all further arguments
      ;;
    build:* | run:* | watch:* | lens:* | explain:* | quiz:* | hint:* | reset:* | submit:* | report:*)
      is_lab "$1" || { echo "there is no lab \"$1\"; ./lab list shows all labs" && return; }
      ;;
  esac
  case $asked:$1 in
    lens:-*) ;; # for a program, these may be options of the compiler
    run:* | watch:* | lens:* | explain:* | quiz:* | demo:* | report:*)
      option_trouble "$asked" "$@"
      ;;
  esac
}
