// Copies values that a program has changed in a compiled model back into its spec (the inverse of
// compilation). A reflection table maps members of elements to arrays of mjModel. Poses, inertias,
// reference positions, equalities, height fields and keyframes have rules of their own.
#include <string.h>

#include "base/assert.h"
#include "compile/compile.h"
#include "load/canonical.h"
#include "math/rigid.h"
#include "mjcf/schema_row.h"
#include "model/fields.h"

// one row of the table
typedef struct {
  int type;
  size_t array;  // offset of the array pointer in mjModel
  size_t index;  // offset of the array that maps ids to rows; 0: the id is the row
  size_t member;
  schema_Repr repr;
} Back;

#define BACK(type, array, S, m)                                                                    \
  { type, offsetof(mjModel, array), 0, offsetof(S, m), REPR(S, m) }
#define BACK_BY(type, array, map, S, m)                                                            \
  { type, offsetof(mjModel, array), offsetof(mjModel, map), offsetof(S, m), REPR(S, m) }
#define DOF(array, m) BACK_BY(mjOBJ_JOINT, dof_##array, jnt_dofadr, mjsJoint, m)
#define JOINT(array, m) BACK(mjOBJ_JOINT, jnt_##array, mjsJoint, m)
#define GEOM(array) BACK(mjOBJ_GEOM, geom_##array, mjsGeom, array)
#define LIGHT(array) BACK(mjOBJ_LIGHT, light_##array, mjsLight, array)
#define MATERIAL(array) BACK(mjOBJ_MATERIAL, mat_##array, mjsMaterial, array)
#define PAIR(array) BACK(mjOBJ_PAIR, pair_##array, mjsPair, array)
#define TENDON(array, m) BACK(mjOBJ_TENDON, tendon_##array, mjsTendon, m)
#define ACTUATOR(array, m) BACK(mjOBJ_ACTUATOR, actuator_##array, mjsActuator, m)
#define SENSOR(array, m) BACK(mjOBJ_SENSOR, sensor_##array, mjsSensor, m)

