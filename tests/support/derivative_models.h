// Models for tests of the slope kernels. Angles, inertias and axes are oblique, so that no term is
// zero by symmetry.
#ifndef SINEW_TESTS_SLOPE_MODELS_H_
#define SINEW_TESTS_SLOPE_MODELS_H_

// all kinds of joints with polynomials, several on a body, inertias off centre; two actuators
// damp one joint, one another
// clang-format off
static const char diff_jointsXml[] =
  "<mujoco><option timestep='.01'/><default><geom contype='0' density='100'/></default><worldbody>"
  "<body pos='0 0 1' gravcomp='.7'>"
  " <joint type='free' stiffness='3 1 2' damping='.2 .1 .3'/>"
  " <geom type='box' size='.1 .2 .3' pos='.1 .02 -.05'/>"
  " <body pos='.3 .1 0' gravcomp='1.2'>"
  "  <joint name='ball' type='ball' stiffness='2 .5 .3' damping='.1 .2 .1' pos='.01 .02 .03'/>"
  "  <geom type='capsule' size='.05 .2' pos='.1 .1 .2' euler='20 30 40'/>"
  "  <body pos='0 .2 .3' euler='10 20 30'>"
  "   <joint name='x' type='slide' axis='1 .2 .1' stiffness='5 1 3' springref='.3'/>"
  "   <joint name='a' axis='.3 1 .2' stiffness='2 3' damping='.1 .3 .2' springref='40'/>"
  "   <joint name='b' axis='.3 .1 1' actuatorgravcomp='true' stiffness='0 1 2'/>"
  "   <geom type='ellipsoid' size='.1 .05 .2' pos='.1 0 .1'/>"
  "   <body pos='.1 .1 .1' gravcomp='.4'><geom size='.1'/></body>"
  "  </body>"
  " </body>"
  " <body pos='-.3 0 0' gravcomp='.5'><joint type='ball' actuatorgravcomp='true' stiffness='1'/>"
  "  <geom type='box' size='.1 .05 .2' pos='-.1 .2 0'/></body>"
  "</body>"
  "<body pos='0 2 0'><joint axis='0 1 0' pos='.1 0 0' damping='.3'/><joint axis='1 0 0'/>"
  " <joint type='ball' stiffness='4 -1 .5'/>"
  " <geom type='box' size='.1 .05 .2' pos='.1 .2 .1'/></body>"
  "</worldbody><actuator>"
  "<motor joint='a' damping='.2 .1 .3' gear='1.5'/><motor joint='a' damping='.1 0 .2' gear='2'/>"
  "<motor joint='x' damping='.3 .2 .1' gear='.7'/></actuator></mujoco>";
// clang-format on

// chains and bodies that move alone on a free joint, a welded part, geoms that the fluid passes,
// coefficients of all kinds; small ones feel the guards against division by zero
#define SLOPE_ELLIPSOID "fluidshape='ellipsoid' fluidcoef='.7 .4 1.2 .9 .8'"
// clang-format off
#define SLOPE_FLUID_HEAD(wind) \
  "<mujoco><option timestep='.01' density='30' viscosity='.7' wind='" wind "'/>" \
  "<default><geom contype='0' density='100'/></default>"
#define SLOPE_FLUID_TREE \
  "<worldbody>" \
  "<body pos='0 0 1'><freejoint/><geom type='box' size='.1 .2 .3' pos='.1 .02 -.05'/>" \
  " <body pos='.3 .1 0'><joint type='ball' pos='.01 .02 .03'/>" \
  "  <geom type='capsule' size='.05 .2' pos='.1 .1 .2' euler='20 30 40' " SLOPE_ELLIPSOID "/>" \
  "  <geom type='ellipsoid' size='.05 .1 .02' pos='-.1 .1 0' " SLOPE_ELLIPSOID "/>" \
  "  <geom size='.05'/>" \
  "  <body pos='0 .2 .3' euler='10 20 30'>" \
  "   <joint type='slide' axis='1 .2 .1' damping='.1 .2 .3'/><joint axis='.3 1 .2'/>" \
  "   <joint axis='.3 .1 1' damping='.2'/>" \
  "   <geom type='cylinder' size='.1 .05' pos='.1 0 .1' " SLOPE_ELLIPSOID "/>" \
  "   <body pos='.1 .1 .1'><geom type='box' size='.1 .05 .02'/></body>" \
  "  </body>" \
  " </body>" \
  " <body pos='-.3 0 0'><joint type='ball'/>" \
  "  <geom type='box' size='.1 .05 .2' pos='-.1 .2 0'/></body>" \
  "</body>" \
  "<body pos='0 2 0'><freejoint/><geom type='box' size='.1 .2 .3' pos='.1 0 0'/></body>" \
  "<body pos='0 3 0'><freejoint/>" \
  "<geom type='ellipsoid' size='.1 .2 .3' pos='.1 0 0' " SLOPE_ELLIPSOID "/></body>" \
  "</worldbody></mujoco>"

static const char diff_windXml[] = SLOPE_FLUID_HEAD("1 -.5 .8") SLOPE_FLUID_TREE;
static const char diff_stillXml[] = SLOPE_FLUID_HEAD("0 0 0") SLOPE_FLUID_TREE;
static const char diff_smallXml[] =
  SLOPE_FLUID_HEAD("0 0 0")
  "<worldbody><body><joint axis='0 1 0'/><joint axis='1 0 0'/>"
  "<geom type='ellipsoid' size='.03 .02 .04' pos='.05 0 .05' " SLOPE_ELLIPSOID "/>"
  "<body pos='.1 0 0'><joint type='ball'/>"
  "<geom type='capsule' size='.02 .05' pos='0 .02 .05' " SLOPE_ELLIPSOID "/></body></body>"
  "<body pos='0 1 0'><freejoint/>"
  "<geom type='ellipsoid' size='.02 .04 .01' " SLOPE_ELLIPSOID "/></body>"
  "</worldbody></mujoco>";
// clang-format on

#endif
