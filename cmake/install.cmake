# make install: headers, libraries, program, sinew.pc, sinew-core.pc and the CMake package, docs, licence, examples and
# sample models (manual page and completions: cli/CMakeLists.txt). The forwarding headers go to
# include/sinew/compat, so that an installed MuJoCo is not overwritten; cmake/compat.cmake says the same
# for mujoco.pc and its CMake package. Components are those of the packages (cmake/packages.cmake).
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)
install(DIRECTORY include/sinew DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(DIRECTORY compat/mujoco DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sinew/compat FILES_MATCHING PATTERN "*.h")
install(TARGETS sinew_core EXPORT sinew_core_targets)
if(SINEW_LOADER)
  install(TARGETS sinew EXPORT sinew_targets LIBRARY COMPONENT runtime NAMELINK_COMPONENT dev)
  install(TARGETS sinew_static EXPORT sinew_static_targets)
endif()
if(SINEW_CLI)
  install(TARGETS sinew_program COMPONENT program)
endif()
# apart, since only the static libraries need the packages of what is in them
install(EXPORT sinew_core_targets NAMESPACE sinew:: DESTINATION ${package_dir})
if(SINEW_LOADER)
  install(EXPORT sinew_targets NAMESPACE sinew:: DESTINATION ${package_dir})
  install(EXPORT sinew_static_targets NAMESPACE sinew:: DESTINATION ${package_dir})
endif()

configure_package_config_file(cmake/sinew-config.cmake.in ${PROJECT_BINARY_DIR}/sinew-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sinew-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sinew-config.cmake ${PROJECT_BINARY_DIR}/sinew-config-version.cmake
  DESTINATION ${package_dir})

# a package can be moved as a whole: it finds the prefix from where its own file is
file(RELATIVE_PATH SINEW_PC_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" SINEW_PC_UP ${SINEW_PC_UP})
configure_file(cmake/sinew-core.pc.in ${PROJECT_BINARY_DIR}/sinew-core.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/sinew-core.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(SINEW_LOADER)
  configure_file(cmake/sinew.pc.in ${PROJECT_BINARY_DIR}/sinew.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/sinew.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  include(cmake/compat.cmake)
endif()

install(FILES README.md CHANGELOG.md CONTRIBUTING.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)
install(DIRECTORY docs examples models DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc
  PATTERN CMakeLists.txt EXCLUDE)
install(DIRECTORY python/examples DESTINATION ${CMAKE_INSTALL_DOCDIR}/python COMPONENT doc PATTERN __pycache__ EXCLUDE)
include(cmake/packages.cmake)
