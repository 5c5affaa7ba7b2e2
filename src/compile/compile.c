// The model compiler, mjSpec -> mjModel: the list of compiler passes, and the driver that runs
// them.
#include <math.h>
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/pool.h"
#include "base/text.h"
#include "compile/compile.h"
#include "model/model.h"
#include "model/names.h"
#include "model/reset.h"
#include "spec/asset_file.h"
#include "spec/spec_api.h"
#include "spec/spec_plugin.h"
#include "step/constants.h"
#include "step/forward.h"
#include "step/length_range.h"
#include "step/sleep.h"

enum { ERROR_SIZE = 500, MOST_THREADS = 8 };

typedef struct {
  bool (*run)(comp_Compile* c);
  bool goOn;  // independent of the next pass, which is run after errors too, to find its own errors
} Pass;

// mjData with every tree awake; NULL after an error, with the message of a plugin if it caused it
static mjData* makeData(comp_Compile* c) {
  mjModel* m = c->m;
  const int flags = m->opt.enableflags;
  int fault = -1;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  comp_listen(c);
  mjData* d = step_makeData(m, &fault);
  m->opt.enableflags = flags;
  if (!d && fault >= 0) {
    comp_error(c, c->list[mjOBJ_PLUGIN].item[fault], "the plugin could not be started: %s",
               comp_heard(c));
  } else if (!d) {
    diag_noMemory(c->diag);
  }
  comp_unlisten(c);
  return d;
}

// one with enough memory for computing constants, whatever arena the model asks for
static mjData* makeSmallData(comp_Compile* c) {
  mjModel* m = c->m;
  const mjtSize narena = m->narena;
  m->narena = (mjtSize)sizeof(mjtNum) * (100 * (m->nv + m->nbody) + m->ncam + m->nlight + 4000);
  mjData* d = makeData(c);
  m->narena = narena;
  return d;
}

// computes constants from the dynamics at qpos0
static bool setConstants(comp_Compile* c) {
  mjData* d = makeSmallData(c);
  const int fault = d ? step_setConst(c->m, d) : 0;
  if (fault <= CONST_NOT_FLAT) {
    comp_error(c, c->list[mjOBJ_FLEX].item[CONST_NOT_FLAT - fault],
               "the equality that keeps the shape of its vertices (flexvert) asks for edges in "
               "planes of constant z at qpos0; use equality/flex to keep its edges instead");
  } else if (fault) {
    comp_error(c, NULL, "the constants of the model at qpos0 cannot be computed (body %d)", fault);
  } else if (d) {
    comp_warnShapes(c);
  }
  mj_deleteData(d);
  return d && !fault;
}

// time constant and damping ratio of a joint -> stiffness and damping, from the inertia at qpos0
static bool setSpringDampers(comp_Compile* c) {
  mjModel* m = c->m;
  for (int j = 0; j < m->njnt; j++) {
    const double* given = SPEC_DATA(mjsJoint, c->joint[j].e)->springdamper;
    const int adr = c->joint[j].dofadr, n = c->joint[j].nv;
    ASSERT(adr >= 0 && adr + n <= m->nv);
    if (!(given[0] > 0 && given[1] > 0)) continue;
    double weight = 0;
    for (int k = 0; k < n; k++) weight += m->dof_invweight0[adr + k];
    const double inertia = n / fmax(mjMINVAL, weight);
    m->jnt_stiffness[j] = inertia / fmax(mjMINVAL, given[0] * given[0] * given[1] * given[1]);
    for (int k = 0; k < n; k++) m->dof_damping[adr + k] = 2 * inertia / fmax(mjMINVAL, given[0]);
  }
  return true;
}

