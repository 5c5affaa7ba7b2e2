// Parts of compiling one body of the kinematic tree, called by compile_body.c in the order of
// mjcf.md 9.7.
#ifndef SINEW_COMPILE_COMPILE_PARTS_H_
#define SINEW_COMPILE_COMPILE_PARTS_H_

#include "compile/compile.h"

// composed pose of the frames around an element, outermost first, in its body; identity if there
// are none
bool comp_framePose(comp_Compile* c, const spec_Element* e, double pos[3], double quat[4]);
// quat of an element: its alternative orientation if there is one, else the normalized quaternion
bool comp_resolveQuat(comp_Compile* c, const spec_Element* e, const double given[4],
                      const mjsOrientation* alt, double quat[4]);
// fromto -> pos, quat and size; returns false with an error if the type does not support fromto
bool comp_fromto(comp_Compile* c, const spec_Element* e, int type, const double fromto[6],
                 double pos[3], double quat[4], double size[3]);
// checks that the sizes that a geom or site of this type requires are positive
bool comp_checkSize(comp_Compile* c, const spec_Element* e, int type, const double size[3]);

// compile_geom.c: pose, size, bounds, fluid; mass and inertia if the body's inertia comes from
// geoms
bool comp_geom(comp_Compile* c, comp_Geom* geom);
// compile_hfield.c: geom->data, size and bounds of a height field; hfield is only valid for that
// type
bool comp_geomHField(comp_Compile* c, comp_Geom* geom);
// compile_mesh_geom.c: geom->data, mesh, size and pose of a geom that shows a mesh or is fitted to
// one; bounds of one that shows it
bool comp_geomMesh(comp_Compile* c, comp_Geom* geom);
void comp_boundMesh(comp_Geom* geom);
// compile_inertia.c
void comp_geomInertia(comp_Geom* geom, bool shell);  // geom->mass -> geom->inertia
double comp_geomVolume(const comp_Geom* geom, bool shell);
bool comp_inertial(comp_Compile* c, comp_Body* body);      // reads the <inertial> element
bool comp_inferInertia(comp_Compile* c, comp_Body* body);  // from geoms
bool comp_checkInertia(comp_Compile* c, comp_Body* body);  // bounds, signs, triangle inequality
// Adds mass and inertia b (in the frame of a) to a: both as mass, ipos, iquat, inertia
typedef struct {
  double mass, ipos[3], iquat[4], inertia[3];
} comp_Inertia;
bool comp_combineInertia(const comp_Inertia* part, int n, comp_Inertia* sum);
// Inertia of a body and one that is merged into it: each tensor is summed before the two are added,
// unlike inferring inertia, which adds geom by geom
void comp_fuseInertia(const comp_Inertia part[2], comp_Inertia* sum);
// compile_body.c: contype, conaffinity and margin from the geoms; target bodies of cameras and
// lights
void comp_collisionBits(comp_Compile* c, comp_Body* body);
bool comp_resolveTargets(comp_Compile* c);
// compile_joint.c
bool comp_joint(comp_Compile* c, comp_Joint* joint);

#endif
