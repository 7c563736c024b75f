# cmake -DNM=nm -DTARGET=avx2 -DOBJECTS=a.o|b.o -DSTAMP=file -P CheckSymbols.cmake
#
# Stops when an object defines a global or weak function outside namespace TARGET. Weak data (tables of constants) is
# the same on every target and may leave.
string(REPLACE "|" ";" objects "${OBJECTS}")
execute_process(COMMAND ${NM} --defined-only --extern-only ${objects}
                OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
string(LENGTH "${TARGET}" length)
string(REGEX MATCHALL "[^\n]* [TWi] [^\n]*" functions "${listing}")
set(leaks "")
foreach(line IN LISTS functions)
  if(NOT line MATCHES " _ZNK?([0-9]+[a-z_]+)*${length}${TARGET}" AND NOT line MATCHES " _ZNK?3hwy[0-9]+N_")
    list(APPEND leaks "${line}")
  endif()
endforeach()
if(leaks)
  list(JOIN leaks "\n  " text)
  message(FATAL_ERROR "functions compiled for ${TARGET} leave their object:\n  ${text}\n"
                      "Call them with lanes only, or put them into an anonymous namespace.")
endif()
file(WRITE "${STAMP}" "")
