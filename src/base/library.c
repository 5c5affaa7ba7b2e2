// Shared libraries by dlopen, folders by readdir, which every system but Windows has. The symbols
// of this library are made global first: a program may have loaded it with local symbols (as Python
// does with extension modules), and then a plugin would not find mjp_registerPlugin.
#define _GNU_SOURCE  // dladdr
#include "base/library.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/path.h"
#include "base/text.h"

#ifdef __APPLE__
#define EXTENSION ".dylib"
#else
#define EXTENSION ".so"
#endif

// the handle is kept: the symbols stay visible while the library is loaded
static void showOwnNames(void) {
#ifndef __EMSCRIPTEN__
  Dl_info own;
  if (dladdr((const void*)(size_t)&library_load, &own) && own.dli_fname) {
    void* handle = dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
    if (!handle) dlerror();  // a program with Sinew linked statically: nothing to do
  }
#endif
}

bool library_load(const char* path, char* error, size_t n) {
  showOwnNames();
  if (dlopen(path, RTLD_NOW | RTLD_LOCAL)) return true;
  const char* why = dlerror();
  text_copy(error, why ? why : "it cannot be loaded", n);
  return false;
}

bool library_isName(const char* name) { return !strcmp(path_extension(name), EXTENSION); }

bool library_list(const char* folder, library_Visit visit, void* context) {
  DIR* dir = opendir(folder);
  if (!dir) return false;
  for (const struct dirent* entry = readdir(dir); entry; entry = readdir(dir)) {
    text_Text path = {0};
    struct stat info;
    path_join(&path, folder, entry->d_name);
    if (!path.failed && !stat(text_get(&path), &info) && S_ISREG(info.st_mode))
      visit(context, text_get(&path), entry->d_name);
    text_free(&path);
  }
  closedir(dir);
  return true;
}