static const Back table[] = {
    BACK(mjOBJ_BODY, body_gravcomp, mjsBody, gravcomp),
    BACK(mjOBJ_BODY, body_user, mjsBody, userdata),
    JOINT(group, group),
    JOINT(limited, limited),
    JOINT(actfrclimited, actfrclimited),
    JOINT(actgravcomp, actgravcomp),
    JOINT(solref, solref_limit),
    JOINT(solimp, solimp_limit),
    JOINT(stiffness, stiffness[0]),
    JOINT(stiffnesspoly, stiffness[1]),
    JOINT(actfrcrange, actfrcrange),
    JOINT(margin, margin),
    JOINT(user, userdata),
    DOF(solref, solref_friction),
    DOF(solimp, solimp_friction),
    DOF(frictionloss, frictionloss),
    DOF(armature, armature),
    DOF(damping, damping[0]),
    DOF(dampingpoly, damping[1]),
    GEOM(contype),
    GEOM(conaffinity),
    GEOM(condim),
    GEOM(group),
    GEOM(priority),
    GEOM(solmix),
    GEOM(solref),
    GEOM(solimp),
    GEOM(size),
    GEOM(friction),
    GEOM(margin),
    GEOM(gap),
    GEOM(surfacevel),
    GEOM(adhesion),
    GEOM(rgba),
    BACK(mjOBJ_GEOM, geom_user, mjsGeom, userdata),
    BACK(mjOBJ_SITE, site_group, mjsSite, group),
    BACK(mjOBJ_SITE, site_size, mjsSite, size),
    BACK(mjOBJ_SITE, site_rgba, mjsSite, rgba),
    BACK(mjOBJ_SITE, site_user, mjsSite, userdata),
    BACK(mjOBJ_CAMERA, cam_fovy, mjsCamera, fovy),
    BACK(mjOBJ_CAMERA, cam_ipd, mjsCamera, ipd),
    BACK(mjOBJ_CAMERA, cam_resolution, mjsCamera, resolution),
    BACK(mjOBJ_CAMERA, cam_user, mjsCamera, userdata),
    LIGHT(castshadow),
    LIGHT(bulbradius),
    LIGHT(intensity),
    LIGHT(range),
    LIGHT(active),
    LIGHT(attenuation),
    LIGHT(cutoff),
    LIGHT(softness),
    LIGHT(exponent),
    LIGHT(ambient),
    LIGHT(diffuse),
    LIGHT(specular),
    MATERIAL(texuniform),
    MATERIAL(texrepeat),
    MATERIAL(emission),
    MATERIAL(specular),
    MATERIAL(shininess),
    MATERIAL(reflectance),
    MATERIAL(metallic),
    MATERIAL(roughness),
    MATERIAL(rgba),
    BACK(mjOBJ_PAIR, pair_dim, mjsPair, condim),
    PAIR(solref),
    PAIR(solreffriction),
    PAIR(solimp),
    PAIR(margin),
    PAIR(gap),
    PAIR(adhesion),
    PAIR(friction),
    BACK(mjOBJ_EQUALITY, eq_active0, mjsEquality, active),
    BACK(mjOBJ_EQUALITY, eq_solref, mjsEquality, solref),
    BACK(mjOBJ_EQUALITY, eq_solimp, mjsEquality, solimp),
    TENDON(group, group),
    TENDON(limited, limited),
    TENDON(actfrclimited, actfrclimited),
    TENDON(width, width),
    TENDON(solref_lim, solref_limit),
    TENDON(solimp_lim, solimp_limit),
    TENDON(solref_fri, solref_friction),
    TENDON(solimp_fri, solimp_friction),
    TENDON(range, range),
    TENDON(actfrcrange, actfrcrange),
    TENDON(margin, margin),
    TENDON(stiffness, stiffness[0]),
    TENDON(stiffnesspoly, stiffness[1]),
    TENDON(damping, damping[0]),
    TENDON(dampingpoly, damping[1]),
    TENDON(armature, armature),
    TENDON(frictionloss, frictionloss),
    TENDON(lengthspring, springlength),
    TENDON(user, userdata),
    TENDON(rgba, rgba),
    ACTUATOR(cranklength, cranklength),
    ACTUATOR(dynprm, dynprm),
    ACTUATOR(gainprm, gainprm),
    ACTUATOR(biasprm, biasprm),
    ACTUATOR(actlimited, actlimited),
    ACTUATOR(actrange, actrange),
    ACTUATOR(actearly, actearly),
    ACTUATOR(delay, delay),
    ACTUATOR(damping, damping[0]),
    ACTUATOR(dampingpoly, damping[1]),
    ACTUATOR(armature, armature),
    ACTUATOR(group, group),
    ACTUATOR(user, userdata),
    ACTUATOR(forcelimited, forcelimited),
    ACTUATOR(forcerange, forcerange),
    BACK_BY(mjOBJ_ACTUATOR, actuator_ctrllimited, actuator_ctrladr, mjsActuator, ctrllimited),
    BACK_BY(mjOBJ_ACTUATOR, actuator_ctrlrange, actuator_ctrladr, mjsActuator, ctrlrange),
    BACK_BY(mjOBJ_ACTUATOR, actuator_gear, actuator_outadr, mjsActuator, gear),
    BACK_BY(mjOBJ_ACTUATOR, actuator_lengthrange, actuator_outadr, mjsActuator, lengthrange),
    SENSOR(cutoff, cutoff),
    SENSOR(noise, noise),
    SENSOR(delay, delay),
    SENSOR(interval, interval),
    SENSOR(user, userdata),
    BACK(mjOBJ_HFIELD, hfield_size, mjsHField, size),
};

typedef struct {
  spec_Spec* spec;
  const mjModel *base, *m;
  bool canonical;  // otherwise angles are in the units of the file
} Job;

// ---- the table

static const field_Field* fieldAt(size_t offset) {
  const field_Table fields = field_model();
  for (int i = 0; i < fields.n; i++) {
    if (fields.field[i].offset == offset) return &fields.field[i];
  }
  return NULL;
}

static double numberAt(field_Type type, const void* array, mjtSize i) {
  switch (type) {
    case FIELD_NUM:
      return ((const mjtNum*)array)[i];
    case FIELD_FLOAT:
      return (double)((const float*)array)[i];
    case FIELD_INT:
      return ((const int*)array)[i];
    case FIELD_SIZE:
      return (double)((const mjtSize*)array)[i];
    case FIELD_BOOL:
      return ((const mjtBool*)array)[i];
    default:
      return ((const mjtByte*)array)[i];
  }
}

