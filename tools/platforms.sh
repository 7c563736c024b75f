#!/bin/sh
# tools/platforms.sh [--test] [--page] [--only TEXT] [SYSTEM[:COMPILER]...]: the library and the program under the compilers of other
# systems.
#
#   SYSTEM    here, debian-12, debian-13, ubuntu-24.04 (default: all of them)
#   COMPILER  g++-12 to g++-14 and clang++-14 to clang++-19, as far as the system has them (default: each)
#   --test    also builds and runs ./test.sh there, with the system's own compiler (half an hour)
#   --page    writes the result into docs/reliability.md
#   --only    the sources alone whose path has this text
#
# Every source of the library and the program is read by the compiler with all warnings as errors (-fsyntax-only, which
# instantiates templates); nothing is linked. A root of a system is made once, by mmdebstrap from the system's archive,
# with the packages of packages.txt and all compilers above, in build/platforms (2 GB each): that needs root. Ubuntu's
# keys come from Debian 13's package ubuntu-keyring. MIRROR and UBUNTU_MIRROR name other archives.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/build.sh"
folder=$root/build/platforms
page=$root/docs/reliability.md
mirror=${MIRROR:-http://deb.debian.org/debian}
ubuntu_mirror=${UBUNTU_MIRROR:-http://archive.ubuntu.com/ubuntu}
compilers='g++-12 g++-13 g++-14 clang++-14 clang++-15 clang++-16 clang++-17 clang++-18 clang++-19'
begin='<!-- systems: written by tools/platforms.sh -->'
end='<!-- end of systems -->'

test=no
write=no
only=
while [ $# -gt 0 ]; do
  case $1 in
    --test) test=yes ;;
    --page) write=yes ;;
    --only)
      only=$2
      shift
      ;;
    -*)
      say "platforms.sh knows no '$1'; it takes --test, --page, --only and names of systems"
      exit 2
      ;;
    *) break ;;
  esac
  shift
done
[ $# -gt 0 ] || set -- here debian-12 debian-13 ubuntu-24.04
if [ -n "$only" ] && [ "$write" = yes ]; then
  say "--page takes all sources: leave --only out"
  exit 2
fi
mkdir -p "$folder"

# suite_of SYSTEM
suite_of() {
  case $1 in
    debian-12) echo bookworm ;;
    debian-13) echo trixie ;;
    ubuntu-24.04) echo noble ;;
    *)
      say "there is no system '$1'; there are: here, debian-12, debian-13, ubuntu-24.04"
      exit 2
      ;;
  esac
}

# compilers_in INDEX...: those of our compilers that the archive's index of packages has.
compilers_in() {
  for compiler in $compilers; do
    package=$(echo "$compiler" | sed 's/clang++/clang/')
    ! grep -qx "Package: $package" "$@" || echo "$package"
  done
}

# index_of SYSTEM: the archive's packages, one "Package: name" a line.
index_of() {
  case $1 in
    ubuntu-*) archive=$ubuntu_mirror parts='main universe' ;;
    *) archive=$mirror parts=main ;;
  esac
  for part in $parts; do
    curl -fsS "$archive/dists/$(suite_of "$1")/$part/binary-$(dpkg --print-architecture)/Packages.xz" | xz -dc |
      grep '^Package: '
  done
}

# make_root SYSTEM: once.
make_root() {
  [ ! -e "$folder/$1/etc/os-release" ] || return 0
  command -v mmdebstrap >/dev/null || {
    say "mmdebstrap is not installed"
    exit 1
  }
  index_of "$1" >"$folder/$1.index"
  set -- "$1" "$(compilers_in "$folder/$1.index")"
  # shellcheck disable=SC2046,SC2086  # package lists are words
  include=$(echo $(packages_of build test) $2 | tr ' ' ',')
  case $1 in
    ubuntu-*)
      make_root debian-13
      keyring=$folder/debian-13/usr/share/keyrings/ubuntu-archive-keyring.gpg
      set -- "$1" --components=main,universe --keyring="$keyring" "$ubuntu_mirror"
      ;;
    debian-13) set -- "$1" --include=ubuntu-keyring "$mirror" ;;
    *) set -- "$1" "$mirror" ;;
  esac
  system=$1
  shift
  rm -rf "${folder:?}/$system.part"
  as_root mmdebstrap --variant=apt --include="$include" "$(suite_of "$system")" "$folder/$system.part" "$@"
  as_root mv "$folder/$system.part" "$folder/$system"
}

