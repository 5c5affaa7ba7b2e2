// Shared libraries that a program loads at run time, and the files of a folder.
#ifndef SINEW_BASE_LIBRARY_H_
#define SINEW_BASE_LIBRARY_H_

#include <stdbool.h>
#include <stddef.h>

// loads a library and runs its constructors; it stays loaded. False: `error` of n bytes says why
bool library_load(const char* path, char* error, size_t n);
// has the file name the extension of libraries of this system (.so, .dylib, .dll)
bool library_isName(const char* name);

// the plain files of a folder in its own order: path and file name of each; false: it cannot be
// read
typedef void (*library_Visit)(void* context, const char* path, const char* name);
bool library_list(const char* folder, library_Visit visit, void* context);

#endif
