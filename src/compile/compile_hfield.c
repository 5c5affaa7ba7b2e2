// Height fields (terrain): elevations in row-major order from the smallest y on, from the model, an
// image or a binary file, normalized to 0 .. 1 in single precision; and the geoms that show them,
// whose size is that of a box of about the same volume.
//   mjsHField, file -> hfield_size, nrow, ncol, adr, data;  geom size, rbound, aabb
#include <math.h>
#include <string.h>

#include "asset/png_read.h"
#include "base/assert.h"
#include "base/mem.h"
#include "compile/compile_index.h"
#include "compile/compile_parts.h"
#include "spec/asset_file.h"

enum {
  MOST_SAMPLES = 1 << 26,      // maximum for one field
  MOST_SAMPLES_ALL = 1 << 28,  // maximum for all fields
  FILE_HEADER = 8,             // of the binary format: two integers
};
#define MOST_FILE ((size_t)1 << 30)
#define MOST_LOOKED_AT 32  // number of earlier fields that are searched for the same file
#define BINARY_TYPE "image/vnd.mujoco.hfield"

typedef struct comp_HField {
  double size[4];
  int nrow, ncol;
  const float* height;  // NULL: all zero
  const char* source;   // source of the heights: an attribute
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
  return true;
}

static bool checkCounts(comp_Compile* c, const spec_Element* e, const mjsHField* given) {
  if (given->nrow < 1 || given->ncol < 1) {
    comp_error(c, e, "%s: a height field needs a positive number of rows and columns, or a file",
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

// lowest elevation and range; all elevations must be finite
static bool measure(comp_Compile* c, const spec_Element* e, HField* field, int n) {
  ASSERT(n > 0 && n == field->nrow * field->ncol);
  float low = field->height[0], high = low;
  for (int i = 0; i < n; i++) {
    const float x = field->height[i];
    if (!isfinite(x)) {
      comp_error(c, e, "%s: height %d of row %d is not a finite number", field->source,
                 i % field->ncol + 1, i / field->ncol + 1);
      return false;
    }
    if (x < low) low = x;
    if (x > high) high = x;
  }
  field->low = low;
  field->range = high - low;
  if (isfinite(field->range)) return true;
  comp_error(c, e, "%s: heights from %g to %g range more than a float can hold", field->source, low,
             high);
  return false;
}

// ---- files

// Parsers of a file's contents: return NULL, or an error message. They set nrow, ncol and height.
typedef const char* (*Reader)(comp_Compile* c, vfs_Blob* blob, HField* field);

static float* makeRoom(comp_Compile* c, HField* field, int nrow, int ncol) {
  ASSERT(nrow > 0 && ncol > 0 && nrow <= MOST_SAMPLES / ncol);
  float* height = comp_alloc(c, nrow * ncol, sizeof *height);
  field->nrow = nrow;
  field->ncol = ncol;
  field->height = height;
  return height;
}

// the bottom row of the image is row 0
static const char* readPng(comp_Compile* c, vfs_Blob* blob, HField* field) {
  png_Shared shared;
  const char* wrong = png_load(blob, 1, &shared);
  if (wrong) return wrong;
  const png_Image image = shared.image;
  const int nrow = image.height, ncol = image.width;
  float* height = NULL;
  if (nrow > MOST_SAMPLES / ncol) {
    wrong = "it has too many pixels for a height field";
  } else {
    height = makeRoom(c, field, nrow, ncol);
  }
  for (int r = 0; height && r < nrow; r++) {
    const unsigned char* row = image.pixel + (size_t)(nrow - 1 - r) * (size_t)ncol;
    for (int k = 0; k < ncol; k++) height[r * ncol + k] = row[k];
  }
  png_release(&shared);
  return wrong;
}

static uint32_t readWord(const char* bytes) {
  const unsigned char* b = (const unsigned char*)bytes;
  return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

// little endian: rows, columns, elevations with row 0 first
static const char* readBinary(comp_Compile* c, vfs_Blob* blob, HField* field) {
  if (blob->size < FILE_HEADER) return "it is too short for the numbers of rows and columns";
  const uint32_t nrow = readWord(blob->data), ncol = readWord(blob->data + 4);
  if (nrow < 1 || ncol < 1 || nrow > INT32_MAX || ncol > INT32_MAX) {
    return "its number of rows or columns is not positive";
  }
  if (nrow > MOST_SAMPLES / ncol) return "it says to have too many heights";
  if (blob->size != FILE_HEADER + sizeof(float) * nrow * ncol) {
    return "its size does not match its numbers of rows and columns";
  }
  float* height = makeRoom(c, field, (int)nrow, (int)ncol);
  for (uint32_t i = 0; height && i < nrow * ncol; i++) {
    const uint32_t word = readWord(blob->data + FILE_HEADER + sizeof(float) * i);
    memcpy(&height[i], &word, sizeof word);
  }
  return NULL;
}

static Reader readerFor(const char* type) {
  if (!*type || !strcmp(type, BINARY_TYPE)) return readBinary;
  return strcmp(type, "image/png") ? NULL : readPng;
}

static bool readFile(comp_Compile* c, const spec_Element* e, const mjsHField* given,
                     HField* field) {
  const char* file = vec_text(given->file);
  char type[ASSET_TYPE_SIZE];
  asset_type(type, vec_text(given->content_type), file);
  const Reader reader = readerFor(type);
  if (!reader) {
    comp_error(c, e,
               "file: '%.200s' is of type '%s'; a height field is read from image/png or from "
               "binary data, type " BINARY_TYPE,
               file, type);
    return false;
  }
  vfs_Blob blob;
  text_Text path = {0};
  const file_Status status =
      asset_open(c->vfs, e, vec_text(e->compiler->meshdir), file, MOST_FILE, &blob, &path);
  if (status == FILE_OK) {
    const char* wrong = reader(c, &blob, field);
    vfs_close(&blob);
    if (wrong) comp_error(c, e, "file: '%s': %s", text_get(&path), wrong);
  } else if (status == FILE_NO_MEMORY) {
    diag_noMemory(c->diag);
  } else if (status == FILE_MISSING) {
    comp_error(c, e, "file: '%.200s' was not found; it was looked for as %s", file,
               text_get(&path));
  } else {
    comp_error(c, e, "file: '%s' %s", text_get(&path), file_statusText(status));
  }
  text_free(&path);
  return !c->diag->failed;
}

// ---- passes

static bool isSameFile(const spec_Element* a, const spec_Element* b) {
  const mjsHField *x = SPEC_DATA(mjsHField, a), *y = SPEC_DATA(mjsHField, b);
  return a->where.file && b->where.file && !strcmp(a->where.file, b->where.file) &&
         !strcmp(vec_text(x->file), vec_text(y->file)) &&
         !strcmp(vec_text(x->content_type), vec_text(y->content_type)) &&
         !strcmp(vec_text(a->compiler->meshdir), vec_text(b->compiler->meshdir));
}

// reuses the elevations of one of the last fields with the same file
static bool shareHeights(const comp_Compile* c, const spec_Element* e, HField* field) {
  const spec_List* list = &c->list[mjOBJ_HFIELD];
  const int id = (int)(field - c->hfield);
  for (int i = id - 1; i >= 0 && i >= id - MOST_LOOKED_AT; i--) {
    const HField* other = &c->hfield[i];
    if (!other->height || !isSameFile(e, list->item[i])) continue;
    field->nrow = other->nrow;
    field->ncol = other->ncol;
    field->height = other->height;
    field->low = other->low;
    field->range = other->range;
    return true;
  }
  return false;
}

static bool prepareField(comp_Compile* c, const spec_Element* e, HField* field) {
  const mjsHField* given = SPEC_DATA(mjsHField, e);
  if (!*spec_name(e)) {
    comp_error(c, e, "name: a height field needs one, by which geoms refer to it");
    return false;
  }
  if (!checkSizes(c, e, given)) return false;
  memcpy(field->size, given->size, sizeof field->size);
  if (*vec_text(given->file)) {
    field->source = "file";
    if (shareHeights(c, e, field)) return true;
    return readFile(c, e, given, field) && measure(c, e, field, field->nrow * field->ncol);
  }
  if (!checkCounts(c, e, given)) return false;
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
  field->source = "elevation";
  return measure(c, e, field, n);
}

bool comp_prepareHFields(comp_Compile* c) {
  const spec_List* list = &c->list[mjOBJ_HFIELD];
  c->hfield = comp_alloc(c, list->n, sizeof *c->hfield);
  if (!c->hfield) return false;
  c->size.nhfield = list->n;
  for (int i = 0; i < list->n; i++) {
    HField* field = &c->hfield[i];
    if (!prepareField(c, list->item[i], field)) {
      if (!comp_resume(c)) return false;
      continue;
    }
    if (!comp_advanceTo(c, list->item[i], "the number of samples of all height fields",
                        &c->size.nhfielddata, (mjtSize)field->nrow * field->ncol, MOST_SAMPLES_ALL))
      return false;
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
    const float divisor = field->range > (float)mjMINVAL ? field->range : 1;
    for (int k = 0; k < n && field->height; k++) {
      m->hfield_data[adr + k] = (field->height[k] - field->low) / divisor;
    }
    adr += n;
  }
  ASSERT(adr == m->nhfielddata);
  return true;
}

bool comp_geomHField(comp_Compile* c, comp_Geom* geom) {
  const mjsGeom* given = SPEC_DATA(mjsGeom, geom->e);
  const char* name = vec_text(given->hfieldname);
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
  ASSERT(geom->data < c->size.nhfield);
  const double* s = c->hfield[geom->data].size;
  const double deep = s[2] > s[3] ? s[2] : s[3];
  // odd: size of a height field
  memcpy(geom->size, (double[]){s[0], s[1], 0.25 * s[2] + 0.5 * s[3]}, sizeof geom->size);
  geom->rbound = sqrt(s[0] * s[0] + s[1] * s[1] + deep * deep);
  const double aabb[6] = {0, 0, 0.5 * (s[2] - s[3]), s[0], s[1], 0.5 * (s[2] + s[3])};
  memcpy(geom->aabb, aabb, sizeof aabb);
  return true;
}
