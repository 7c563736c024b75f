#!/bin/sh
# write_reports.sh PROGRAM FOLDER: every built-in experiment, every study, a scorecard and the demo with its fit and its
# ranking, each with its report.html.
set -eu
program=$1
folder=$2
rm -rf "$folder"
for name in $("$program" run --list | awk 'NR > 1 { print $1 }'); do
  "$program" run "$name" -o "$folder/$name" >/dev/null
done
"$program" study all -o "$folder/study" >/dev/null
"$program" scorecard --laws coulomb,lugre -o "$folder/scorecard" >/dev/null
"$program" demo -o "$folder/demo" >/dev/null
