#!/bin/sh
# pkg_config_test.sh shared|static PREFIX PROGRAM.c FOLDER PAGE: a plain C program builds without a warning with what
# pkg-config says about an installation that was moved, and prints what PAGE says that it prints.
set -eu
way=$1
prefix=$2
program=$3
folder=$4/$1
page=$5
command -v cc >/dev/null && command -v pkg-config >/dev/null || {
  echo "cc or pkg-config is not installed: not tested"
  exit 77
}

# An installation may be moved: the file tells its paths from where it is itself.
rm -rf "$folder"
mkdir -p "$folder"
cp -r "$prefix" "$folder/moved"
PKG_CONFIG_PATH=$(dirname "$(find "$folder/moved" -name stickslip.pc)")
export PKG_CONFIG_PATH

static=''
[ "$way" = shared ] || static=-static
# shellcheck disable=SC2086,SC2046
cc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror "$program" -o "$folder/program" $static \
  $(pkg-config ${static:+--static} --cflags --libs stickslip) -lm
if [ "$way" = static ]; then
  ! ldd "$folder/program" >/dev/null 2>&1 || ! ldd "$folder/program" | grep stickslip
fi
LD_LIBRARY_PATH=$(pkg-config --variable=libdir stickslip) "$folder/program" >"$folder/printed"
awk '/^It prints/ { on = 1 } on && /^```/ { ++marks; next } on && marks == 1 { print }' "$page" | diff - "$folder/printed"
