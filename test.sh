#!/bin/sh
# Installs what is missing, builds with warnings as errors and runs every test.
#   ./test.sh         the tests
#   ./test.sh --all   also: formatting, the sanitizers, and the tests against heavy optional peers
#   ./test.sh --tidy  clang-tidy on the library, the program and the examples, nothing else
set -eu
root=$(cd "$(dirname "$0")" && pwd)
. "$root/tools/build.sh"

all=no
lint=no
case ${1-} in
  '') ;;
  --all) all=yes ;;
  --tidy) lint=yes ;;
  *)
    say "test.sh knows no '$1'; it takes nothing, --all or --tidy"
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

# The programs that the asan build preset names, run as they are: what it does not build is no failure.
sanitized() {
  quietly configure asan && quietly build asan || return 1
  for program in $(find "$root/build/asan/tests" -type f -perm -u+x -name '*_*' ! -name '*.cmake'); do
    "$program" --gtest_brief=1 || return 1
  done
}

tidy() {
  quietly configure tidy && quietly build tidy
}

need build test
if [ "$all" = yes ]; then
  need all
  stage formatting "$root/tools/check_format.sh"
  stage sanitizers sanitized
fi
if [ "$lint" = yes ]; then
  need all
  stage clang-tidy tidy
else
  stage tests tests_under dev
fi

[ -z "$failures" ] || {
  say "failed:$failures"
  exit 1
}