// statistics in the spec override the computed ones
static bool setStatistics(comp_Compile* c) {
  const mjStatistic* given = &c->spec->pub.stat;
  mjStatistic* stat = &c->m->stat;
  if (!isnan(given->meaninertia)) stat->meaninertia = given->meaninertia;
  if (!isnan(given->meanmass)) stat->meanmass = given->meanmass;
  if (!isnan(given->meansize)) stat->meansize = given->meansize;
  if (!isnan(given->extent)) stat->extent = given->extent;
  if (!isnan(given->center[0])) memcpy(stat->center, given->center, sizeof stat->center);
  return true;
}

// before the sizes of the model are known
static const Pass prepare[] = {
    {comp_checkKinds, false},       {comp_checkNames, true},      {comp_prepareOrder, false},
    {comp_preparePlugins, false},   {comp_prepareTextures, true}, {comp_prepareHFields, true},
    {comp_prepareMeshes, false},    {comp_preparePieces, false},  {comp_prepareSkins, false},
    {comp_prepareUser, false},      {comp_prepareBodies, false},  {comp_prepareFusion, false},
    {comp_sizeMeshes, false},       {comp_prepareFlexes, false},  {comp_preparePairs, true},
    {comp_prepareEqualities, true}, {comp_prepareTendons, false}, {comp_prepareActuators, true},
    {comp_prepareSensors, true},    {comp_prepareCustom, false},  {comp_prepareKeys, false},
    {comp_checkMasses, false},      {comp_prepareSparse, false},  {comp_prepareBvh, false},
    {comp_prepareNames, false},
};

// settings during the search of length ranges: only inertia, limits and equality constraints act on
// the model
static void quieten(mjOption* opt, const mjLROpt* search) {
  opt->disableflags = mjDSBL_FRICTIONLOSS | mjDSBL_CONTACT | mjDSBL_SPRING | mjDSBL_DAMPER |
                      mjDSBL_GRAVITY | mjDSBL_ACTUATION;
  if (search->timestep > 0) opt->timestep = search->timestep;
}

// searches the length range of each actuator, in threads with one mjData each
typedef struct {
  mjModel* m;
  const mjLROpt* search;
  mjData** data;              // one for each thread
  char (*error)[ERROR_SIZE];  // one for each actuator
  mjtByte* failed;
} Ranges;

static void setRange(void* context, int i, int worker) {
  const Ranges* r = context;
  r->failed[i] = !mj_setLengthRange(r->m, r->data[worker], i, r->search, r->error[i], ERROR_SIZE);
}

// makes an mjData for each thread; false after an error
static bool makeDatas(comp_Compile* c, int n, mjData** data) {
  bool ok = true;
  for (int i = 0; i < n; i++) {
    data[i] = ok ? makeData(c) : NULL;
    ok = ok && data[i];
  }
  return ok;
}

// user callbacks run only in the compiling thread
static bool hasCallbacks(void) {
  return mjcb_passive || mjcb_control || mjcb_contactfilter || mjcb_sensor || mjcb_act_dyn ||
         mjcb_act_gain || mjcb_act_bias;
}

static bool searchRanges(comp_Compile* c, int nsearch) {
  mjModel* m = c->m;
  const int n = (int)m->nactuator, most = nsearch < MOST_THREADS ? nsearch : MOST_THREADS;
  pool_Pool* pool = hasCallbacks() || m->nplugin ? NULL : comp_makePool(c, most);
  Ranges r = {.m = m,
              .search = &c->spec->pub.compiler.LRopt,
              .data = comp_alloc(c, pool_size(pool), sizeof *r.data),
              .error = comp_alloc(c, n, sizeof *r.error),
              .failed = comp_alloc(c, n, 1)};
  bool ok = !c->diag->failed && makeDatas(c, nsearch ? pool_size(pool) : 0, r.data);
  const mjOption opt = m->opt;
  quieten(&m->opt, r.search);
  if (ok) pool_run(pool, setRange, &r, n);
  m->opt = opt;
  for (int i = 0; i < n && ok; i++) {
    if (!r.failed[i]) continue;
    comp_error(c, c->list[mjOBJ_ACTUATOR].item[i], "%s", r.error[i]);
    ok = false;
  }
  for (int i = 0; i < pool_size(pool) && r.data; i++) mj_deleteData(r.data[i]);
  pool_free(pool);
  return ok;
}

