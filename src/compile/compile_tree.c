// Fills the arrays of the kinematic tree in mjModel: bodies, joints, dofs, trees, geoms, sites,
// cameras, lights.
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "compile/compile.h"

static void copy(mjtNum* dst, const double* src, int n) {
  for (int i = 0; i < n; i++) dst[i] = src[i];
}

static void copyFloats(float* dst, const float* src, int n) {
  memcpy(dst, src, (size_t)n * sizeof *dst);
}

// id of the material, -1 if none is given
static int materialOf(comp_Compile* c, const spec_Element* e, const mjString* name) {
  return comp_find(c, e, "material", mjOBJ_MATERIAL, vec_text(name));
}

// material of the geom, or of the mesh that it shows or is fitted to
static int geomMaterial(comp_Compile* c, const comp_Geom* geom) {
  const mjsGeom* given = SPEC_DATA(mjsGeom, geom->e);
  if (*vec_text(given->material) || !geom->mesh) return materialOf(c, geom->e, given->material);
  ASSERT(geom->data >= 0 && geom->data < c->list[mjOBJ_MESH].n);
  const spec_Element* mesh = c->list[mjOBJ_MESH].item[geom->data];
  return materialOf(c, mesh, SPEC_DATA(mjsMesh, mesh)->material);
}

// ---- frames that coincide with the body's (sameframe), so that the run time copies instead of
// composing

static bool nearlyZero(const double* x, int n) {
  const double tolerance = 1e-6;
  for (int i = 0; i < n; i++) {
    if (!(fabs(x[i]) < tolerance)) return false;
  }
  return true;
}

