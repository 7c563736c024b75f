"""pip install . : CMake builds the compiled half of the package, in build/python; the rest is in pyproject.toml."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent.resolve()


def version() -> str:
    return re.search(r"project\(stickslip VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


class CMakeBuild(build_ext):
    def build_extension(self, extension: Extension) -> None:
        import pybind11

        target = Path(self.get_ext_fullpath(extension.name)).resolve()
        build = ROOT / "build" / "python"
        options = {
            "CMAKE_BUILD_TYPE": "Release",
            "CMAKE_CXX_FLAGS_RELEASE": "-O2 -DNDEBUG",  # as the preset release; hot sources take -O3 themselves
            "STICKSLIP_PRECOMPILE": "ON",
            "Python_EXECUTABLE": sys.executable,
            "PYTHON_EXECUTABLE": sys.executable,
            "pybind11_DIR": pybind11.get_cmake_dir(),
            "STICKSLIP_WITH_PYTHON": "ON",
            "STICKSLIP_WITH_TOML": "ON",
            **{f"STICKSLIP_WITH_{off}": "OFF" for off in ("TESTS", "BENCH", "EXAMPLES", "CLI", "CAPI", "PAGMO", "ODEINT", "OCTAVE")},
        }
        generator = ["-G", "Ninja"] if _has("ninja") else []
        run = lambda *command: subprocess.run(command, check=True)  # noqa: E731
        more = shlex.split(os.environ.get("CMAKE_ARGS", ""))
        run("cmake", "-S", ROOT, "-B", build, *generator, *(f"-D{key}={value}" for key, value in options.items()), *more)
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
        run("cmake", "--build", build, "--target", "stickslip_python", "stickslip_fmu", "--parallel", jobs)
        target.parent.mkdir(parents=True, exist_ok=True)
        self.copy_file(str(next((build / "python" / "stickslip").glob("_core*"))), str(target))
        # The run-time library that goes into every FMU.
        self.copy_file(str(next((build / "src" / "fmu").glob("libstickslip_fmu.*"))), str(target.parent))


def _has(program: str) -> bool:
    from shutil import which

    return which(program) is not None


setup(version=version(), ext_modules=[Extension("stickslip._core", sources=[])], cmdclass={"build_ext": CMakeBuild})
