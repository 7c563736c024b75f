#!/bin/sh
# Installs what is missing, builds a release and runs stickslip with the arguments; without any: stickslip demo.
#   ./run.sh --yes ...   installs packages without asking; on a terminal it asks otherwise
set -eu
root=$(cd "$(dirname "$0")" && pwd)
yes=no
if [ "${1-}" = --yes ]; then
  yes=yes
  shift
fi
. "$root/tools/build.sh"

need build
folder=$root/build/release
if [ ! -f "$folder/build.ninja" ] && [ ! -f "$folder/Makefile" ]; then
  say "configuring ..."
  timed configuring quietly configure release
fi
quietly build release stickslip_cli
[ ! -s "$notes/parts" ] || summary

[ $# -gt 0 ] || set -- demo
rm -rf "$notes"
exec "$folder/tools/cli/stickslip" "$@"
