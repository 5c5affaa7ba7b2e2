# mujoco.pc and the CMake package mujoco, for programs whose build files ask for MuJoCo. A MuJoCo that is
# installed in the same place keeps its own: what is there and is not ours is left alone, and said.
option(SINEW_COMPAT "install a CMake package and a pkg-config file named mujoco" ON)
if(NOT SINEW_COMPAT)
  return()
endif()
set(compat_dir ${CMAKE_INSTALL_LIBDIR}/cmake/mujoco)
set(compat_build ${PROJECT_BINARY_DIR}/compat)

configure_package_config_file(cmake/mujoco-config.cmake.in ${compat_build}/mujoco-config.cmake
  INSTALL_DESTINATION ${compat_dir})
write_basic_package_version_file(${compat_build}/mujoco-config-version.cmake
  VERSION ${SINEW_API_VERSION} COMPATIBILITY SameMajorVersion)
configure_file(cmake/mujoco.pc.in ${compat_build}/mujoco.pc @ONLY)

configure_file(cmake/install-compat.cmake.in ${compat_build}/install-compat.cmake @ONLY)
install(SCRIPT ${compat_build}/install-compat.cmake)