// length ranges of actuators (minimum and maximum length); muscles require them
static bool setLengthRanges(comp_Compile* c) {
  const mjModel* m = c->m;
  ASSERT(m->nactuator == c->list[mjOBJ_ACTUATOR].n);
  int nsearch = 0;
  for (int i = 0; i < m->nactuator; i++) {
    nsearch += step_searchesRange(m, i, &c->spec->pub.compiler.LRopt);
  }
  return searchRanges(c, nsearch);
}

// a tree that starts asleep may only touch trees that start asleep
static bool checkSleepers(comp_Compile* c) {
  mjModel* m = c->m;
  if (!sleep_anyInit(m)) return true;
  mjData* d = makeData(c);
  if (!d) return false;
  reset_data(m, d, 0);
  const int body = step_startSleep(m, d);
  ASSERT(body < m->nbody);
  if (body >= 0) {
    comp_error(c, c->body[body].e,
               "sleep: it cannot start asleep, for it touches or is tied to a tree without "
               "sleep=\"init\"; give that tree sleep=\"init\" too, or move them apart");
  }
  mj_deleteData(d);
  return body < 0;
}

// write the model's arrays
static const Pass fill[] = {
    {comp_fillTree, false},      {comp_fillTextures, false}, {comp_fillHFields, false},
    {comp_fillMeshes, false},    {comp_fillFlexes, false},   {comp_fillSkins, false},
    {comp_fillNames, false},     {comp_fillPairs, false},    {comp_fillEqualities, false},
    {comp_fillTendons, false},   {comp_fillSparse, false},   {comp_fillBvh, false},
    {comp_fillActuators, false}, {comp_fillSensors, false},  {comp_fillPlugins, false},
    {comp_sizePlugins, false},   {comp_fillCustom, false},   {comp_fillKeys, false},
    {comp_fillKeyValues, false}, {comp_fillSleep, false},    {comp_setTotalMass, false},
    {comp_fillSubtrees, false},  {comp_fillArena, false},    {setConstants, false},
    {setSpringDampers, false},   {setLengthRanges, false},   {setStatistics, false},
    {checkSleepers, false},
};

// the timer of a pass, if it has one of its own
static mjtCTimer timerOf(const Pass* pass) {
  static const struct {
    bool (*run)(comp_Compile* c);
    mjtCTimer timer;
  } table[] = {
      {comp_prepareTextures, mjCTIMER_TEXTURE}, {comp_fillTextures, mjCTIMER_TEXTURE},
      {comp_prepareHFields, mjCTIMER_ASSETS},   {comp_prepareMeshes, mjCTIMER_ASSETS},
      {comp_preparePieces, mjCTIMER_ASSETS},    {comp_prepareSkins, mjCTIMER_ASSETS},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (table[i].run == pass->run) return table[i].timer;
  }
  return mjCTIMER_TOTAL;
}

static bool runTimed(comp_Compile* c, const Pass* pass) {
  const double start = clock_seconds();
  const bool ok = pass->run(c);
  const double seconds = clock_seconds() - start;
  const mjtCTimer timer = timerOf(pass);
  if (timer != mjCTIMER_TOTAL) c->spec->timer[mjCTIMER_ASSETS] += seconds;
  if (timer == mjCTIMER_TEXTURE) c->spec->timer[timer] += seconds;
  return ok;
}

static bool run(comp_Compile* c, const Pass* pass, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const bool ok = runTimed(c, &pass[i]);
    if (c->spec->pool.failed || (!ok && !c->diag->failed)) return false;
    if (c->diag->failed || c->diag->nerror) {
      if (!pass[i].goOn || !diag_resume(c->diag)) return diag_settle(c->diag);
    }
  }
  return diag_settle(c->diag);
}

