// MJAPI and its like under the reference's header name.
#ifndef MUJOCO_MJEXPORT_H_
#define MUJOCO_MJEXPORT_H_

#include <sinew/export.h>

// what MJAPI and MJLOCAL are made of there
#define MUJOCO_HELPER_DLL_LOCAL MJLOCAL
#if defined(_WIN32)
#define MUJOCO_HELPER_DLL_IMPORT __declspec(dllimport)
#define MUJOCO_HELPER_DLL_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define MUJOCO_HELPER_DLL_IMPORT __attribute__((visibility("default")))
#define MUJOCO_HELPER_DLL_EXPORT __attribute__((visibility("default")))
#else
#define MUJOCO_HELPER_DLL_IMPORT
#define MUJOCO_HELPER_DLL_EXPORT
#endif

#endif
