// Lookup and storage of processed meshes in the asset cache.
#ifndef SINEW_ASSET_MESH_CACHE_H_
#define SINEW_ASSET_MESH_CACHE_H_

#include "asset/asset_cache.h"
#include "asset/mesh.h"
#include "io/vfs.h"

// Looks up the mesh processed from a file with these settings; format: index of its parser. If it
// is not cached, returns NULL, and *hash is for meshcache_give
cache_Entry* meshcache_find(const mesh_Settings* settings, int format, const vfs_Blob* file,
                            uint64_t* hash);
// Inserts a mesh, and moves the arena of its arrays and the file into the cache: both are empty
// afterwards, the mesh is unchanged. The caller must release the entry; NULL if the cache rejects
// it
cache_Entry* meshcache_give(const mesh_Settings* settings, int format, vfs_Blob* file,
                            uint64_t hash, arena_Arena* arena, const mesh_Mesh* mesh);
// the mesh of an entry; its arrays belong to the entry
const mesh_Mesh* meshcache_mesh(const cache_Entry* entry);

#endif
