// Domain randomization: random scale factors for model parameters, uniform in a range and different
// in each world.
#include "vary.h"

#include <stdio.h>
#include <string.h>

#include <sinew/sinew.h>

#include "base/assert.h"
#include "base/number.h"
#include "philox.h"
#include "purpose.h"
#include "xml/xml_value.h"

enum { MOST_NAME = 64, MOST_NAMES = 600, MOST_TERMS = 32 };

typedef struct {
  char name[MOST_NAME];
  double lo, hi;
} Term;

// short names and what they expand to
static const struct {
  const char* name;  // first member: searched by xml_nearest
  const char* fields;
} shortName[] = {
    {"mass", "body_mass body_inertia body_subtreemass"},
    {"friction", "geom_friction pair_friction flex_friction"},
    {"frictionloss", "dof_frictionloss tendon_frictionloss"},
    {"damping", "dof_damping dof_dampingpoly tendon_damping tendon_dampingpoly"},
    {"stiffness", "jnt_stiffness jnt_stiffnesspoly tendon_stiffness tendon_stiffnesspoly"},
    {"armature", "dof_armature tendon_armature"},
    {"gravity", "opt.gravity"},
    {"gain", NULL},  // scaleGains
};

enum { NSHORT = sizeof shortName / sizeof *shortName };

static const char gainField[] = "actuator_gainprm", biasField[] = "actuator_biasprm";

// ---- parsing

// parses "name=lo:hi"; returns the text after it, NULL: syntax error
static const char* parseTerm(Term* term, const char* at) {
  const size_t n = strcspn(at, "=,");
  if (at[n] != '=' || !n || n >= sizeof term->name) return NULL;
  memcpy(term->name, at, n);
  term->name[n] = 0;
  at = num_parse(at + n + 1, &term->lo);
  if (!at || *at != ':') return NULL;
  at = num_parse(at + 1, &term->hi);
  if (!at || (*at && *at != ',')) return NULL;
  return *at ? at + 1 : at;
}

// a field of mjModel, or of mjOption as "opt.gravity", whose values may differ between worlds
static bool isField(const char* name) {
  const bool option = !strncmp(name, "opt.", 4);
  const int type = option ? sn_TYPE_OPTION : sn_TYPE_MODEL;
  sn_Field f;
  const int i = sn_findField(type, option ? name + 4 : name);
  return i >= 0 && sn_field(type, i, &f) && f.flags & sn_FIELD_WORLD && f.type == sn_TYPE_NUM;
}

static int findShort(const char* name) {
  for (int i = 0; i < NSHORT; i++) {
    if (!strcmp(name, shortName[i].name)) return i;
  }
  return -1;
}

static void unknownName(const char* name, text_Text* error) {
  const char* names[MOST_NAMES];
  int n = 0;
  for (int i = 0; i < NSHORT; i++) names[n++] = shortName[i].name;
  for (int i = 0; i < sn_fieldCount(sn_TYPE_MODEL) && n < MOST_NAMES; i++) {
    sn_Field f;
    if (sn_field(sn_TYPE_MODEL, i, &f) && isField(f.name)) names[n++] = f.name;
  }
  const char* near = xml_nearest(name, names, n, sizeof *names);
  text_format(error, "'%s' is nothing that worlds may differ in", name);
  if (near) text_format(error, "; did you mean '%s'?", near);
  if (near) return;
  text_add(error, "; there are ");
  for (int i = 0; i < NSHORT; i++) text_format(error, "%s, ", shortName[i].name);
  text_add(error, "and fields of mjModel");
}

static bool checkTerm(const Term* term, text_Text* error) {
  const int found = findShort(term->name);
  if (found < 0 && !isField(term->name)) return unknownName(term->name, error), false;
  if (!(term->hi - term->lo >= 0) || !(term->hi - term->lo < 1e300)) {
    text_format(error, "%s: the range must go from a number to one that is not less", term->name);
    return false;
  }
  if (found == 0 && !(term->lo > 0)) {
    text_format(error, "%s: the factor must be above 0", term->name);
    return false;
  }
  return true;
}

// ---- random factors

// a factor depends on the name, not on the other terms
static uint32_t hashName(const char* name) {
  uint32_t h = 2166136261u;
  for (; *name; name++) h = (h ^ (unsigned char)*name) * 16777619u;
  return h;
}

