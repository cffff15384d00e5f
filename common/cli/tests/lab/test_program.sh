#!/bin/sh
# test_program.sh: how `lab` calls the program and its tests, and the help.
# shellcheck source-path=SCRIPTDIR source=world.sh
. "$(dirname -- "$0")/world.sh"

test_arguments_arrive_as_they_are() {
  full_machine
  run_lab list # builds, and prints that it builds
  (cd "$world/elsewhere" && run_lab plot 'a b' '' "it's" "\"x\" \$HOME *" -- --no-install)
  output_is "$world/elsewhere" '<plot>' '<a b>' '<>' "<it's>" "<\"x\" \$HOME *>" '<-->' '<--no-install>'
}

test_exit_status_is_the_programs() {
  full_machine
  for number in 0 1 2 3 139; do
    echo "$number" >"$world/program status"
    run_lab list
    status_is "$number"
  done
}

test_relative_build_folder_is_the_callers() {
  full_machine
  (cd "$world/elsewhere" && with SL_BUILD_DIR='my build' -- list)
  called "-B $world/elsewhere/my build"
}

test_lab_may_be_a_link() {
  full_machine
  ln -s "../my checkout/lab" "$world/elsewhere/l"
  called_as="$world/elsewhere/l" run_lab list
  status_is 0
  called "-S $top"
}

test_quiet_when_all_is_well() {
  full_machine
  printf '#!/bin/sh\n' >"$world/program"
  chmod +x "$world/program"
  run_lab list
  output_is 'lab: building ... (only once; takes a minute or two)'
  run_lab list
  keeps_quiet
}

test_tests_say_what_was_skipped() {
  full_machine
  cat >"$world/ctest output" <<'TEXT'
1/3 Test #1: unit.one .........................   Passed    0.00 sec
2/3 Test #2: gpu.two ..........................***Skipped   0.00 sec
3/3 Test #3: docs.three .......................***Skipped   0.00 sec
TEXT
  run_lab test -L 'unit or gpu'
  status_is 0
  called '--output-on-failure'
  called '-L unit or gpu'
  says '2 tests were skipped, 1 of them because there is no GPU: no CUDA compiler'
}

test_tests_do_not_depend_on_the_terminal() {
  full_machine
  with COLUMNS=40 -- test
  called 'columns unset'
}

test_failed_tests_are_status_1() {
  full_machine
  echo 8 >"$world/ctest status"
  run_lab test
  status_is 1
}

test_tests_without_cmocka_are_no_success() {
  full_machine
  printf 'has_stdlib\nhas_archive\n' >"$world/headers"
  run_lab test --no-install
  status_is 3
  called ctest
  says 'cmocka is missing'
}

test_doctor_tells_and_changes_nothing() {
  full_machine
  run_lab doctor
  status_is 0
  says 'yes  CMake'
  says 'yes  gnuplot         for the plots of ./lab demo, ./lab plot and ./lab grade'
  says 'NO   Doxygen'
  says 'NO   bubblewrap'
  says 'apt-get install -y --no-install-recommends bubblewrap similarity-tester doxygen'
  rm "$world/bin/cmake"
  run_lab doctor
  status_is 3
  says 'NO   CMake'
  ! [ -e "$build" ] || fail 'made a build folder'
  not_called apt-get
}

test_doctor_says_what_would_help() {
  full_machine
  rm "$world/bin/gcc"
  echo 3.22.1 >"$world/version.cmake"
  printf '#!/bin/sh\necho "No devices were found"\nexit 6\n' >"$world/bin/nvidia-smi"
  chmod +x "$world/bin/nvidia-smi"
  with SL_CUDA=OFF -- doctor
  status_is 3
  says '?    libarchive      only a C compiler can tell'
  says "3.25 or newer is needed: python3 -m pip install --user 'cmake>=3.25'"
  says 'lists no GPU (No devices were found); if there is a GPU, install'
  says 'SL_CUDA=OFF leaves the GPU out; remove it from the environment to let lab search for CUDA'
}

test_docs_need_doxygen() {
  full_machine
  run_lab docs --no-install
  status_is 3
  says 'install -y --no-install-recommends doxygen'
  says 'Doxygen is missing: ./lab docs cannot build the site'
  not_called apt-get
  run_lab docs # as README.md says, lab installs what it can
  status_is 0
  called 'apt-get install -y --no-install-recommends doxygen'
}

