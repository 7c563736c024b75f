#!/bin/sh
# Fresh truths, motions and benches, fitted or ranked on all cores; prints a table of what came out.
#
#   tools/survey.sh cover            200 fits of each of eight laws: how often 95 % intervals hold the truth
#   tools/survey.sh rank             ten recordings of each of ten laws: is the law named, or one that contains it?
#   FROM=501 TO=520 tools/survey.sh cover lugre      other seeds, one law
#
# Recordings are drawn anew for each seed: motions, 100 Hz to 10 kHz, noise of 0.1 to 5 %, one to three files, and in two
# of five a position in 4000 steps without a velocity. An hour and a half on two cores for `cover`, two for `rank`.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$root/build/dev}
what=${1:?cover or rank}
shift
case $what in
  cover) laws='coulomb-viscous stribeck tanh dahl lugre bouc-wen maxwell-slip backlash' last=200 ;;
  rank) laws='coulomb-viscous stribeck tanh dahl lugre elasto-plastic maxwell-slip gms bouc-wen backlash' last=10 ;;
  *)
    echo "tools/survey.sh knows no '$what': cover or rank" >&2
    exit 2
    ;;
esac
[ $# -eq 0 ] || laws=$*
[ -f "$build/build.ninja" ] || cmake -S "$root" -B "$build" --preset dev
cmake --build "$build" --target survey >&2

log=$(mktemp)
trap 'rm -f "$log"' EXIT
for seed in $(seq "${FROM:-1}" "${TO:-$last}"); do
  for law in $laws; do echo "$what $law $seed"; done
done | xargs -P "$(nproc)" -L 1 timeout 600 "$build/tests/judgement/survey" >"$log" || true

if [ "$what" = cover ]; then
  echo '| law, velocity | inside | outside | not identified | share inside |'
  echo '|---|---|---|---|---|'
  awk '$1 == "cover" { key = $2 ", " ($4 == "exact" ? "recorded" : "derived"); n[key, $6]++; keys[key] = 1 }
       END { for (k in keys) { i = n[k, "inside"]; o = n[k, "outside"]
               printf "| %s | %d | %d | %d | %.1f %% |\n", k, i, o, n[k, "flagged"], 100 * i / (i + o > 0 ? i + o : 1) } }' "$log" | sort
else
  awk '$1 == "rank" { n++; named += $4 == "named"; overdone += $6 == "overdone"; if ($4 != "named") print }
       END { printf "%d rankings: the law or one that contains it named in %d, a more complex one preferred in %d\n", n, named, overdone }' "$log"
fi
