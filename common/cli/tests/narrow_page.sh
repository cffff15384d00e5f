#!/bin/sh
# narrow_page.sh SPARSELAB SOLUTION BROWSER: tests the page of ./lab lens on a screen of 390 pixels.
# The page itself must not scroll sideways, only boxes in it. SOLUTION is the right file of lab 01,
# BROWSER is Chromium.
set -u
unset SL_DEVICE

lab=$1 solution=$2 browser=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

"$lab" lens 01 -m hpcg:5 --file "$solution" --html "$work/page.html" >"$work/out" 2>&1 ||
  { cat "$work/out"; exit 1; }

# A browser's window cannot be as narrow as a phone, but a frame can.
cat >"$work/frame.html" <<'END'
<iframe src="page.html" width="390" height="800" style="border:0"></iframe><pre></pre>
<script>
document.querySelector('iframe').onload = function () {
  var inside = this.contentDocument, root = inside.documentElement;
  var text = 'wide ' + root.scrollWidth + ' of ' + root.clientWidth + '\n';
  inside.querySelectorAll('body *').forEach(function (element) {
    var right = element.getBoundingClientRect().right;
    if (right > root.clientWidth + 1 && !element.closest('.scroll') && !element.closest('svg')) {
      text += element.tagName + ' ' + element.className + ' ends at ' + right + '\n';
    }
  });
  document.querySelector('pre').textContent = text;
};
</script>
END
HOME=$work "$browser" --headless --no-sandbox --disable-gpu --allow-file-access-from-files \
  --user-data-dir="$work/profile" --virtual-time-budget=4000 --dump-dom "file://$work/frame.html" \
  >"$work/dom" 2>"$work/messages"
sed -n 's/.*<pre>//; /^wide [0-9]* of [0-9]*$/,/<\/pre>/p' "$work/dom" >"$work/report"
if ! grep -q '^wide' "$work/report"; then
  echo "narrow_page.sh: the browser does not run here"
  tail -n 3 "$work/messages"
  exit 77
fi
awk '/^wide/ { exit $2 > $4 }' "$work/report" && exit 0
echo "narrow_page.sh: the page scrolls sideways"
cat "$work/report"
exit 1
