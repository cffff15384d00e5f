# shellcheck shell=sh
# survey.sh: finds out what this machine has: compilers, CMake, CUDA, libraries. Sourced by `lab`.

# at_least VERSION MAJOR [MINOR]: whether VERSION, such as 3.25.1, is MAJOR.MINOR or newer.
at_least() {
  major=${1%%.*}
  rest=${1#"$major"}
  minor=${rest#.}
  minor=${minor%%[!0-9]*}
  case $major in '' | *[!0-9]*) return 1 ;; esac
  [ "$major" -gt "$2" ] || { [ "$major" -eq "$2" ] && [ "${minor:-0}" -ge "${3:-0}" ]; }
}

# try_compilers C CXX OLDEST: uses this pair of compilers if both are installed and new enough.
# Otherwise it keeps for a message that the first is too old, or that the second is missing.
try_compilers() {
  command -v "$1" >/dev/null 2>&1 || return 1
  version=$("$1" -dumpversion 2>/dev/null)
  if ! at_least "$version" "$3"; then
    cc_trouble="$1 ${version:-of an unknown version} ($(command -v "$1")) is too old"
    return 1
  fi
  cc=$1 cc_version=$version
  command -v "$2" >/dev/null 2>&1 || return 1
  cxx=$2 cc_trouble=''
}

# Sets cc, cxx and cc_version, or leaves them empty. Distributions with an old default compiler
# often have a newer one under a name with its version.
find_compilers() {
  cc='' cxx='' cc_version='' cc_trouble=''
  if [ -n "${CC-}${CXX-}" ]; then # the caller's choice, which may contain options; CMake checks it
    cc=${CC:-cc} cxx=${CXX:-c++} cc_version=chosen
    command -v "${cxx%% *}" >/dev/null 2>&1 || cc_trouble="CXX=$cxx is not a command here" cxx=''
    command -v "${cc%% *}" >/dev/null 2>&1 || cc_trouble="CC=$cc is not a command here" cc=''
    return
  fi
  if [ -z "$with_clang" ]; then
    for suffix in '' -15 -14 -13 -12 -11; do
      try_compilers "gcc$suffix" "g++$suffix" 11 && return
    done
  fi
  for suffix in '' -20 -19 -18 -17 -16 -15 -14; do
    try_compilers "clang$suffix" "clang++$suffix" 14 && return
  done
  [ -z "$with_clang" ] ||
    die "$MISSING" "--clang needs clang 14 or newer${cc_trouble:+, and $cc_trouble}: install it"
}

# Looks for the headers of all libraries with one call of the compiler, which alone knows where they
# are.
find_headers() {
  headers=''
  [ -n "$cc" ] || return
  # shellcheck disable=SC2086 # CC may be a command with options, such as "ccache gcc"
  headers=$(for header in stdlib archive jansson cmocka; do
    printf '#if __has_include(<%s.h>)\nhas_%s\n#endif\n' "$header" "$header"
  done | $cc -E -P - 2>/dev/null | tr '\n' ' ')
}

# Sets cmake and cmake_version. `pip install --user` puts cmake in a folder that is often not in
# PATH.
find_cmake() {
  cmake='' cmake_version='' cmake_trouble=''
  for candidate in cmake "${HOME-}/.local/bin/cmake"; do
    candidate=$(command -v "$candidate") || continue
    version=$("$candidate" --version 2>/dev/null | sed -n 's/^cmake version //p')
    if at_least "$version" 3 25; then
      cmake=$candidate cmake_version=$version cmake_trouble=''
      return
    fi
    cmake_trouble="cmake ${version:-of an unknown version} ($candidate) is too old"
  done
}

find_generator() {
  if command -v ninja >/dev/null 2>&1; then
    generator=Ninja
  elif command -v make >/dev/null 2>&1; then
    generator='Unix Makefiles'
  else
    generator=''
  fi
}

# Prints the CUDA compilers of this machine, one per line, best first. Toolkits are seldom on PATH.
# SL_CUDA_SEARCH is a prefix of the system's folders; the tests set it to a folder of their own.
cuda_compilers() {
  command -v nvcc
  system=${SL_CUDA_SEARCH-}
  newest=$(for folder in "$system"/usr/local/cuda-*; do
    printf '%s/%s\n' "${folder##*/cuda-}" "$folder"
  done | sort -t. -k1,1nr -k2,2nr | cut -d/ -f2-)
  printf '%s\n' "${CUDA_HOME-}" "${CUDA_PATH-}" "$system/usr/local/cuda" "$newest" \
    "$system/opt/cuda" "$system/usr/lib/nvidia-cuda-toolkit" |
    while IFS= read -r folder; do
      if [ -n "$folder" ] && [ -x "$folder/bin/nvcc" ]; then printf '%s\n' "$folder/bin/nvcc"; fi
    done
}

# Sets nvcc and nvcc_version, or cuda_trouble: why the kit uses only the lens.
find_cuda() {
  nvcc='' nvcc_version='' cuda_trouble='no CUDA compiler (nvcc 12 or newer) was found'
  if [ "${SL_CUDA-}" = OFF ]; then
    cuda_trouble='SL_CUDA=OFF leaves the GPU out'
    return
  fi
  old=''
  while IFS= read -r candidate; do
    [ -n "$candidate" ] || continue
    version=$("$candidate" --version </dev/null 2>/dev/null |
      sed -n 's/.*release \([0-9][0-9.]*\).*/\1/p')
    if at_least "$version" 12; then
      nvcc=$candidate nvcc_version=$version cuda_trouble=''
      return
    fi
    old=${old:-"$candidate is CUDA ${version:-of an unknown version}; 12 or newer is needed"}
  done <<LIST
$(cuda_compilers)
LIST
  cuda_trouble=${old:-$cuda_trouble}
}

# Whether there is a GPU that programs can use. An empty CUDA_VISIBLE_DEVICES hides all GPUs.
gpu_present() {
  [ -n "${CUDA_VISIBLE_DEVICES-all}" ] || return 1
  if command -v nvidia-smi >/dev/null 2>&1; then
    nvidia-smi -L 2>/dev/null | grep -q '^GPU'
  else
    [ -e /dev/nvidia0 ] || [ -e /dev/dxg ]
  fi
}

# Prints why no GPU can be used, and how to fix it.
gpu_trouble() {
  if [ -z "${CUDA_VISIBLE_DEVICES-all}" ]; then
    echo 'CUDA_VISIBLE_DEVICES is empty, which hides all GPUs'
  elif command -v nvidia-smi >/dev/null 2>&1; then
    word=$(nvidia-smi -L 2>&1 | grep -v '^ *$' | head -n 1)
    echo "nvidia-smi is installed, but lists no GPU (${word:-it prints nothing}); if there is a GPU," \
      "install NVIDIA's driver again, or restart the machine after an update of it"
  else
    echo "neither a GPU nor NVIDIA's driver was found"
  fi
}

# Collects all of this in about 50 ms. `facts` contains what a build depends on. If it differs from
# the facts of the last configuration, the build is configured from scratch.
survey() {
  find_compilers
  find_headers
  find_cmake
  find_generator
  find_cuda
  facts="source $root
build $build
compilers $cc $cxx $cc_version
headers $headers
cmake $cmake $cmake_version
generator $generator
cuda $nvcc $nvcc_version ${cuda_trouble:+none}
doxygen $(command -v doxygen) $(theme_of_docs)"
}
