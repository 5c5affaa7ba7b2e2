// File paths: join, normalize ("." and ".." parts), extension, URI schemes.
#include "base/path.h"

#include <string.h>

#include "base/assert.h"
#include "base/registry.h"

static bool isSeparator(char c) { return c == '/' || c == '\\'; }

static bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// ---- URI schemes, which resource providers register

static registry_List schemes = REGISTRY_EMPTY;

static bool startsWith(const char* path, const char* scheme) {
  size_t i = 0;
  for (; scheme[i] && path[i]; i++) {
    const char a[2] = {path[i], 0}, b[2] = {scheme[i], 0};
    if (!text_equalNoCase(a, b)) return false;
  }
  return !scheme[i] && path[i] == ':';
}

bool path_addScheme(const char* scheme) {
  registry_lock(&schemes);
  const bool ok = registry_add(&schemes, scheme) >= 0;
  registry_unlock(&schemes);
  return ok;
}

size_t path_schemeLength(const char* path) {
  const int n = registry_count(&schemes);
  for (int i = 0; i < n; i++) {
    const char* scheme = registry_at(&schemes, i);
    if (startsWith(path, scheme)) return strlen(scheme) + 1;
  }
  return 0;
}

// ---- paths

bool path_isAbsolute(const char* path) {
  return isSeparator(path[0]) || (isLetter(path[0]) && path[1] == ':') ||
         path_schemeLength(path) > 0;
}

size_t path_dirLength(const char* path) {
  size_t n = strlen(path), scheme = path_schemeLength(path);
  while (n > scheme && !isSeparator(path[n - 1])) n--;
  return n;
}

const char* path_base(const char* path) { return path + path_dirLength(path); }

const char* path_extension(const char* path) {
  const char* base = path_base(path);
  const char* dot = strrchr(base, '.');
  return dot && dot != base ? dot : base + strlen(base);
}

void path_join(text_Text* out, const char* dir, const char* name) {
  size_t n = strlen(dir);
  if (n && !path_isAbsolute(name)) {
    text_bytes(out, dir, n);
    if (!isSeparator(dir[n - 1])) text_add(out, "/");
  }
  text_add(out, name);
}

// removes the last part of out that was written since `start`; false if there is none
static bool dropPart(text_Text* out, size_t start) {
  size_t n = out->size;
  ASSERT(n >= start);
  if (n == start || !strcmp(out->data + (n >= start + 2 ? n - 2 : start), "..")) return false;
  while (n > start && out->data[n - 1] != '/') n--;
  out->size = n > start ? n - 1 : n;
  out->data[out->size] = 0;
  return true;
}

void path_reduce(text_Text* out, const char* path) {
  const size_t drive = isLetter(path[0]) && path[1] == ':' ? 2 : path_schemeLength(path);
  text_bytes(out, path, drive);
  path += drive;
  bool rooted = isSeparator(path[0]);
  if (rooted) text_add(out, "/");
  size_t start = out->size;
  while (*path && !out->failed) {
    size_t n = 0;
    while (path[n] && !isSeparator(path[n])) n++;
    bool dot = n == 1 && path[0] == '.', dots = n == 2 && path[0] == '.' && path[1] == '.';
    bool dropped = dots && (dropPart(out, start) || rooted);
    if (n && !dot && !dropped) {
      if (out->size > start) text_add(out, "/");
      text_bytes(out, path, n);
    }
    path += n;
    if (*path) path++;
  }
  if (!out->size && !out->failed) text_add(out, ".");
}
