# shellcheck shell=sh
# build.sh: configures and builds what has changed, without output; only one `lab` process at a time
# may do this in a folder. Sourced by `lab`.

# Whether lab, or CMake for Sparselab, filled this folder. Other folders are never written or
# emptied.
build_is_ours() {
  [ -e "$log" ] || grep -qs '^CMAKE_PROJECT_NAME:STATIC=sparselab$' "$build/CMakeCache.txt"
}

check_build_name() {
  suits_tools "$build" || die "$BAD_USAGE" "the folder $build has a character in its name that the tools" \
    "of the build cannot take: choose another one, SL_BUILD_DIR=FOLDER $0"
}

# Creates the build folder, or reports why it cannot be used.
open_build_folder() {
  check_build_name
  if ! mkdir -p "$build" 2>/dev/null || ! [ -w "$build" ]; then
    die "$MISSING" "cannot write to $build: choose a folder of your own to build in," \
      "for example: SL_BUILD_DIR=~/sparselab-build $0"
  fi
  if [ -n "$(ls -A "$build")" ] && ! build_is_ours; then
    die "$BAD_USAGE" "$build contains files that lab did not create; empty it, or build elsewhere:" \
      "SL_BUILD_DIR=FOLDER $0"
  fi
  find_build # the folder exists now, so its path without symbolic links is known
  check_writable "$log"
}

# Uses `true`, because a redirection that fails in a special builtin such as : or exec ends the
# shell.
check_writable() {
  true 2>/dev/null >>"$1" || die "$MISSING" "cannot write $1: if it" \
    "belongs to someone else or its disk is read-only, build elsewhere: SL_BUILD_DIR=FOLDER $0 $command"
}

# Only one lab process at a time installs packages and builds in a folder. The kernel releases the
# lock when the last process that holds it ends, so a killed process leaves no stale lock. cmake
# inherits the lock, so a build that outlives its lab process keeps others out. Without flock, or on
# a disk without locks, there is no lock. After a wait the machine is surveyed again, because the
# other process may have installed packages.
lock_build() {
  command -v flock >/dev/null 2>&1 || return 0
  check_writable "$build/lab.lock"
  exec 9>>"$build/lab.lock"
  flock -n 9
  [ $? -eq 1 ] || return 0
  say "another lab is building in $build; waiting for it"
  flock -w 1800 9 || die "$MISSING" "the other lab is still building after 30 minutes; stop it first"
  survey
}

unlock_build() {
  command -v flock >/dev/null 2>&1 || return 0
  flock -u 9
  exec 9>&-
}

# The path of the first source changed since the last build, if any. Folders count as well, because
# their time changes when a file is added or removed. Hidden folders (.git, those of editors) and
# build folders do not count.
changed_source() {
  (
    cd "$root" || exit
    find . -name '.?*' -prune -o -path "./${build#"$root"/}" -prune -o -path ./build -prune \
      -o -path './build-*' -prune -o -path . -o -newer "$(stamp)" -print
  ) | head -n 1
}

# what_to_build COMMAND [WORD]…: prints the CMake target that the command needs. The tests take
# longer to build than everything else, so only `lab test` builds them. If the command names one
# lab, only that lab is built.
what_to_build() {
  case ${1-} in
    test) echo all ;;
    run | watch | explain | quiz | report | lens | build)
      case " $* " in *f64*) echo kit && return ;; esac
      part=lab
      if [ "$1" = lens ]; then part=lens; fi
      for folder in "$root/labs/${2:-none}" "$root/labs/${2:-none}"-*; do
        [ ! -d "$folder" ] || { echo "$part-${folder##*/}" && return; }
      done
      echo kit
      ;;
    demo | grade | bench | export | docs | fingerprint) echo kit ;;
    *) echo kit-core ;; # little, so that an unknown command is reported at once
  esac
}

# The newest stamp of a target that includes everything the command needs; empty if there is none. A
# build leaves one stamp per target. all includes kit, kit includes every other target, and every
# target includes kit-core.
stamp() {
  case $target in
    all) set -- ;;
    kit) set -- "$build/lab-stamp-kit" ;;
    kit-core) set -- "$build"/lab-stamp-* ;;
    lab-*) set -- "$build/lab-stamp-$target" "$build/lab-stamp-lens-${target#lab-}" "$build/lab-stamp-kit" ;;
    *) set -- "$build/lab-stamp-$target" "$build/lab-stamp-kit" ;;
  esac
  # shellcheck disable=SC2012 # our own names
  ls -t "$@" "$build/lab-stamp-all" 2>/dev/null | head -n 1
}

# is_current: whether there is nothing to build. make takes a second to find this out for a source
# tree of this size; this test is faster.
is_configured() { [ -f "$build/lab-facts" ] && [ "$(cat "$build/lab-facts")" = "$facts" ]; }
is_current() {
  is_configured && [ -n "$(stamp)" ] && [ -z "$(changed_source)" ] &&
    { [ -x "$program" ] || [ "$command" = test ] || [ "$command" = docs ]; }
}