static void store(schema_Repr repr, void* member, int i, double x) {
  switch (repr) {
    case REPR_DOUBLE:
      ((double*)member)[i] = x;
      break;
    case REPR_FLOAT:
      ((float*)member)[i] = (float)x;
      break;
    case REPR_BOOL:
      ((mjtBool*)member)[i] = x != 0;
      break;
    case REPR_BYTE:
      ((mjtByte*)member)[i] = (mjtByte)x;
      break;
    default:
      ((int*)member)[i] = (int)x;
      break;
  }
}

// the row of an array for an element; -1: none
static mjtSize rowOf(const Job* job, const Back* back, const field_Field* f,
                     const spec_Element* e) {
  mjtSize row = e->id;
  if (e->id < 0) return -1;
  if (back->index) {
    const field_Field* map = fieldAt(back->index);
    ASSERT(map && map->type == FIELD_INT);
    if (row >= field_dim(&map->rows, job->m, NULL)) return -1;
    row = ((const int*)field_get(map, job->m))[row];
  }
  return row >= 0 && row < field_dim(&f->rows, job->m, NULL) ? row : -1;
}

static void backElement(const Job* job, const Back* back, const field_Field* f, spec_Element* e) {
  const mjtSize row = rowOf(job, back, f, e), n = field_dim(&f->cols, job->m, NULL);
  if (row < 0 || !n) return;
  const size_t bytes = (size_t)n * field_typeSize(f->type), at = (size_t)row * bytes;
  const char *now = (const char*)field_get(f, job->m) + at,
             *was = (const char*)field_get(f, job->base) + at;
  if (!memcmp(now, was, bytes)) return;
  void* member = (char*)e->data + back->member;
  if (back->repr == REPR_VEC) {
    vec_set(*(spec_Vec**)member, now, (int)n, sizeof(double));
    return;
  }
  for (int i = 0; i < n; i++) store(back->repr, member, i, numberAt(f->type, now, i));
}

static void backTable(const Job* job) {
  for (int i = 0; i < COUNT(table); i++) {
    const field_Field* f = fieldAt(table[i].array);
    ASSERT(f);  // each row names an array of mjModel
    const spec_List* list = &job->spec->list[table[i].type];
    for (int k = 0; f && k < list->n; k++) backElement(job, &table[i], f, list->item[k]);
  }
}

// ---- poses

static bool changed(const mjtNum* now, const mjtNum* was, int row, int n) {
  return n && memcmp(now + n * row, was + n * row, (size_t)n * sizeof *now) != 0;
}

// Computes pos and quat in frames such that the compiler gets `now` where it got `was`. The
// transform that the compiler adds (the frame of a mesh) is kept.
static void localPose(const spec_Element* e, const mjtNum nowPos[3], const mjtNum nowQuat[4],
                      const mjtNum wasPos[3], const mjtNum wasQuat[4], double pos[3],
                      double quat[4]) {
  double fpos[3], fquat[4], p[3], q[4], inner[3], turn[4];
  canon_framePose(e, fpos, fquat);
  // transform that the compiler adds: was = frame o given o added
  memcpy(inner, wasPos, sizeof inner);
  memcpy(turn, wasQuat, sizeof turn);
  rigid_applyInverse(inner, turn, fpos, fquat);
  rigid_normalize(quat, 4);
  rigid_applyInverse(inner, turn, pos, quat);
  // given = inverse(frame) o now o inverse(added)
  const double zero[3] = {0, 0, 0}, one[4] = {1, 0, 0, 0};
  memcpy(p, zero, sizeof p);
  memcpy(q, one, sizeof q);
  rigid_applyInverse(p, q, inner, turn);
  rigid_applyFrame(p, q, nowPos, nowQuat);
  rigid_applyInverse(p, q, fpos, fquat);
  memcpy(pos, p, sizeof p);
  memcpy(quat, q, sizeof q);
}

// arrays and members of an element type with a pose
typedef struct {
  int type;
  size_t count, pos, quat, size;  // offsets in mjModel; size 0: none
  size_t mpos, mquat, malt, msize, fromto;
} Posed;

