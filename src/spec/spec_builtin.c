// Built-in default values of every element struct: the value of an attribute that neither the file
// nor a default class sets. NaN marks a value that counts as not given.
#include "spec/spec_builtin.h"

#include <string.h>

#include <sinew/api.h>

static const double nan_ = __builtin_nan("");

static void identity(double quat[4]) {
  quat[0] = 1;
  quat[1] = quat[2] = quat[3] = 0;
}

static void gray(float rgba[4]) {
  rgba[0] = rgba[1] = rgba[2] = 0.5f;
  rgba[3] = 1;
}

static void fill(float* x, float value, int n) {
  for (int i = 0; i < n; i++) x[i] = value;
}

void builtin_body(void* data) {
  mjsBody* body = data;
  identity(body->quat);
  identity(body->iquat);
  body->ipos[0] = nan_;
  body->fullinertia[0] = nan_;
  body->simple = 1;
}

void builtin_frame(void* data) { identity(((mjsFrame*)data)->quat); }

void builtin_joint(void* data) {
  mjsJoint* joint = data;
  joint->type = mjJNT_HINGE;
  joint->axis[2] = 1;
  joint->align = mjALIGNFREE_AUTO;
  joint->limited = joint->actfrclimited = mjLIMITED_AUTO;
  mj_defaultSolRefImp(joint->solref_limit, joint->solimp_limit);
  mj_defaultSolRefImp(joint->solref_friction, joint->solimp_friction);
}

void builtin_geom(void* data) {
  mjsGeom* geom = data;
  geom->type = mjGEOM_SPHERE;
  identity(geom->quat);
  geom->fromto[0] = nan_;
  geom->mass = nan_;
  geom->density = 1000;
  geom->contype = geom->conaffinity = 1;
  geom->condim = 3;
  geom->friction[0] = 1, geom->friction[1] = 0.005, geom->friction[2] = 0.0001;
  geom->solmix = 1;
  mj_defaultSolRefImp(geom->solref, geom->solimp);
  static const mjtNum coefs[5] = {0.5, 0.25, 1.5, 1, 1};  // blunt, slender, angular, Kutta, Magnus
  memcpy(geom->fluid_coefs, coefs, sizeof coefs);
  gray(geom->rgba);
  geom->fitscale = 1;
}

void builtin_site(void* data) {
  mjsSite* site = data;
  site->type = mjGEOM_SPHERE;
  identity(site->quat);
  site->fromto[0] = nan_;
  site->size[0] = site->size[1] = site->size[2] = 0.005;
  gray(site->rgba);
}

void builtin_camera(void* data) {
  mjsCamera* camera = data;
  identity(camera->quat);
  camera->resolution[0] = camera->resolution[1] = 1;
  camera->output = mjCAMOUT_RGB;
  camera->fovy = 45;
  camera->ipd = 0.068;
}

void builtin_light(void* data) {
  mjsLight* light = data;
  light->dir[2] = -1;
  light->active = light->castshadow = true;
  light->bulbradius = 0.02f;
  light->range = 10;
  light->attenuation[0] = 1;
  light->cutoff = 45;
  light->softness = 0.2f;
  light->exponent = 10;
  fill(light->diffuse, 0.7f, 3);
  fill(light->specular, 0.3f, 3);
}

void builtin_flex(void* data) {
  mjsFlex* flex = data;
  flex->contype = flex->conaffinity = 1;
  flex->condim = 3;
  flex->friction[0] = 1, flex->friction[1] = 0.005, flex->friction[2] = 0.0001;
  flex->solmix = 1;
  mj_defaultSolRefImp(flex->solref, flex->solimp);
  flex->dim = 2;
  flex->radius = 0.005;
  flex->selfcollide = mjFLEXSELF_AUTO;
  flex->activelayers = 1;
  gray(flex->rgba);
  flex->thickness = -1;
  flex->cellcount[0] = flex->cellcount[1] = flex->cellcount[2] = 1;
}

