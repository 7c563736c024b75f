# Reads a table of numbers with numpy and pandas and prints a line each: name, seconds, sum of all bits of the values.
#   read_csv.py FILE REPEATS
# Numbers are compared to the last bit: pandas is asked for float_precision="round_trip" too, its usual one is not exact.
import sys
import time
import warnings

import numpy

file, repeats = sys.argv[1], int(sys.argv[2])


def bits_of(table):
    columns = numpy.ascontiguousarray(table, dtype=float).view(numpy.uint64)
    return int(columns.sum(dtype=numpy.uint64))


def report(name, read):
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        table = read()
        seconds.append(time.perf_counter() - start)
    print(name, sorted(seconds)[len(seconds) // 2], bits_of(table))


report("numpy.loadtxt", lambda: numpy.loadtxt(file, delimiter=",", skiprows=1))
try:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pandas
    report("pandas", lambda: pandas.read_csv(file).to_numpy())
    report("pandas,round_trip", lambda: pandas.read_csv(file, float_precision="round_trip").to_numpy())
except ImportError:
    pass
