// Names of objects: where each kind keeps them, and the hash table that finds an id.
#ifndef SINEW_MODEL_NAMES_H_
#define SINEW_MODEL_NAMES_H_

#include <stddef.h>

#include <sinew/model.h>

typedef struct {
  int type;        // mjtObj
  size_t count;    // offset of the number of objects in mjModel
  size_t nameadr;  // offset of the array of addresses into mjModel.names
} names_Kind;

// the kinds that have names, in the order of mjModel.names and names_map
const names_Kind* names_kinds(int* n);
// names, name_*adr -> names_map: per kind a table of 2*count slots, open addressing
void names_hash(mjModel* m);
// slots that names_map needs
mjtSize names_mapSize(const mjModel* m);

#endif
