#!/bin/sh
# functions_test.sh SCRIPTS: the functions of the scripts in that folder answer as functions.js says.
set -eu
scripts=$1
folder=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
  echo '<!DOCTYPE html><meta charset="utf-8"><script>"use strict"; {'
  cat "$scripts/axis.js" "$scripts/trace.js" "$folder/functions.js"
  echo '}</script>'
} >"$work/functions.html"
"$folder/check.sh" "$work/functions.html"
