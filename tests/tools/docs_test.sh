#!/bin/sh
# docs_test.sh ROOT PROGRAM EXAMPLE: in a copy of the documents, a change in any generated part is noticed and repaired.
set -eu
root=$1
program=$2
example=$3
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir "$copy/tools"
cp -r "$root/README.md" "$root/docs" "$root/examples" "$copy"
cp "$root/tools/docs.sh" "$copy/tools"

docs() {
  "$copy/tools/docs.sh" "$program" "$example" "$@" >/dev/null 2>&1
}

# notices FILE SCRIPT: after that edit the check fails.
notices() {
  cp "$copy/$1" "$copy/as-it-was"
  sed -i "$2" "$copy/$1"
  if docs --check; then
    echo "$1 was edited by sed '$2' and nobody noticed" >&2
    exit 1
  fi
  cp "$copy/$1" "$copy/edited"
  cp "$copy/as-it-was" "$copy/$1"
}

docs --keep-scorecard
notices docs/laws/lugre.md 's/Stiffness/Softness/'
notices docs/laws/README.md '/coulomb/d'
notices README.md 's/(docs.laws.lugre.md)/(lugre.md)/'
notices docs/c-api.md 's/int main(void) {/int main() {/'
notices README.md 's/int main() {/int main(void) {/'
notices README.md 's/mm\/s  *50/mm\/s  51/'
notices docs/commands.md 's/--per-direction/--per-side/'
notices examples/seals/d-ring.toml 's/38.6/38.7/'
notices docs/experiments.md 's/slip_onsets/slip_starts/'

# Writing the documents anew repairs what was edited.
cp "$copy/edited" "$copy/docs/experiments.md"
sed -i 's/Stiffness/Softness/' "$copy/docs/laws/lugre.md"
sed -i 's/(docs.laws.lugre.md)/(lugre.md)/' "$copy/README.md"
docs --keep-scorecard
docs --check

: >"$copy/docs/laws/left-over.md"
if docs --check; then
  echo "a page of a law that does not exist was not noticed" >&2
  exit 1
fi
