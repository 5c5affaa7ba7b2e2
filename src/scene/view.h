// Cameras of a scene: frustum and axes, and their mean in model space.
#ifndef SINEW_SCENE_VIEW_H_
#define SINEW_SCENE_VIEW_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>
#include <sinew/visualize.h>

// half sizes of the near plane, and the distances of the clipping planes; the ids of the camera are
// valid
void view_frustum(const mjModel* m, const mjvCamera* cam, float zver[2], float zhor[2],
                  float zclip[2]);
// axes and position of a camera with valid ids that is not mjCAMERA_USER; d is not read for free
// cameras
typedef struct {
  mjtNum head[3], forward[3], up[3], right[3];
} view_Frame;
view_Frame view_frame(const mjData* d, const mjvCamera* cam);

// whether both cameras of a scene have a near plane; an error in the name of a function if not
bool view_isSet(const mjvScene* scn, const char* function);
// mean of the two cameras of a scene, in model space
void view_inModel(const mjvScene* scn, mjtNum head[3], mjtNum forward[3], mjtNum up[3]);
// rotates vec about z so that y points along `forward`
void view_align(mjtNum res[3], const mjtNum vec[3], const mjtNum forward[3]);

#endif
