#!/bin/sh
# test_packages.sh: what `lab` installs, asks for, and refuses: packages, tools, compilers.
# shellcheck source-path=SCRIPTDIR source=world.sh
. "$(dirname -- "$0")/world.sh"

test_bare_machine_gets_what_the_command_needs() {
  bare_machine
  install apt-get
  run_lab list
  status_is 0
  called 'apt-get install -y --no-install-recommends gcc libc6-dev g++ cmake make libarchive-dev as 0, noninteractive'
  not_called 'apt-get update'
  forget_calls
  run_lab test
  status_is 0
  called 'apt-get install -y --no-install-recommends libjansson-dev libcmocka-dev as 0'
  called 'cmake --fresh'
}

test_only_what_is_missing_is_installed() {
  full_machine
  rm "$world/bin/g++" "$world/bin/make"
  run_lab demo
  status_is 0
  says 'missing here: a C++ compiler, make or ninja'
  called 'recommends g++ make as'
}

test_demo_brings_what_draws_its_plot() {
  full_machine
  rm "$world/bin/gnuplot"
  run_lab list
  not_called apt-get
  run_lab demo
  status_is 0
  called 'apt-get install -y --no-install-recommends gnuplot-nox as 0'
  forget_calls
  run_lab demo
  not_called apt-get
  rm "$world/bin/gnuplot"
  run_lab demo --no-install
  status_is 0
  says 'to install: apt-get update && apt-get install -y --no-install-recommends gnuplot-nox'
  says 'without gnuplot: ./lab demo prints only its table'
  says '<demo>'
}

test_grade_brings_what_it_needs() {
  full_machine
  printf 'has_stdlib\nhas_archive\n' >"$world/headers"
  rm "$world/bin/gnuplot"
  run_lab list
  not_called apt-get
  run_lab grade there
  status_is 0
  called 'apt-get install -y --no-install-recommends libjansson-dev gnuplot-nox as 0'
  called 'cmake --fresh'
  printf 'has_stdlib\nhas_archive\n' >"$world/headers"
  run_lab grade there --no-install
  status_is 0
  says 'without jansson: ./lab grade does not work'
}

test_compiler_without_headers_counts_as_missing() {
  full_machine
  : >"$world/headers"
  run_lab demo --no-install
  status_is 3
  says 'gcc is installed, but not the C library'
}

test_lists_are_fetched_only_when_needed() {
  bare_machine
  install apt-get
  : >"$world/no lists"
  run_lab list
  status_is 0
  called 'apt-get update'
}

test_no_install_tells_and_stops() {
  for arguments in '--no-install list' 'list --no-install'; do
    bare_machine
    install apt-get
    # shellcheck disable=SC2086 # two words
    run_lab $arguments
    status_is 3
    says 'to install: apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev g++ cmake make libarchive-dev'
    not_called apt-get
  done
  with SL_NO_INSTALL=1 -- demo
  status_is 3
  not_called apt-get
}

test_no_install_goes_on_without_the_optional() {
  full_machine
  echo has_stdlib >"$world/headers"
  run_lab demo --no-install
  status_is 0
  says 'apt-get install -y --no-install-recommends libarchive-dev'
  says 'without libarchive: compressed matrices'
  says '<demo>'
  says_nothing_of '<--no-install>'
  not_called apt-get
}

test_others_install_through_sudo_without_waiting() {
  bare_machine
  install apt-get sudo
  with FAKE_UID=1000 -- list
  status_is 0
  called 'sudo -n env DEBIAN_FRONTEND=noninteractive apt-get'
  called 'libarchive-dev as 0, noninteractive'
}

test_refused_sudo_prints_the_line() {
  bare_machine
  install apt-get sudo
  : >"$world/no sudo"
  with FAKE_UID=1000 -- list
  status_is 3
  says 'sudo apt-get update && sudo apt-get install -y --no-install-recommends gcc'
  not_called 'apt-get install'
}

test_failing_apt_stops_only_when_it_must() {
  full_machine
  : >"$world/no network"
  echo has_stdlib >"$world/headers"
  run_lab demo
  status_is 0
  says 'E: cannot'
  says 'without libarchive'
  says '<demo>'
  forget_calls
  run_lab list # the build is current, so lab does not try the network again
  status_is 0
  not_called apt-get
  rm "$world/bin/g++"
  run_lab demo
  status_is 3
  says 'cannot build without a C++ compiler'
}

test_other_systems_are_told_and_left_alone() {
  while read -r manager line; do
    bare_machine
    if [ "$manager" != none ]; then install "$manager"; fi
    run_lab test
    status_is 3
    says "$line"
    not_called "$manager"
  done <<'LINES'
dnf dnf install gcc gcc-c++ cmake make libarchive-devel jansson-devel libcmocka-devel
zypper zypper install gcc gcc-c++ cmake make libarchive-devel libjansson-devel libcmocka-devel
pacman pacman -S --needed gcc cmake make libarchive jansson cmocka
brew brew install gcc cmake make libarchive jansson cmocka
none gcc g++ cmake make libarchive jansson cmocka
LINES
}

test_too_old_tools_are_named() {
  full_machine
  echo 3.22.1 >"$world/version.cmake"
  run_lab list
  status_is 3
  says 'cmake 3.22.1'
  says 'is too old, 3.25 or newer is needed'
  not_called apt-get
  full_machine
  echo 10 >"$world/version.gcc"
  run_lab list
  status_is 3
  says 'gcc 10'
  not_called apt-get
  install gcc-12 g++-12
  run_lab list
  status_is 0
  called '-DCMAKE_C_COMPILER=gcc-12 -DCMAKE_CXX_COMPILER=g++-12'
}

test_chosen_compilers_are_left_to_cmake() {
  full_machine
  with CC='gcc -m64' CXX=g++ -- list
  status_is 0
  not_called CMAKE_C_COMPILER
  with CC=nonesuch -- list
  status_is 3
  says 'CC=nonesuch is not a command here'
}

run_tests "$@"
