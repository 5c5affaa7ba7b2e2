// Passive (penalty) contacts of flexes (force/flex_contact.h) in the implicit metric: stiffness k j
// j', j the Jacobian row of the contact normal.
#ifndef SINEW_FORCE_PASSIVE_CONTACT_H_
#define SINEW_FORCE_PASSIVE_CONTACT_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// contacts -> sparse rows of their normals in the arena; false: out of memory
bool passive_makeContacts(const mjModel* m, mjData* d);
// res += scale sum k j j' vec
void passive_mulContacts(const mjData* d, mjtNum scale, mjtNum* res, const mjtNum* vec);

#endif
