# shellcheck shell=sh
# packages.sh: finds and installs the packages that contain the required things. Sourced by `lab`.

has() {
  case $1 in
    cc) case $headers in *has_stdlib*) ;; *) false ;; esac ;;
    cxx) [ -n "$cxx" ] ;;
    cmake) [ -n "$cmake" ] ;;
    make) [ -n "$generator" ] ;;
    archive) case $headers in *has_archive*) ;; *) false ;; esac ;;
    jansson) case $headers in *has_jansson*) ;; *) false ;; esac ;;
    cmocka) case $headers in *has_cmocka*) ;; *) false ;; esac ;;
    doxygen-awesome-css) [ -n "$(theme_of_docs)" ] ;;
    bubblewrap) command -v bwrap >/dev/null 2>&1 ;;
    similarity-tester) command -v sim_c++ >/dev/null 2>&1 ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
  esac
}

# The stylesheet of the site's theme, if it is installed. The PATH does not lead to it.
theme_of_docs() {
  for prefix in ${SL_PREFIXES:-/usr /usr/local /opt/homebrew}; do
    theme=$prefix/share/doxygen-awesome-css/doxygen-awesome.css
    if [ -f "$theme" ]; then
      echo "$theme"
      return
    fi
  done
}

# missing THING…: prints those things that are not installed.
missing() {
  for thing in "$@"; do
    if ! has "$thing"; then printf '%s ' "$thing"; fi
  done
}

title() {
  case $1 in
    cc) echo 'a C compiler' ;;
    cxx) echo 'a C++ compiler' ;;
    cmake) echo 'CMake' ;;
    make) echo 'make or ninja' ;;
    archive) echo 'libarchive' ;;
    doxygen) echo 'Doxygen' ;;
    doxygen-awesome-css) echo 'Doxygen theme' ;;
    *) echo "$1" ;;
  esac
}

# titles THING…: prints their names for a message, such as "a C compiler, CMake".
titles() {
  list=''
  for thing in "$@"; do list="$list${list:+, }$(title "$thing")"; done
  echo "$list"
}

# cost THING: prints what does not work without the thing.
cost() {
  case $1 in
    cc | cxx) echo "nothing can be built (gcc and g++ 11 or newer, or clang and clang++ 14)" ;;
    cmake) echo 'nothing can be built (3.25 or newer)' ;;
    make) echo 'nothing can be built' ;;
    archive) echo 'compressed matrices (.mtx.gz, .tar.gz) cannot be read' ;;
    jansson) echo './lab grade does not work' ;;
    cmocka) echo 'the unit tests written in C cannot be built and do not run' ;;
    gnuplot) echo './lab demo prints only its table, ./lab plot does not work, and the report of ./lab grade has no figures' ;;
    doxygen) echo './lab docs cannot build the site' ;;
    doxygen-awesome-css) echo 'the site of ./lab docs looks plain and has no dark mode' ;;
  esac
}

# The first installed package manager among those whose package names lab knows.
find_manager() {
  for manager in apt-get dnf zypper pacman brew; do
    if command -v "$manager" >/dev/null 2>&1; then return; fi
  done
  manager=none
}

# package THING: prints the name of its package for this manager, or nothing if it comes with the
# package of another thing.
package() {
  case $manager:$1 in
    brew:cxx | pacman:cxx) ;;
    apt-get:cc) echo 'gcc libc6-dev' ;;
    apt-get:cxx | none:cxx) echo 'g++' ;;
    apt-get:archive) echo 'libarchive-dev' ;;
    apt-get:jansson) echo 'libjansson-dev' ;;
    apt-get:cmocka) echo 'libcmocka-dev' ;;
    apt-get:gnuplot) echo 'gnuplot-nox' ;; # plots are files, so no window is needed
    dnf:archive | zypper:archive) echo 'libarchive-devel' ;;
    dnf:jansson) echo 'jansson-devel' ;;
    zypper:jansson) echo 'libjansson-devel' ;;
    dnf:cmocka | zypper:cmocka) echo 'libcmocka-devel' ;;
    apt-get:doxygen-awesome-css) echo 'doxygen-awesome-css' ;;
    apt-get:similarity-tester) echo 'similarity-tester' ;;
    *:doxygen-awesome-css | *:similarity-tester) ;; # not packaged elsewhere under a name that we know
    *:cc) echo 'gcc' ;;
    *:cxx) echo 'gcc-c++' ;;
    *:archive) echo 'libarchive' ;;
    *) echo "$1" ;; # the package has this name everywhere
  esac
}

