# shellcheck shell=sh disable=SC2154
# For run.sh and test.sh, which source it with $root set: packages, configuring, building. Talks on stderr only.

say() {
  echo "$@" >&2
}

# packages_of GROUP...: the packages of these groups.
packages_of() {
  for group in "$@"; do
    sed -n "s/^$group  *//p" "$root/packages.txt"
  done
}

# missing_of PACKAGE...: those that are not installed.
missing_of() {
  for package in "$@"; do
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

# need GROUP...: installs what is missing, or says what to install and goes on if compiler and CMake are there.
need() {
  wanted=$(packages_of "$@")
  missing=$wanted
  # shellcheck disable=SC2086  # package lists are words
  if command -v dpkg-query >/dev/null; then missing=$(missing_of $wanted); fi
  [ -n "$missing" ] || return 0
  # shellcheck disable=SC2086
  if can_install; then
    say "installing:" $missing
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

# configure PRESET [ARGUMENT...]: by Ninja where it is present.
configure() (
  cd "$root" || exit
  preset=$1
  shift
  command -v ninja >/dev/null || set -- -G "Unix Makefiles" "$@"
  cmake --preset "$preset" "$@"
)

# build PRESET [TARGET...]: everything when no target is named.
build() (
  cd "$root" || exit
  preset=$1
  shift
  [ $# -eq 0 ] || set -- --target "$@"
  cmake --build --preset "$preset" --parallel "$(nproc)" "$@"
)
