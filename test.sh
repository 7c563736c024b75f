#!/bin/sh
# Installs what is missing, builds with warnings as errors and runs every test.
#   ./test.sh         the tests
#   ./test.sh --all   also: formatting, clang-tidy, the sanitizers, and the tests against heavy optional peers
set -eu
root=$(cd "$(dirname "$0")" && pwd)
. "$root/tools/build.sh"

all=no
case ${1-} in
  '') ;;
  --all) all=yes ;;
  *)
    say "test.sh knows no '$1'; it takes nothing, or --all"
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
  quietly configure "$1" && quietly build "$1" && (cd "$root" && ctest --preset "$1" --parallel "$(nproc)")
}

tidy() {
  quietly configure tidy && quietly build tidy
}

need build test
if [ "$all" = yes ]; then
  need all
  stage formatting "$root/tools/check_format.sh"
  stage clang-tidy tidy
  stage sanitizers tests_under asan
fi
stage tests tests_under dev

[ -z "$failures" ] || {
  say "failed:$failures"
  exit 1
}
