#!/bin/sh
# run.sh PYTHON: the tests of the package, where pytest and what they need is there.
set -eu
python=$1
"$python" -c 'import pytest, numpy, scipy, pandas, matplotlib' 2>/dev/null || {
  echo "pytest, numpy, scipy, pandas or matplotlib is not installed for $python: not tested"
  exit 77
}
cd "$(dirname "$0")"  # not beside the package's sources, which would hide the compiled half
exec "$python" -m pytest -q -p no:cacheprovider .
