# Install rules, and what find_package(stickslip) reads from an install prefix.
include(CMakePackageConfigHelpers)

set(stickslip_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/stickslip)
install(TARGETS stickslip EXPORT stickslipTargets)
install(DIRECTORY include/stickslip TYPE INCLUDE FILES_MATCHING PATTERN "*.hpp")
install(EXPORT stickslipTargets NAMESPACE stickslip:: DESTINATION ${stickslip_config_dir})
configure_package_config_file(cmake/stickslipConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/stickslipConfig.cmake
  INSTALL_DESTINATION ${stickslip_config_dir})
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/stickslipConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/stickslipConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/stickslipConfigVersion.cmake
  DESTINATION ${stickslip_config_dir})