# packages THING…: prints their packages, except those of things that are installed but too old: the
# system's package is itself too old, so installing it again would change nothing.
packages() {
  for thing in "$@"; do
    case $thing in
      cc | cxx) [ -z "$cc_trouble" ] || continue ;;
      cmake) [ -z "$cmake_trouble" ] || continue ;;
    esac
    package "$thing"
  done | tr '\n' ' ' | sed 's/ *$//'
}

is_root() { [ "$(id -u)" -eq 0 ]; }

# install_line PACKAGE…: prints the command that installs the packages on this system.
install_line() {
  sudo='sudo '
  if is_root; then sudo=''; fi
  case $manager in
    apt-get) echo "${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends $*" ;;
    dnf | zypper) echo "$sudo$manager install $*" ;;
    pacman) echo "${sudo}pacman -S --needed $*" ;;
    brew) echo "brew install $*" ;;
    none) echo "with this system's package manager, under its names for: $*" ;;
  esac
}

# Runs a command as root. On a terminal sudo may ask for the password; without one it must not wait.
as_root() {
  if is_root; then
    "$@"
  elif [ -n "$interactive" ]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120 "$@" \
    >>"$build/lab-install.log" 2>&1 </dev/null
}

# apt_install PACKAGE…: installs the packages. Fetches the lists of packages only if the first try
# fails without them.
apt_install() {
  : >"$build/lab-install.log"
  if ! as_root true 2>>"$build/lab-install.log"; then
    say "installing needs root, and sudo is missing or was refused"
    return 1
  fi
  apt_get install -y --no-install-recommends "$@" && return
  apt_get update
  apt_get install -y --no-install-recommends "$@" && return
  say 'apt-get failed:'
  grep '^E:' "$build/lab-install.log" | sort -u | head -n 5 | sed 's/^/  /' >&2
  say "the complete output is in $build/lab-install.log"
  return 1
}

# install_or_tell THING…: installs these things if possible and allowed; otherwise prints the
# command for it.
install_or_tell() {
  # shellcheck disable=SC2046 # package names, which hold no spaces
  set -- $(packages "$@")
  [ $# -gt 0 ] || return 0
  if [ -n "$no_install" ] || [ "$manager" != apt-get ]; then
    say "to install: $(install_line "$@")"
    return
  fi
  progress "installing $* (a minute or two) ..."
  apt_install "$@" || say "to install manually: $(install_line "$@")"
  survey
}

# Whether a required thing is present but unusable. Installing packages would not fix that.
has_useless_tool() {
  case $(missing cc cxx) in ?*) [ -z "$cc_trouble" ] || return 0 ;; esac
  ! has cmake && [ -n "$cmake_trouble" ]
}

# provide THING…: reports which things are missing, and tries to install them. For those that are
# still missing, it only reports what does not work. `require` then decides whether lab can
# continue.
provide() {
  lacking=$(missing "$@")
  if [ -z "$lacking" ] || has_useless_tool; then return 0; fi
  # shellcheck disable=SC2086 # a list of words
  {
    say "missing here: $(titles $lacking)"
    install_or_tell $lacking
  }
  for thing in $(missing "$@"); do
    case $thing in
      archive | jansson | cmocka | gnuplot) say "without $(title "$thing"): $(cost "$thing")" ;;
    esac
  done
}

# Prints a line for each thing that is present but unusable: what it is, and what can be used
# instead.
troubles() {
  if [ -n "$cc_trouble" ]; then
    echo "$cc_trouble; install gcc and g++ 11 or newer, or clang and clang++ 14 or newer," \
      "also under other names: CC=gcc-12 CXX=g++-12 $0 $command"
  elif [ -n "$cc" ] && ! has cc; then
    echo "$cc is installed, but not the C library's headers (stdlib.h)"
  fi
  if ! has cmake && [ -n "$cmake_trouble" ]; then
    echo "$cmake_trouble, 3.25 or newer is needed:" \
      "python3 -m pip install --user 'cmake>=3.25' brings one for you alone"
  fi
}

# Stops if something is missing that every build needs.
require() {
  lacking=$(missing cc cxx cmake make)
  [ -n "$lacking" ] || return 0
  troubles | while IFS= read -r trouble; do say "$trouble"; done
  # shellcheck disable=SC2086 # a list of words
  die "$MISSING" "cannot build without $(titles $lacking); $0 doctor lists everything"
}
