// Cameras as a scene sees them.
#ifndef SINEW_SCENE_VIEW_H_
#define SINEW_SCENE_VIEW_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>
#include <sinew/visualize.h>

// half sizes of the near plane and the clipping planes; the ids of the camera are valid
void view_frustum(const mjModel* m, const mjvCamera* cam, float zver[2], float zhor[2],
                  float zclip[2]);
// axes and place of a camera with valid ids that is not mjCAMERA_USER; d is not read if it is free
typedef struct {
  mjtNum head[3], forward[3], up[3], right[3];
} view_Frame;
view_Frame view_frame(const mjData* d, const mjvCamera* cam);

// both cameras of a scene have a near plane; tells if not, in the name of a function
bool view_isSet(const mjvScene* scn, const char* function);
// mean of the cameras of a scene, in the model
void view_inModel(const mjvScene* scn, mjtNum head[3], mjtNum forward[3], mjtNum up[3]);
// res = vec turned about z so that y points along `forward`
void view_align(mjtNum res[3], const mjtNum vec[3], const mjtNum forward[3]);

#endif
