#!/bin/sh
# check_all.sh FOLDER: check.sh on every report.html below the folder.
set -eu
pages=$(find "$1" -name report.html | sort)
[ -n "$pages" ] || {
  echo "there is no report.html below $1" >&2
  exit 1
}
# shellcheck disable=SC2086
exec "$(dirname "$0")/check.sh" $pages
