// Prints a scene as text: geoms, lights, cameras, flexes, skins, flags; to read it, and to compare
// two scenes.
#include <stddef.h>
#include <string.h>

#include <sinew/visualize.h>

#include "base/args.h"
#include "model/print.h"

enum { NAME_WIDTH = 24 };

// ---- members of the structs, by offsetof

typedef struct {
  const char* name;
  size_t offset;
  field_Type type;
  int count;
} Member;

#define FLOATS(structure, name, count)                                                             \
  { #name, offsetof(structure, name), FIELD_FLOAT, count }
#define INT(structure, name)                                                                       \
  { #name, offsetof(structure, name), FIELD_INT, 1 }
#define BYTE(structure, name)                                                                      \
  { #name, offsetof(structure, name), FIELD_BYTE, 1 }
#define NMEMBER(table) ((int)(sizeof(table) / sizeof *(table)))

static const Member geom[] = {
    INT(mjvGeom, type),
    INT(mjvGeom, dataid),
    INT(mjvGeom, objtype),
    INT(mjvGeom, objid),
    INT(mjvGeom, category),
    INT(mjvGeom, matid),
    INT(mjvGeom, texid),
    INT(mjvGeom, texuniform),
    INT(mjvGeom, texcoord),
    INT(mjvGeom, segid),
    FLOATS(mjvGeom, size, 3),
    FLOATS(mjvGeom, pos, 3),
    FLOATS(mjvGeom, mat, 9),
    FLOATS(mjvGeom, rgba, 4),
    FLOATS(mjvGeom, emission, 1),
    FLOATS(mjvGeom, specular, 1),
    FLOATS(mjvGeom, shininess, 1),
    FLOATS(mjvGeom, reflectance, 1),
    FLOATS(mjvGeom, texrepeat, 2),
    FLOATS(mjvGeom, camdist, 1),
    FLOATS(mjvGeom, modelrbound, 1),
    BYTE(mjvGeom, transparent),
};

static const Member light[] = {
    INT(mjvLight, id),
    FLOATS(mjvLight, pos, 3),
    FLOATS(mjvLight, dir, 3),
    INT(mjvLight, type),
    INT(mjvLight, texid),
    FLOATS(mjvLight, attenuation, 3),
    FLOATS(mjvLight, cutoff, 1),
    FLOATS(mjvLight, exponent, 1),
    FLOATS(mjvLight, ambient, 3),
    FLOATS(mjvLight, diffuse, 3),
    FLOATS(mjvLight, specular, 3),
    BYTE(mjvLight, headlight),
    BYTE(mjvLight, castshadow),
    FLOATS(mjvLight, bulbradius, 1),
    FLOATS(mjvLight, intensity, 1),
    FLOATS(mjvLight, range, 1),
    FLOATS(mjvLight, softness, 1),
};

static const Member camera[] = {
    FLOATS(mjvGLCamera, pos, 3),
    FLOATS(mjvGLCamera, forward, 3),
    FLOATS(mjvGLCamera, up, 3),
    FLOATS(mjvGLCamera, frustum_center, 1),
    FLOATS(mjvGLCamera, frustum_width, 1),
    FLOATS(mjvGLCamera, frustum_bottom, 1),
    FLOATS(mjvGLCamera, frustum_top, 1),
    FLOATS(mjvGLCamera, frustum_near, 1),
    FLOATS(mjvGLCamera, frustum_far, 1),
    INT(mjvGLCamera, orthographic),
};

static const Member whole[] = {
    BYTE(mjvScene, flexvertopt),    BYTE(mjvScene, flexedgeopt),   BYTE(mjvScene, flexfaceopt),
    BYTE(mjvScene, flexskinopt),    INT(mjvScene, stereo),         BYTE(mjvScene, enabletransform),
    FLOATS(mjvScene, translate, 3), FLOATS(mjvScene, rotate, 4),   FLOATS(mjvScene, scale, 1),
    INT(mjvScene, framewidth),      FLOATS(mjvScene, framergb, 3), INT(mjvScene, status),
};

// members that are arrays with an element for each flex or each skin
static const Member flex[] = {
    INT(mjvScene, flexvertadr),  INT(mjvScene, flexvertnum), INT(mjvScene, flexedgeadr),
    INT(mjvScene, flexedgenum),  INT(mjvScene, flexfaceadr), INT(mjvScene, flexfacenum),
    INT(mjvScene, flexfaceused),
};

static const Member skin[] = {
    INT(mjvScene, skinvertadr),
    INT(mjvScene, skinvertnum),
    INT(mjvScene, skinfacenum),
};

// ---- text

typedef struct {
  text_Text text;
  const char* format;
} Out;

static void addName(Out* out, const char* indent, const char* name) {
  text_format(&out->text, "%s%-*s", indent, NAME_WIDTH, name);
}

static void addMembers(Out* out, const char* indent, const Member* member, int n,
                       const void* base) {
  for (int i = 0; i < n; i++) {
    addName(out, indent, member[i].name);
    print_elements(&out->text, out->format, member[i].type, (const char*)base + member[i].offset, 0,
                   member[i].count);
  }
}

// prints element i of members that are arrays
static void addItems(Out* out, const char* title, const Member* member, int n, const mjvScene* s,
                     int nitem) {
  text_format(&out->text, "%s %d\n", title, nitem);
  for (int i = 0; i < nitem; i++) {
    text_format(&out->text, "  %d:\n", i);
    for (int k = 0; k < n; k++) {
      const int* const* array = (const void*)((const char*)s + member[k].offset);
      addName(out, "    ", member[k].name);
      print_elements(&out->text, out->format, member[k].type, *array, i, 1);
    }
  }
  text_add(&out->text, "\n");
}

static void addGeoms(Out* out, const mjvScene* s) {
  text_format(&out->text, "geoms %d of %d\n", s->ngeom, s->maxgeom);
  for (int i = 0; i < s->ngeom; i++) {
    const mjvGeom* g = &s->geoms[i];
    text_format(&out->text, "  %d:\n", i);
    addMembers(out, "    ", geom, NMEMBER(geom), g);
    addName(out, "    ", "label");
    text_add(&out->text, " \"");
    text_bytes(&out->text, g->label, strnlen(g->label, sizeof g->label));
    text_add(&out->text, "\"\n");
  }
  text_add(&out->text, "\n");
}

static void addStructs(Out* out, const char* title, const Member* member, int n, const void* first,
                       size_t size, int nstruct) {
  text_format(&out->text, "%s %d\n", title, nstruct);
  for (int i = 0; i < nstruct; i++) {
    text_format(&out->text, "  %d:\n", i);
    addMembers(out, "    ", member, n, (const char*)first + (size_t)i * size);
  }
  text_add(&out->text, "\n");
}

static void addFlags(Out* out, const mjvScene* s) {
  text_add(&out->text, "flags\n");
  for (int i = 0; i < mjNRNDFLAG; i++) {
    addName(out, "  ", mjRNDSTRING[i][0]);
    print_elements(&out->text, out->format, FIELD_BYTE, s->flags, i, 1);
  }
}

void mj_printFormattedScene(const mjvScene* s, const char* filename, const char* float_format) {
  ARGS_NEED(s);
  static const char caller[] = "mj_printFormattedScene";
  if (!print_checkFormat(float_format, caller)) return;
  Out out = {.format = float_format};
  const int nlight = s->nlight < mjMAXLIGHT ? s->nlight : mjMAXLIGHT;
  addGeoms(&out, s);
  addStructs(&out, "lights", light, NMEMBER(light), s->lights, sizeof *s->lights, nlight);
  addStructs(&out, "cameras", camera, NMEMBER(camera), s->camera, sizeof *s->camera, 2);
  addItems(&out, "flexes", flex, NMEMBER(flex), s, s->nflex);
  addItems(&out, "skins", skin, NMEMBER(skin), s, s->nskin);
  addFlags(&out, s);
  text_add(&out.text, "\n");
  addMembers(&out, "", whole, NMEMBER(whole), s);
  print_deliver(&out.text, filename, caller);
}

void mj_printScene(const mjvScene* s, const char* filename) {
  ARGS_NEED(s);
  mj_printFormattedScene(s, filename, PRINT_FORMAT);
}