void builtin_mesh(void* data) {
  mjsMesh* mesh = data;
  ((spec_Mesh*)data)->concavity = 0.02;
  identity(mesh->refquat);
  mesh->scale[0] = mesh->scale[1] = mesh->scale[2] = 1;
  mesh->inertia = mjMESH_INERTIA_LEGACY;
  mesh->maxhullvert = -1;
  mesh->octree_maxdepth = 6;
}

void builtin_skin(void* data) { gray(((mjsSkin*)data)->rgba); }

void builtin_texture(void* data) {
  mjsTexture* texture = data;
  texture->type = mjTEXTURE_CUBE;
  for (int i = 0; i < 3; i++) texture->rgb1[i] = 0.8, texture->rgb2[i] = 0.5;
  texture->random = 0.01;
  texture->nchannel = 3;
  texture->gridsize[0] = texture->gridsize[1] = 1;
  memset(texture->gridlayout, '.', sizeof texture->gridlayout);
}

void builtin_material(void* data) {
  mjsMaterial* material = data;
  material->texrepeat[0] = material->texrepeat[1] = 1;
  material->specular = material->shininess = 0.5f;
  material->metallic = material->roughness = -1;
  fill(material->rgba, 1, 4);
}

void builtin_pair(void* data) {
  mjsPair* pair = data;
  static const double friction[5] = {1, 1, 0.005, 0.0001, 0.0001};
  pair->condim = 3;
  memcpy(pair->friction, friction, sizeof friction);
  mj_defaultSolRefImp(pair->solref, pair->solimp);
}

void builtin_equality(void* data) {
  mjsEquality* equality = data;
  equality->active = true;
  equality->data[1] = 1;   // linear coefficient of a polynomial
  equality->data[10] = 1;  // torque scale of a weld
  mj_defaultSolRefImp(equality->solref, equality->solimp);
}

void builtin_tendon(void* data) {
  mjsTendon* tendon = data;
  tendon->springlength[0] = tendon->springlength[1] = -1;
  tendon->limited = mjLIMITED_AUTO;  // odd: force range of a tendon; actfrclimited is not
  mj_defaultSolRefImp(tendon->solref_limit, tendon->solimp_limit);
  mj_defaultSolRefImp(tendon->solref_friction, tendon->solimp_friction);
  tendon->width = 0.003;
  gray(tendon->rgba);
}

void builtin_actuator(void* data) {
  mjsActuator* actuator = data;
  actuator->gainprm[0] = actuator->dynprm[0] = 1;
  actuator->actdim = -1;
  actuator->trntype = mjTRN_UNDEFINED;
  actuator->gear[0] = 1;
  actuator->ctrllimited = actuator->forcelimited = actuator->actlimited = mjLIMITED_AUTO;
}

void builtin_sensor(void* data) { ((mjsSensor*)data)->needstage = mjSTAGE_ACC; }

void builtin_none(void* data) { (void)data; }

static void builtinCompiler(mjsCompiler* compiler) {
  compiler->autolimits = compiler->degree = compiler->usethread = true;
  compiler->settotalmass = -1;
  memcpy(compiler->eulerseq, "xyz", 3);
  compiler->inertiafromgeom = mjINERTIAFROMGEOM_AUTO;
  compiler->inertiagrouprange[1] = 5;
  mj_defaultLROpt(&compiler->LRopt);
}

void spec_builtinSpec(mjSpec* spec) {
  builtinCompiler(&spec->compiler);
  mj_defaultOption(&spec->option);
  mj_defaultVisual(&spec->visual);
  spec->stat.meaninertia = spec->stat.meanmass = spec->stat.meansize = spec->stat.extent = nan_;
  spec->stat.center[0] = nan_;
  spec->memory = spec->nstack = -1;
  spec->nuser_body = spec->nuser_jnt = spec->nuser_geom = spec->nuser_site = -1;
  spec->nuser_cam = spec->nuser_tendon = spec->nuser_actuator = spec->nuser_sensor = -1;
  spec->njmax = spec->nconmax = -1;
}
