# shellcheck shell=sh disable=SC2154
# For run.sh and test.sh, which source it with $root set: packages, configuring, building, what took how long. Talks on
# stderr only.

notes=$(mktemp -d)            # what this run leaves for its own summary
trap 'rm -rf "$notes"' EXIT
: >"$notes/parts"             # "seconds what" of everything that was timed
: >"$notes/skipped"           # "what: why" of everything that was left out
# Without these ccache keeps nothing that is compiled with a precompiled header.
CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS-pch_defines,time_macros,include_file_mtime,include_file_ctime}
export CCACHE_SLOPPINESS
# One source compiles to one object in every build folder with the same options: pip's finds what the tests compiled.
CCACHE_BASEDIR=${CCACHE_BASEDIR-$root}
export CCACHE_BASEDIR
yes=${yes-no}                 # yes: packages are installed without a question

say() {
  echo "$@" >&2
}

# packages_of GROUP...: the packages of these groups.
packages_of() {
  for group in "$@"; do
    sed -n "s/^$group  *//p" "$root/packages.txt"
  done
}

# missing_of PACKAGE...: those that are not installed. Other vendors' nodejs brings npm along and refuses Debian's.
missing_of() {
  for package in "$@"; do
    if [ "$package" = npm ] && command -v npm >/dev/null; then continue; fi
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=unknown
    [ "$state" = installed ] || echo "$package"
  done
}

# as_root COMMAND...: runs it with the rights to install.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

apt_install() {
  as_root apt-get update -qq &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

can_install() {
  command -v apt-get >/dev/null && { [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null; }
}

# may_install PACKAGE...: says what would be installed, and on a terminal asks unless --yes was given.
may_install() {
  if [ "$yes" = yes ] || [ ! -t 0 ] || [ ! -t 2 ]; then
    say "installing with apt-get:" "$@"
    return 0
  fi
  say "Not installed yet:" "$@"
  printf 'Install them with apt-get now? [y/N] ' >&2
  read -r answer || answer=no
  case $answer in
    [yY]*) ;;
    *) return 1 ;;
  esac
}

# need GROUP...: installs what is missing, or says what to install and goes on if compiler and CMake are there.
need() {
  wanted=$(packages_of "$@")
  missing=$wanted
  # shellcheck disable=SC2086  # package lists are words
  if command -v dpkg-query >/dev/null; then missing=$(missing_of $wanted); fi
  [ -n "$missing" ] || return 0
  # shellcheck disable=SC2086
  if can_install && may_install $missing; then
    quietly apt_install $missing && return 0
    say "apt-get could not install them all."
  fi
  # shellcheck disable=SC2086
  say "Needed, by their Debian names; install what your system lacks of:" $missing
  if ! command -v cmake >/dev/null || ! command -v c++ >/dev/null; then
    say "There is no C++ compiler or no CMake here: stop."
    exit 1
  fi
}

# quietly COMMAND...: shows what it prints on a terminal, and elsewhere only when it fails.
quietly() {
  if [ -t 2 ]; then
    "$@" >&2
    return
  fi
  log=$(mktemp)
  status=0
  "$@" >"$log" 2>&1 || status=$?
  [ "$status" -eq 0 ] || cat "$log" >&2
  rm -f "$log"
  return "$status"
}

# configure PRESET [ARGUMENT...]: by Ninja where it is present. What is left out of the build is noted.
configure() (
  cd "$root" || exit
  preset=$1
  shift
  command -v ninja >/dev/null || set -- -G "Unix Makefiles" "$@"
  status=0
  cmake --preset "$preset" "$@" >"$notes/configured" || status=$?
  cat "$notes/configured"
  sed -n '/^-- Left out:/,$ s/^ \* \([A-Z_]*\), \(.*\)/\1: \2/p' "$notes/configured" >>"$notes/skipped"
  return "$status"
)

# build PRESET [TARGET...]: everything when no target is named. Ninja's log says what each part took.
build() (
  cd "$root" || exit
  preset=$1
  shift
  [ $# -eq 0 ] || set -- --target "$@"
  log=build/$preset/.ninja_log
  cp "$log" "$notes/before" 2>/dev/null || : >"$notes/before"
  status=0
  cmake --build --preset "$preset" --parallel "$(nproc)" "$@" || status=$?
  if [ -f "$log" ]; then
    { grep -vxF -f "$notes/before" "$log" || true; } |
      awk '/^[0-9]/ { print ($2 - $1) / 1000, $4 }' >>"$notes/parts"
  fi
  return "$status"
)

# timed WHAT COMMAND...: notes how long the command took [s].
timed() {
  what=$1
  shift
  began=$(date +%s)
  status=0
  "$@" || status=$?
  echo "$(($(date +%s) - began)) $what" >>"$notes/parts"
  return "$status"
}

# summary: the ten slowest parts of this run, and what was skipped and why.
summary() {
  if [ -s "$notes/parts" ]; then
    say "The slowest parts [s]:"
    sort -rn "$notes/parts" | head -n 10 | awk '{ printf "  %7.1f  %s\n", $1, substr($0, index($0, $2)) }' >&2
  fi
  if [ -s "$notes/skipped" ]; then
    say "Skipped, and why:"
    sort -u "$notes/skipped" | sed 's/^/  /' >&2
  fi
}
