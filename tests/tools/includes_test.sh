#!/bin/sh
# includes_test.sh CHECK: the check of includes accepts a good tree and catches each kind of violation in a bad one.
set -eu
check=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/include/stickslip/friction" "$tree/src/friction" "$tree/src/param"
headers=$tree/include/stickslip

# header FILE LINE: a file that consists of that line.
header() {
  printf '%s\n' "$2" >"$tree/$1"
}

# catches TEXT: the check fails and says TEXT.
catches() {
  if said=$("$check" "$tree"); then
    echo "accepted, but should have said: $1" >&2
    exit 1
  fi
  case $said in
    *"$1"*) ;;
    *)
      echo "said: $said; expected: $1" >&2
      exit 1
      ;;
  esac
}

header include/stickslip/scalar.hpp '#include <cmath>'
header include/stickslip/param.hpp '#include "stickslip/scalar.hpp"'
header include/stickslip/friction.hpp '#include "stickslip/param.hpp"'
header include/stickslip/friction/lugre.hpp '#include "stickslip/friction.hpp"'
header src/friction/lugre.cpp '#include <nlohmann/json.hpp>'
header src/param/table.cpp '#include "stickslip/scalar.hpp"'
"$check" "$tree"

header src/param/table.cpp '#include "stickslip/friction.hpp"'
catches 'src/param/table.cpp:1: "param" must not include "friction"'
rm "$tree/src/param/table.cpp"

header include/stickslip/param.hpp '#include "stickslip/friction.hpp"'
catches 'include/stickslip/param.hpp:1: "param" must not include "friction", which comes after it'
header include/stickslip/param.hpp '  #  include <stickslip/friction/lugre.hpp>  // spaces and brackets do not hide it'
catches '"param" must not include "friction/"'
header include/stickslip/param.hpp '#include <ceres/jet.h>'
catches 'a public header must not include ceres/jet.h'
header include/stickslip/param.hpp '#include "scalar.hpp"'
catches 'a public header must not include scalar.hpp'
rm "$headers/param.hpp"

header src/param.cpp '#include "friction/lugre.hpp"'
catches 'src/param.cpp:1: "param" must not include "friction/"'
rm "$tree/src/param.cpp"

header include/stickslip/attic.hpp '#include <cmath>'
catches 'room "attic" is not in the list'
