#!/bin/sh
# test_build.sh: when `lab` configures and builds, and what it reports if that fails.
# shellcheck source-path=SCRIPTDIR source=world.sh
. "$(dirname -- "$0")/world.sh"

test_second_run_builds_nothing() {
  full_machine
  run_lab list
  called 'cmake --build'
  forget_calls
  run_lab list
  not_called cmake
}

test_only_test_builds_the_tests() {
  full_machine
  run_lab list
  called '--target kit'
  forget_calls
  run_lab test
  called 'cmake --build'
  not_called '--target kit'
  forget_calls
  run_lab test
  run_lab list
  not_called 'cmake --build'
  sleep 1
  : >"$top/labs/new.cu"
  run_lab list
  called '--target kit'
  forget_calls
  run_lab test
  called 'cmake --build'
}

test_sanitizers_and_clang_have_builds_of_their_own() {
  full_machine
  run_lab test -L unit
  called '--preset default'
  called "-B $build -G"
  forget_calls
  run_lab test --sanitize -L unit
  called '--preset asan'
  called "-B $build-asan -G"
  called '-DSL_CUDA=OFF'
  called "ctest --test-dir $build-asan"
  called ' -L unit'
  not_called '--sanitize'
  forget_calls
  with SL_BUILD_DIR="$world/elsewhere/of mine" -- test --sanitize
  called "$world/elsewhere/of mine-asan"
  forget_calls
  run_lab test --sanitize
  not_called 'cmake --build'
  run_lab test --clang
  status_is 3
  says '--clang needs clang 14 or newer'
  cp "$world/store/gcc" "$world/store/clang"
  cp "$world/store/gcc" "$world/store/clang++"
  echo 13 >"$world/version.clang"
  install clang clang++
  run_lab test --clang
  status_is 3
  says 'is too old'
  echo 14 >"$world/version.clang"
  forget_calls
  run_lab test --clang
  status_is 0
  called '--preset dev'
  called "-B $build-clang -G"
  called '-DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++'
  forget_calls
  run_lab test --clang --sanitize
  called '--preset asan'
  called "-B $build-asan-clang -G"
  called '-DCMAKE_C_COMPILER=clang '
}

test_options_of_test_are_not_those_of_others() {
  full_machine
  run_lab matrix list --clang --sanitize
  says '<--clang>'
  says '<--sanitize>'
  not_called '--preset asan'
  run_lab test -- --clang
  not_called '--preset dev'
}

# needed_by COMMAND: prints the targets that include everything that the command needs.
needed_by() {
  case $1 in
    test) echo all ;;
    'run 07') echo 'lab-07-new lens-07-new kit all' ;;
    'lens 07') echo 'lens-07-new kit all' ;;
    'explain 07') echo 'lab-07-new lens-07-new kit all' ;;
    list) echo 'kit-core lab-07-new lens-07-new kit all' ;;
    demo | 'run 08' | grade* | docs) echo 'kit all' ;;
  esac
}

# was_built_for COMMAND AFTER: checks that everything that COMMAND needs was built when it ran its
# program.
was_built_for() {
  word=${1%% *}
  for target in $(needed_by "$1"); do
    if grep -qsx "$target" "$world/built.$word"; then return; fi
  done
  fail "$1 ran after $2 without its target: built was $(tr '\n' ' ' <"$world/built.$word")"
}

# on_each_pair MACHINE ORDER COMMAND…: runs each pair of commands in a new world, one after the
# other or at the same time
on_each_pair() {
  machine=$1 order=$2
  shift 2
  for first do
    for second do
      [ "$first" != "$second" ] || continue
      "$machine"
      install doxygen
      mkdir -p "$top/labs/07-new"
      # shellcheck disable=SC2086 # a command and its arguments
      if [ "$order" = together ]; then
        : >"$world/slow"
        (run_lab $first) &
        run_lab $second
        wait $!
      else
        run_lab $first
        run_lab $second
      fi
      was_built_for "$first" "$second ($order)"
      was_built_for "$second" "$first ($order)"
    done
  done
}

nothing_installed() {
  bare_machine
  install apt-get
}

test_each_pair_of_commands() {
  if [ "${SL_LONG_TESTS:-OFF}" = ON ]; then
    on_each_pair full_machine in_order list demo test 'run 07' 'lens 07' 'explain 07' 'grade folder'
    return
  fi
  on_each_pair full_machine in_order demo test 'run 07' 'grade folder'
  for command in list 'lens 07' 'explain 07'; do
    on_each_pair full_machine in_order "$command" test
  done
}
test_each_pair_installs_what_it_needs() {
  on_each_pair nothing_installed in_order demo test 'grade folder'
}
test_each_pair_of_commands_together() {
  command -v flock >/dev/null || return 0
  on_each_pair full_machine together demo test 'run 07'
}
test_two_commands_install_in_turn() {
  command -v flock >/dev/null || return 0
  nothing_installed
  : >"$world/slow"
  (run_lab demo) &
  run_lab test
  wait $!
  was_built_for demo test
  was_built_for test demo
  [ "$(grep -c 'apt-get install.* cmake' "$world/calls")" -eq 1 ] || fail 'installed CMake twice'
}

test_without_a_command_nothing_goes_wrong() {
  full_machine
  run_lab
  status_is 0
  says_nothing_of 'parameter not set'
}

