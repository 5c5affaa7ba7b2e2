// Height fields: heights given by rows from the smallest y on, scaled to 0 .. 1 in single
// precision; and the geoms that show them, whose size is that of a box of about the same volume.
//   mjsHField -> hfield_size, nrow, ncol, adr, data;  geom size, rbound, aabb
#include <math.h>
#include <string.h>

#include "mjcf/compile_parts.h"

enum { MOST_SAMPLES = 1 << 26 };  // of one field

typedef struct comp_HField {
  double size[4];
  int nrow, ncol;
  const float* height;  // NULL: all zero
  float low, range;
} HField;

static bool checkSizes(comp_Compile* c, const spec_Element* e, const mjsHField* given) {
  static const char* const meaning[] = {"half size along x", "half size along y",
                                        "height of the data", "depth of the base"};
  for (int k = 0; k < 4; k++) {
    if (given->size[k] > 0) continue;
    comp_error(c, e, "size: number %d (%s) is %.6g; it must be positive", k + 1, meaning[k],
               given->size[k]);
    return false;
  }
  if (given->nrow < 1 || given->ncol < 1) {
    comp_error(c, e, "%s: a height field needs a positive number of rows and columns",
               given->nrow < 1 ? "nrow" : "ncol");
    return false;
  }
  if (given->nrow > MOST_SAMPLES / given->ncol) {
    comp_error(c, e, "nrow: %d x %d samples are too many; at most %d are possible", given->nrow,
               given->ncol, MOST_SAMPLES);
    return false;
  }
  return true;
}

// lowest height and range, all of which must be numbers
static bool measure(comp_Compile* c, const spec_Element* e, HField* field, int n) {
  float low = field->height[0], high = low;
  for (int i = 0; i < n; i++) {
    const float x = field->height[i];
    if (!isfinite(x)) {
      comp_error(c, e, "elevation: height %d of row %d is not a finite number", i % field->ncol + 1,
                 i / field->ncol + 1);
      return false;
    }
    if (x < low) low = x;
    if (x > high) high = x;
  }
  field->low = low;
  field->range = high - low;
  if (isfinite(field->range)) return true;
  comp_error(c, e, "elevation: heights from %g to %g span more than a float can hold", low, high);
  return false;
}

static bool prepareField(comp_Compile* c, const spec_Element* e, HField* field) {
  const mjsHField* given = SPEC_DATA(mjsHField, e);
  if (!*spec_name(e)) {
    comp_error(c, e, "name: a height field needs one, by which geoms refer to it");
    return false;
  }
  if (*vec_text(given->file)) {
    comp_error(c, e, "file: height fields from files are not supported yet; give the heights");
    return false;
  }
  if (!checkSizes(c, e, given)) return false;
  memcpy(field->size, given->size, sizeof field->size);
  field->nrow = given->nrow;
  field->ncol = given->ncol;
  const spec_Vec* height = given->userdata;
  const int n = given->nrow * given->ncol;
  if (height->size == 0) return true;
  if (height->size != n) {
    comp_error(c, e, "elevation: %d numbers, but nrow x ncol is %d x %d", height->size, given->nrow,
               given->ncol);
    return false;
  }
  field->height = height->data;
  return measure(c, e, field, n);
}

bool comp_prepareHFields(comp_Compile* c) {
  const spec_List* list = &c->list[mjOBJ_HFIELD];
  c->hfield = comp_alloc(c, list->n, sizeof *c->hfield);
  if (!c->hfield) return false;
  c->size.nhfield = list->n;
  for (int i = 0; i < list->n; i++) {
    if (!prepareField(c, list->item[i], &c->hfield[i])) return false;
    c->size.nhfielddata += (mjtSize)c->hfield[i].nrow * c->hfield[i].ncol;
  }
  return true;
}

bool comp_fillHFields(comp_Compile* c) {
  mjModel* m = c->m;
  int adr = 0;
  for (int i = 0; i < m->nhfield; i++) {
    const HField* field = &c->hfield[i];
    const int n = field->nrow * field->ncol;
    memcpy(m->hfield_size + 4 * i, field->size, sizeof field->size);
    m->hfield_nrow[i] = field->nrow;
    m->hfield_ncol[i] = field->ncol;
    m->hfield_adr[i] = adr;
    for (int k = 0; k < n && field->height; k++) {
      const float x = field->height[k] - field->low;
      m->hfield_data[adr + k] = field->range > (float)mjMINVAL ? x / field->range : x;
    }
    adr += n;
  }
  return true;
}

bool comp_geomHField(comp_Compile* c, comp_Geom* geom) {
  const mjsGeom* given = SPEC_DATA(mjsGeom, geom->e);
  const char* name = vec_text(given->hfieldname);
  geom->data = -1;
  if (geom->type != mjGEOM_HFIELD && !*name) return true;
  if (geom->type != mjGEOM_HFIELD) {
    comp_error(c, geom->e,
               "hfield: '%.100s' is given, but the geom is no height field; say "
               "type=\"hfield\"",
               name);
    return false;
  }
  if (!*name) {
    comp_error(c, geom->e, "hfield: a geom of this type needs the name of a height field");
    return false;
  }
  geom->data = comp_find(c, geom->e, "hfield", mjOBJ_HFIELD, name);
  if (geom->data < 0) return false;
  const double* s = c->hfield[geom->data].size;
  const double deep = s[2] > s[3] ? s[2] : s[3];
  memcpy(geom->size, (double[]){s[0], s[1], 0.25 * s[2] + 0.5 * s[3]}, sizeof geom->size);
  geom->rbound = sqrt(s[0] * s[0] + s[1] * s[1] + deep * deep);
  const double aabb[6] = {0, 0, 0.5 * (s[2] - s[3]), s[0], s[1], 0.5 * (s[2] + s[3])};
  memcpy(geom->aabb, aabb, sizeof aabb);
  return true;
}
