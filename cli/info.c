// sinew info MODEL: prints a summary of a model: sizes, kinematic tree, masses, actuators, sensors,
// keyframes, memory, load time.
#include "info.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "commands.h"
#include "kinds.h"

static const char* nameOr(const mjModel* m, int type, int id, char buf[64]) {
  const char* name = mj_id2name(m, type, id);
  if (name) return name;
  snprintf(buf, 64, "(%d)", id);
  return buf;
}

#define SIZE(label, name)                                                                          \
  { label, #name, offsetof(mjModel, name) }
const info_Size info_size[] = {
    SIZE("positions", nq),        SIZE("dofs", nv),
    SIZE("controls", nu),         SIZE("activations", na),
    SIZE("bodies", nbody),        SIZE("joints", njnt),
    SIZE("trees", ntree),         SIZE("geoms", ngeom),
    SIZE("sites", nsite),         SIZE("cameras", ncam),
    SIZE("lights", nlight),       SIZE("tendons", ntendon),
    SIZE("actuators", nactuator), SIZE("equalities", neq),
    SIZE("sensors", nsensor),     SIZE("sensor values", nsensordata),
    SIZE("contact pairs", npair), SIZE("excludes", nexclude),
    SIZE("mocap bodies", nmocap), SIZE("keyframes", nkey),
    SIZE("flexes", nflex),        SIZE("flex vertices", nflexvert),
};
const int info_nsize = sizeof info_size / sizeof *info_size;

static void printSizes(const mjModel* m) {
  int column = 0;
  for (int i = 0; i < info_nsize; i++) {
    mjtSize n = *(const mjtSize*)((const char*)m + info_size[i].offset);
    if (!n) continue;
    printf("  %-14s %6lld%s", info_size[i].label, (long long)n, ++column % 3 ? "  " : "\n");
  }
  printf("%s", column % 3 ? "\n" : "");
}

// formats the joints of a body: "hinge(hip), slide"
static void printJoints(const mjModel* m, int body) {
  for (int i = 0; i < m->body_jntnum[body]; i++) {
    int j = m->body_jntadr[body] + i;
    const char* name = mj_id2name(m, mjOBJ_JOINT, j);
    printf("%s%s%s%s%s", i ? ", " : "  ", kind_joint(m, j), name ? " '" : "", name ? name : "",
           name ? "'" : "");
  }
}

static int depthOf(const mjModel* m, int body) {
  int depth = 0;
  for (; body; body = m->body_parentid[body]) depth++;
  return depth;
}

// number of consecutive bodies, from this one on, that are vertices or nodes of a flex
static int countPoints(const mjModel* m, int body) {
  for (int f = 0; f < m->nflex; f++) {
    const bool grid = m->flex_interp[f] != 0;
    const int n = grid ? m->flex_nodenum[f] : m->flex_vertnum[f];
    const int* id =
        grid ? m->flex_nodebodyid + m->flex_nodeadr[f] : m->flex_vertbodyid + m->flex_vertadr[f];
    int count = 0;
    for (int i = 0; i < n; i++)
      count += id[i] == body + count && m->body_parentid[id[i]] == m->body_parentid[body];
    if (count > 1 && !m->flex_rigid[f]) return count;
  }
  return 1;
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
    const int n = countPoints(m, b);
    if (n > 1) printf("  and %d more of its flex", n - 1);
    printf("\n");
    b += n - 1;
  }
  printf("  total %.6g\n", m->body_subtreemass[0]);
}