# inside SYSTEM COMMAND...: runs it in the root, with the tree at /stickslip; here as it is.
inside() {
  system=$1
  shift
  if [ "$system" = here ]; then
    (cd "$root" && "$@")
    return
  fi
  # shellcheck disable=SC2016  # the inner shell's
  as_root unshare --mount --pid --fork sh -c '
    top=$1 tree=$2
    shift 2
    mkdir -p "$top/stickslip"
    mount --bind "$tree" "$top/stickslip" && mount -t proc proc "$top/proc" && mount --rbind /dev "$top/dev" &&
      exec chroot "$top" sh -c "cd /stickslip && exec \"\$@\"" inside "$@"' inside "$folder/$system" "$root" "$@"
}

# check SYSTEM COMPILER: a row of the page; the complaints lie in build/platforms/SYSTEM-COMPILER.log.
check() {
  build=build/platforms/$1-$2
  rm -rf "${root:?}/$build"
  quietly inside "$1" cmake --preset dev -B "$build" -DCMAKE_CXX_COMPILER="$2" -DSTICKSLIP_PRECOMPILE=OFF \
    -DSTICKSLIP_WITH_TESTS=OFF -DSTICKSLIP_WITH_BENCH=OFF -DSTICKSLIP_WITH_PYTHON=OFF -DSTICKSLIP_WITH_OCTAVE=OFF \
    -DSTICKSLIP_WITH_PAGMO=OFF -DSTICKSLIP_WITH_EXAMPLES=ON
  # The commands out of JSON, one a line: each source once, also those that are compiled for three instruction sets.
  sed -n 's/^  "command": "\(.*\)",$/\1/p' "$root/$build/compile_commands.json" |
    sed 's/\\\\/\x01/g; s/\\"/"/g; s/\x01/\\/g; s/^[^ ]*ccache //; s/ -o [^ ]* -c / -fsyntax-only /' |
    awk -v only="$only" '!/\/generated\// && index($NF, only) && !seen[$NF]++' >"$root/$build/commands"
  sources=$(wc -l <"$root/$build/commands")
  # shellcheck disable=SC2016  # the inner shell's
  inside "$1" sh -c 'cd "$1" && tr "\n" "\0" <commands | xargs -0 -n 1 -P "$(nproc)" sh -c "eval \"\$1\" || echo failed: \"\${1##* }\"" one' \
    inside "$build" >"$folder/$1-$2.log" 2>&1 || true
  failed=$(grep -c '^failed: ' "$folder/$1-$2.log" || true)
  version=$(inside "$1" "$2" --version | sed 1q)
  echo "| $1 | $version | $sources | $failed | $(date -u +%Y-%m-%d) |"
  [ "$failed" -eq 0 ] || grep -E 'error|failed' "$folder/$1-$2.log" | head -n 20 >&2
}

# rows SYSTEM[:COMPILER]...
rows() {
  for what in "$@"; do
    system=${what%%:*}
    [ "$system" = here ] || make_root "$system" >&2
    case $what in
      *:*) chosen=${what#*:} ;;
      *) chosen=$compilers ;;
    esac
    for compiler in $chosen; do
      # shellcheck disable=SC2016
      inside "$system" sh -c 'command -v "$1" >/dev/null' inside "$compiler" || continue
      check "$system" "$compiler"
    done
    [ "$test" = no ] || inside "$system" ./test.sh >&2
  done
}

rows "$@" | tee "$folder/rows"
[ "$write" = yes ] || exit 0

# The rows of other systems and compilers stay.
{
  sed "/^$begin/,/^$end/d" "$page" | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
  printf '\n%s\n%s\n\n%s\n\n%s\n%s\n' "$begin" '## Systems and compilers' \
    '`tools/platforms.sh` has every source of the library, the program and the examples read by the compilers of other systems, with all warnings as errors.' \
    '| system | compiler | sources | refused | date |' '| --- | --- | --- | --- | --- |'
  {
    sed -n "/^$begin/,/^$end/p" "$page" | grep -E '^\| (here|debian|ubuntu)' |
      while IFS= read -r row; do
        grep -qF "$(echo "$row" | cut -d '|' -f 1-3)|" "$folder/rows" || echo "$row"
      done
    cat "$folder/rows"
  } | sort -V
  echo "$end"
} >"$page.part"
mv "$page.part" "$page"
