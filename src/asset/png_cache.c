// Decoded PNG images in the asset cache, which takes ownership of their pixels.
#include "asset/asset_cache.h"
#include "asset/png_read.h"
#include "base/mem.h"

static void freeImage(void* value) {
  png_Image* image = value;
  mem_freePlain(image->pixel);
  mem_freePlain(image);
}

// moves the pixels and the file into the cache, unless it rejects them
static void give(cache_Key* key, vfs_Blob* file, png_Shared* shared) {
  const png_Image* image = &shared->image;
  png_Image* value = mem_alloc(sizeof *value);
  if (!value) return;
  *value = *image;
  const size_t bytes = (size_t)image->width * (size_t)image->height * (size_t)image->nchannel;
  shared->entry = cache_give(key, &file->owned, value, sizeof *value + bytes, freeImage);
  if (!shared->entry) mem_free(value);
}

const char* png_load(vfs_Blob* file, int nchannel, png_Shared* shared) {
  cache_Key key = {.kind = CACHE_IMAGE,
                   .settings = &nchannel,
                   .nsettings = sizeof nchannel,
                   .data = file->data,
                   .ndata = file->size};
  *shared = (png_Shared){.entry = cache_find(&key)};
  if (shared->entry) {
    shared->image = *(const png_Image*)cache_value(shared->entry);
    return NULL;
  }
  const char* wrong = png_decode(file->data, file->size, nchannel, &shared->image);
  if (!wrong) give(&key, file, shared);
  return wrong;
}

void png_release(png_Shared* shared) {
  if (shared->entry) {
    cache_release(shared->entry);
  } else {
    mem_free(shared->image.pixel);
  }
  *shared = (png_Shared){0};
}
