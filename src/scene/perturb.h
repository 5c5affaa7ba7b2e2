// The perturbation of a body by the mouse. Bodies must be bodies of the model.
#ifndef SINEW_SCENE_PERTURB_H_
#define SINEW_SCENE_PERTURB_H_

#include <sinew/data.h>
#include <sinew/model.h>
#include <sinew/visualize.h>

// the selected point in the world
void perturb_point(const mjModel* m, const mjData* d, const mjvPerturb* pert, mjtNum point[3]);
// orientation of a body's frame of inertia
void perturb_quat(const mjModel* m, const mjData* d, int body, mjtNum quat[4]);

#endif
