#!/bin/sh
# messages_test.sh CHECK: the check of messages accepts a good tree and catches an option spelled in a text.
set -eu
check=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/include" "$tree/src"

cat >"$tree/src/good.cpp" <<'END'
// what --set takes
int i = 3;            // as "--set" does
const char* x = "<!-- a comment of XML -->";
const char* line = "a | --- |";
void f() { --i; }
END
"$check" "$tree" >/dev/null || { echo "refused a good tree" >&2; exit 1; }

for text in 'throw Error("fix it with --fix");' 'say("a" + name + " with --map " + role);' 'say("\"quoted\" --free");'; do
  printf '%s\n' "$text" >"$tree/include/bad.hpp"
  if "$check" "$tree" >/dev/null; then
    echo "accepted: $text" >&2
    exit 1
  fi
done
