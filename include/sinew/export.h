// Marks the functions and variables that the shared library exports.
#ifndef SINEW_EXPORT_H_
#define SINEW_EXPORT_H_

#if defined(_WIN32) && defined(SINEW_DLL)
#ifdef SINEW_BUILD
#define MJAPI __declspec(dllexport)
#else
#define MJAPI __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define MJAPI __attribute__((visibility("default")))
#else
#define MJAPI
#endif

// marks functions that a shared library of the program keeps to itself
#if defined(__GNUC__) && !defined(_WIN32)
#define MJLOCAL __attribute__((visibility("hidden")))
#else
#define MJLOCAL
#endif

// marks single declarations that C and C++ share
#ifndef mjEXTERNC
#ifdef __cplusplus
#define mjEXTERNC extern "C"
#else
#define mjEXTERNC
#endif
#endif

// marks functions whose parameter number `msg` is a printf format for arguments from `first` on
#if defined(__GNUC__)
#define mjPRINTFLIKE(msg, first) __attribute__((format(printf, msg, first)))
#else
#define mjPRINTFLIKE(msg, first)
#endif

#endif