test_docs_say_where_the_site_begins() {
  full_machine
  install doxygen
  run_lab docs
  status_is 0
  called '--target docs'
  says 'docs/html/index.html'
  says_nothing_of 'CMake Error'
}

test_docs_without_their_theme_say_so() {
  full_machine
  install doxygen
  with SL_PREFIXES=/nowhere -- docs
  status_is 0
  says 'doxygen-awesome-css is not installed: the site of ./lab docs looks plain'
}

test_lab_alone_greets_and_builds_nothing() {
  bare_machine
  run_lab
  status_is 0
  says 'Nothing is built yet'
  says './lab help lists all commands'
}

test_lines_are_broken_at_spaces() {
  full_machine
  : >"$top/CMakeLists.txt"
  for tool in awk stty; do ln -s "$(command -v $tool)" "$world/bin/$tool"; done
  for command in help doctor nonesuch greet; do
    for columns in 40 60 80; do
      with COLUMNS=$columns NO_COLOR=1 -- "$command"
      # Checks the width of lines, without long words and commands that users copy, which are not
      # broken.
      sed '/apt-get/d; s/[^ ]*[/|][^ ]*//g' "$world/output" >"$world/words"
      if grep -q ".\{$((columns + 1))\}" "$world/words"; then fail "$command is wider than $columns"; fi
      with -- "$command" # the same words must appear, in longer lines
      tr -s ' \n' '\n' <"$world/output" >"$world/whole"
      with COLUMNS=$columns -- "$command"
      tr -s ' \n' '\n' <"$world/output" | cmp -s - "$world/whole" || fail "$command lost words"
    done
  done
}

# In a checkout without a build, errors in the command line are reported before anything is built,
# if possible.
test_wrong_command_lines_build_nothing() {
  full_machine
  mkdir -p "$top/labs/07-new"
  cp "$(dirname "$lab")/common/cli/options.c" "$top/common/cli/"
  while IFS='|' read -r arguments words; do
    # shellcheck disable=SC2086 # words of a command line
    run_lab $arguments
    status_is 2
    says "lab: $words"
    not_called cmake
  done <<'LINES'
run|the lab is missing. For example: ./lab run 01
quiz|the lab is missing. For example: ./lab quiz 01
lens|the lab is missing
hint|the lab is missing
submit|the lab is missing
reset|the lab is missing
explain|the lab is missing
watch|the lab is missing
plot|the CSV file is missing
matrix|usage: ./lab matrix
grade|grade takes the folder
frob|there is no command "frob"
run 99|there is no lab "99"
quiz 08 --review|there is no lab "08"
build 08|there is no lab "08"
lens none.cu|there is no file none.cu
run 07 --quik|there is no option --quik
quiz 07 --section|--section needs a value
run 07 -m|-m needs a value
explain 07 --html x|./lab explain has no option --html
watch 07 --solution|./lab watch has no option --solution
run 07 08|only one lab at a time: 07 or 08?
quiz 07 kernel|only one lab at a time: 07 or kernel?
run --precision f16 07|there is no precision "f16"
demo --backend cpu|there is no backend "cpu"
run 07 --file none.cu|there is no file none.cu
LINES
  for arguments in 'run 07 --quick -m -3' 'run new kernel -m hpcg:10 --csv f' 'quiz 07-new --review' \
    'demo' 'explain 07 --solution' 'lens 07 --html x --warp 0:1' 'report -m hpcg:4'; do
    forget_calls
    rm -rf "$build"
    # shellcheck disable=SC2086 # words of a command line
    run_lab $arguments
    status_is 0
    called 'cmake --build'
  done
}

test_help_needs_nothing() {
  bare_machine
  for word in help --help -h; do
    run_lab "$word"
    status_is 0
    says './lab demo'
  done
}

test_completion_needs_nothing() {
  bare_machine
  for shell in bash zsh; do
    run_lab completion $shell
    status_is 0
    says '_sparselab_lab'
  done
  run_lab completion fish
  status_is 2
  says 'the shell is missing, bash or zsh'
  run_lab complete watc
  output_is watch
}

run_tests "$@"