// copies options, visual settings and sizes unchanged
static bool copySettings(comp_Compile* c) {
  const mjSpec* spec = &c->spec->pub;
  c->m->opt = spec->option;
  c->m->vis = spec->visual;
  return true;
}

// first touches of memory (page faults) are expensive: threads share them
#define BAND ((size_t)1 << 20)

typedef struct {
  char* ptr;
  size_t bytes;
} Bands;

static void zeroBand(void* context, int i, int worker) {
  (void)worker;
  const Bands* all = context;
  const size_t at = (size_t)i * BAND, left = all->bytes - at;
  memset(all->ptr + at, 0, left < BAND ? left : BAND);
}

static void zeroShared(const void* context, void* ptr, size_t bytes) {
  const comp_Compile* c = context;
  const int nband = (int)((bytes + BAND - 1) / BAND);
  pool_Pool* pool =
      nband > 2 ? comp_makePool(c, nband < MOST_THREADS ? nband : MOST_THREADS) : NULL;
  pool_run(pool, zeroBand, &(Bands){ptr, bytes}, nband);
  pool_free(pool);
}

static bool allocate(comp_Compile* c) {
  c->size.nuserdata = c->spec->pub.nuserdata;
  const char* bad = model_badSize(&c->size);
  if (bad) {
    comp_error(c, NULL, "the model is too large: %s is beyond what an index can address", bad);
    return false;
  }
  c->m = model_makeBy(&c->size, zeroShared, c);
  if (!c->m) diag_noMemory(c->diag);
  return c->m != NULL;
}

// Model signature: equal models have equal ones. Hash (FNV-1a) of the sizes and the structure of
// the tree
static uint64_t signatureOf(const mjModel* m) {
  uint64_t h = 14695981039346656037ull;
  const mjtSize* size = &m->nq;
  _Static_assert(offsetof(mjModel, nq) < offsetof(mjModel, narena), "sizes are in a row");
  for (int i = 0; size + i < &m->narena; i++) h = (h ^ (uint64_t)size[i]) * 1099511628211ull;
  for (int i = 0; i < m->nbody; i++) h = (h ^ (uint64_t)m->body_parentid[i]) * 1099511628211ull;
  for (int i = 0; i < m->njnt; i++) h = (h ^ (uint64_t)m->jnt_type[i]) * 1099511628211ull;
  for (int i = 0; i < m->ngeom; i++) h = (h ^ (uint64_t)m->geom_type[i]) * 1099511628211ull;
  return h;
}

// saves the ids of all elements of the spec, or restores them
static void moveIds(spec_Spec* spec, int* ids, bool back) {
  for (int type = 0; type < SPEC_NTYPE; type++) {
    for (int i = 0; i < spec->list[type].n; i++, ids++) {
      int* id = &spec->list[type].item[i]->id;
      if (back)
        *id = *ids;
      else
        *ids = *id;
    }
  }
}

// elements that are not in the model, such as discarded materials, have no id
static void clearIds(const comp_Compile* c) {
  int n;
  const names_Kind* kind = names_kinds(&n);
  for (int k = 0; k < n; k++) {
    const spec_List *all = &c->spec->list[kind[k].type], *kept = &c->list[kind[k].type];
    const mjtSize count = *(const mjtSize*)(const void*)((const char*)c->m + kind[k].count);
    for (int i = 0; i < all->n; i++) {
      spec_Element* e = all->item[i];
      if (e->id >= count || e->id >= kept->n || (e->id >= 0 && kept->item[e->id] != e)) e->id = -1;
    }
  }
}

static int* noteIds(comp_Compile* c) {
  size_t n = 1;
  for (int type = 0; type < SPEC_NTYPE; type++) n += (size_t)c->spec->list[type].n;
  int* ids = arena_array(&c->scratch, n, sizeof *ids);
  if (ids)
    moveIds(c->spec, ids, false);
  else
    diag_noMemory(c->diag);
  return ids;
}

