// Hash tables of object names, one for each type: 2*count slots, h = 33 h xor c from 5381 (djb2
// variant), linear probing, -1 empty.
#include "model/names.h"

#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"

#define KIND(type, n, adr)                                                                         \
  { type, offsetof(mjModel, n), offsetof(mjModel, adr) }

static const names_Kind kind[] = {
    KIND(mjOBJ_BODY, nbody, name_bodyadr),
    KIND(mjOBJ_JOINT, njnt, name_jntadr),
    KIND(mjOBJ_GEOM, ngeom, name_geomadr),
    KIND(mjOBJ_SITE, nsite, name_siteadr),
    KIND(mjOBJ_CAMERA, ncam, name_camadr),
    KIND(mjOBJ_LIGHT, nlight, name_lightadr),
    KIND(mjOBJ_FLEX, nflex, name_flexadr),
    KIND(mjOBJ_MESH, nmesh, name_meshadr),
    KIND(mjOBJ_SKIN, nskin, name_skinadr),
    KIND(mjOBJ_HFIELD, nhfield, name_hfieldadr),
    KIND(mjOBJ_TEXTURE, ntex, name_texadr),
    KIND(mjOBJ_MATERIAL, nmat, name_matadr),
    KIND(mjOBJ_PAIR, npair, name_pairadr),
    KIND(mjOBJ_EXCLUDE, nexclude, name_excludeadr),
    KIND(mjOBJ_EQUALITY, neq, name_eqadr),
    KIND(mjOBJ_TENDON, ntendon, name_tendonadr),
    KIND(mjOBJ_ACTUATOR, nactuator, name_actuatoradr),
    KIND(mjOBJ_SENSOR, nsensor, name_sensoradr),
    KIND(mjOBJ_NUMERIC, nnumeric, name_numericadr),
    KIND(mjOBJ_TEXT, ntext, name_textadr),
    KIND(mjOBJ_TUPLE, ntuple, name_tupleadr),
    KIND(mjOBJ_KEY, nkey, name_keyadr),
    KIND(mjOBJ_PLUGIN, nplugin, name_pluginadr),
};

enum { NKIND = sizeof kind / sizeof *kind };

const names_Kind* names_kinds(int* n) {
  *n = NKIND;
  return kind;
}

static int countOf(const mjModel* m, const names_Kind* k) {
  return (int)*(const mjtSize*)((const char*)m + k->count);
}

static const int* addressesOf(const mjModel* m, const names_Kind* k) {
  const int* adr;
  memcpy(&adr, (const char*)m + k->nameadr, sizeof adr);
  return adr;
}

static int slotOf(const char* name, int nslot) {
  uint64_t h = 5381;
  // odd: sign of bytes in names
  for (; *name; name++) h = (h * 33) ^ (uint64_t)(signed char)*name;
  return (int)(h % (uint64_t)nslot);
}

// the kind of an object type and the begin of its table in names_map; NULL for types without names
static const names_Kind* find(const mjModel* m, int type, int* mapadr) {
  if (type == mjOBJ_XBODY) type = mjOBJ_BODY;
  *mapadr = 0;
  for (int i = 0; i < NKIND; i++) {
    if (kind[i].type == type) return &kind[i];
    *mapadr += 2 * countOf(m, &kind[i]);
  }
  return NULL;
}

mjtSize names_mapSize(const mjModel* m) {
  mjtSize n = 0;
  for (int i = 0; i < NKIND; i++) n += 2 * (mjtSize)countOf(m, &kind[i]);
  return n;
}

void names_hash(mjModel* m) {
  int* map = m->names_map;
  for (mjtSize i = 0; i < m->nnames_map; i++) map[i] = -1;
  for (int i = 0; i < NKIND; i++) {
    int n = countOf(m, &kind[i]);
    const int* adr = addressesOf(m, &kind[i]);
    for (int id = 0; id < n; id++) {
      const char* name = m->names + adr[id];
      if (!*name) continue;
      int slot = slotOf(name, 2 * n);
      while (map[slot] >= 0) slot = slot + 1 == 2 * n ? 0 : slot + 1;
      map[slot] = id;
    }
    map += 2 * n;
  }
  ASSERT(map == m->names_map + m->nnames_map);
}

int mj_name2id(const mjModel* m, int type, const char* name) {
  ARGS_NEED_OR(-1, m, name);
  int mapadr;
  const names_Kind* k = find(m, type, &mapadr);
  int nslot = k ? 2 * countOf(m, k) : 0;
  if (!name || !*name || !nslot) return -1;
  const int* adr = addressesOf(m, k);
  int slot = slotOf(name, nslot);
  for (int i = 0; i < nslot; i++) {
    int id = m->names_map[mapadr + slot];
    if (id < 0) return -1;
    if (!strcmp(name, m->names + adr[id])) return id;
    slot = slot + 1 == nslot ? 0 : slot + 1;
  }
  return -1;
}

const char* mj_id2name(const mjModel* m, int type, int id) {
  ARGS_NEED_OR(NULL, m);
  int mapadr;
  const names_Kind* k = find(m, type, &mapadr);
  if (!k || id < 0 || id >= countOf(m, k)) return NULL;
  const char* name = m->names + addressesOf(m, k)[id];
  return *name ? name : NULL;
}

// ---- inputs of actuators

static const char* chartInput(int chart, int input) {
  static const char* const expmap[] = {"rx", "ry", "rz"};
  static const char* const quat[] = {"qw", "qx", "qy", "qz"};
  return chart == mjCHART_QUAT ? quat[input] : expmap[input];
}

// the name of the input-th bit that is set
static const char* bitInput(int bits, int input) {
  static const struct {
    int bit;
    const char* name;
  } table[] = {
      {mjINPUT_POS, "pos"}, {mjINPUT_VEL, "vel"}, {mjINPUT_FF, "ff"}, {mjINPUT_VOLTAGE, "voltage"}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (bits & table[i].bit && input-- == 0) return table[i].name;
  }
  return NULL;
}

// in models that a program has edited, ctrlnum of an orientation may not match its chart: checks
// both
const char* mj_actuatorInputName(const mjModel* m, int id, int input) {
  ARGS_NEED_OR(NULL, m);
  if (id < 0 || id >= m->nactuator || input < 0 || input >= m->actuator_ctrlnum[id]) return NULL;
  const int gain = m->actuator_gaintype[id], inputs = m->actuator_ctrlspec[id];
  if (gain == mjGAIN_SO3)
    return input < (inputs == mjCHART_QUAT ? 4 : 3) ? chartInput(inputs, input) : NULL;
  return gain == mjGAIN_PID || gain == mjGAIN_DCMOTOR ? bitInput(inputs, input) : NULL;
}
