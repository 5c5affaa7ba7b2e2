// Collision filtering: which pairs of bodies and geoms may collide, by everything but their poses
// (contype and conaffinity masks, parent-child filter, exclusions, sleep).
#ifndef SINEW_COLLIDE_FILTER_H_
#define SINEW_COLLIDE_FILTER_H_

#include <stdbool.h>
#include <stdint.h>

#include <sinew/api.h>

#include "base/assert.h"

typedef struct {
  const mjModel* m;
  const mjData* d;
  bool family;    // parents and children do not collide
  bool sleeping;  // some bodies are asleep
} filter_Rules;

// while all bodies are awake
static inline filter_Rules filter_rulesAwake(const mjModel* m) {
  return (filter_Rules){.m = m, .family = !(m->opt.disableflags & mjDSBL_FILTERPARENT)};
}

static inline filter_Rules filter_rules(const mjModel* m, const mjData* d) {
  filter_Rules rules = filter_rulesAwake(m);
  rules.d = d;
  rules.sleeping = (m->opt.enableflags & mjENBL_SLEEP) && (mjtSize)d->nbody_awake < m->nbody;
  return rules;
}

// sort key of pairs of bodies, a < b
static inline uint32_t filter_signature(int a, int b) {
  ASSERT_FULL(a >= 0 && a < b);
  return ((uint32_t)a << 16) + (uint32_t)b;
}

// excluded by the model's list, which is in ascending order (binary search)
bool filter_isExcluded(const mjModel* m, int a, int b);
// one asleep and the other asleep or static
bool filter_isQuiet(const mjModel* m, const mjData* d, int a, int b);

// bodies a < b may collide, ignoring sleep: by their places in the kinematic tree, body_contype,
// body_conaffinity, exclude_signature and the flag filterparent
static inline bool filter_allows(const filter_Rules* rules, int a, int b) {
  const mjModel* m = rules->m;
  const int weldA = m->body_weldid[a], weldB = m->body_weldid[b];
  if (weldA == weldB || !(m->body_dofnum[weldA] | m->body_dofnum[weldB])) return false;
  if (!(m->body_contype[a] & m->body_conaffinity[b]) &&
      !(m->body_contype[b] & m->body_conaffinity[a])) {
    return false;
  }
  if (rules->family && weldA && weldB &&
      (weldA == m->body_weldid[m->body_parentid[weldB]] ||
       weldB == m->body_weldid[m->body_parentid[weldA]])) {
    return false;
  }
  return !m->nexclude || !filter_isExcluded(m, a, b);
}

// one asleep and the other asleep or static
static inline bool filter_sleeps(const filter_Rules* rules, int a, int b) {
  return rules->sleeping && filter_isQuiet(rules->m, rules->d, a, b);
}

// bodies a < b may collide
static inline bool filter_bodies(const filter_Rules* rules, int a, int b) {
  return filter_allows(rules, a, b) && !filter_sleeps(rules, a, b);
}

static inline bool filter_masks(const mjModel* m, int g1, int g2) {
  return (m->geom_contype[g1] & m->geom_conaffinity[g2]) ||
         (m->geom_contype[g2] & m->geom_conaffinity[g1]);
}

// geoms may collide, by masks or by the user's callback mjcb_contactfilter
static inline bool filter_geoms(const mjModel* m, mjData* d, int g1, int g2) {
  return mjcb_contactfilter ? !mjcb_contactfilter(m, d, g1, g2) : filter_masks(m, g1, g2);
}

// geoms may collide at some time, whatever their poses and sleep states; explicit pairs are not
// considered. Does not call the user's filter, because its result may depend on time
bool filter_everCollide(const mjModel* m, int g1, int g2);

static inline bool filter_canCollide(const mjModel* m, int body) {
  return (m->body_contype[body] | m->body_conaffinity[body]) != 0;
}

#endif
