#!/bin/sh
# Says where a law is known by its name: check_law_names.sh [ROOT]
#
# A law is one file and one line in the list. What a room must know of a law it asks by concept (friction.hpp), reads
# from its table, or, where it is made for one law only, takes from the type: LuGre::name. A string that is the name of a
# law belongs to the law itself, to studies and tests, and to the places below.
set -eu
cd "${1-$(dirname "$0")/..}"

# FILE NAME REASON; * stands for anything.
allowed='
src/experiment/* * the values that a built-in experiment takes from its source, and the law that it runs with
tools/cli/demo.* * the laws that the demonstration compares
src/export/listing.cpp tanh the function of that name
tools/python_reference.py lugre the example of the reference
src/scorecard/scorecard.cpp stribeck the phenomenon of that name
'

names=$(sed -n 's/^ *static constexpr std::string_view name = "\([a-z-]*\)";.*/\1/p' include/stickslip/friction/*.hpp)
[ -n "$names" ] || {
  echo "no law was found under include/stickslip/friction" >&2
  exit 2
}
folders=
for folder in src include tools python/src python/stickslip matlab; do
  [ ! -d "$folder" ] || folders="$folders $folder"
done
# shellcheck disable=SC2086
find $folders -type f \( -name '*.[ch]pp' -o -name '*.cu' -o -name '*.cuh' -o -name '*.h' -o -name '*.m' -o -name '*.py' \) |
  sort | xargs awk -v names="$names" -v allowed="$allowed" '
  BEGIN {
    split(names, list, "\n")
    for (i in list) is_law[list[i]] = 1
    rules = split(allowed, rule, "\n")
  }

  # A glob in which * stands for anything.
  function matches(text, glob) {
    gsub(/[.]/, "[.]", glob)
    gsub(/[*]/, ".*", glob)
    return text ~ "^" glob "$"
  }
  function is_allowed(name, i, word) {
    if (FILENAME ~ /^include\/stickslip\/friction\//) return 1
    for (i = 1; i <= rules; ++i)
      if (split(rule[i], word, " ") > 2 && matches(FILENAME, word[1]) && matches(name, word[2])) return 1
    return 0
  }

  # Some parameters are called as a law is ("coulomb"): of those only what is said to be a law counts.
  function is_meant(before, name) {
    return !(name in is_field) || before ~ /([Ll]aw[a-z_]*|[Bb]atch)[ ]*(==|!=|=|[({])[ ]*$/
  }

  FNR == 1 { quote = FILENAME ~ /\.m$/ ? "\x27" : "\"" }
  /STICKSLIP_FIELD\(P, / {
    field = $0
    sub(/.*STICKSLIP_FIELD\(P, /, "", field)
    sub(/[^a-z_].*/, "", field)
    is_field[field] = 1
  }
  {
    line[NR] = $0
    file[NR] = FILENAME
    row[NR] = FNR
    mark[NR] = quote
  }

  END {
    for (n = 1; n <= NR; ++n) {
      FILENAME = file[n]
      comment = FILENAME ~ /\.m$/ ? "%" : FILENAME ~ /\.py$/ ? "(#|>>>)" : "(//|/[*]|^ [*])"
      text = line[n]
      if (match(text, comment)) text = substr(text, 1, RSTART - 1)
      count = split(text, piece, mark[n])
      for (i = 2; i < count; i += 2)
        if ((piece[i] in is_law) && is_meant(piece[i - 1], piece[i]) && !is_allowed(piece[i])) {
          printf "%s:%d: \"%s\" is the name of a law: ask the law for what it can do, or take its type\n", FILENAME, row[n], piece[i]
          bad = 1
        }
    }
    exit bad
  }
'
