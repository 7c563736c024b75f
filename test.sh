#!/bin/sh
# Installs what is missing, builds with warnings as errors and runs every test.
#   ./test.sh         the tests
#   ./test.sh --all   also: formatting, the sanitizers, and the tests against heavy optional peers
#   ./test.sh --tidy  clang-tidy on the library, the program and the examples, nothing else
#   ./test.sh --asan  every test program under the sanitizers, nothing else (half an hour on two cores)
#   ./test.sh --tsan  the test programs with threads under the thread sanitizer, nothing else
set -eu
root=$(cd "$(dirname "$0")" && pwd)
. "$root/tools/build.sh"

all=no
lint=no
sanitize=no
threads=no
case ${1-} in
  '') ;;
  --all) all=yes ;;
  --tidy) lint=yes ;;
  --asan) sanitize=yes ;;
  --tsan) threads=yes ;;
  *)
    say "test.sh knows no '$1'; it takes nothing, --all, --tidy, --asan or --tsan"
    exit 2
    ;;
esac

failures=''

# stage NAME COMMAND...: runs one part of the whole; a failure is remembered and the others still run.
stage() {
  name=$1
  shift
  say "== $name"
  "$@" || failures="$failures $name"
}

# tests_under PRESET: configures, builds and tests; ctest's own summary is the last thing printed.
tests_under() {
  leave_out='^(browser|heavy)\.|^bench_'  # pages in a browser, long runs and benchmarks are for --all
  [ "$all" = no ] || leave_out='^$'
  quietly configure "$1" && quietly build "$1" &&
    (cd "$root" && ctest --preset "$1" --parallel "$(nproc)" -E "$leave_out")
}

# sanitized PRESET [TARGET...]: these test programs, or all that there are, built under the sanitizers and run.
sanitized() {
  preset=$1
  shift
  quietly configure "$preset" && quietly build "$preset" "$@" || return 1
  [ $# -gt 0 ] || set -- '*_tests' 'batch_*' 'capi_*' 'conformance_*' 'friction_*' 'io_*' 'peer_*' 'solve_*' excitation
  for name in "$@"; do
    for program in $(find "$root/build/$preset/tests" -type f -perm -u+x -name "$name"); do
      say "$program"
      STICKSLIP_MUTATED_FILES=100000 "$program" --gtest_brief=1 || return 1
    done
  done
}

# Quick to compile, and between them: tables, readers and writers, lanes, solvers, the observer, the command line.
quick_under_sanitizers='core_tests excitation io_fit io_fit_journal io_report io_results io_toml io_mat io_mutated
  measurement_tests observe_tests batch_lanes batch_agreement batch_engine
  batch_closed_loop batch_pool identify_tests solve_exponential solve_largest_step sweep_tests translate_tests cli_tests
  capi_calls capi_no_allocation capi_fuzzed fmu_nonsense_tests'

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
else
  stage tests tests_under dev
fi

[ -z "$failures" ] || {
  say "failed:$failures"
  exit 1
}
