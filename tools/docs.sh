#!/bin/sh
# docs.sh PROGRAM EXAMPLE [--keep-scorecard|--check|--check-scorecard]
# Writes what is generated: docs/laws, docs/commands.md and the tables of docs/experiments.md from the PROGRAM `stickslip`,
# the example of docs/c-api.md, the models in examples/seals, and in README.md the table of laws, the example, the output of the EXAMPLE and the
# scorecard. With --check nothing is written;
# differences are shown and are a failure. The scorecard takes a minute and holds times: --keep-scorecard and --check leave
# it as it stands, and --check-scorecard compares its verdicts alone, without numbers and without the column of costs.
set -eu
program=$1
example=$2
mode=${3-}
cd "$(dirname "$0")/.."
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT

# Every law's page, and the list of them.
mkdir "$fresh/laws"
"$program" laws --markdown >"$fresh/laws/README.md"
for law in $("$program" laws | awk 'NR > 1 { print $1 }'); do
  "$program" laws "$law" --markdown >"$fresh/laws/$law.md"
done

"$program" manual --markdown >"$fresh/commands.md"

# The ready-made models.
mkdir "$fresh/seals"
for model in $("$program" model --list | awk '{ print $1 }'); do
  "$program" model "$model" -o "$fresh/seals/$model.toml" >"$fresh/written"
done

# The parts of README.md, docs/experiments.md and docs/c-api.md, each between <!-- begin NAME --> and <!-- end NAME -->.
mkdir "$fresh/parts"
grep '^|' "$fresh/laws/README.md" | sed 's|](|](docs/laws/|' >"$fresh/parts/laws"
{ echo '```cpp' && cat examples/breakaway.cpp && echo '```'; } >"$fresh/parts/example"
{ echo '```' && "$example" && echo '```'; } >"$fresh/parts/output"
"$program" run --markdown >"$fresh/parts/experiments"
{ echo '```c' && cat examples/c_law.c && echo '```'; } >"$fresh/parts/c-example"

# What stands in the README between the marks of a part.
standing() { awk -v name="$1" '$2 == "end" && $3 == name { on = 0 } on { print } $2 == "begin" && $3 == name { on = 1 }' README.md; }
verdicts() { sed 's/, [^|]*|/ |/g; s/| cost per step |$/|/; s/[^|]*|$//'; }
case $mode in
  --check | --keep-scorecard) standing scorecard >"$fresh/parts/scorecard" ;;
  *) "$program" scorecard --markdown >"$fresh/parts/scorecard" ;;
esac
if [ "$mode" = --check-scorecard ]; then
  standing scorecard | verdicts >"$fresh/standing"
  verdicts <"$fresh/parts/scorecard" >"$fresh/measured"
  diff -u "$fresh/standing" "$fresh/measured" || {
    echo "The README's scorecard differs from what is measured: cmake --build --preset dev --target docs" >&2
    exit 1
  }
  exit 0
fi

# filled FILE: the file with its parts as they are now.
filled() {
  awk -v parts="$fresh/parts" '
    /^<!-- end / { skipping = 0 }
    !skipping { print }
    /^<!-- begin / {
      while ((getline line < (parts "/" $3)) > 0) print line
      skipping = 1
    }
  ' "$1"
}
filled README.md >"$fresh/README.md"
for page in experiments c-api; do filled "docs/$page.md" >"$fresh/$page.md"; done

if [ "$mode" = --check ]; then
  status=0
  diff -ru docs/laws "$fresh/laws" || status=1
  diff -ru examples/seals "$fresh/seals" || status=1
  diff -u README.md "$fresh/README.md" || status=1
  for page in commands experiments c-api; do diff -u "docs/$page.md" "$fresh/$page.md" || status=1; done
  [ "$status" -eq 0 ] || echo "The documents differ from what the programs print: cmake --build --preset dev --target docs" >&2
  exit "$status"
fi
rm -rf docs/laws examples/seals
mkdir -p docs examples
cp -r "$fresh/laws" docs/laws
cp -r "$fresh/seals" examples/seals
cp "$fresh/README.md" README.md
for page in commands experiments c-api; do cp "$fresh/$page.md" "docs/$page.md"; done
