#!/bin/sh
# Installs what is missing, builds a release and runs stickslip with the arguments; without any: stickslip demo.
set -eu
root=$(cd "$(dirname "$0")" && pwd)
. "$root/tools/build.sh"

need build
folder=$root/build/release
if [ ! -f "$folder/build.ninja" ] && [ ! -f "$folder/Makefile" ]; then
  say "configuring ..."
  quietly configure release
fi
quietly build release

[ $# -gt 0 ] || set -- demo
exec "$folder/tools/cli/stickslip" "$@"
