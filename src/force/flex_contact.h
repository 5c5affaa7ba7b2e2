// Passive (penalty) contacts of flexes (contact.exclude 4): stiff springs along their contact
// normals, without friction. They need the implicit metric: explicit steps would be unstable.
#ifndef SINEW_FORCE_FLEX_CONTACT_H_
#define SINEW_FORCE_FLEX_CONTACT_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

enum { FLEX_PASSIVE = 4 };  // contact.exclude

// stiffness of such a contact, 0 if none of its vertices is a body with three dofs. Its normal is
// side_normalRow (dyn/contact_side.h)
mjtNum flexcontact_stiffness(const mjModel* m, const mjContact* con);
// adds the forces of all to a vector over dofs; without the metric reports an error and adds none
void flexcontact_forces(const mjModel* m, mjData* d, mjtNum* qfrc);

#endif
