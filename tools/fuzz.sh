#!/bin/sh
# tools/fuzz.sh [SECONDS [KIND...]]: looks for bytes that break a reader, guided by coverage (libFuzzer), under the
# address and undefined-behaviour sanitizers; needs clang and its run-time libraries (libclang-rt-14-dev). Kinds: csv,
# journal, json, mat; default: all, each for 60 s. What was found before is in build/fuzz/corpus and is begun with.
#
# Prints "KIND FILES SECONDS" for each; ends with 1 at the first file that crashes, takes more than 5 s or 2 GB, and
# leaves it in build/fuzz/found. RUNS instead of SECONDS: RUNS=1000000 tools/fuzz.sh 0
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- csv journal json mat
longest=65536 # bytes of a file

command -v clang++ >/dev/null || {
  echo "fuzz.sh: clang++ is not installed" >&2
  exit 77
}
{
  cmake --preset fuzz && cmake --build --preset fuzz --target io_fuzz
} >&2
program=build/fuzz/tests/io/io_fuzz
mkdir -p build/fuzz/found
for kind in "$@"; do
  corpus=build/fuzz/corpus/$kind
  log=build/fuzz/$kind.log
  "$program" "$kind" "$corpus"
  start=$(date +%s)
  STICKSLIP_FUZZ=$kind "$program" "$corpus" -max_len=$longest -timeout=5 -rss_limit_mb=2048 -close_fd_mask=3 \
    -artifact_prefix="build/fuzz/found/$kind-" -print_final_stats=1 \
    "-max_total_time=$seconds" "-runs=${RUNS:--1}" >"$log" 2>&1 || {
    tail -n 60 "$log" >&2
    exit 1
  }
  echo "$kind $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") $(($(date +%s) - start))"
done
