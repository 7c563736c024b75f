#!/bin/sh
# tools/reliability.sh [BUILD [ONLY]]: runs the attacks that the project withstands and writes docs/reliability.md, each
# row with the command, the date, the number of tests and the time. Figures come from the test programs; nothing is
# typed. With ONLY, a part of a program's name, the rows of other programs stay as they stand.
#
# MUTATED: damaged files of each kind (default: 20000; HDF5 a tenth, journals a fifth). FUZZED: seconds for each kind of
# file under libFuzzer (default: 60; 0: none, and no row).
# RUNS: random experiments (default: 100000, some hours). EXCITATIONS: random motions of every law (default: 100000).
set -eu
cd "$(dirname "$0")/.."
build=${1:-build/dev}
only=${2:-}
mutated=${MUTATED:-20000}
fuzzed=${FUZZED:-60}
runs=${RUNS:-100000}
excitations=${EXCITATIONS:-100000}
page=docs/reliability.md
report=$(mktemp)
trap 'rm -f "$report" "$page.part"' EXIT

# The first value of an attribute of the report's root: tests, failures, skipped, time.
figure() { sed -n "2s/.* $1=\"\([0-9.]*\)\".*/\1/p" "$report"; }

# row WHAT PROGRAM FILTER [SETTING]: runs the tests and adds a row; a failure ends the script.
row() {
  setting=${4:-}
  case $2 in
    *"$only"*) ;;
    *)
      grep -F "| $1 |" "$page" || true
      return
      ;;
  esac
  env $setting "$build/tests/$2" --gtest_brief=1 "--gtest_filter=$3" "--gtest_output=xml:$report" >&2
  skipped=$(grep -c '<skipped' "$report" || true)
  echo "| $1 | \`${setting:+$setting }$2 --gtest_filter=$3\` | $(figure tests) | $skipped | $(figure time) s | $(date -u +%Y-%m-%d) |"
}

# A row for each kind of file that libFuzzer tried, with how many.
fuzz_rows() {
  case tools/fuzz.sh in
    *"$only"*) ;;
    *)
      grep -F "\`tools/fuzz.sh " "$page" || true
      return
      ;;
  esac
  counts=$(mktemp)
  tools/fuzz.sh "$fuzzed" >"$counts"
  while read -r kind files seconds; do
    echo "| bytes that reach new code, address and undefined-behaviour sanitizers: no crash, none above 5 s or 2 GB | \`tools/fuzz.sh $fuzzed $kind\` | $files files | 0 | $seconds s | $(date -u +%Y-%m-%d) |"
  done <"$counts"
  rm -f "$counts"
}

{
  cat <<'EOF'
# Reliability

What the program withstands, and the command that shows it. `tools/reliability.sh` runs the commands of a build folder and writes this page; all figures are theirs. Files are made while the tests run.

| what | command | tests | skipped | time | date |
| --- | --- | --- | --- | --- | --- |
EOF
  row "large input is read in linear time, or refused with the limit" cli/cli_hostile 'InputLimits.*'
  row "what is written is read: CSV, TOML, JSON and journals, by properties; MATLAB files of others" io/io_round_trips '*'
  row "hostile names through every writer and the terminal" cli/cli_hostile 'HostileNames.*'
  row "damaged CSV, MATLAB, HDF5, TOML and JSON files and journals" io/io_mutated '*' "STICKSLIP_MUTATED_FILES=$mutated"
  row "journals of sweeps: killed, torn, damaged, reordered" sweep/sweep_tests 'Journal.*'
  row "journals of fits: killed, torn, damaged" io/io_fit_journal '*'
  row "full disk, no permission, closed streams, no memory, locales, two programs" cli/cli_hostile 'HostileSystem.*'
  row "long recordings: less than three times their numbers in memory, whatever the length" cli/cli_long_recordings '*'
  row "files and states are the same bytes on every processor (on s390x: \`ctest -R s390x\`)" platforms/platform_bytes '*'
  row "numbers of every law on stated motions" conformance/conformance_values '*'
  [ "$fuzzed" = 0 ] || fuzz_rows
  row "random experiments: they end within their budget, finite, with a closed balance" experiment/experiment_random_runs '*' "STICKSLIP_RANDOM_RUNS=$runs"
  row "random motions of every law's sampled face: finite, bounded, continuous, no energy given away" conformance/conformance_random_excitations '*' "STICKSLIP_RANDOM_EXCITATIONS=$excitations"
  # Parts that other scripts write.
  if grep -q '^<!-- ' "$page"; then
    echo
    sed -n '/^<!-- /,$p' "$page"
  fi
} >"$page.part"
mv "$page.part" "$page"
cat "$page"
