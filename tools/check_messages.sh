#!/bin/sh
# check_messages.sh [ROOT]: no text of the library spells an option as the command line does. A message names an option
# by option_reference(), and each front end writes it in its own words.
set -eu
cd "${1:-$(dirname "$0")/..}"
found=$(grep -rnE --include='*.[ch]pp' --include='*.h' --include='*.cu' --include='*.cuh' \
  '^[^"]*("([^"\\]|\\.)*"[^"]*)*"([^"\\]|\\.)*--[a-z]([^"\\]|\\.)*"' src include | grep -vE '^[^:]*:[0-9]*: *//' |
  grep -vE '^[^:]*:[0-9]*:[^"]*//' || true)
[ -z "$found" ] && exit 0
printf '%s\nwrite option_reference("name") in place of --name: front ends spell options in their own words\n' "$found"
exit 1
