# Embeds the style sheet and the scripts of src/io/report/ into the library, as src/io/report_assets.hpp declares them.
#
#   stickslip_embed_report(target)    called by the build: adds the generated source to the target
#   cmake -DOUTPUT=file -DSTYLE=a.css -DSCRIPTS=a.js|b.js -P Report.cmake    writes that source
if(CMAKE_SCRIPT_MODE_FILE)
  # Prints the files into a raw string, which keeps every byte; the delimiter occurs in none of them.
  function(embed variable)
    set(text "")
    foreach(file IN LISTS ARGN)
      file(READ "${file}" content)
      string(APPEND text "${content}")
    endforeach()
    if(text MATCHES "\\)asset\"|</[sS]")
      message(FATAL_ERROR "${ARGN}: ')asset\"' and '</s' must not occur in what is embedded in a page")
    endif()
    file(APPEND "${OUTPUT}" "const char* const ${variable} = R\"asset(" "${text}" ")asset\";\n")
  endfunction()

  string(REPLACE "|" ";" scripts "${SCRIPTS}")
  file(WRITE "${OUTPUT}" "#include \"report_assets.hpp\"\n\nnamespace stickslip::io::report_assets {\n")
  embed(style "${STYLE}")
  embed(script ${scripts})
  file(APPEND "${OUTPUT}" "}\n")
  return()
endif()

set(STICKSLIP_REPORT_CMAKE ${CMAKE_CURRENT_LIST_FILE})

function(stickslip_embed_report target)
  set(folder ${PROJECT_SOURCE_DIR}/src/io)
  set(style ${folder}/report/style.css)
  set(scripts ${folder}/report/axis.js ${folder}/report/trace.js ${folder}/report/plot.js)
  set(output ${PROJECT_BINARY_DIR}/generated/report_assets.cpp)
  list(JOIN scripts "|" joined)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DSTYLE=${style} "-DSCRIPTS=${joined}" -P ${STICKSLIP_REPORT_CMAKE}
    DEPENDS ${style} ${scripts} ${STICKSLIP_REPORT_CMAKE}
    COMMENT "Embedding the plotter of the reports" VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
