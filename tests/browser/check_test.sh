#!/bin/sh
# check_test.sh GOOD.html: the check hears and sees what is wrong with spoilt copies of a good page.
set -eu
good=$1
folder=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# notices TEXT SED-SCRIPT: a page spoilt by the script fails, with TEXT.
notices() {
  sed "$2" "$good" >"$work/spoilt.html"
  status=0
  said=$("$folder/check.sh" "$work/spoilt.html") || status=$?
  [ "$status" -ne 77 ] || {
    echo "$said"
    exit 77
  }
  [ "$status" -eq 1 ] || {
    echo "exit code $status, expected 1 and: $1"
    exit 1
  }
  case $said in
    *"$1"*) ;;
    *)
      echo "said: $said; expected: $1"
      exit 1
      ;;
  esac
}

notices 'the console is not silent' 's|</main>|<script>console.log("hello")</script></main>|'
notices 'the console is not silent' 's|^start();|start(); throw new Error("late");|'
notices 'plot 1 FAILED: has no canvas' 's|^start();||'
notices 'plot 1 FAILED: is blank' 's|^function draw_line(.*|& return;|'
notices 'plot 1 FAILED: does not reach from its lowest to its highest value' \
  's|const add = (ax, ay, bx, by) => {|& ay = Math.max(ay, 150); by = Math.max(by, 150);|'
notices 'plot 1 FAILED: does not zoom when dragged' 's|canvas.onpointerup = |canvas.unheard = |'
notices 'plot 1 FAILED: shows no values at the cursor' 's|canvas.onpointermove = |canvas.unheard = |'
notices 'refers to something outside itself' 's|</main>|<img src="https://example.invalid/a.png"></main>|'
notices 'was not looked at to the end' 's|^start();|document.querySelector("figure").remove();|'
