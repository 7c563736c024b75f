#!/bin/sh
# tools/fmu_figures.sh [BUILD]: runs the tests of FMUs and writes the figures that they measure into docs/fmu.md, each
# before the comment with its name: 0.31<!--held_force-->.
set -eu
cd "$(dirname "$0")/.."
build=${1:-build/dev}
page=docs/fmu.md
figures=$(mktemp)
trap 'rm -f "$figures" "$page.part"' EXIT

for program in importers co_simulation free_body model_exchange source; do
  STICKSLIP_FMU_FIGURES="$figures" "$build/tests/fmu/fmu_${program}_tests" --gtest_brief=1 >&2
done

# The largest of each name; a name on the page that no test measures is a mistake.
awk -v figures="$figures" '
  BEGIN { while ((getline line < figures) > 0) { split(line, f, " "); if (!(f[1] in most) || f[2] + 0 > most[f[1]] + 0) most[f[1]] = f[2] } }
  {
    rest = $0; done = ""
    while (match(rest, /[0-9.]+(e[-+]?[0-9]+)?<!--[a-z_0-9]+-->/)) {
      found = substr(rest, RSTART, RLENGTH)
      name = found; sub(/^[^<]*<!--/, "", name); sub(/-->$/, "", name)
      if (!(name in most)) { print "no test measures " name > "/dev/stderr"; exit 1 }
      done = done substr(rest, 1, RSTART - 1) most[name] "<!--" name "-->"
      rest = substr(rest, RSTART + RLENGTH)
    }
    print done rest
  }' "$page" >"$page.part"
mv "$page.part" "$page"
sort -u "$figures"
