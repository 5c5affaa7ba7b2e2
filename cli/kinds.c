// Classifies joints, actuators and sensors of a compiled model. A model has the settings of an
// actuator (gain, bias, dynamics) but not its MJCF element, so the actuator type is inferred from
// them.
#include "kinds.h"

#include <stdbool.h>

#include "base/assert.h"
#include "mjcf/schema.h"

const char* kind_joint(const mjModel* m, int joint) {
  static const char* const name[] = {"free", "ball", "slide", "hinge"};
  ASSERT(m->jnt_type[joint] >= 0 && m->jnt_type[joint] <= mjJNT_HINGE);
  return name[m->jnt_type[joint]];
}

const char* kind_transmission(const mjModel* m, int actuator, int* type, int* id) {
  static const struct {
    const char* name;
    int type;
  } row[] = {{"joint", mjOBJ_JOINT},      {"jointinparent", mjOBJ_JOINT},
             {"slidercrank", mjOBJ_SITE}, {"tendon", mjOBJ_TENDON},
             {"site", mjOBJ_SITE},        {"body", mjOBJ_BODY},
             {"orientation", mjOBJ_JOINT}};
  const int trn = m->actuator_trntype[actuator];
  const bool atSite = trn == mjTRN_SO3 && m->actuator_trnid[2 * actuator + 1] >= 0;
  ASSERT(trn >= 0 && trn < (int)(sizeof row / sizeof *row));
  *id = m->actuator_trnid[2 * actuator];
  *type = atSite ? mjOBJ_SITE : row[trn].type;
  return row[trn].name;
}

// is the control a setpoint: of position, or of velocity
static bool servoes(const mjModel* m, int i, int term) {
  const mjtNum *gain = m->actuator_gainprm + mjNGAIN * i, *bias = m->actuator_biasprm + mjNBIAS * i;
  return gain[0] != 0 && bias[term] == -gain[0] && bias[0] == 0 && (term == 1 || bias[1] == 0);
}
static bool toPosition(const mjModel* m, int i) { return servoes(m, i, 1); }
static bool toVelocity(const mjModel* m, int i) { return servoes(m, i, 2); }

enum { ANY = -1 };

const char* kind_actuator(const mjModel* m, int actuator) {
  static const struct {
    const char* name;
    int gain, bias, dyn, trn;
    bool (*fits)(const mjModel* m, int i);  // NULL: no further condition
  } row[] = {
      {"muscle", mjGAIN_MUSCLE, ANY, ANY, ANY, NULL},
      {"dcmotor", mjGAIN_DCMOTOR, ANY, ANY, ANY, NULL},
      {"pid", mjGAIN_PID, ANY, ANY, ANY, NULL},
      {"orientation", mjGAIN_SO3, ANY, ANY, ANY, NULL},
      {"adhesion", ANY, ANY, ANY, mjTRN_BODY, NULL},
      {"motor", mjGAIN_FIXED, mjBIAS_NONE, mjDYN_NONE, ANY, NULL},
      {"damper", mjGAIN_AFFINE, mjBIAS_NONE, mjDYN_NONE, ANY, NULL},
      {"intvelocity", mjGAIN_FIXED, mjBIAS_AFFINE, mjDYN_INTEGRATOR, ANY, toPosition},
      {"position", mjGAIN_FIXED, mjBIAS_AFFINE, mjDYN_NONE, ANY, toPosition},
      {"position", mjGAIN_FIXED, mjBIAS_AFFINE, mjDYN_FILTEREXACT, ANY, toPosition},
      {"velocity", mjGAIN_FIXED, mjBIAS_AFFINE, mjDYN_NONE, ANY, toVelocity},
      {"cylinder", mjGAIN_FIXED, mjBIAS_AFFINE, mjDYN_FILTER, ANY, NULL},
  };
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    const int want[] = {row[k].gain, row[k].bias, row[k].dyn, row[k].trn};
    const int have[] = {m->actuator_gaintype[actuator], m->actuator_biastype[actuator],
                        m->actuator_dyntype[actuator], m->actuator_trntype[actuator]};
    bool same = true;
    for (int i = 0; i < 4; i++) same = same && (want[i] == ANY || want[i] == have[i]);
    if (same && (!row[k].fits || row[k].fits(m, actuator))) return row[k].name;
  }
  return "general";
}

const char* kind_sensor(const mjModel* m, int sensor) {
  const schema_Element* section = schema_child(&schema_root, "sensor");
  for (int i = 0; section && i < section->nchild; i++) {
    const schema_Element* e = section->child[i];
    if (e->value == m->sensor_type[sensor]) return e->tag;
  }
  return "sensor";
}
