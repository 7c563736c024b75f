#!/bin/sh
# check.sh STROKES FOLDER PAGE [--write]: installs MuJoCo from npm into FOLDER, unless it is there, and runs mujoco.mjs
# with what the program STROKES prints. 77 and a reason where node, npm or the network is missing.
set -eu
strokes=$1
folder=$2
page=$3
mode=${4-}
here=$(cd "$(dirname "$0")" && pwd)

missing() {
  echo "$1"
  exit 77
}
command -v node >/dev/null || missing "there is no node: MuJoCo's WebAssembly cannot run"
mkdir -p "$folder"
if ! cmp -s "$here/package-lock.json" "$folder/installed.json"; then
  command -v npm >/dev/null || missing "npm is not installed: MuJoCo cannot be fetched"
  cp "$here/package.json" "$here/package-lock.json" "$folder"
  (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1) ||
    missing "MuJoCo is not installed: npm ci failed, see $folder/npm.log"
  cp "$here/package-lock.json" "$folder/installed.json"
fi
"$strokes" >"$folder/strokes.json"
exec node "$here/mujoco.mjs" "$folder/strokes.json" "$folder" "$page" $mode
