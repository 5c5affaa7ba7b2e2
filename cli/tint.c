// Segmentation colors: objects are numbered from 1 on, type by type. The bits of a number, low bits
// first, become the high bits of red, green and blue in turn (bit reversal). So any two objects
// have different colors, and those of small numbers differ strongly. Segmentation data sets (PASCAL
// VOC) color their classes in the same way.
#include "tint.h"

#include "base/assert.h"
#include "base/mem.h"
#include "output.h"

// types visible in a scene; decoration, such as force arrows, has no id
static const struct {
  int type;
  size_t count;  // offset in mjModel
} kind[] = {
    {mjOBJ_GEOM, offsetof(mjModel, ngeom)},     {mjOBJ_SITE, offsetof(mjModel, nsite)},
    {mjOBJ_TENDON, offsetof(mjModel, ntendon)}, {mjOBJ_FLEX, offsetof(mjModel, nflex)},
    {mjOBJ_SKIN, offsetof(mjModel, nskin)},     {mjOBJ_BODY, offsetof(mjModel, nbody)},
    {mjOBJ_JOINT, offsetof(mjModel, njnt)},     {mjOBJ_CAMERA, offsetof(mjModel, ncam)},
    {mjOBJ_LIGHT, offsetof(mjModel, nlight)},   {mjOBJ_ACTUATOR, offsetof(mjModel, nu)},
};

enum { NKIND = sizeof kind / sizeof *kind };

static int countOf(const mjModel* m, int k) {
  return (int)*(const mjtSize*)((const char*)m + kind[k].count);
}

// the last number is that of decoration
static int numberOf(const mjModel* m, int id, int type) {
  int first = 1;
  if (id < 0 && type < 0) return 0;
  for (int k = 0; k < NKIND; k++) {
    if (kind[k].type == type && id >= 0 && id < countOf(m, k)) return first + id;
    first += countOf(m, k);
  }
  return first;
}

static void colourOf(int number, uint8_t rgb[3]) {
  for (int k = 0; k < 3; k++) rgb[k] = 0;
  for (int bit = 0; bit < 24; bit++) {
    rgb[bit % 3] = (uint8_t)(rgb[bit % 3] | (number >> bit & 1) << (7 - bit / 3));
  }
}

bool tint_make(tint_Seen* seen, const mjModel* m) {
  *seen = (tint_Seen){.m = m, .n = numberOf(m, -1, mjNOBJECT) + 1};
  seen->seen = mem_calloc((size_t)seen->n, sizeof *seen->seen);
  return seen->seen;
}

void tint_free(tint_Seen* seen) { mem_free(seen->seen); }

void tint_colour(tint_Seen* seen, int id, int type, uint8_t rgb[3]) {
  const int number = numberOf(seen->m, id, type);
  ASSERT(number < seen->n);
  seen->seen[number] = true;
  colourOf(number, rgb);
}

void tint_merge(tint_Seen* all, const tint_Seen* part) {
  for (int i = 0; i < all->n; i++) all->seen[i] = all->seen[i] || part->seen[i];
}

// ---- lists

typedef void (*Add)(text_Text* out, const char* colour, const char* type, int id, const char* name);

static void addText(text_Text* out, const char* colour, const char* type, int id,
                    const char* name) {
  text_format(out, "%s  %s", colour, type);
  if (id >= 0) text_format(out, " %d", id);
  if (name) text_format(out, " '%s'", name);
  text_add(out, "\n");
}

static void addJson(text_Text* out, const char* colour, const char* type, int id,
                    const char* name) {
  text_format(out, "%s    {\"color\": \"%s\", \"type\": \"%s\", \"id\": ", out->size ? ",\n" : "\n",
              colour, type);
  text_format(out, id >= 0 ? "%d" : "null", id);
  text_add(out, ", \"name\": ");
  if (name) json_string(out, name);
  if (!name) text_add(out, "null");
  text_add(out, "}");
}

static void addAll(text_Text* out, const tint_Seen* seen, Add add) {
  int first = 1;
  for (int k = 0; k <= NKIND; k++) {
    const int n = k < NKIND ? countOf(seen->m, k) : 1;
    for (int i = 0; i < n; i++) {
      uint8_t rgb[3];
      char colour[8];
      if (!seen->seen[first + i]) continue;
      colourOf(first + i, rgb);
      snprintf(colour, sizeof colour, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
      if (k == NKIND) {
        add(out, colour, "decoration", -1, NULL);
      } else {
        add(out, colour, mju_type2Str(kind[k].type), i, mj_id2name(seen->m, kind[k].type, i));
      }
    }
    first += n;
  }
}

void tint_list(text_Text* out, const tint_Seen* seen) { addAll(out, seen, addText); }

void tint_json(text_Text* out, const tint_Seen* seen) {
  text_Text rows = {0};
  addAll(&rows, seen, addJson);
  text_format(out, "[%s\n  ]", text_get(&rows));
  out->failed = out->failed || rows.failed;
  text_free(&rows);
}
