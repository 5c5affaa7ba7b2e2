// Shared by the files that fill a scene (mjvScene) with visual geoms: the model and its state,
// visualization options, and functions that append geoms. One function for each kind of visual
// object; scene_api.c has their order.
#ifndef SINEW_SCENE_DRAW_H_
#define SINEW_SCENE_DRAW_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>
#include <sinew/visualize.h>

typedef struct {
  const mjModel* m;
  const mjData* d;
  const mjvOption* opt;
  const mjvPerturb* pert;
  int catmask;  // bits of mjtCatBit
  mjvScene* scn;
} draw_Job;

// ---- kinds of visual objects

typedef void (*draw_Add)(const draw_Job* job);

// draw_elements.c
void draw_flexes(const draw_Job* job);
void draw_skins(const draw_Job* job);
void draw_geoms(const draw_Job* job);
void draw_sites(const draw_Job* job);
// draw_tendons.c
void draw_tendons(const draw_Job* job);
// draw_actuators.c
void draw_sliderCranks(const draw_Job* job);
void draw_actuators(const draw_Job* job);
// draw_frames.c
void draw_geomFrames(const draw_Job* job);
void draw_siteFrames(const draw_Job* job);
void draw_worldFrame(const draw_Job* job);
void draw_bodyFrames(const draw_Job* job);
// draw_volumes.c
void draw_bodyVolumes(const draw_Job* job);
void draw_flexVolumes(const draw_Job* job);
void draw_meshVolumes(const draw_Job* job);
void draw_octrees(const draw_Job* job);
// draw_tactile.c
void draw_tactiles(const draw_Job* job);
// draw_bodies.c
void draw_inertias(const draw_Job* job);
void draw_bodyLabels(const draw_Job* job);
void draw_islandLabels(const draw_Job* job);
void draw_massCentres(const draw_Job* job);
void draw_connections(const draw_Job* job);
void draw_appliedForces(const draw_Job* job);
// draw_perturb.c
void draw_perturbation(const draw_Job* job);
void draw_selectedPoint(const draw_Job* job);
// draw_joints.c
void draw_joints(const draw_Job* job);
void draw_equalities(const draw_Job* job);
// draw_views.c
void draw_cameras(const draw_Job* job);
void draw_lights(const draw_Job* job);
// draw_rays.c
void draw_rays(const draw_Job* job);
// draw_contacts.c
void draw_contacts(const draw_Job* job);

// ---- one geom of the scene (draw_thing.c)

// appends a geom without a shape to the scene; NULL if the scene is full
mjvGeom* draw_add(const draw_Job* job, int objtype, int objid, int category);
// removes the last geom if it is fully transparent
void draw_dropUnseen(const draw_Job* job);
// sets shape, pose and color, NULL: those of mjv_initGeom; resets all other members
void draw_shape(mjvGeom* geom, int type, const mjtNum size[3], const mjtNum pos[3],
                const mjtNum mat[9], const float rgba[4]);
// sets a shape between two points; mjv_connector is the public function
void draw_connect(mjvGeom* geom, int type, mjtNum width, const mjtNum from[3], const mjtNum to[3]);
// sets a triangle
void draw_triangle(mjvGeom* geom, const mjtNum v0[3], const mjtNum v1[3], const mjtNum v2[3]);
void draw_colour(mjvGeom* geom, const float rgba[4]);
// appends a decoration between two points in one call: all of the above but triangles
mjvGeom* draw_bar(const draw_Job* job, int objtype, int objid, int type, mjtNum width,
                  const mjtNum from[3], const mjtNum to[3], const float rgba[4]);
// appends three axes, red, green and blue
void draw_axes(const draw_Job* job, int id, const mjtNum pos[3], const mjtNum mat[9], mjtNum length,
               mjtNum width);
// the same in the default size
void draw_frame(const draw_Job* job, int id, const mjtNum pos[3], const mjtNum mat[9]);

// ---- appearance (draw_looks.c)

// sets color and texture of an element with a material (-1: none) and a color of its own
void draw_material(const draw_Job* job, mjvGeom* geom, int matid, const float rgba[4]);
// makes the geom glow if it is selected
void draw_glow(const draw_Job* job, mjvGeom* geom, bool selected);
// labels the geom with the name of an object if labels of that kind are on; without a name with its
// type and id
void draw_label(const draw_Job* job, mjvGeom* geom, int label, int objtype, int id);
// color of an island, by its first dof (-1: none)
void draw_islandColour(float rgba[4], int dof, bool awake);
// color of the island of a body whose weld body has dofs, or of its tree if it sleeps
void draw_bodyIslandColour(const draw_Job* job, float rgba[4], int body);
// first dof of the island of a constraint row, -1: none
int draw_islandOfRow(const mjData* d, int row);
// impedance of the last row of a limit (mjtConstraint) that an object has; 0 if it has none
mjtNum draw_impedance(const mjData* d, int kind, int id);

// the default color of elements
static inline bool draw_isStandard(const float rgba[4]) {
  return rgba[0] == 0.5f && rgba[1] == 0.5f && rgba[2] == 0.5f && rgba[3] == 1;
}

// ---- what is shown

static inline bool draw_has(const draw_Job* job, mjtVisFlag flag) { return job->opt->flags[flag]; }

static inline bool draw_hasGroup(const mjtByte* group, int k) {
  return group[k < 0 ? 0 : k >= mjNGROUP ? mjNGROUP - 1 : k];
}

static inline int draw_category(const mjModel* m, int body) {
  return m->body_weldid[body] ? mjCAT_DYNAMIC : mjCAT_STATIC;
}

static inline bool draw_hasBody(const draw_Job* job, int body) {
  return draw_category(job->m, body) & job->catmask;
}

// whether the weld body of a body has dofs
static inline bool draw_moves(const mjModel* m, int body) {
  return m->body_dofnum[m->body_weldid[body]] > 0;
}

// the selected body, 0: none
static inline int draw_selected(const draw_Job* job) {
  const int body = job->pert->select;
  return body > 0 && body < job->m->nbody ? body : 0;
}

// size of a decoration, as a multiple of the model's mean size
static inline mjtNum draw_scaled(const draw_Job* job, float scale) {
  return job->m->stat.meansize * scale;
}

#endif
