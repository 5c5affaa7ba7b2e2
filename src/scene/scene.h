// Parts of a scene that are arrays of vertices: flexes and skins, in the state of a data.
#ifndef SINEW_SCENE_SCENE_H_
#define SINEW_SCENE_SCENE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>
#include <sinew/visualize.h>

// was the scene made for a model with these flexes and skins; tells if not, in the name of a
// function
bool scene_fits(const mjModel* m, const mjvScene* scn, const char* function);
// something of flexes is shown
bool scene_anyFlex(const mjvOption* opt);
// flexvert_xpos -> flexvert, flexface, flexnormal, flextexcoord, flexfaceused, flex*opt
void scene_updateFlexes(const mjModel* m, const mjData* d, const mjvOption* opt, mjvScene* scn);
// poses of bones -> skinvert, skinnormal; zeros for skins that are not shown
void scene_updateSkins(const mjModel* m, const mjData* d, const mjvOption* opt, mjvScene* scn);

#endif
