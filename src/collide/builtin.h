// Dispatch table of the built-in narrow-phase functions by geom types, the lower type first:
// initial values of the internal table and of the user's table mjCOLLISIONFUNC. Height fields do
// not collide with signed distance fields (SDF).
#ifndef SINEW_COLLIDE_BUILTIN_H_
#define SINEW_COLLIDE_BUILTIN_H_

#include "collide/collide.h"

#define COLLIDE_BUILTIN                                                                            \
  {                                                                                                \
    [mjGEOM_PLANE] =                                                                               \
        {[mjGEOM_SPHERE] = collide_planeSphere,    [mjGEOM_CAPSULE] = collide_planeCapsule,        \
         [mjGEOM_ELLIPSOID] = collide_planeConvex, [mjGEOM_CYLINDER] = collide_planeCylinder,      \
         [mjGEOM_BOX] = collide_planeBox,          [mjGEOM_MESH] = collide_planeConvex,            \
         [mjGEOM_SDF] = collide_planeConvex},                                                      \
    [mjGEOM_HFIELD] =                                                                              \
        {[mjGEOM_SPHERE] = collide_hfieldConvex,    [mjGEOM_CAPSULE] = collide_hfieldConvex,       \
         [mjGEOM_ELLIPSOID] = collide_hfieldConvex, [mjGEOM_CYLINDER] = collide_hfieldConvex,      \
         [mjGEOM_BOX] = collide_hfieldConvex,       [mjGEOM_MESH] = collide_hfieldConvex},         \
    [mjGEOM_SPHERE] = {[mjGEOM_SPHERE] = collide_sphereSphere,                                     \
                       [mjGEOM_CAPSULE] = collide_sphereCapsule,                                   \
                       [mjGEOM_ELLIPSOID] = collide_convexConvex,                                  \
                       [mjGEOM_CYLINDER] = collide_sphereCylinder,                                 \
                       [mjGEOM_BOX] = collide_sphereBox,                                           \
                       [mjGEOM_MESH] = collide_convexConvex,                                       \
                       [mjGEOM_SDF] = collide_sdfPair},                                            \
    [mjGEOM_CAPSULE] =                                                                             \
        {[mjGEOM_CAPSULE] = collide_capsuleCapsule, [mjGEOM_ELLIPSOID] = collide_convexConvex,     \
         [mjGEOM_CYLINDER] = collide_convexConvex,  [mjGEOM_BOX] = collide_capsuleBox,             \
         [mjGEOM_MESH] = collide_convexConvex,      [mjGEOM_SDF] = collide_sdfPair},               \
    [mjGEOM_ELLIPSOID] = {[mjGEOM_ELLIPSOID] = collide_convexConvex,                               \
                          [mjGEOM_CYLINDER] = collide_convexConvex,                                \
                          [mjGEOM_BOX] = collide_convexConvex,                                     \
                          [mjGEOM_MESH] = collide_convexConvex,                                    \
                          [mjGEOM_SDF] = collide_sdfPair},                                         \
    [mjGEOM_CYLINDER] = {[mjGEOM_CYLINDER] = collide_convexConvex,                                 \
                         [mjGEOM_BOX] = collide_convexConvex,                                      \
                         [mjGEOM_MESH] = collide_convexConvex,                                     \
                         [mjGEOM_SDF] = collide_sdfPair},                                          \
    [mjGEOM_BOX] = {[mjGEOM_BOX] = collide_boxBox,                                                 \
                    [mjGEOM_MESH] = collide_convexConvex,                                          \
                    [mjGEOM_SDF] = collide_sdfPair},                                               \
    [mjGEOM_MESH] = {[mjGEOM_MESH] = collide_convexConvex, [mjGEOM_SDF] = collide_sdfMesh},        \
    [mjGEOM_SDF] = {[mjGEOM_SDF] = collide_sdfPair},                                               \
  }

#endif
