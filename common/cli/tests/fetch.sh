#!/bin/sh
# fetch.sh SPARSELAB PYTHON: tests ./lab matrix fetch with a server on this machine.
set -u
sparselab=$1 python=$2
work=$(mktemp -d) || exit 3
server=''
trap 'if [ -n "$server" ]; then kill "$server"; fi; rm -rf "$work"' EXIT
cd "$work" || exit 3
mkdir -p site/HB bin none
export SL_MATRICES_DIR="$work/kept here"
tools=$PATH
bad=0
fail() {
  echo "FAILED: $1"
  sed 's/^/  /' said
  bad=1
}
# fetch STATUS WORDS ARGUMENT…: fetches; checks the exit status, and that these words are printed.
fetch() {
  wanted=$1 words=$2
  shift 2
  PATH=$tools "$sparselab" matrix fetch "$@" >said 2>&1
  got=$?
  [ $got -eq "$wanted" ] || fail "fetch $*: status $got, not $wanted"
  grep -qF -e "$words" said || fail "fetch $* does not say: $words"
}
keeps_nothing() { [ -z "$(find "$SL_MATRICES_DIR" -type f -o -name '*.part')" ] || fail 'something was kept'; }

# pack NAME: packs the matrix on standard input in the same way as the collection.
pack() {
  mkdir "$1"
  cat >"$1/$1.mtx"
  tar -czf "site/HB/$1.tar.gz" "$1"
}
printf '%%%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 1\n' | pack small
printf '%%%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n' | pack complex
# Without libarchive, archives are kept unread, so their contents cannot be checked.
reads_archives=yes
if "$sparselab" matrix info site/HB/small.tar.gz 2>&1 | grep -q libarchive; then reads_archives=''; fi
head -c 60 site/HB/small.tar.gz >site/HB/cut.tar.gz
echo '<html>Log in first</html>' >site/HB/page.tar.gz

"$python" -c "
import functools, http.server
handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory='site')
handler.func.log_message = lambda *_: None
server = http.server.HTTPServer(('127.0.0.1', 0), handler)
print(server.server_port, flush=True)
server.serve_forever()" >port 2>/dev/null &
server=$!
while ! [ -s port ] && kill -0 $server; do sleep 0.1; done # ctest's timeout ends this loop
SL_COLLECTION=http://127.0.0.1:$(cat port)
export SL_COLLECTION no_proxy=127.0.0.1

fetch 2 'is not a matrix' '../HB/small'
fetch 2 'is not a matrix' HB/../small
fetch 2 'is not a matrix' HB/.small
fetch 2 'is not a matrix' HB/-small
fetch 2 'the group of' small
for tool in curl wget; do
  path=$(command -v $tool) || continue
  rm -rf bin "$SL_MATRICES_DIR"
  mkdir bin
  ln -s "$path" bin/$tool
  tools=$work/bin
  fetch 2 'the server does not have HB/none' HB/none
  fetch 2 'perhaps a login page of your network' HB/page
  if [ -n "$reads_archives" ]; then
    fetch 2 'was not kept' HB/cut
    fetch 2 'complex' HB/complex
  fi
  fetch 2 'it was not kept' HB/small --sha256 "$(printf '%064d' 0)"
  SL_COLLECTION=http://127.0.0.1:1 fetch 3 'this machine has no network' HB/small
  keeps_nothing
  mkdir -p "$SL_MATRICES_DIR/HB/4194305-$(uname -n).part" # no process has that number
  sum=$(sha256sum site/HB/small.tar.gz | cut -d' ' -f1)
  fetch 0 'not verified' HB/small
  [ -z "$(find "$SL_MATRICES_DIR" -name '*.part')" ] || fail 'what was begun is still there'
  mkdir -p site/Williams
  cp site/HB/small.tar.gz site/Williams/mc2depi.tar.gz
  ln -sf "$(command -v sh)" bin/sh
  SL_MATRICES_DIR=$work/others fetch 0 'md5sum is not installed' mc2depi
  rm -r "$work/others"
  ln -sf "$(command -v md5sum)" bin/md5sum
  SL_MATRICES_DIR=$work/others fetch 2 'not 8c8633eada6455c1784269b213c85ea6' mc2depi
  SL_MATRICES_DIR=$work/others fetch 0 'SHA-256' mc2depi --sha256 "$sum"
  rm -r "$work/others" bin/md5sum
  printf '#!/bin/sh\necho "8c8633eada6455c1784269b213c85ea6  -"\n' >bin/md5sum
  chmod +x bin/md5sum
  SL_MATRICES_DIR=$work/others fetch 0 'MD5 8c8633eada6455c1784269b213c85ea6, as expected' mc2depi
  rm -r "$work/others"
  fetch 0 'is already on this machine' HB/small --sha256 "$sum"
  grep -q 'as expected' said || fail 'the checksum was not compared'
done
tools=$work/none fetch 3 'neither curl nor wget is installed' HB/other
SL_COLLECTION=file:///etc fetch 2 'must begin with https' HB/other
[ "$(id -u)" -eq 0 ] || {
  chmod a-w "$SL_MATRICES_DIR"
  fetch 3 'SL_MATRICES_DIR=FOLDER' AB/other
}

# The fetched matrix can be used by its name, like any other.
for name in small HB/small; do
  [ -n "$reads_archives" ] || break
  "$sparselab" matrix info $name >said 2>&1
  grep -q '2 × 3, 1 entries' said || fail "info $name"
done
"$sparselab" matrix info 1138_bus >said 2>&1
grep -q 'matrix fetch 1138_bus' said || fail 'does not say how to get 1138_bus'
exit $bad
