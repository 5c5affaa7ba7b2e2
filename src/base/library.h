// Shared libraries (plugins) that a program loads at run time (dlopen), and the files of a folder.
#ifndef SINEW_BASE_LIBRARY_H_
#define SINEW_BASE_LIBRARY_H_

#include <stdbool.h>
#include <stddef.h>

// loads a library and runs its constructors; it stays loaded. False: `error` of n bytes has the
// reason
bool library_load(const char* path, char* error, size_t n);
// whether the file name has this system's extension of shared libraries (.so, .dylib, .dll)
bool library_isName(const char* name);

// calls visit for each regular file of a folder, in directory order, with its path and file name;
// false: the folder cannot be read
typedef void (*library_Visit)(void* context, const char* path, const char* name);
bool library_list(const char* folder, library_Visit visit, void* context);

#endif
