#!/bin/sh
# Installs what is missing, builds with warnings as errors and runs every test.
#   ./test.sh         the tests of the library and the program
#   ./test.sh --all   every test: also formatting, the sanitizers, benchmarks, long runs, Python, Octave, browsers,
#                     consumers and peers; fails if a peer that packages.txt installs was skipped
#   ./test.sh --tidy  clang-tidy on the library, the program and the examples, nothing else
#   ./test.sh --asan  every test program under the sanitizers, nothing else (half an hour on two cores)
#   ./test.sh --debug the tests of the library and the program without optimisation, nothing else
#   ./test.sh --odr   library and program linked as one unit, which finds names that are defined twice, nothing else
#   ./test.sh --tsan  the test programs with threads under the thread sanitizer, nothing else
# --yes before it installs packages without asking; on a terminal it asks otherwise. At the end it says which parts took
# longest, and what was skipped and why.
set -eu
root=$(cd "$(dirname "$0")" && pwd)
yes=no
if [ "${1-}" = --yes ]; then
  yes=yes
  shift
fi
. "$root/tools/build.sh"

all=no
lint=no
sanitize=no
threads=no
unoptimised=no
definitions=no
case ${1-} in
  '') ;;
  --all) all=yes ;;
  --tidy) lint=yes ;;
  --asan) sanitize=yes ;;
  --tsan) threads=yes ;;
  --debug) unoptimised=yes ;;
  --odr) definitions=yes ;;
  *)
    say "test.sh knows no '$1'; it takes --yes, and nothing else, --all, --tidy, --asan, --tsan, --debug or --odr"
    exit 2
    ;;
esac

failures=''

# stage NAME COMMAND...: runs one part of the whole; a failure is remembered and the others still run.
stage() {
  name=$1
  shift
  say "== $name"
  timed "stage $name" "$@" || failures="$failures $name"
}

# Run by --all only: pages in a browser, long runs, benchmarks, other languages, peers, and consumers, which compile the
# library once more; and what is labelled long, because it takes long to compile or to run.
thorough='^(browser|consumer|heavy|octave|peers?|python)[._]|^bench_|^docs\.(python|stubs|the_check)'

# How a test or the configuration says that it misses something that packages.txt installs.
missing_peer='CVODE|without Ceres|there is no (C compiler|node|octave)|not installed|not found'

# tests_under PRESET: configures, builds and tests; ctest's own summary is the last thing printed before ours.
tests_under() {
  leave_out='^$'
  long='a label that no test has'
  targets=''
  if [ "$all" = no ]; then
    leave_out=$thorough
    long='^long$'
    targets=quick_tests
    echo "long runs, benchmarks, Python, Octave, browsers, consumers, peers: they are for ./test.sh --all" >>"$notes/skipped"
  fi
  # shellcheck disable=SC2086  # none or one word
  quietly configure "$1" && quietly build "$1" $targets || return 1
  tested=0
  (cd "$root" && ctest --preset "$1" --parallel "$(nproc)" -E "$leave_out" -LE "$long" --output-junit "$notes/tests.xml" \
    --test-output-size-passed 1000000) || tested=1
  note_tests "$notes/tests.xml"
  return "$tested"
}

# note_tests FILE: times and skipped tests out of what ctest wrote.
note_tests() {
  sed -n 's/.*<testcase name="\([^"]*\)".* time="\([^"]*\)".*/\2 test \1/p' "$1" >>"$notes/parts"
  awk '/<testcase / { split($0, part, "\""); test = part[2]; whole = 0 }
       /<skipped / { whole = 1 }
       /<system-out>/ && whole { sub(/.*<system-out>/, ""); print test ": " $0; whole = 0 }
       reason { print test ": " $0; reason = 0 }
       /: Skipped$/ { reason = 1 }' "$1" >>"$notes/skipped"
}

# nothing_that_is_installed_was_skipped: for --all, where every peer is there.
nothing_that_is_installed_was_skipped() {
  ! grep -E "$missing_peer" "$notes/skipped" >&2
}

# sanitized PRESET [TARGET...]: these test programs, or all that there are, built under the sanitizers and run.
sanitized() {
  preset=$1
  shift
  quietly configure "$preset" && quietly build "$preset" "$@" || return 1
  [ $# -gt 0 ] || set -- '*_tests' 'batch_*' 'capi_*' 'conformance_*' 'friction_*' 'io_*' 'peer_*' 'solve_*' excitation
  # shellcheck disable=SC2016  # $1 is the inner shell's
  for name in "$@"; do
    find "$root/build/$preset/tests" -type f -perm -u+x -name "$name"
  done | STICKSLIP_MUTATED_FILES=20000 xargs -P "$(nproc)" -n 1 sh -c 'echo "$1" && "$1" --gtest_brief=1 || { echo "failed: $1"; exit 1; }' one
}

# Quick to compile, and between them: tables, readers and writers, lanes, solvers, the observer, the command line.
quick_under_sanitizers='core_tests excitation io_fit io_fit_journal io_report io_results io_toml io_mat io_mutated
  measurement_tests observe_tests batch_lanes batch_agreement batch_engine
  batch_closed_loop batch_pool identify_tests solve_largest_step studies_exponential_steps text_tests numerics_tests sweep_tests translate_tests cli_tests
  capi_calls capi_no_allocation capi_fuzzed fmu_nonsense_tests'

# one_definition_each: -flto sees all sources of the library at once and of the program at once; the preset makes
# -Wodr an error.
one_definition_each() {
  quietly configure odr && quietly build odr stickslip stickslip_cli
}

tidy() {
  quietly configure tidy && quietly build tidy
}

need build test
if [ "$all" = yes ]; then
  need all
  stage formatting "$root/tools/check_format.sh"
  # shellcheck disable=SC2086  # names are words
  stage sanitizers sanitized asan $quick_under_sanitizers
fi
if [ "$lint" = yes ]; then
  need all
  stage clang-tidy tidy
elif [ "$sanitize" = yes ]; then
  stage sanitizers sanitized asan
elif [ "$threads" = yes ]; then
  stage threads sanitized tsan batch_pool batch_engine batch_closed_loop sweep_tests capi_calls
elif [ "$definitions" = yes ]; then
  stage definitions one_definition_each
elif [ "$unoptimised" = yes ]; then
  stage tests tests_under debug
else
  stage tests tests_under dev
fi
[ "$all" = no ] || stage skipped nothing_that_is_installed_was_skipped
summary

[ -z "$failures" ] || {
  say "failed:$failures"
  exit 1
}
