#!/bin/sh
# setup.sh: run once by Gradescope, as root and with a network, to make the image.
set -eu
kit=${AUTOGRADER:-/autograder}/source/sparselab
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends gcc g++ make cmake libc6-dev libarchive-dev \
  libjansson-dev bubblewrap python3 ca-certificates
# Images of Ubuntu 22.04 have an older cmake than the kit needs.
if ! cmake --version | python3 -c 'import re, sys
sys.exit(tuple(map(int, re.search(r"(\d+)\.(\d+)", sys.stdin.read()).groups())) < (3, 25))'; then
  apt-get install -y --no-install-recommends python3-pip
  python3 -m pip install --user 'cmake>=3.25' ||
    python3 -m pip install --user --break-system-packages 'cmake>=3.25'
fi
SL_NO_INSTALL=1 "$kit/lab" build
