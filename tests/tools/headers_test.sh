#!/bin/sh
# headers_test.sh alone|together ROOT COMPILER...: every public header compiles by itself, included twice; or all of them
# in one source, in both orders.
set -eu
how=$1
root=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root/include"
find stickslip -name '*.hpp' | sort >"$work/headers"
[ "$(wc -l <"$work/headers")" -gt 50 ] || {
  echo "only $(wc -l <"$work/headers") headers below $root/include" >&2
  exit 1
}

# source HEADER...: a source that includes them.
source_of() {
  for header in "$@"; do
    echo "#include \"$header\""
  done
}

case $how in
  alone)
    while read -r header; do
      source_of "$header" "$header" >"$work/$(echo "$header" | tr / _).cpp"
    done <"$work/headers"
    find "$work" -name '*.cpp' | sort | xargs -n 4 -P "$(nproc)" "$@" -fsyntax-only -I "$root/include"
    ;;
  together)
    # shellcheck disable=SC2046  # names without spaces
    source_of $(cat "$work/headers") $(sort -r "$work/headers") >"$work/forward.cpp"
    # shellcheck disable=SC2046
    source_of $(sort -r "$work/headers") >"$work/backward.cpp"
    "$@" -fsyntax-only -I "$root/include" "$work/forward.cpp" "$work/backward.cpp"
    ;;
esac