test_a_lab_gets_what_it_needs() {
  full_machine
  mkdir -p "$top/labs/07-new"
  run_lab run 07
  called '--target lab-07-new'
  forget_calls
  run_lab hint 07
  run_lab run 07 --quick
  not_called 'cmake --build'
  run_lab lens 07 -m web:2000
  called '--target lens-07-new'
  forget_calls
  run_lab run 07-new --precision f64
  called '--target kit'
  forget_calls
  run_lab run no-lab
  run_lab lens 07
  not_called 'cmake --build'
}

test_build_builds_ahead() {
  full_machine
  mkdir -p "$top/labs/07-new"
  run_lab build 07
  called '--target lab-07-new'
  says 'built: 07'
  run_lab build
  status_is 0
  called '--target kit'
  says 'built: the whole kit'
}

test_changes_are_built_but_not_configured() {
  full_machine
  run_lab list
  forget_calls
  sleep 1
  : >"$top/labs/new.cu"
  run_lab list
  called 'cmake --build'
  not_called 'cmake --fresh'
  sleep 1
  forget_calls
  rm "$top/labs/new.cu"
  run_lab list
  called 'cmake --build'
}

test_removed_program_is_built_again() {
  full_machine
  run_lab list
  rm "$build/bin/sparselab"
  run_lab list
  status_is 0
}

test_copied_checkout_starts_afresh() {
  full_machine
  run_lab list
  : >"$build/object.o"
  cp -r "$top" "$world/copy"
  forget_calls
  called_as="$world/copy/lab" run_lab list
  status_is 0
  called "-S $world/copy -B $world/copy/build"
  ! [ -e "$world/copy/build/object.o" ] || fail 'kept an object of the other place'
}

test_broken_off_configuring_starts_afresh() {
  full_machine
  : >"$world/broken configure"
  run_lab list
  status_is 3
  says 'CMake Error at line 1'
  rm "$world/broken configure"
  forget_calls
  run_lab list
  status_is 0
  called 'cmake --fresh'
  cuda /usr/local/cuda 12.6 # the source changes, configuring fails, and then the change is undone
  : >"$world/broken configure"
  run_lab list
  status_is 3
  rm -r "$world/system" "$world/broken configure"
  forget_calls
  run_lab list
  status_is 0
  called 'cmake --fresh'
}

test_failed_build_shows_the_error() {
  full_machine
  : >"$world/broken build"
  run_lab list
  status_is 3
  says 'main.c:7:1: error: no such thing'
  says "$build/lab-build.log"
  rm "$world/broken build"
  run_lab list
  status_is 0
}

test_full_disk_is_named() {
  full_machine
  : >"$world/broken build"
  stub df <<'STUB'
printf 'Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda1 100000 99990 '
cat "$world/free"
printf ' 23%% /\n'
STUB
  install df
  printf 10 >"$world/free"
  run_lab list
  status_is 3
  says "the disk of $build is full"
  says_nothing_of 'no such thing'
  printf 99999 >"$world/free"
  run_lab list
  says 'no such thing'
}

test_any_folder_is_built_in() {
  # shellcheck disable=SC2016 # names of folders
  for folder in "it's mine" 'the "kit"' 'a\b$c;d#e<f>`g' 'kit (1)' 'kit [old]*?' 'a&b|c!d%e:f'; do
    full_machine
    mv "$top" "$world/$folder"
    top="$world/$folder" build="$world/$folder/build"
    with HOME="$world/home" -- list
    status_is 0
    called "-S $world/home/.cache/sparselab/"
    [ -x "$build/bin/sparselab" ] || fail "no program in $folder"
    forget_calls
    with HOME="$world/home" -- list
    not_called cmake
    with HOME="$world/home" -- clean
    [ -z "$(ls "$world/home/.cache/sparselab")" ] || fail 'the link is left'
    ! [ -e "$build" ] || fail "something is left in $folder"
    run_lab list
    status_is 2
    says 'rename it, or move Sparselab'
    with 'HOME=/the "home"' -- list
    status_is 2
  done
  full_machine
  with 'SL_BUILD_DIR=/the "build"' -- list
  status_is 2
  says 'choose another one'
}

test_foreign_folder_is_refused() {
  full_machine
  : >"$world/elsewhere/thesis.tex"
  with SL_BUILD_DIR="$world/elsewhere" -- list
  status_is 2
  with SL_BUILD_DIR="$world/elsewhere" -- clean
  status_is 2
  [ -e "$world/elsewhere/thesis.tex" ] || fail 'the thesis is gone'
}

test_unwritable_folder_is_explained() {
  full_machine
  : >"$build"
  run_lab list
  status_is 3
  says 'choose a folder of your own'
  says 'SL_BUILD_DIR='
  rm "$build"
  mkdir -p "$build/lab-build.log"
  run_lab list
  status_is 3
  says "cannot write $build/lab-build.log"
}

test_two_labs_build_once() {
  command -v flock >/dev/null || return 0
  full_machine
  : >"$world/slow"
  run_lab list &
  other=$!
  run_lab list
  wait "$other"
  status_is 0
  [ "$(grep -c 'cmake --build' "$world/calls")" -eq 1 ] || fail 'built twice'
}

test_killed_lab_leaves_no_lock() {
  full_machine
  run_lab list
  : >"$build/lab.lock"
  : >"$top/labs/new.cu"
  run_lab list
  status_is 0
  says_nothing_of waiting
}

test_clean_removes_the_build() {
  full_machine
  run_lab list
  run_lab clean
  status_is 0
  ! [ -e "$build" ] || fail 'something is left'
  run_lab clean
  status_is 0
}

run_tests "$@"
