// Object names: string storage in mjModel, and the hash table that maps a name to an id.
#ifndef SINEW_MODEL_NAMES_H_
#define SINEW_MODEL_NAMES_H_

#include <stddef.h>

#include <sinew/model.h>

typedef struct {
  int type;        // mjtObj
  size_t count;    // offset of the number of objects in mjModel
  size_t nameadr;  // offset of the array of addresses into mjModel.names
} names_Kind;

// the types that have names, in the order of mjModel.names and names_map
const names_Kind* names_kinds(int* n);
// builds the hash tables: names, name_*adr -> names_map: for each type a table of 2*count slots,
// open addressing
void names_hash(mjModel* m);
// number of slots of names_map
mjtSize names_mapSize(const mjModel* m);

#endif
