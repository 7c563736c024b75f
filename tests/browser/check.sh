#!/bin/sh
# check.sh PAGE.html...: opens report pages in headless Chromium. Every plot must have drawn and must answer to cursor,
# zoom and legend (probe.js), the console must be silent, and the page must refer to nothing outside itself.
# Exit codes: 0 all good, 1 something is not, 2 wrong use, 77 there is no Chromium here.
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
seconds=120 # far beyond the few that a page takes, so that a hang ends

[ $# -gt 0 ] || {
  echo "usage: check.sh PAGE.html..." >&2
  exit 2
}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
  echo "skipped: chromium is not installed, the pages were not opened"
  exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# open_page FILE: the page's document after loading on stdout, the browser's log on stderr.
open_page() {
  timeout "$seconds" "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync --disable-dev-shm-usage \
    --user-data-dir="$work/profile" --window-size=1000,800 --enable-logging=stderr --dump-dom "file://$1"
}

# fail PAGE TEXT
fail() {
  echo "$1: $2"
  status=1
}

check_page() {
  page=$1
  if grep -qiE '(src|href|srcset|action|data)=["'\'']?(https?:|//)|@import|url\(' "$page"; then
    fail "$page" "refers to something outside itself"
  fi
  { cat "$page" && echo '<script>' && cat "$folder/probe.js" && echo '</script>'; } >"$work/page.html"
  rm -rf "$work/profile"
  open_page "$work/page.html" >"$work/document" 2>"$work/log" || fail "$page" "the browser ended with exit code $?"
  expected=$(grep -c '^<figure class="plot"' "$page") || true
  grep -q "^looked at $expected plots" "$work/document" || fail "$page" "was not looked at to the end ($expected plots)"
  if grep -q 'FAILED' "$work/document"; then fail "$page" "$(grep 'FAILED' "$work/document")"; fi
  if grep -q 'CONSOLE' "$work/log"; then fail "$page" "the console is not silent: $(grep 'CONSOLE' "$work/log")"; fi
  echo "$page:"
  grep -E '^(plot [0-9]+ ok|looked at)' "$work/document" || true
}

status=0
for page in "$@"; do check_page "$page"; done
exit "$status"
