// Processed meshes in the cache of assets.
#ifndef SINEW_ASSET_MESH_CACHE_H_
#define SINEW_ASSET_MESH_CACHE_H_

#include "asset/asset_cache.h"
#include "asset/mesh.h"
#include "io/vfs.h"

// what was made of a file with these settings; format: which reader it has. NULL: it is not there
cache_Entry* meshcache_find(const mesh_Settings* settings, int format, const vfs_Blob* file);
// keeps a copy of a mesh
void meshcache_add(const mesh_Settings* settings, int format, const vfs_Blob* file,
                   const mesh_Mesh* mesh);
// the mesh of an entry; its arrays belong to the entry
const mesh_Mesh* meshcache_mesh(const cache_Entry* entry);

#endif
