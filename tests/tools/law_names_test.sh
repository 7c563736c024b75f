#!/bin/sh
# law_names_test.sh CHECK: the check of law names accepts what it should and catches a law that is known by its name.
set -eu
check=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/include/stickslip/friction" "$tree/src/identify" "$tree/src/experiment" "$tree/matlab"
printf '%s\n' '  static constexpr std::string_view name = "dahl";' >"$tree/include/stickslip/friction/dahl.hpp"
printf '%s\n' '  static constexpr std::string_view name = "coulomb";' '  STICKSLIP_FIELD(P, coulomb, "F_c")' \
  >"$tree/include/stickslip/friction/coulomb.hpp"

# accepts LINE, in a source of a room.
accepts() {
  printf '%s\n' "$1" >"$tree/src/identify/search.cpp"
  "$check" "$tree" || {
    echo "refused: $1" >&2
    exit 1
  }
}
# catches LINE, in a file (a source of a room unless another is named).
catches() {
  file=${2-src/identify/search.cpp}
  printf '%s\n' "$1" >"$tree/$file"
  if said=$("$check" "$tree"); then
    echo "accepted: $1" >&2
    exit 1
  fi
  case $said in
    "$file:1: "*"is the name of a law"*) ;;
    *)
      echo "said: $said; expected a complaint about $file:1" >&2
      exit 1
      ;;
  esac
  printf '\n' >"$tree/$file"
}

accepts 'const auto law = make_law(name);'
accepts '// make_law("dahl")'
accepts 'put(group, "coulomb", 1.0);'
accepts 'const auto law = make_law(Dahl::name);'
accepts 'text += "as dahl does";'
catches 'if (law == "dahl") return;'
catches 'const std::array known{"dahl"};'
catches 'if (o.law == "coulomb") return;'
catches 'Batch batch("coulomb", 0, records);'
catches "f = ss_simulate ('dahl', v);" matlab/ss_try.m
printf '%s\n' '{"coulomb", 1.0, "dahl"}' >"$tree/src/experiment/drift.cpp"
accepts '// the values of an experiment are its own'
rm "$tree"/include/stickslip/friction/*.hpp
if "$check" "$tree" 2>/dev/null; then
  echo "accepted a tree in which it found no law" >&2
  exit 1
fi
