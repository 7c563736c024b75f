#!/bin/sh
# symbols.sh LIBRARY NM OBJDUMP: 44 functions of FMI 2.0, 75 of FMI 3.0, nothing else; no C library newer than 2.17, the one
# of the oldest systems that are still in use; no other library at run time.
set -eu
library=$1
nm=$2
objdump=$3
names=$("$nm" -D --defined-only "$library" | awk '{ print $NF }' | sed 's/@.*//')
count() { echo "$names" | grep -c "$1" || true; }
fail() {
  echo "$1" >&2
  exit 1
}
[ "$(count '^fmi2')" -eq 44 ] || fail "there are $(count '^fmi2') functions of FMI 2.0, not 44"
[ "$(count '^fmi3')" -eq 75 ] || fail "there are $(count '^fmi3') functions of FMI 3.0, not 75"
others=$(echo "$names" | grep -v '^fmi[23]' || true)
[ -z "$others" ] || fail "these leave the library too: $others"
newest=$("$objdump" -T "$library" | grep -o 'GLIBC_[0-9.]*' | sed 's/GLIBC_//' | sort -V | tail -1)
[ "$(printf '%s\n2.17\n' "$newest" | sort -V | tail -1)" = 2.17 ] || fail "the library needs glibc $newest"
needed=$("$objdump" -p "$library" | awk '$1 == "NEEDED" { print $2 }' | grep -Ev '^(libm|libc|ld-linux-x86-64)\.so' || true)
[ -z "$needed" ] || fail "the library needs $needed"
echo "119 functions, glibc $newest"
