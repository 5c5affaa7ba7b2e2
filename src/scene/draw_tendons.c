// Visual geoms of spatial tendons: capsules along their paths. A tendon of two sites that hangs
// loose, held by nothing but a spring or a limit of its length, is drawn as a catenary.
#include "math/vec.h"
#include "scene/catenary.h"
#include "scene/draw.h"
#include "scene/draw_path.h"

// ---- along the path

bool draw_pathNext(const mjData* d, int tendon, draw_Segment* segment) {
  const int end = d->ten_wrapadr[tendon] + d->ten_wrapnum[tendon];
  for (int k = segment->next; k + 1 < end; k++) {
    const int a = d->wrap_obj[k], b = d->wrap_obj[k + 1];
    if (a == -2 || b == -2) continue;
    segment->next = k + 1;
    segment->from = d->wrap_xpos + 3 * k;
    segment->to = segment->from + 3;
    segment->inside = a >= 0 && b >= 0;
    return true;
  }
  return false;
}

draw_Segment draw_pathStart(const mjData* d, int tendon) {
  return (draw_Segment){.next = d->ten_wrapadr[tendon]};
}

// ---- colors

// a tendon at its limit has the color of constraints
static void limitColour(const draw_Job* job, int tendon, float rgba[4]) {
  const mjModel* m = job->m;
  const float *own = m->tendon_rgba + 4 * tendon, *limit = m->vis.rgba.constraint;
  for (int k = 0; k < 4; k++) rgba[k] = own[k];
  if (m->tendon_matid[tendon] >= 0 || !draw_isStandard(own)) return;
  const mjtNum p = draw_impedance(job->d, mjCNSTR_LIMIT_TENDON, tendon);
  for (int k = 0; k < 3; k++) rgba[k] = (float)((1 - p) * own[k] + p * limit[k]);
}

// ---- straight

static void addStraight(const draw_Job* job, int tendon) {
  const mjModel* m = job->m;
  const int first = job->d->ten_wrapadr[tendon];
  float rgba[4];
  limitColour(job, tendon, rgba);
  for (draw_Segment s = draw_pathStart(job->d, tendon); draw_pathNext(job->d, tendon, &s);) {
    mjvGeom* geom = draw_add(job, mjOBJ_TENDON, tendon, mjCAT_DYNAMIC);
    if (!geom) return;
    const mjtNum width = m->tendon_width[tendon];
    draw_connect(geom, mjGEOM_CAPSULE, s.inside ? 0.5 * width : width, s.from, s.to);
    draw_material(job, geom, m->tendon_matid[tendon], rgba);
    if (draw_has(job, mjVIS_ISLAND)) {
      const int row = job->d->nefc > 0 ? job->d->tendon_efcadr[tendon] : -1;
      geom->matid = -1;
      draw_islandColour(geom->rgba, draw_islandOfRow(job->d, row), true);
    }
    if (s.next == first + 1) draw_label(job, geom, mjLABEL_TENDON, mjOBJ_TENDON, tendon);
  }
}

// ---- hanging

static bool hasActuator(const mjModel* m, int tendon) {
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_trntype[i] == mjTRN_TENDON && m->actuator_trnid[2 * i] == tendon) return true;
  }
  return false;
}

static bool anyNumber(const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] != 0) return true;
  }
  return false;
}

// length of a hanging tendon, 0: it does not hang
static mjtNum looseLength(const mjModel* m, const mjData* d, int i) {
  const mjtNum *spring = m->tendon_lengthspring + 2 * i, *range = m->tendon_range + 2 * i;
  const int adr = m->tendon_adr[i];
  if ((m->opt.disableflags & mjDSBL_GRAVITY) || v3_norm(m->opt.gravity) <= mjMINVAL) return 0;
  if (m->tendon_num[i] != 2 || m->wrap_type[adr] != mjWRAP_SITE ||
      m->wrap_type[adr + 1] != mjWRAP_SITE || d->ten_wrapnum[i] != 2)
    return 0;
  if (m->tendon_damping[i] != 0 || anyNumber(m->tendon_dampingpoly + mjNPOLY * i, mjNPOLY) ||
      m->tendon_frictionloss[i] != 0 || hasActuator(m, i))
    return 0;
  const bool stiff =
      m->tendon_stiffness[i] != 0 || anyNumber(m->tendon_stiffnesspoly + mjNPOLY * i, mjNPOLY);
  if (stiff && spring[0] == 0 && spring[1] > 0) return spring[1];
  if (!stiff && m->tendon_limited[i] && range[0] == 0 && d->ten_length[i] < range[1])
    return range[1];
  return 0;
}

static void addHanging(const draw_Job* job, int tendon, mjtNum length) {
  const mjModel* m = job->m;
  const mjtNum* end = job->d->wrap_xpos + 3 * job->d->ten_wrapadr[tendon];
  mjtNum point[CATENARY_MOST][3];
  const int slices = m->vis.quality.numslices;
  const int n = catenary_points(point, slices < CATENARY_MOST ? slices + 1 : CATENARY_MOST, end,
                                end + 3, m->opt.gravity, length);
  for (int k = 0; k + 1 < n; k++) {
    mjvGeom* geom = draw_add(job, mjOBJ_TENDON, tendon, mjCAT_DYNAMIC);
    if (!geom) return;
    draw_connect(geom, mjGEOM_CAPSULE, m->tendon_width[tendon], point[k], point[k + 1]);
    draw_material(job, geom, m->tendon_matid[tendon], m->tendon_rgba + 4 * tendon);
    draw_label(job, geom, mjLABEL_TENDON, mjOBJ_TENDON, tendon);
  }
}

void draw_tendons(const draw_Job* job) {
  const mjModel* m = job->m;
  if (!(job->catmask & mjCAT_DYNAMIC)) return;
  for (int i = 0; i < m->ntendon; i++) {
    if (!draw_hasGroup(job->opt->tendongroup, m->tendon_group[i])) continue;
    const mjtNum loose = looseLength(m, job->d, i);
    if (loose > 0) {
      addHanging(job, i, loose);
    } else {
      addStraight(job, i);
    }
  }
}
