// Parts of a scene that are vertex arrays: meshes of flexes and skins, in the state of mjData.
#ifndef SINEW_SCENE_SCENE_H_
#define SINEW_SCENE_SCENE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>
#include <sinew/visualize.h>

// whether the scene was made for a model with these flexes and skins; an error in the name of a
// function if not
bool scene_fits(const mjModel* m, const mjvScene* scn, const char* function);
// whether any part of flexes is shown
bool scene_anyFlex(const mjvOption* opt);
// flexvert_xpos -> flexvert, flexface, flexnormal, flextexcoord, flexfaceused, flex*opt
void scene_updateFlexes(const mjModel* m, const mjData* d, const mjvOption* opt, mjvScene* scn);
// poses of bones -> skinvert, skinnormal; zeros for skins that are not shown
void scene_updateSkins(const mjModel* m, const mjData* d, const mjvOption* opt, mjvScene* scn);

#endif
