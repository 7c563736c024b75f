#!/bin/sh
# Says which of our sources are not formatted as .clang-format asks; --fix formats them.
set -eu
cd "$(dirname "$0")/.."

# Releases of clang-format differ in details; the tree is formatted by this one.
release=14

command -v clang-format >/dev/null || {
  echo "clang-format is not installed: formatting not checked" >&2
  exit 0
}
clang-format --version | grep -q "version $release\." || {
  echo "clang-format $release formats this tree, another release is installed: formatting not checked" >&2
  exit 0
}
mode='--dry-run -Werror'
[ "${1-}" != --fix ] || mode=-i
# shellcheck disable=SC2086
find include src studies tools tests examples bench python/src -name '*.[ch]pp' -exec clang-format $mode {} +
