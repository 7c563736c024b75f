#!/bin/sh
# Installs what is missing, builds a release and runs stickslip with the arguments; without any: stickslip laws.
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

[ $# -gt 0 ] || set -- laws
exec "$folder/tools/cli/stickslip" "$@"
