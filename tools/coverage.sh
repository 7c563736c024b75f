#!/bin/sh
# How often 95 % intervals hold the truth, for all laws (an hour and a half) or those that are named, and the table of
# docs/methods/identify.md from it.
#
#   tools/coverage.sh                the measure: 100 sets of each law and 1000 intervals at least
#   SETS=20 tools/coverage.sh dahl   fewer sets, one law; the page's other numbers stay
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$root/build/dev}
page=$root/docs/methods/identify.md
[ -f "$build/build.ninja" ] || cmake -S "$root" -B "$build" --preset dev
cmake --build "$build" --target heavy_coverage

filter='*'
if [ $# -gt 0 ]; then
  filter=
  for law in "$@"; do filter=$filter:laws/Coverage.*/$(echo "$law" | tr - _); done
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0
STICKSLIP_COVERAGE_SETS=${SETS:-100} "$build/tests/identify/heavy_coverage" --gtest_brief=1 "--gtest_filter=${filter#:}" |
  tee "$log" || failed=1
grep -q '\[  FAILED  \]' "$log" && failed=1

# Between the markers: cells "law share", four in a row; a law that was not measured keeps its share.
awk -v log_file="$log" '
  BEGIN { while ((getline line < log_file) > 0)
            if (match(line, /covered [0-9.]+ %/)) { split(line, word, " "); share[word[1]] = word[3] } }
  /<!-- coverage: begin -->/ { print; inside = 1; next }
  /<!-- coverage: end -->/ {
    for (law in share) if (!(law in known)) order[++count] = law
    print "| | | | |"; print "|---|---|---|---|"
    for (i = 1; i <= count; i += 4) {
      row = "|"
      for (j = i; j < i + 4; ++j) row = row " " (j <= count ? order[j] " " share[order[j]] : "") " |"
      print row
    }
    inside = 0
  }
  inside { n = split($0, cell, "|")
           for (i = 2; i < n; ++i) if (split(cell[i], word, " ") == 2) {
             order[++count] = word[1]; known[word[1]] = 1
             if (!(word[1] in share)) share[word[1]] = word[2] }
           next }
  { print }' "$page" >"$page.new"
mv "$page.new" "$page"
exit $failed
