// mujoco.elasticity.cable: bending and twisting elasticity of a chain of bodies with ball joints,
// as <composite type="cable"> makes it (discrete elastic rod). Between neighboring bodies, the
// rotation per length minus that at rest, times the stiffness of the cross-section, is a torque on
// both.
//   qpos, xquat -> qfrc_passive
#include <math.h>
#include <string.h>

#include <sinew/api.h>
#include <sinew/math.h>

#include "dyn/dyn.h"
#include "model/lane_data.h"
#include "model/plugins.h"
#include "plugin/attribute.h"
#include "plugin/shipped.h"

enum { TWIST, BEND_Y, BEND_Z, NSTIFFNESS };

// a body of the cable
typedef struct {
  int id;
  int qposadr;                   // of its quaternion
  bool isStiff;                  // false: exerts no torque
  mjtNum stiffness[NSTIFFNESS];  // divided by the distance to the previous body
  mjtNum rest[3];                // rotation relative to the previous body, at rest
} Link;

typedef struct {
  int n;
  mjtNum most;  // stress at the end of the color scale, 0: no coloring
  Link link[];
} Cable;

static Cable* cableOf(const mjData* d, int instance) { return (Cable*)d->plugin_data[instance]; }

// ---- init

// second moments of area of a cross-section: about x (twist), y and z
// order: that of the reference
static void momentsOf(const mjModel* m, int geom, mjtNum moment[NSTIFFNESS]) {
  const int type = m->geom_type[geom];
  const mjtNum* size = m->geom_size + 3 * geom;
  moment[TWIST] = moment[BEND_Y] = moment[BEND_Z] = 0;
  if (type == mjGEOM_CYLINDER || type == mjGEOM_CAPSULE) {
    const mjtNum r2 = size[0] * size[0];
    moment[TWIST] = mjPI * (r2 * r2) / 2;
    moment[BEND_Y] = moment[BEND_Z] = mjPI * (r2 * r2) / 4;
  } else if (type == mjGEOM_BOX) {
    const mjtNum h = size[1], w = size[2], a = fmax(h, w), b = fmin(h, w);
    const mjtNum b4 = b * b * b * b, a4 = a * a * a * a;
    moment[TWIST] = a * (b * b * b) * (16.0 / 3 - 3.36 * b / a * (1 - b4 / a4 / 12));
    moment[BEND_Y] = (2 * w) * (2 * w) * (2 * w) * (2 * h) / 12;
    moment[BEND_Z] = (2 * h) * (2 * h) * (2 * h) * (2 * w) / 12;
  }
}

// its first joint is a ball joint, or a free joint if it is the first body
static int quatAddress(const mjModel* m, int body) {
  if (!m->body_jntnum[body]) return -1;
  const int joint = m->body_jntadr[body];
  const int type = m->jnt_type[joint];
  if (type != mjJNT_BALL && type != mjJNT_FREE) return -1;
  return m->jnt_qposadr[joint] + (type == mjJNT_FREE ? 3 : 0);
}

typedef struct {
  mjtNum modulus[NSTIFFNESS];
  bool flat;
} Config;

static bool readConfig(const mjModel* m, int instance, Config* config, mjtNum* most) {
  mjtNum twist, bend;
  const char* flat = plugins_config(m, instance, "flat");
  config->flat = flat && !strcmp(flat, "true");
  if (!attribute_number(m, instance, "twist", 0, &twist) ||
      !attribute_number(m, instance, "bend", 0, &bend) ||
      !attribute_number(m, instance, "vmax", 0, most)) {
    mju_warning("cable plugin, instance %d: twist, bend and vmax should be numbers", instance);
    return false;
  }
  config->modulus[TWIST] = twist;
  config->modulus[BEND_Y] = config->modulus[BEND_Z] = bend;
  return true;
}

// false: the body cannot be part of a cable
static bool makeLink(const mjModel* m, const mjData* d, const Config* config, int before, int body,
                     Link* link) {
  *link = (Link){.id = body, .qposadr = quatAddress(m, body)};
  if (before < 0) return true;
  if (link->qposadr < 0) {
    mju_warning("cable plugin: body %d has no ball joint, so nothing bends there; its first joint "
                "should be one",
                body);
    return false;
  }
  mjtNum moment[NSTIFFNESS] = {0}, along[3];
  if (m->body_geomnum[body]) momentsOf(m, m->body_geomadr[body], moment);
  mju_sub3(along, d->xpos + 3 * body, d->xpos + 3 * before);
  const mjtNum length = mju_norm3(along);
  for (int k = 0; k < NSTIFFNESS && length > 0; k++) {
    link->stiffness[k] = moment[k] * config->modulus[k] / length;
    link->isStiff = link->isStiff || link->stiffness[k] != 0;
  }
  if (!config->flat) mju_subQuat(link->rest, m->body_quat + 4 * body, m->qpos0 + link->qposadr);
  return true;
}

