// File paths as text (join, normalize, extension): accepts both separators, writes '/'.
#ifndef SINEW_BASE_PATH_H_
#define SINEW_BASE_PATH_H_

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

// "/x", "\x", "c:x", "scheme:x"
bool path_isAbsolute(const char* path);
// registers a URI scheme: names that begin with "scheme:" count as absolute from now on,
// case-insensitive; false: too many schemes. The string must stay valid.
bool path_addScheme(const char* scheme);
// length of "scheme:" at the start of a path, 0 if there is none
size_t path_schemeLength(const char* path);
// length of the folder part of path, including its last separator or its scheme; 0 if there is none
size_t path_dirLength(const char* path);
// "a/b.xml" -> "b.xml"
const char* path_base(const char* path);
// "a/b.tar.xml" -> ".xml"; "" if there is none
const char* path_extension(const char* path);
// out = dir/name, or name alone if it is absolute or dir is empty
void path_join(text_Text* out, const char* dir, const char* name);
// out = path without "." parts, "a/.." pairs and repeated separators; "." if nothing remains
void path_reduce(text_Text* out, const char* path);

#endif
