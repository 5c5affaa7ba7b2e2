// Memory allocation of scenes: allocates the arrays of a scene (mjvScene). Sizes come from the
// model; what never changes is copied here.
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/mem.h"
#include "scene/scene.h"

typedef struct {
  void** place;
  mjtSize count;
  size_t bytes;  // of each element
} Array;

enum { NARRAY = 18 };

// lists all arrays of a scene; nface: faces of all flexes. m may be NULL if only the pointers are
// needed
static void listArrays(const mjModel* m, mjvScene* scn, mjtSize nface, Array list[NARRAY]) {
  const mjtSize nflex = scn->nflex, nskin = scn->nskin;
  const mjtSize nvert = m ? m->nflexvert : 0, nedge = m ? m->nflexedge : 0;
  const mjtSize nskinvert = m ? m->nskinvert : 0;
  const Array all[NARRAY] = {
      {(void**)&scn->geoms, scn->maxgeom, sizeof(mjvGeom)},
      {(void**)&scn->geomorder, scn->maxgeom, sizeof(int)},
      {(void**)&scn->flexedgeadr, nflex, sizeof(int)},
      {(void**)&scn->flexedgenum, nflex, sizeof(int)},
      {(void**)&scn->flexvertadr, nflex, sizeof(int)},
      {(void**)&scn->flexvertnum, nflex, sizeof(int)},
      {(void**)&scn->flexfaceadr, nflex, sizeof(int)},
      {(void**)&scn->flexfacenum, nflex, sizeof(int)},
      {(void**)&scn->flexfaceused, nflex, sizeof(int)},
      {(void**)&scn->flexedge, nedge, 2 * sizeof(int)},
      {(void**)&scn->flexvert, nvert, 3 * sizeof(float)},
      {(void**)&scn->flexface, nface, 9 * sizeof(float)},
      {(void**)&scn->flexnormal, nface, 9 * sizeof(float)},
      {(void**)&scn->flextexcoord, nface, 6 * sizeof(float)},
      {(void**)&scn->skinfacenum, nskin, sizeof(int)},
      {(void**)&scn->skinvertadr, nskin, sizeof(int)},
      {(void**)&scn->skinvertnum, nskin, sizeof(int)},
      {(void**)&scn->skinvert, nskinvert, 6 * sizeof(float)},  // with skinnormal behind it
  };
  memcpy(list, all, sizeof all);
}

// ---- start and end

void mjv_defaultScene(mjvScene* scn) {
  ARGS_NEED(scn);
  memset(scn, 0, sizeof *scn);
}

void mjv_freeScene(mjvScene* scn) {
  ARGS_NEED(scn);
  Array list[NARRAY];
  listArrays(NULL, scn, 0, list);
  for (int i = 0; i < NARRAY; i++) mem_free(*list[i].place);
  memset(scn, 0, sizeof *scn);
}

// ---- flexes

static int fullestLayer(const mjModel* m, int flex) {
  const int first = m->flex_elemadr[flex], end = first + m->flex_elemnum[flex];
  int most = 0, deepest = 0;
  for (int i = first; i < end; i++) {
    if (m->flex_elemlayer[i] > deepest) deepest = m->flex_elemlayer[i];
  }
  for (int layer = 0; layer <= deepest; layer++) {
    int count = 0;
    for (int i = first; i < end; i++) count += m->flex_elemlayer[i] == layer;
    if (count > most) most = count;
  }
  return most;
}

// capacity for faces, drawn as elements or as a skin
static int faceRoom(const mjModel* m, int flex) {
  const int shell = m->flex_shellnum[flex];
  if (m->flex_dim[flex] == 2) return 2 * shell + 2 * m->flex_elemnum[flex];
  const int elements = 4 * fullestLayer(m, flex);
  return shell > elements ? shell : elements;
}

static void copyFlexes(const mjModel* m, mjvScene* scn) {
  const size_t bytes = (size_t)m->nflex * sizeof(int);
  if (!m->nflex) return;
  memcpy(scn->flexvertadr, m->flex_vertadr, bytes);
  memcpy(scn->flexvertnum, m->flex_vertnum, bytes);
  memcpy(scn->flexedgeadr, m->flex_edgeadr, bytes);
  memcpy(scn->flexedgenum, m->flex_edgenum, bytes);
  if (m->nflexedge) memcpy(scn->flexedge, m->flex_edge, (size_t)m->nflexedge * 2 * sizeof(int));
  int adr = 0;
  for (int i = 0; i < m->nflex; i++) {
    scn->flexfaceadr[i] = adr;
    scn->flexfacenum[i] = faceRoom(m, i);
    adr += scn->flexfacenum[i];
  }
}

static void copySkins(const mjModel* m, mjvScene* scn) {
  const size_t bytes = (size_t)m->nskin * sizeof(int);
  if (!m->nskin) return;
  memcpy(scn->skinfacenum, m->skin_facenum, bytes);
  memcpy(scn->skinvertadr, m->skin_vertadr, bytes);
  memcpy(scn->skinvertnum, m->skin_vertnum, bytes);
  if (m->nskinvert) scn->skinnormal = scn->skinvert + 3 * m->nskinvert;
}

// ---- make

static bool allocate(const mjModel* m, mjvScene* scn) {
  mjtSize nface = 0;
  for (int i = 0; m && i < m->nflex; i++) nface += faceRoom(m, i);
  Array list[NARRAY];
  listArrays(m, scn, nface, list);
  for (int i = 0; i < NARRAY; i++) {
    if (list[i].count <= 0) continue;
    *list[i].place = mem_calloc((size_t)list[i].count, list[i].bytes);
    if (!*list[i].place) return false;
  }
  return true;
}

void mjv_makeScene(const mjModel* m, mjvScene* scn, int maxgeom) {
  ARGS_NEED(scn);
  mjv_freeScene(scn);
  scn->maxgeom = maxgeom > 0 ? maxgeom : 0;
  scn->nflex = m ? (int)m->nflex : 0;
  scn->nskin = m ? (int)m->nskin : 0;
  if (!allocate(m, scn)) {
    mju_error("mjv_makeScene: no memory for a scene of %d geoms", maxgeom);
    mjv_freeScene(scn);
    return;
  }
  scn->scale = 1;
  scn->rotate[0] = 1;
  for (int i = 0; i < mjNRNDFLAG; i++) scn->flags[i] = mjRNDSTRING[i][1][0] == '1';
  if (!m) return;
  copyFlexes(m, scn);
  copySkins(m, scn);
}