static int init(const mjModel* m, mjData* d, int instance) {
  Config config;
  mjtNum most;
  int n = 0, before = -1;
  if (!readConfig(m, instance, &config, &most)) return -1;
  for (int i = 1; i < m->nbody; i++) n += m->body_plugin[i] == instance;
  Cable* cable = mju_malloc(sizeof *cable + (size_t)n * sizeof *cable->link);
  if (!cable) return -1;
  *cable = (Cable){.most = most};
  LANE(dyn_kinematics)(m, d);  // mjData is at qpos0 when plugins are initialized
  for (int i = 1; i < m->nbody; i++) {
    if (m->body_plugin[i] != instance) continue;
    if (!makeLink(m, d, &config, before, i, &cable->link[cable->n++])) {
      mju_free(cable);
      return -1;
    }
    before = i;
  }
  d->plugin_data[instance] = (uintptr_t)cable;
  return 0;
}

static void destroy(mjData* d, int instance) {
  mju_free(cableOf(d, instance));
  d->plugin_data[instance] = 0;
}

// ---- forces

// torque between a body and the previous one, in the frame of the latter; quat: its rotation there
static void stressOf(const mjModel* m, const mjData* d, const Link* link, mjtNum quat[4],
                     mjtNum stress[3]) {
  mjtNum omega[3];
  mju_mulQuat(quat, m->body_quat + 4 * link->id, d->qpos + link->qposadr);
  mju_quat2Vel(omega, quat, 1);
  for (int k = 0; k < 3; k++) stress[k] = -link->stiffness[k] * (omega[k] - link->rest[k]);
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  (void)capability;
  const Cable* cable = cableOf(d, instance);
  if (!cable) return;
  for (int k = 0; k < cable->n; k++) {
    const Link* link = &cable->link[k];
    mjtNum torque[3] = {0}, quat[4], stress[3], world[3];
    if (k && link->isStiff) {
      stressOf(m, d, link, quat, stress);
      mju_negQuat(quat, quat);
      mju_rotVecQuat(torque, stress, quat);
    }
    if (k + 1 < cable->n && cable->link[k + 1].isStiff) {
      stressOf(m, d, &cable->link[k + 1], quat, stress);
      mju_subFrom3(torque, stress);
    }
    mju_rotVecQuat(world, torque, d->xquat + 4 * link->id);
    mj_applyFT(m, d, NULL, world, d->xpos + 3 * link->id, link->id, d->qfrc_passive);
  }
}

// ---- colors

// color scale from blue (zero) over white to red (maximum), by the torque at each body; as in the
// reference, the colors of the model change
static void visualize(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn,
                      int instance) {
  (void)opt, (void)scn;
  const Cable* cable = cableOf(d, instance);
  for (int k = 1; cable && cable->most > 0 && k < cable->n; k++) {
    const Link* link = &cable->link[k];
    if (!m->body_geomnum[link->id]) continue;
    mjtNum quat[4], stress[3];
    stressOf(m, d, link, quat, stress);
    const mjtNum size = fmin(mju_norm3(stress) / cable->most, 1);
    float* rgba = m->geom_rgba + 4 * m->body_geomadr[link->id];
    rgba[0] = (float)fmin(2 * size, 1);
    rgba[1] = (float)(1 - fabs(2 * size - 1));
    rgba[2] = (float)fmin(2 - 2 * size, 1);
  }
}

static const char* const attributes[] = {"twist", "bend", "flat", "vmax"};
const mjpPlugin shipped_cable = {.name = "mujoco.elasticity.cable",
                                 .nattribute = sizeof attributes / sizeof *attributes,
                                 .attributes = attributes,
                                 .capabilityflags = mjPLUGIN_PASSIVE,
                                 .init = init,
                                 .destroy = destroy,
                                 .compute = compute,
                                 .visualize = visualize};