# Empties the build folder, except for lab's own files, which include the lock that this process
# holds.
empty_build() {
  for entry in "$build"/* "$build"/.[!.]*; do
    case ${entry##*/} in
      lab.lock | lab-*) ;;
      *) rm -rf "$entry" ;;
    esac
  done
}

# Whether the build folder was made for a checkout in another place. Such a build would use the
# sources there, so nothing in the folder is kept.
made_elsewhere() {
  [ -f "$build/CMakeCache.txt" ] &&
    { ! grep -qsFx "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt" ||
      ! grep -qsFx "CMAKE_CACHEFILE_DIR:INTERNAL=$build" "$build/CMakeCache.txt"; }
}

# Runs a command with its output in the log, in English so that errors can be found there.
logged() { LC_ALL=C "$@" >>"$log" 2>&1 </dev/null; }

# run_configure CMAKE_OPTION…
run_configure() {
  if [ -z "${CC-}${CXX-}" ]; then
    set -- "-DCMAKE_C_COMPILER=$cc" "-DCMAKE_CXX_COMPILER=$cxx" "$@"
  fi
  logged "$cmake" --fresh --preset "$preset" -S "$root" -B "$build" -G "$generator" "$@"
}

# Configures from scratch, so that an interrupted configuration leaves nothing behind. lab-facts is
# removed first and written last, so if it exists, the configuration is complete.
configure() {
  rm -f "$build/lab-facts" "$build"/lab-stamp-*
  if made_elsewhere; then empty_build; fi
  if [ -n "$nvcc" ] && ! run_configure -DSL_CUDA=ON "-DCMAKE_CUDA_COMPILER=$nvcc"; then
    cp "$log" "$build/lab-cuda.log"
    : >"$log"
    cuda_trouble="CUDA $nvcc_version ($nvcc) did not configure, see $build/lab-cuda.log"
    nvcc=''
  fi
  if [ -z "$nvcc" ]; then
    run_configure -DSL_CUDA=OFF || show_failure 'CMake could not configure the build'
    case $cuda_trouble in
      no\ CUDA* | SL_CUDA*) ;; # these messages do not mean that an installed tool failed
      *) say "$cuda_trouble: continuing with only the lens" ;;
    esac
  fi
  printf '%s\n' "$cuda_trouble" >"$build/lab-cuda"
  printf '%s\n' "$facts" >"$build/lab-facts"
}

# show_failure WHAT: prints the lines of the log that give the reason, then stops.
show_failure() {
  # Checks the disk first, because compilers report a full disk in many different ways.
  free=$(df -Pk "$build" 2>/dev/null | sed -n '2s/.* \([0-9][0-9]*\)  *[0-9][0-9]*%.*/\1/p')
  if [ "${free:-9999}" -lt 1024 ] || grep -qs 'No space left' "$log"; then
    die "$MISSING" "$1: the disk of $build is full; free some space there, or build on another" \
      "disk: SL_BUILD_DIR=FOLDER $0 $command"
  fi
  say "$1:"
  {
    grep -E -A 8 'CMake Error|error:|undefined reference|\*\*\* ' "$log" || tail -n 15 "$log"
  } | head -n 25 | cut -c 1-300 | sed 's/^/  /' >&2
  die "$MISSING" "the complete log is $log"
}

# The number of cores that this process may use. nproc respects affinity, but not the CPU quota of a
# container. It also obeys OpenMP's variables, which do not apply here.
cores() {
  count=$( (unset OMP_NUM_THREADS OMP_THREAD_LIMIT && nproc) 2>/dev/null) ||
    count=$(getconf _NPROCESSORS_ONLN 2>/dev/null) || count=1
  if read -r quota period 2>/dev/null </sys/fs/cgroup/cpu.max && [ "$quota" != max ]; then
    share=$(((quota + period - 1) / period))
    if [ "$share" -lt "$count" ]; then count=$share; fi
  fi
  echo "$count"
}

# The stamp gets the time at which the build started, so files edited during the build are built
# next time.
build_all() {
  : >"$build/lab-new-stamp"
  : >"$log"
  if ! is_configured; then configure; fi
  logged "$cmake" --build "$build" --parallel "$(cores)" --target "$target" ||
    show_failure 'the build failed'
  mv "$build/lab-new-stamp" "$build/lab-stamp-$target"
}

# prepare THING…: makes sure that the build is current, for a command that can use these things. The
# commands demo, test, docs and grade try to install missing things each time. Other commands do so
# only when something must be built, so that a machine without network does not try again and again.
prepare() {
  survey
  case $command in
    demo | test | docs | grade) lacking=$(missing "$@") ;;
    *) lacking='' ;;
  esac
  if [ -z "$lacking" ] && is_current; then return; fi
  # The program explains a wrong command line better, but no one should wait for a build to read
  # this.
  if [ -n "$mistyped" ]; then die "$BAD_USAGE" "$mistyped"; fi
  open_build_folder
  lock_build
  provide "$@"
  require
  if ! is_current; then # another lab process may have built it during the wait for the lock
    if is_configured && ls "$build"/lab-stamp-* >/dev/null 2>&1; then
      progress 'building what changed ...'
    else
      say 'building ... (only once; takes a minute or two)'
    fi
    build_all
  fi
  unlock_build
}