static bool samePos(const double a[3], const double b[3]) {
  const double diff[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return nearlyZero(diff, 3);
}

static bool sameQuat(const double a[4], const double b[4]) {
  double minus[4], plus[4];
  for (int i = 0; i < 4; i++) minus[i] = a[i] - b[i], plus[i] = a[i] + b[i];
  return nearlyZero(minus, 4) || nearlyZero(plus, 4);
}

static const double zero3[3] = {0, 0, 0}, unit4[4] = {1, 0, 0, 0};

static mjtByte bodySameFrame(const comp_Body* b) {
  if (!sameQuat(b->iquat, unit4)) return mjSAMEFRAME_NONE;
  return samePos(b->ipos, zero3) ? mjSAMEFRAME_BODY : mjSAMEFRAME_BODYROT;
}

static mjtByte sameFrame(const comp_Body* b, const double pos[3], const double quat[4]) {
  if (sameQuat(quat, unit4)) return samePos(pos, zero3) ? mjSAMEFRAME_BODY : mjSAMEFRAME_BODYROT;
  if (sameQuat(quat, b->iquat))
    return samePos(pos, b->ipos) ? mjSAMEFRAME_INERTIA : mjSAMEFRAME_INERTIAROT;
  return mjSAMEFRAME_NONE;
}

// ---- bodies

static void fillBody(comp_Compile* c, int i) {
  mjModel* m = c->m;
  const comp_Body* b = &c->body[i];
  const mjsBody* given = SPEC_DATA(mjsBody, b->e);
  m->body_parentid[i] = b->parent;
  m->body_rootid[i] = b->root;
  m->body_weldid[i] = b->weld;
  m->body_mocapid[i] = b->mocap;
  m->body_jntnum[i] = b->jntnum;
  m->body_jntadr[i] = b->jntadr;
  m->body_dofnum[i] = b->dofnum;
  m->body_dofadr[i] = b->dofadr;
  m->body_treeid[i] = b->treeid;
  m->body_geomnum[i] = b->geomnum;
  m->body_geomadr[i] = b->geomadr;
  m->body_sameframe[i] = i ? bodySameFrame(b) : mjSAMEFRAME_BODY;
  copy(m->body_pos + 3 * i, b->pos, 3);
  copy(m->body_quat + 4 * i, b->quat, 4);
  copy(m->body_ipos + 3 * i, b->ipos, 3);
  copy(m->body_iquat + 4 * i, b->iquat, 4);
  copy(m->body_inertia + 3 * i, b->inertia, 3);
  m->body_mass[i] = b->mass;
  m->body_gravcomp[i] = given->gravcomp;
  m->body_margin[i] = b->margin;
  m->body_contype[i] = b->contype;
  m->body_conaffinity[i] = b->conaffinity;
  comp_fillUser(m->body_user, m->nuser_body, i, given->userdata);
}

static void fillBodies(comp_Compile* c) {
  mjModel* m = c->m;
  for (int i = 0; i < m->nbody; i++) fillBody(c, i);
  m->ngravcomp = 0;
  for (int i = 0; i < m->nbody; i++) m->ngravcomp += m->body_gravcomp[i] > 0;
  m->flg_gravcomp = m->ngravcomp > 0;
}

// ---- joints and dofs

static void fillQpos(comp_Compile* c, const comp_Joint* joint, int type) {
  mjModel* m = c->m;
  mjtNum *q0 = m->qpos0 + joint->qposadr, *spring = m->qpos_spring + joint->qposadr;
  if (type == mjJNT_FREE) {
    copy(q0, c->body[joint->body].pos, 3);
    copy(q0 + 3, c->body[joint->body].quat, 4);
  } else if (type == mjJNT_BALL) {
    copy(q0, unit4, 4);
  } else {
    q0[0] = joint->ref;
  }
  copy(spring, q0, joint->nq);
  if (joint->nq == 1) spring[0] = joint->springref;
}

static void fillDofs(comp_Compile* c, int j) {
  mjModel* m = c->m;
  const comp_Joint* joint = &c->joint[j];
  const mjsJoint* given = SPEC_DATA(mjsJoint, joint->e);
  for (int i = joint->dofadr; i < joint->dofadr + joint->nv; i++) {
    m->dof_bodyid[i] = joint->body;
    m->dof_jntid[i] = j;
    m->dof_treeid[i] = c->body[joint->body].treeid;
    copy(m->dof_solref + mjNREF * i, given->solref_friction, mjNREF);
    copy(m->dof_solimp + mjNIMP * i, given->solimp_friction, mjNIMP);
    m->dof_frictionloss[i] = given->frictionloss;
    m->dof_armature[i] = given->armature;
    m->dof_damping[i] = given->damping[0];
    copy(m->dof_dampingpoly + mjNPOLY * i, given->damping + 1, mjNPOLY);
  }
}

static void fillJoints(comp_Compile* c) {
  mjModel* m = c->m;
  for (int j = 0; j < m->njnt; j++) {
    const comp_Joint* joint = &c->joint[j];
    const mjsJoint* given = SPEC_DATA(mjsJoint, joint->e);
    m->jnt_type[j] = given->type;
    m->jnt_qposadr[j] = joint->qposadr;
    m->jnt_dofadr[j] = joint->dofadr;
    m->jnt_bodyid[j] = joint->body;
    m->jnt_group[j] = given->group;
    m->jnt_limited[j] = joint->limited;
    m->jnt_actfrclimited[j] = joint->actfrclimited;
    m->jnt_actgravcomp[j] = given->actgravcomp;
    copy(m->jnt_solref + mjNREF * j, given->solref_limit, mjNREF);
    copy(m->jnt_solimp + mjNIMP * j, given->solimp_limit, mjNIMP);
    copy(m->jnt_pos + 3 * j, joint->pos, 3);
    copy(m->jnt_axis + 3 * j, joint->axis, 3);
    m->jnt_stiffness[j] = given->stiffness[0];
    copy(m->jnt_stiffnesspoly + mjNPOLY * j, given->stiffness + 1, mjNPOLY);
    copy(m->jnt_range + 2 * j, joint->range, 2);
    copy(m->jnt_actfrcrange + 2 * j, given->actfrcrange, 2);
    m->jnt_margin[j] = given->margin;
    comp_fillUser(m->jnt_user, m->nuser_jnt, j, given->userdata);
    fillQpos(c, joint, given->type);
    fillDofs(c, j);
  }
}

// parent dof: the previous dof of the body, or the last one of the nearest ancestor with dofs
static void fillDofParents(comp_Compile* c) {
  mjModel* m = c->m;
  for (int b = 0; b < m->nbody; b++) {
    int up = m->body_parentid[b];
    while (up && !m->body_dofnum[up]) up = m->body_parentid[up];
    int last = up ? m->body_dofadr[up] + m->body_dofnum[up] - 1 : -1;
    for (int i = 0; i < m->body_dofnum[b]; i++) {
      ASSERT_FULL(last < m->body_dofadr[b] + i);
      m->dof_parentid[m->body_dofadr[b] + i] = last;
      last = m->body_dofadr[b] + i;
    }
  }
}

static void fillTrees(mjModel* m) {
  for (int t = 0; t < m->ntree; t++) m->tree_bodyadr[t] = m->tree_dofadr[t] = -1;
  for (int b = 0; b < m->nbody; b++) {
    int t = m->body_treeid[b];
    if (t < 0) continue;
    if (m->tree_bodyadr[t] < 0) m->tree_bodyadr[t] = b;
    ASSERT(b == m->tree_bodyadr[t] + m->tree_bodynum[t]);  // the bodies of a tree are contiguous
    m->tree_bodynum[t]++;
  }
  for (int i = 0; i < m->nv; i++) {
    int t = m->dof_treeid[i];
    if (m->tree_dofadr[t] < 0) m->tree_dofadr[t] = i;
    ASSERT(i == m->tree_dofadr[t] + m->tree_dofnum[t]);
    m->tree_dofnum[t]++;
  }
}

// ---- geoms, sites, cameras, lights

static void fillGeom(comp_Compile* c, int i) {
  mjModel* m = c->m;
  const comp_Geom* geom = &c->geom[i];
  const mjsGeom* given = SPEC_DATA(mjsGeom, geom->e);
  m->geom_type[i] = geom->type;
  m->geom_contype[i] = geom->split ? 0 : given->contype;
  m->geom_conaffinity[i] = geom->split ? 0 : given->conaffinity;
  m->geom_condim[i] = given->condim;
  m->geom_bodyid[i] = geom->body;
  m->geom_dataid[i] = geom->data;
  m->geom_matid[i] = geomMaterial(c, geom);
  m->geom_group[i] = given->group;
  m->geom_priority[i] = given->priority;
  m->geom_sameframe[i] = sameFrame(&c->body[geom->body], geom->pos, geom->quat);
  m->geom_solmix[i] = given->solmix;
  copy(m->geom_solref + mjNREF * i, given->solref, mjNREF);
  copy(m->geom_solimp + mjNIMP * i, given->solimp, mjNIMP);
  copy(m->geom_size + 3 * i, geom->size, 3);
  copy(m->geom_aabb + 6 * i, geom->aabb, 6);
  m->geom_rbound[i] = geom->rbound;
  copy(m->geom_pos + 3 * i, geom->pos, 3);
  copy(m->geom_quat + 4 * i, geom->quat, 4);
  copy(m->geom_friction + 3 * i, given->friction, 3);
  m->geom_margin[i] = given->margin;
  m->geom_gap[i] = given->gap;
  copy(m->geom_surfacevel + 6 * i, geom->surfacevel, 6);
  m->geom_adhesion[i] = given->adhesion;
  copy(m->geom_fluid + mjNFLUID * i, geom->fluid, mjNFLUID);
  comp_fillUser(m->geom_user, m->nuser_geom, i, given->userdata);
  copyFloats(m->geom_rgba + 4 * i, given->rgba, 4);
  for (int k = 0; k < 6; k++) m->flg_surfacevel = m->flg_surfacevel || given->surfacevel[k] != 0;
  m->flg_adhesion = m->flg_adhesion || given->adhesion != 0;
}

static void fillSite(comp_Compile* c, int i) {
  mjModel* m = c->m;
  const comp_Frame* site = &c->site[i];
  const mjsSite* given = SPEC_DATA(mjsSite, site->e);
  m->site_type[i] = given->type;
  m->site_bodyid[i] = site->body;
  m->site_matid[i] = materialOf(c, site->e, given->material);
  m->site_group[i] = given->group;
  m->site_sameframe[i] = sameFrame(&c->body[site->body], site->pos, site->quat);
  copy(m->site_size + 3 * i, site->size, 3);
  copy(m->site_pos + 3 * i, site->pos, 3);
  copy(m->site_quat + 4 * i, site->quat, 4);
  comp_fillUser(m->site_user, m->nuser_site, i, given->userdata);
  copyFloats(m->site_rgba + 4 * i, given->rgba, 4);
}

static void fillCamera(comp_Compile* c, int i) {
  mjModel* m = c->m;
  const comp_Frame* camera = &c->camera[i];
  const mjsCamera* given = SPEC_DATA(mjsCamera, camera->e);
  m->cam_mode[i] = given->mode;
  m->cam_bodyid[i] = camera->body;
  m->cam_targetbodyid[i] = camera->target;
  copy(m->cam_pos + 3 * i, camera->pos, 3);
  copy(m->cam_quat + 4 * i, camera->quat, 4);
  m->cam_projection[i] = given->proj;
  m->cam_fovy[i] = camera->fovy;
  m->cam_ipd[i] = given->ipd;
  memcpy(m->cam_resolution + 2 * i, given->resolution, sizeof given->resolution);
  m->cam_output[i] = given->output;
  copyFloats(m->cam_sensorsize + 2 * i, given->sensor_size, 2);
  copyFloats(m->cam_intrinsic + 4 * i, camera->intrinsic, 4);
  comp_fillUser(m->cam_user, m->nuser_cam, i, given->userdata);
}

static void fillLight(comp_Compile* c, int i) {
  mjModel* m = c->m;
  const comp_Frame* light = &c->light[i];
  const mjsLight* given = SPEC_DATA(mjsLight, light->e);
  m->light_mode[i] = given->mode;
  m->light_bodyid[i] = light->body;
  m->light_targetbodyid[i] = light->target;
  m->light_type[i] = given->type;
  m->light_texid[i] = comp_find(c, light->e, "texture", mjOBJ_TEXTURE, vec_text(given->texture));
  m->light_castshadow[i] = given->castshadow;
  m->light_bulbradius[i] = given->bulbradius;
  m->light_intensity[i] = given->intensity;
  m->light_range[i] = given->range;
  m->light_active[i] = given->active;
  copy(m->light_pos + 3 * i, light->pos, 3);
  copy(m->light_dir + 3 * i, light->dir, 3);
  copyFloats(m->light_attenuation + 3 * i, given->attenuation, 3);
  m->light_cutoff[i] = given->cutoff;
  m->light_softness[i] = given->softness;
  m->light_exponent[i] = given->exponent;
  copyFloats(m->light_ambient + 3 * i, given->ambient, 3);
  copyFloats(m->light_diffuse + 3 * i, given->diffuse, 3);
  copyFloats(m->light_specular + 3 * i, given->specular, 3);
}

bool comp_fillSubtrees(comp_Compile* c) {
  mjModel* m = c->m;
  for (int i = 0; i < m->nbody; i++) m->body_subtreemass[i] = m->body_mass[i];
  for (int i = (int)m->nbody - 1; i > 0; i--) {
    ASSERT_FULL(m->body_parentid[i] < i);
    m->body_subtreemass[m->body_parentid[i]] += m->body_subtreemass[i];
  }
  return true;
}

bool comp_fillTree(comp_Compile* c) {
  mjModel* m = c->m;
  ASSERT(c->list[mjOBJ_BODY].n == m->nbody && c->list[mjOBJ_GEOM].n == m->ngeom);
  fillBodies(c);
  fillJoints(c);
  fillDofParents(c);
  fillTrees(m);
  for (int i = 0; i < m->ngeom; i++) fillGeom(c, i);
  for (int i = 0; i < m->nsite; i++) fillSite(c, i);
  for (int i = 0; i < m->ncam; i++) fillCamera(c, i);
  for (int i = 0; i < m->nlight; i++) fillLight(c, i);
  return !c->diag->failed;
}