static const Posed posed[] = {
    {mjOBJ_BODY, offsetof(mjModel, nbody), offsetof(mjModel, body_pos),
     offsetof(mjModel, body_quat), 0, offsetof(mjsBody, pos), offsetof(mjsBody, quat),
     offsetof(mjsBody, alt), 0, 0},
    {mjOBJ_GEOM, offsetof(mjModel, ngeom), offsetof(mjModel, geom_pos),
     offsetof(mjModel, geom_quat), offsetof(mjModel, geom_size), offsetof(mjsGeom, pos),
     offsetof(mjsGeom, quat), offsetof(mjsGeom, alt), offsetof(mjsGeom, size),
     offsetof(mjsGeom, fromto)},
    {mjOBJ_SITE, offsetof(mjModel, nsite), offsetof(mjModel, site_pos),
     offsetof(mjModel, site_quat), offsetof(mjModel, site_size), offsetof(mjsSite, pos),
     offsetof(mjsSite, quat), offsetof(mjsSite, alt), offsetof(mjsSite, size),
     offsetof(mjsSite, fromto)},
    {mjOBJ_CAMERA, offsetof(mjModel, ncam), offsetof(mjModel, cam_pos), offsetof(mjModel, cam_quat),
     0, offsetof(mjsCamera, pos), offsetof(mjsCamera, quat), offsetof(mjsCamera, alt), 0, 0},
};

static const mjtNum* arrayAt(const mjModel* m, size_t offset) {
  return *(mjtNum* const*)(const void*)((const char*)m + offset);
}

static void backPose(const Job* job, const Posed* kind, spec_Element* e) {
  const int id = e->id;
  ASSERT(id >= 0 && e->type == kind->type);
  const mjtNum *pos = arrayAt(job->m, kind->pos), *quat = arrayAt(job->m, kind->quat);
  const mjtNum *wasPos = arrayAt(job->base, kind->pos), *wasQuat = arrayAt(job->base, kind->quat);
  double* fromto = kind->fromto ? (double*)(void*)((char*)e->data + kind->fromto) : NULL;
  const bool ends = fromto && fromto[0] == fromto[0];
  const mjtNum* size = kind->size ? arrayAt(job->m, kind->size) : NULL;
  const bool resized = size && changed(size, arrayAt(job->base, kind->size), id, 3);
  if (!changed(pos, wasPos, id, 3) && !changed(quat, wasQuat, id, 4) && !(ends && resized)) return;
  double* givenPos = (double*)(void*)((char*)e->data + kind->mpos);
  double* givenQuat = (double*)(void*)((char*)e->data + kind->mquat);
  canon_resolve(e, givenQuat, (mjsOrientation*)(void*)((char*)e->data + kind->malt));
  if (ends) {  // fromto end points are replaced by a pose
    double fpos[3], fquat[4];
    canon_framePose(e, fpos, fquat);
    memcpy(givenPos, pos + 3 * id, 3 * sizeof *givenPos);
    memcpy(givenQuat, quat + 4 * id, 4 * sizeof *givenQuat);
    rigid_applyInverse(givenPos, givenQuat, fpos, fquat);
    memcpy((char*)e->data + kind->msize, size + 3 * id, 3 * sizeof *size);
    fromto[0] = __builtin_nan("");
    return;
  }
  localPose(e, pos + 3 * id, quat + 4 * id, wasPos + 3 * id, wasQuat + 4 * id, givenPos, givenQuat);
}

static void backPoses(const Job* job) {
  for (int i = 0; i < COUNT(posed); i++) {
    const spec_List* list = &job->spec->list[posed[i].type];
    const mjtSize n = *(const mjtSize*)(const void*)((const char*)job->m + posed[i].count);
    for (int k = 0; k < list->n; k++) {
      spec_Element* e = list->item[k];
      if (e->id >= 0 && e->id < n && (e->type != mjOBJ_BODY || e->id > 0))
        backPose(job, &posed[i], e);
    }
  }
}

// position and direction: joints and lights
static void backPoint(const spec_Element* e, const mjtNum pos[3], const mjtNum dir[3],
                      double givenPos[3], double givenDir[3]) {
  double fpos[3], fquat[4], q[4] = {1, 0, 0, 0};
  canon_framePose(e, fpos, fquat);
  const double back[4] = {fquat[0], -fquat[1], -fquat[2], -fquat[3]};
  memcpy(givenPos, pos, 3 * sizeof *pos);
  rigid_applyInverse(givenPos, q, fpos, fquat);
  rigid_rotate(givenDir, back, dir);
}

// converts an angle of the model to the unit of the element's file
static double angle(const Job* job, const spec_Element* e, double x) {
  return job->canonical || !e->compiler->degree ? x : x * (180 / mjPI);
}

