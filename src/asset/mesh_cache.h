// Processed meshes in the cache of assets.
#ifndef SINEW_ASSET_MESH_CACHE_H_
#define SINEW_ASSET_MESH_CACHE_H_

#include "asset/asset_cache.h"
#include "asset/mesh.h"
#include "io/vfs.h"

// what was made of a file with these settings; format: which reader it has. NULL: it is not there,
// and *hash is for meshcache_give
cache_Entry* meshcache_find(const mesh_Settings* settings, int format, const vfs_Blob* file,
                            uint64_t* hash);
// gives a mesh to the cache, with the arena that its arrays are in and the file: both are empty
// then, the mesh stays as it is. To be released; NULL if the cache does not want it
cache_Entry* meshcache_give(const mesh_Settings* settings, int format, vfs_Blob* file,
                            uint64_t hash, arena_Arena* arena, const mesh_Mesh* mesh);
// the mesh of an entry; its arrays belong to the entry
const mesh_Mesh* meshcache_mesh(const cache_Entry* entry);

#endif
