#!/bin/sh
# symbols_test.sh NM LIBRARY HEADER: the library exports exactly the functions that the header declares, has a soname
# with its interface's version, and needs nothing but the C and C++ run-time libraries.
set -eu
nm=$1
library=$2
header=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$nm" -D --defined-only "$library" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort >"$folder/exported"
grep -o '^STICKSLIP_API [^(]*(' "$header" | sed 's/.*[ *]\(stickslip_[a-z_]*\)($/\1/' | sort >"$folder/declared"
[ "$(wc -l <"$folder/declared")" -gt 20 ]
diff "$folder/declared" "$folder/exported"

command -v readelf >/dev/null || exit 0
version=$(awk '$2 == "STICKSLIP_API_VERSION" { print $3 }' "$header")
readelf -d "$library" | grep -q "SONAME.*\[libstickslip_c\.so\.$version\]"
readelf -d "$library" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' >"$folder/needed"
if grep -vE '^(libstdc\+\+|libm|libgcc_s|libc|ld-linux.*|libasan|libubsan|libtsan)\.so' "$folder/needed"; then
  echo "the C library needs more than the C and C++ run-time libraries" >&2
  exit 1
fi