static void backRange(const Job* job, const spec_Element* e, mjsJoint* joint) {
  const mjtNum* range = job->m->jnt_range + 2 * e->id;
  if (!changed(job->m->jnt_range, job->base->jnt_range, e->id, 2)) return;
  memcpy(joint->range, range, sizeof joint->range);
  const bool isAngle = canon_isAngle(joint);
  for (int i = 0; i < 2 && isAngle; i++) joint->range[i] = angle(job, e, range[i]);
}

// reference positions and springs of a joint with one dof
static void backScalar(const Job* job, const spec_Element* e, mjsJoint* joint) {
  const mjModel *m = job->m, *base = job->base;
  const int j = e->id, q = m->jnt_qposadr[j], v = m->jnt_dofadr[j];
  const bool turns = joint->type == mjJNT_HINGE;
  if (!turns && joint->type != mjJNT_SLIDE) return;
  if (m->qpos0[q] != base->qpos0[q]) joint->ref = turns ? angle(job, e, m->qpos0[q]) : m->qpos0[q];
  if (m->qpos_spring[q] != base->qpos_spring[q])
    joint->springref = turns ? angle(job, e, m->qpos_spring[q]) : m->qpos_spring[q];
  if (m->jnt_stiffness[j] != base->jnt_stiffness[j] || m->dof_damping[v] != base->dof_damping[v]) {
    joint->springdamper[0] = joint->springdamper[1] = 0;
    joint->stiffness[0] = m->jnt_stiffness[j];
    joint->damping[0] = m->dof_damping[v];
  }
}

static void backJoints(const Job* job) {
  const mjModel *m = job->m, *base = job->base;
  for (int k = 0; k < job->spec->list[mjOBJ_JOINT].n; k++) {
    const spec_Element* e = job->spec->list[mjOBJ_JOINT].item[k];
    const int j = e->id;
    mjsJoint* joint = e->data;
    if (j < 0 || j >= m->njnt) continue;
    if (changed(m->jnt_pos, base->jnt_pos, j, 3) || changed(m->jnt_axis, base->jnt_axis, j, 3))
      backPoint(e, m->jnt_pos + 3 * j, m->jnt_axis + 3 * j, joint->pos, joint->axis);
    backRange(job, e, joint);
    backScalar(job, e, joint);
  }
}

static void backLights(const Job* job) {
  const mjModel *m = job->m, *base = job->base;
  for (int k = 0; k < job->spec->list[mjOBJ_LIGHT].n; k++) {
    const spec_Element* e = job->spec->list[mjOBJ_LIGHT].item[k];
    mjsLight* light = e->data;
    const int i = e->id;
    if (i < 0 || i >= m->nlight) continue;
    if (changed(m->light_pos, base->light_pos, i, 3) ||
        changed(m->light_dir, base->light_dir, i, 3))
      backPoint(e, m->light_pos + 3 * i, m->light_dir + 3 * i, light->pos, light->dir);
  }
}

// ---- inertias

static bool inertiaChanged(const Job* job, int id) {
  const mjModel *m = job->m, *base = job->base;
  return changed(m->body_mass, base->body_mass, id, 1) ||
         changed(m->body_inertia, base->body_inertia, id, 3) ||
         changed(m->body_ipos, base->body_ipos, id, 3) ||
         changed(m->body_iquat, base->body_iquat, id, 4);
}

// With settotalmass, changed masses would be rescaled, so all inertias are made explicit.
static void backInertias(const Job* job) {
  const spec_List* list = &job->spec->list[mjOBJ_BODY];
  const mjsCompiler* compiler = &job->spec->pub.compiler;
  const bool all =
      compiler->settotalmass > 0 || compiler->inertiafromgeom == mjINERTIAFROMGEOM_TRUE;
  for (int k = 0; k < list->n; k++) {
    const int id = list->item[k]->id;
    if (id <= 0 || id >= job->m->nbody || !inertiaChanged(job, id)) continue;
    if (all) {
      canon_takeInertias(job->spec, job->m);
      return;
    }
    canon_takeInertia(list->item[k], job->m);
  }
}

// ---- the rest