mjModel* comp_compile(spec_Spec* spec, const mjVFS* vfs) {
  comp_Compile c = {.spec = spec, .diag = &spec->diag, .vfs = vfs, .scratch = arena_make(0)};
  c.pool.arena = arena_make(0);
  const double start = clock_seconds();
  memset(spec->timer, 0, sizeof spec->timer);
  int* ids = noteIds(&c);
  asset_nameAll(spec);
  plug_nameAll(spec);
  bool ok = ids && run(&c, prepare, sizeof prepare / sizeof *prepare) && allocate(&c) &&
            copySettings(&c) && run(&c, fill, sizeof fill / sizeof *fill);
  ASSERT(!ok || (c.m && !c.diag->failed));
  if (!ok && spec->pool.failed) diag_noMemory(c.diag);
  if (!ok) comp_findUnknown(&c);
  if (!ok && ids) moveIds(spec, ids, true);  // restores those of the last compiled model
  if (ok) clearIds(&c);
  comp_freeMeshes(&c);
  comp_freePictures(&c);
  arena_free(&c.scratch);
  arena_free(&c.pool.arena);
  spec->timer[mjCTIMER_TOTAL] = clock_seconds() - start;
  if (!ok) {
    mj_deleteModel(c.m);
    return NULL;
  }
  c.m->signature = spec->element->head.signature = signatureOf(c.m);
  return c.m;
}

void comp_tellTimes(const spec_Spec* spec) {
  static const struct {
    const char *part, *clock;
    mjtCTimer timer;
  } rows[] = {{"  total:", "  (wall clock)", mjCTIMER_TOTAL},
              {"  assets:", "  -", mjCTIMER_ASSETS},
              {"    load:", "    (CPU time)", mjCTIMER_MESH_LOAD},
              {"    hull:", "    -", mjCTIMER_MESH_HULL},
              {"    polygon:", "    -", mjCTIMER_MESH_POLYGON},
              {"    inertia:", "    -", mjCTIMER_MESH_INERTIA},
              {"    bvh:", "    -", mjCTIMER_MESH_BVH},
              {"    octree:", "    -", mjCTIMER_MESH_OCTREE},
              {"    texture:", "    -", mjCTIMER_TEXTURE},
              {"  other:", "  (wall clock)", mjNCTIMER}};
  if (!log_isHeard(mjTOPIC_TIME_CMP)) return;
  char body[60 * sizeof rows / sizeof *rows];
  size_t used = 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const double* timer = spec->timer;
    const double s = rows[i].timer == mjNCTIMER ? timer[mjCTIMER_TOTAL] - timer[mjCTIMER_ASSETS]
                                                : timer[rows[i].timer];
    const long long tenths =
        (long long)(1e4 * (s > 0 ? s : 0) + 0.5);  // locale-independent: no decimal point
    used += text_print(body + used, sizeof body - used, "%s%-14s%5lld.%lld %s", i ? "\n" : "",
                       rows[i].part, tenths / 10, tenths % 10, rows[i].clock);
  }
  mju_message(&(mjLogMessage){.level = mjLOG_INFO,
                              .topic = mjTOPIC_TIME_CMP,
                              .subject = "compile time (ms)",
                              .body = body});
}

mjModel* mj_compile(mjSpec* s, const mjVFS* vfs) {
  ARGS_NEED_OR(NULL, s);
  spec_Spec* spec = spec_spec(s);
  diag_renew(&spec->diag);
  const int nwarning = spec->diag.nwarning;
  mjModel* m = comp_compile(spec, vfs);
  spec->diag.nlast = spec->diag.nwarning - nwarning;
  if (m) api_tellWarnings(spec, nwarning);
  if (m) comp_tellTimes(spec);
  return m;
}