static double factorOf(const Term* term, uint64_t seed, int world) {
  const philox_Place place = {.seed = seed,
                              .purpose = PURPOSE_PARAMETER,
                              .world = (uint32_t)world,
                              .index = hashName(term->name)};
  return term->lo + (term->hi - term->lo) * philox_uniform(place);
}

static bool scaleField(sn_Batch* b, const Term* term, const char* field, uint64_t seed, int first,
                       text_Text* error) {
  mjtSize count;
  mjtNum* row = sn_batchParameter(b, field, &count);
  if (!row) return text_format(error, "%s: %s", term->name, sn_lastError()), false;
  for (int w = 0; w < sn_batchSize(b); w++, row += count) {
    const double factor = factorOf(term, seed, first + w);
    for (mjtSize i = 0; i < count; i++) row[i] *= factor;
  }
  return true;
}

// scales the parameters of an actuator that are proportional to its force; false: its type has none
static bool scaleGain(const mjModel* m, int i, mjtNum* gain, mjtNum* bias, double factor) {
  const int gainType = m->actuator_gaintype[i], biasType = m->actuator_biastype[i];
  const bool muscle = gainType == mjGAIN_MUSCLE;
  if (!muscle && gainType != mjGAIN_FIXED && gainType != mjGAIN_AFFINE) return false;
  if (biasType != mjBIAS_NONE && biasType != (muscle ? mjBIAS_MUSCLE : mjBIAS_AFFINE)) return false;
  // muscles: peak force, and the scale that determines it if it is negative; others: up to three
  // terms
  const int begin = muscle ? 2 : 0, end = muscle ? 4 : 3;
  for (int k = begin; k < end; k++) {
    gain[k] *= factor;
    if (biasType != mjBIAS_NONE) bias[k] *= factor;
  }
  return true;
}

static bool scaleGains(sn_Batch* b, const Term* term, uint64_t seed, int first, text_Text* error) {
  const mjModel* m = sn_batchModel(b);
  mjtNum* gain = sn_batchParameter(b, gainField, NULL);
  mjtNum* bias = gain ? sn_batchParameter(b, biasField, NULL) : NULL;
  if (!gain || !bias) return text_format(error, "gain: %s", sn_lastError()), false;
  for (int w = 0; w < sn_batchSize(b); w++) {
    const double factor = factorOf(term, seed, first + w);
    for (int i = 0; i < m->nactuator; i++, gain += mjNGAIN, bias += mjNBIAS) {
      if (scaleGain(m, i, gain, bias, factor)) continue;
      const char* name = mj_id2name(m, mjOBJ_ACTUATOR, i);
      text_format(error, "gain: actuator %d%s%s%s is of a kind that has no gain to scale", i,
                  name ? " ('" : "", name ? name : "", name ? "')" : "");
      return false;
    }
  }
  return true;
}

static bool applyTerm(sn_Batch* b, const Term* term, uint64_t seed, int first, text_Text* error) {
  const int found = findShort(term->name);
  if (found < 0) return scaleField(b, term, term->name, seed, first, error);
  if (!shortName[found].fields) return scaleGains(b, term, seed, first, error);
  for (const char* at = shortName[found].fields; *at; at += strspn(at, " ")) {
    char field[MOST_NAME];
    const size_t n = strcspn(at, " ");
    ASSERT(n < sizeof field);
    snprintf(field, sizeof field, "%.*s", (int)n, at);
    if (!scaleField(b, term, field, seed, first, error)) return false;
    at += n;
  }
  return true;
}

bool vary_apply(sn_Batch* b, const char* text, uint64_t seed, int first, text_Text* error) {
  Term term[MOST_TERMS];
  int n = 0;
  for (const char* at = text; *at; n++) {
    const char* next = n < MOST_TERMS ? parseTerm(&term[n], at) : NULL;
    if (!next) {
      text_format(error, "'%s' is not of the form mass=0.8:1.2,friction=0.5:1.5", at);
      return false;
    }
    if (!checkTerm(&term[n], error)) return false;
    for (int i = 0; i < n; i++) {
      if (strcmp(term[i].name, term[n].name)) continue;
      text_format(error, "%s is there twice", term[n].name);
      return false;
    }
    at = next;
  }
  for (int i = 0; i < n; i++) {
    if (!applyTerm(b, &term[i], seed, first, error)) return false;
  }
  return true;
}
