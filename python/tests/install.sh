#!/bin/sh
# install.sh PYTHON ROOT FOLDER: the one command of the documentation, offline, in an environment of its own; then the
# session of README.md, copied and pasted, with what was installed.
set -eu
python=$1
root=$2
folder=$3
"$python" -c 'import setuptools, venv, pip, wheel, pybind11, numpy' 2>/dev/null || {
  echo "venv, pip, setuptools, wheel, pybind11 or numpy is not installed for $python: not tested"
  exit 77
}
unset PYTHONPATH
rm -rf "$folder/venv"
"$python" -m venv --system-site-packages "$folder/venv"
# With warnings as errors, as the tests: the objects are then those that a compiler cache knows from them.
CMAKE_ARGS=-DSTICKSLIP_WERROR=ON \
  "$folder/venv/bin/pip" install --quiet --no-build-isolation --no-deps "$root"
cd "$folder/venv"
awk '/^```python/ { on = 1; next } /^```/ && on { exit } on' "$root/README.md" >session.py
[ -s session.py ]
bin/python session.py
bin/python -c 'import stickslip, sys; assert sys.prefix in stickslip.__file__, stickslip.__file__'
