# make install: headers, libraries, program, sinew.pc and the CMake package, docs, licence, examples and
# sample models (manual page and completions: cli/CMakeLists.txt). The forwarding headers go
# to include/sinew/compat, so that an installed MuJoCo is not overwritten.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)

install(DIRECTORY include/sinew DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(DIRECTORY compat/mujoco DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sinew/compat FILES_MATCHING PATTERN "*.h")
install(TARGETS sinew sinew_static EXPORT sinew_targets)
if(SINEW_CLI)
  install(TARGETS sinew_program)
endif()
install(EXPORT sinew_targets NAMESPACE sinew:: DESTINATION ${package_dir})

configure_package_config_file(cmake/sinew-config.cmake.in ${PROJECT_BINARY_DIR}/sinew-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sinew-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sinew-config.cmake ${PROJECT_BINARY_DIR}/sinew-config-version.cmake
  DESTINATION ${package_dir})

configure_file(cmake/sinew.pc.in ${PROJECT_BINARY_DIR}/sinew.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/sinew.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples models DESTINATION ${CMAKE_INSTALL_DOCDIR}
  PATTERN CMakeLists.txt EXCLUDE)
