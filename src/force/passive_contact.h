// Contacts of flexes that act as passive forces, not as constraints (exclude 4): springs along their
// normals, which the implicit metric makes stable.
#ifndef SINEW_FORCE_PASSIVE_CONTACT_H_
#define SINEW_FORCE_PASSIVE_CONTACT_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// contacts -> rows of their normals in the arena; false: there is no room
bool passive_makeContacts(const mjModel* m, mjData* d);
// qfrc += -k dist j of all of them
void passive_pushContacts(const mjData* d, mjtNum* qfrc);
// res += scale sum k j j' vec
void passive_mulContacts(const mjData* d, mjtNum scale, mjtNum* res, const mjtNum* vec);

#endif
