// sinew info MODEL: what a model is made of: sizes, tree, masses, actuators, sensors, memory, load
// time.
#include <stdio.h>
#include <string.h>

#include <sinew/sinew.h>

#include "base/clock.h"
#include "commands.h"

static const char* nameOr(const mjModel* m, int type, int id, char buf[64]) {
  const char* name = mj_id2name(m, type, id);
  if (name) return name;
  snprintf(buf, 64, "(%d)", id);
  return buf;
}

static void printSizes(const mjModel* m) {
  static const struct {
    const char* label;
    size_t offset;
  } row[] = {{"positions", offsetof(mjModel, nq)},
             {"dofs", offsetof(mjModel, nv)},
             {"controls", offsetof(mjModel, nu)},
             {"activations", offsetof(mjModel, na)},
             {"bodies", offsetof(mjModel, nbody)},
             {"joints", offsetof(mjModel, njnt)},
             {"trees", offsetof(mjModel, ntree)},
             {"geoms", offsetof(mjModel, ngeom)},
             {"sites", offsetof(mjModel, nsite)},
             {"cameras", offsetof(mjModel, ncam)},
             {"lights", offsetof(mjModel, nlight)},
             {"tendons", offsetof(mjModel, ntendon)},
             {"actuators", offsetof(mjModel, nactuator)},
             {"equalities", offsetof(mjModel, neq)},
             {"sensors", offsetof(mjModel, nsensor)},
             {"sensor values", offsetof(mjModel, nsensordata)},
             {"contact pairs", offsetof(mjModel, npair)},
             {"excludes", offsetof(mjModel, nexclude)},
             {"mocap bodies", offsetof(mjModel, nmocap)},
             {"keyframes", offsetof(mjModel, nkey)}};
  int column = 0;
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    mjtSize n = *(const mjtSize*)((const char*)m + row[i].offset);
    if (!n) continue;
    printf("  %-14s %6lld%s", row[i].label, (long long)n, ++column % 3 ? "  " : "\n");
  }
  printf("%s", column % 3 ? "\n" : "");
}

// "hinge(hip), slide" of a body
static void printJoints(const mjModel* m, int body) {
  static const char* const type[] = {"free", "ball", "slide", "hinge"};
  for (int i = 0; i < m->body_jntnum[body]; i++) {
    int j = m->body_jntadr[body] + i;
    const char* name = mj_id2name(m, mjOBJ_JOINT, j);
    printf("%s%s%s%s%s", i ? ", " : "  ", type[m->jnt_type[j]], name ? " '" : "", name ? name : "",
           name ? "'" : "");
  }
}

static int depthOf(const mjModel* m, int body) {
  int depth = 0;
  for (; body; body = m->body_parentid[body]) depth++;
  return depth;
}

static void printTree(const mjModel* m) {
  char buf[64];
  printf("\ntree (mass in kg)\n");
  for (int b = 0; b < m->nbody; b++) {
    int indent = 2 + 2 * depthOf(m, b);
    int room = indent < 40 ? 40 - indent : 1;
    printf("%*s%-*s %9.4g", indent, "", room, nameOr(m, mjOBJ_BODY, b, buf), m->body_mass[b]);
    if (m->body_mocapid[b] >= 0) printf("  mocap");
    printJoints(m, b);
    printf("\n");
  }
  printf("  total %.6g\n", m->body_subtreemass[0]);
}

static void printActuators(const mjModel* m) {
  static const char* const transmission[] = {
      "joint", "joint in parent", "slider-crank", "tendon", "site", "body", "orientation"};
  static const int target[] = {mjOBJ_JOINT, mjOBJ_JOINT, mjOBJ_SITE, mjOBJ_TENDON,
                               mjOBJ_SITE,  mjOBJ_BODY,  mjOBJ_JOINT};
  char buf[64], buf2[64];
  if (m->nactuator) printf("\nactuators\n");
  for (int i = 0; i < m->nactuator; i++) {
    int trn = m->actuator_trntype[i], type = target[trn];
    if (trn == mjTRN_SO3 && m->actuator_trnid[2 * i + 1] >= 0) type = mjOBJ_SITE;
    printf("  %-24s %s '%s'", nameOr(m, mjOBJ_ACTUATOR, i, buf), transmission[trn],
           nameOr(m, type, m->actuator_trnid[2 * i], buf2));
    int ctrl = m->actuator_ctrladr[i];
    if (m->actuator_ctrlnum[i] && m->actuator_ctrllimited[ctrl]) {
      printf(", control %.4g to %.4g", m->actuator_ctrlrange[2 * ctrl],
             m->actuator_ctrlrange[2 * ctrl + 1]);
    }
    printf("\n");
  }
}

static void printSensors(const mjModel* m) {
  char buf[64], buf2[64];
  if (m->nsensor) printf("\nsensors\n");
  for (int i = 0; i < m->nsensor; i++) {
    printf("  %-24s %d number%s at %d", nameOr(m, mjOBJ_SENSOR, i, buf), m->sensor_dim[i],
           m->sensor_dim[i] == 1 ? "" : "s", m->sensor_adr[i]);
    if (m->sensor_objid[i] >= 0 && mju_type2Str(m->sensor_objtype[i])) {
      printf(", %s '%s'", mju_type2Str(m->sensor_objtype[i]),
             nameOr(m, m->sensor_objtype[i], m->sensor_objid[i], buf2));
    }
    printf("\n");
  }
}

int cli_info(int argc, char** argv) {
  if (argc != 1 || !strcmp(argv[0], "--help")) {
    fprintf(argc == 1 ? stdout : stderr,
            "usage: sinew info MODEL\n\nexample:\n  sinew info models/humanoid.xml\n");
    return argc == 1 ? CLI_OK : CLI_USAGE;
  }
  double start = clock_seconds();
  mjModel* m = cli_load(argv[0]);
  double seconds = clock_seconds() - start;
  if (!m) return CLI_FAILED;
  printf("%s: '%s', loaded in %.2f ms\n", argv[0], m->names, 1e3 * seconds);
  printSizes(m);
  printf("  timestep %g s, %lld KiB of model, %lld KiB of arena\n", m->opt.timestep,
         (long long)m->nbuffer / 1024, (long long)m->narena / 1024);
  printTree(m);
  printActuators(m);
  printSensors(m);
  mj_deleteModel(m);
  return CLI_OK;
}
