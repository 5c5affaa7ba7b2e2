// Mouse perturbation of a body (mjvPerturb): the selected point and the orientation. Body ids must
// be valid.
#ifndef SINEW_SCENE_PERTURB_H_
#define SINEW_SCENE_PERTURB_H_

#include <sinew/data.h>
#include <sinew/model.h>
#include <sinew/visualize.h>

// the selected point in world coordinates
void perturb_point(const mjModel* m, const mjData* d, const mjvPerturb* pert, mjtNum point[3]);
// orientation of the inertial frame of a body, as a quaternion
void perturb_quat(const mjModel* m, const mjData* d, int body, mjtNum quat[4]);

#endif