// prints lines such as "sheet  2D, 12 vertices, 17 edges, 6 triangles, stretches"
static void printFlexes(const mjModel* m) {
  static const char* const kind[4] = {"", "lines", "triangles", "tetrahedra"};
  static const char* const equality[4] = {"", ", edges constrained", ", shapes constrained",
                                          ", strains constrained"};
  char buf[64];
  if (m->nflex) printf("\nflexes\n");
  for (int i = 0; i < m->nflex; i++) {
    const int* cell = m->flex_cellnum + 3 * i;
    printf("  %-24s %d vertices, %d edges, %d %s", nameOr(m, mjOBJ_FLEX, i, buf),
           m->flex_vertnum[i], m->flex_edgenum[i], m->flex_elemnum[i], kind[m->flex_dim[i]]);
    if (m->flex_interp[i])
      printf(", %d nodes of %d x %d x %d %s%s", m->flex_nodenum[i], cell[0], cell[1], cell[2],
             abs(m->flex_interp[i]) == 1 ? "linear cells" : "quadratic cells",
             m->flex_interp[i] < 0 ? ", a shell" : "");
    printf("%s%s%s%s\n", m->flex_rigid[i] ? ", rigid" : "",
           m->flex_stiffnessadr[i] >= 0 && m->flex_edgeequality[i] != 3 ? ", elastic" : "",
           m->flex_bendingadr[i] >= 0 ? ", bends" : "", equality[m->flex_edgeequality[i]]);
  }
}

static void printActuators(const mjModel* m) {
  char buf[64], buf2[64];
  if (m->nactuator) printf("\nactuators\n");
  for (int i = 0; i < m->nactuator; i++) {
    int type, id;
    const char* transmission = kind_transmission(m, i, &type, &id);
    printf("  %-24s %-11s at %s '%s'", nameOr(m, mjOBJ_ACTUATOR, i, buf), kind_actuator(m, i),
           transmission, nameOr(m, type, id, buf2));
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
    printf("  %-24s %s, %d number%s at %d", nameOr(m, mjOBJ_SENSOR, i, buf), kind_sensor(m, i),
           m->sensor_dim[i], m->sensor_dim[i] == 1 ? "" : "s", m->sensor_adr[i]);
    if (m->sensor_objid[i] >= 0 && mju_type2Str(m->sensor_objtype[i])) {
      printf(", %s '%s'", mju_type2Str(m->sensor_objtype[i]),
             nameOr(m, m->sensor_objtype[i], m->sensor_objid[i], buf2));
    }
    printf("\n");
  }
}

static void printKeyframes(const mjModel* m) {
  char buf[64];
  if (m->nkey) printf("\nkeyframes\n");
  for (int i = 0; i < m->nkey; i++) {
    printf("  %-24s time %g\n", nameOr(m, mjOBJ_KEY, i, buf), m->key_time[i]);
  }
}

static void printText(const mjModel* m, const char* path, double seconds) {
  printf("%s: '%s', loaded in %.2f ms\n", path, m->names, 1e3 * seconds);
  printSizes(m);
  printf("  timestep %g s, %lld KiB of model, %lld KiB of arena\n", m->opt.timestep,
         (long long)m->nbuffer / 1024, (long long)m->narena / 1024);
  printTree(m);
  printFlexes(m);
  printActuators(m);
  printSensors(m);
  printKeyframes(m);
}

static int info(const option_Line* line) {
  const double start = clock_seconds();
  mjModel* m = cli_load(line);
  const double seconds = clock_seconds() - start;
  if (!m) return CLI_FAILED;
  text_Text out = {0};
  bool ok = true;
  if (option_flag(line, "--json")) {
    info_json(&out, m, line->argument[0], seconds);
    ok = cli_print(&out);
  } else {
    printText(m, line->argument[0], seconds);
  }
  mj_deleteModel(m);
  return ok ? CLI_OK : CLI_FAILED;
}

static const option_Option option[] = {
    {"--json", OPTION_FLAG, NULL, NULL, NULL, "print JSON"},
};

static const char* const example[] = {
    "sinew info models/humanoid.xml",
    "sinew info models/humanoid.xml --json",
};

const cli_Command cli_infoCommand = {
    .name = "info",
    .argument = {{"MODEL", false}},
    .purpose = "summary of a model: sizes, tree, masses, actuators, sensors, keyframes",
    .option = option,
    .noption = sizeof option / sizeof *option,
    .loads = true,
    .example = example,
    .nexample = sizeof example / sizeof *example,
    .run = info,
};
