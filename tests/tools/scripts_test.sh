#!/bin/sh
# scripts_test.sh ROOT FOLDER: run.sh and test.sh ask before they install on a terminal, and say what took long and what
# was skipped. FOLDER is for files; apt-get and sudo are stand-ins that only write down their arguments.
set -eu
project=$1
folder=$2
rm -rf "$folder"
mkdir -p "$folder/tools" "$folder/bin"
cp "$project/tools/build.sh" "$folder/tools"
echo "build  npm no-such-package" >"$folder/packages.txt"  # npm: the PATH has one, of whichever vendor
for program in apt-get sudo npm; do
  printf '#!/bin/sh\necho "$0 $*" >>"%s/calls"\n' "$folder" >"$folder/bin/$program"
  chmod +x "$folder/bin/$program"
done
cat >"$folder/asks.sh" <<END
set -eu
root=$folder
yes=\${1-no}
. "$folder/tools/build.sh"
need build
timed nap sleep 0
echo "a peer: not installed" >>"\$notes/skipped"
summary
END
PATH=$folder/bin:$PATH
export PATH

# expect WHAT TEXT FILE: the file has a line with the text.
expect() {
  grep -q -e "$2" "$3" || {
    echo "$1: '$2' is missing in:"
    cat "$3"
    exit 1
  }
}
# expect_calls WHAT yes|no: whether something was installed since the last time.
expect_calls() {
  installed=no
  [ ! -f "$folder/calls" ] || installed=yes
  [ "$installed" = "$2" ] || {
    echo "$1: installed = $installed"
    exit 1
  }
  rm -f "$folder/calls"
}

sh "$folder/asks.sh" </dev/null >"$folder/said" 2>&1
expect "without a terminal" "installing with apt-get: no-such-package" "$folder/said"
expect "summary" "nap" "$folder/said"
expect "summary" "a peer: not installed" "$folder/said"
expect_calls "without a terminal" yes

command -v script >/dev/null || exit 0  # nothing here imitates a terminal
for answer in n y; do
  { sleep 1; echo "$answer"; } | script -qec "sh $folder/asks.sh" /dev/null >"$folder/said"
  expect "on a terminal" "Install them with apt-get now?" "$folder/said"
  case $answer in
    n) expect_calls "answered by no" no ;;
    y) expect_calls "answered by yes" yes ;;
  esac
done
script -qec "sh $folder/asks.sh yes" /dev/null </dev/null >"$folder/said"
expect_calls "with --yes" yes
