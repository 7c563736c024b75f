#!/bin/sh
# Says which includes point the wrong way: check_includes.sh [ROOT]
#
# A room may include itself and the rooms before it in this list; src/ mirrors include/stickslip/. A name with a slash is
# a folder. A public header sees nothing but our own headers and the standard library's (no slash, no dot in the name).
set -eu
rooms='scalar dual trace names param units friction friction/ hybrid excitation plant/ solve/ stable_contact trajectory dataset measurement experiment experiment/ scorecard batch/ sweep observe/ identify/ io/ export/ translate/ fmu/ capi/'

cd "${1-$(dirname "$0")/..}"
folders=include
[ ! -d src ] || folders='include src'
# shellcheck disable=SC2086,SC2016
find $folders -name '*.[ch]pp' | sort | xargs awk -v rooms="$rooms" '
  BEGIN {
    count = split(rooms, list, " ")
    for (i = 1; i <= count; ++i) rank[list[i]] = i
  }

  # friction/all.hpp -> friction/    friction.hpp -> friction    experiment/run.cpp -> experiment, which has no folder
  # in the list and whose folder is therefore the inside of its header
  function room_of(path) {
    if (path ~ /\//) sub(/\/.*/, "/", path)
    else sub(/\..*/, "", path)
    header = path
    if (!(path in rank) && sub(/\/$/, "", header) && header in rank) return header
    return path
  }

  function complain(text) {
    printf "%s:%d: %s\n", FILENAME, FNR, text
    bad = 1
  }

  FNR == 1 {
    is_public = FILENAME ~ /^include\//
    path = FILENAME
    sub(/^(include\/stickslip|src)\//, "", path)
    room = room_of(path)
    if (!(room in rank)) complain("room \"" room "\" is not in the list of tools/check_includes.sh")
  }

  /^[ \t]*#[ \t]*include[ \t]*[<"]/ {
    is_system = $0 ~ /include[ \t]*</
    target = $0
    sub(/^[^<"]*[<"]/, "", target)
    sub(/[>"].*/, "", target)
    ours = target ~ /^stickslip\//
    if (is_public && !ours && (!is_system || target ~ /[\/.]/))
      complain("a public header must not include " target)
    if (is_system && !ours) next
    sub(/^stickslip\//, "", target)
    if (!ours && target !~ /\//) next  # a neighbour in the same folder
    other = room_of(target)
    if (!(other in rank)) complain("includes " target ", whose room is not in the list of tools/check_includes.sh")
    else if (rank[other] > rank[room]) complain("\"" room "\" must not include \"" other "\", which comes after it")
  }

  END { exit bad }
'