static void backEqualities(const Job* job) {
  const mjModel* m = job->m;
  for (int k = 0; k < job->spec->list[mjOBJ_EQUALITY].n; k++) {
    const spec_Element* e = job->spec->list[mjOBJ_EQUALITY].item[k];
    mjsEquality* equality = e->data;
    if (e->id < 0 || e->id >= m->neq || equality->objtype == mjOBJ_SITE) continue;
    if (changed(m->eq_data, job->base->eq_data, e->id, mjNEQDATA))
      memcpy(equality->data, m->eq_data + mjNEQDATA * e->id, sizeof equality->data);
  }
}

static void backNumerics(const Job* job) {
  const mjModel* m = job->m;
  for (int k = 0; k < job->spec->list[mjOBJ_NUMERIC].n; k++) {
    const spec_Element* e = job->spec->list[mjOBJ_NUMERIC].item[k];
    if (e->id < 0 || e->id >= m->nnumeric) continue;
    const int adr = m->numeric_adr[e->id], n = m->numeric_size[e->id];
    const size_t bytes = (size_t)n * sizeof(mjtNum);
    if (memcmp(m->numeric_data + adr, job->base->numeric_data + adr, bytes))
      vec_set(SPEC_DATA(mjsNumeric, e)->data, m->numeric_data + adr, n, sizeof(double));
  }
}

// Changed heights are written into the XML, even if they came from a file.
static void backHeights(const Job* job) {
  const mjModel* m = job->m;
  for (int k = 0; k < job->spec->list[mjOBJ_HFIELD].n; k++) {
    const spec_Element* e = job->spec->list[mjOBJ_HFIELD].item[k];
    mjsHField* hfield = e->data;
    if (e->id < 0 || e->id >= m->nhfield) continue;
    const int adr = m->hfield_adr[e->id], n = m->hfield_nrow[e->id] * m->hfield_ncol[e->id];
    const size_t bytes = (size_t)n * sizeof(float);
    if (!memcmp(m->hfield_data + adr, job->base->hfield_data + adr, bytes)) continue;
    hfield->nrow = m->hfield_nrow[e->id];
    hfield->ncol = m->hfield_ncol[e->id];
    vec_set(hfield->userdata, m->hfield_data + adr, n, sizeof(float));
    vec_setText(hfield->file, "");
    vec_setText(hfield->content_type, "");
  }
}

static void backSettings(const Job* job) {
  mjSpec* pub = &job->spec->pub;
  const mjStatistic *now = &job->m->stat, *was = &job->base->stat;
  pub->option = job->m->opt;
  pub->visual = job->m->vis;
  if (now->meaninertia != was->meaninertia) pub->stat.meaninertia = now->meaninertia;
  if (now->meanmass != was->meanmass) pub->stat.meanmass = now->meanmass;
  if (now->meansize != was->meansize) pub->stat.meansize = now->meansize;
  if (now->extent != was->extent) pub->stat.extent = now->extent;
  if (memcmp(now->center, was->center, sizeof now->center))
    memcpy(pub->stat.center, now->center, sizeof now->center);
}

// copies all keyframes if any of their values has changed
static bool backKeys(const Job* job) {
  const mjModel *m = job->m, *base = job->base;
  bool differ = job->canonical;
  for (int i = 0; i < m->nkey && !differ; i++) {
    differ = changed(m->key_time, base->key_time, i, 1) ||
             changed(m->key_qpos, base->key_qpos, i, (int)m->nq) ||
             changed(m->key_qvel, base->key_qvel, i, (int)m->nv) ||
             changed(m->key_act, base->key_act, i, (int)m->na) ||
             changed(m->key_ctrl, base->key_ctrl, i, (int)m->nu) ||
             changed(m->key_mpos, base->key_mpos, i, 3 * (int)m->nmocap) ||
             changed(m->key_mquat, base->key_mquat, i, 4 * (int)m->nmocap);
  }
  return !differ || canon_keys(job->spec, m);
}

bool canon_copyBack(spec_Spec* spec, const mjModel* base, const mjModel* m, bool canonical) {
  const Job job = {spec, base, m, canonical};
  if (base == m) return true;
  ASSERT(base->nbuffer == m->nbuffer && base->nkey == m->nkey);  // one spec, other values
  backSettings(&job);
  backPoses(&job);  // before sizes, because fromto end points are resolved with the pose
  backTable(&job);
  backJoints(&job);
  backLights(&job);
  backInertias(&job);
  backEqualities(&job);
  backNumerics(&job);
  backHeights(&job);
  return backKeys(&job) && !spec->pool.failed;
}
