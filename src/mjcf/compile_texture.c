// Textures: built-in patterns, PNG files and pixels given by the program; materials refer to them
// by role. Pixels are rows from the top; a cube is six squares below each other: right, left, up,
// down, front, back.
#include <math.h>
#include <string.h>

#include <sinew/extra.h>

#include "mjcf/compile.h"
#include "mjcf/texture.h"

#define ROOT2 1.4142135623730951

enum { MOST_SIDE = 1 << 14 };

// ---- patterns

// one square or rectangle of a texture
typedef struct {
  unsigned char* pixel;
  int width, height, nchannel;
} Image;

static void setPixel(const Image* image, int row, int col, const unsigned char rgb[3]) {
  unsigned char* at =
      image->pixel + (size_t)image->nchannel * ((size_t)row * (size_t)image->width + (size_t)col);
  for (int k = 0; k < image->nchannel && k < 3; k++) at[k] = rgb[k];
  if (image->nchannel == 4) at[3] = 255;
}

static void toBytes(unsigned char out[3], const double rgb[3]) {
  for (int k = 0; k < 3; k++) {
    double c = 255 * rgb[k];
    out[k] = c < 0 ? 0 : c > 255 ? 255 : (unsigned char)c;
  }
}

static void fillImage(const Image* image, const double rgb[3]) {
  unsigned char color[3];
  toBytes(color, rgb);
  for (int r = 0; r < image->height; r++) {
    for (int c = 0; c < image->width; c++) setPixel(image, r, c, color);
  }
}

static void checkerImage(const Image* image, const double rgb1[3], const double rgb2[3]) {
  unsigned char color[2][3];
  toBytes(color[0], rgb1);
  toBytes(color[1], rgb2);
  for (int r = 0; r < image->height; r++) {
    for (int c = 0; c < image->width; c++) {
      setPixel(image, r, c, color[(r < image->height / 2) != (c < image->width / 2)]);
    }
  }
}

// from B at p = -1 to A at p = 1, steepest in the middle
static void blend(unsigned char out[3], double p, const double A[3], const double B[3]) {
  double a = 0.5 * (1 + ROOT2 * p / sqrt(1 + p * p));
  a = a < 0 ? 0 : a > 1 ? 1 : a;
  const double rgb[3] = {a * A[0] + (1 - a) * B[0], a * A[1] + (1 - a) * B[1],
                         a * A[2] + (1 - a) * B[2]};
  toBytes(out, rgb);
}

// where a pixel of a gradient stands between -1 and 1, for its square's x and y in [-1, 1]
static double radial(double x, double y) { return 2 * sqrt(x * x + y * y) - 1; }
static double side(double x, double y) {
  return sn_asin(y / sqrt(1 + x * x + y * y)) / (0.5 * mjPI);
}
static double up(double x, double y) {
  return 1 - sn_acos(1 / sqrt(1 + x * x + y * y)) / (0.5 * mjPI);
}

// mirror: a second image that gets the gradient of -height, or NULL
static void gradientImage(const Image* image, const Image* mirror, double (*height)(double, double),
                          const double A[3], const double B[3]) {
  for (int r = 0; r < image->height; r++) {
    const double y = 1 - 2.0 * r / (image->height - 1);
    for (int c = 0; c < image->width; c++) {
      const double p = height(2.0 * c / (image->width - 1) - 1, y);
      unsigned char color[3];
      blend(color, p, A, B);
      setPixel(image, r, c, color);
      if (!mirror) continue;
      blend(color, -p, A, B);
      setPixel(mirror, r, c, color);
    }
  }
}

// 64-bit Mersenne twister (Matsumoto and Nishimura 1998), for marks that are the same everywhere
typedef struct {
  uint64_t state[312];
  int at;
} Twister;

static void seedTwister(Twister* t, uint64_t seed) {
  t->state[0] = seed;
  for (int i = 1; i < 312; i++) {
    t->state[i] =
        6364136223846793005ull * (t->state[i - 1] ^ (t->state[i - 1] >> 62)) + (uint64_t)i;
  }
  t->at = 312;
}

static uint64_t nextTwister(Twister* t) {
  if (t->at == 312) {
    for (int i = 0; i < 312; i++) {
      uint64_t x =
          (t->state[i] & 0xffffffff80000000ull) | (t->state[(i + 1) % 312] & 0x7fffffffull);
      t->state[i] = t->state[(i + 156) % 312] ^ (x >> 1) ^ (x & 1 ? 0xb5026f5aa96619e9ull : 0);
    }
    t->at = 0;
  }
  uint64_t x = t->state[t->at++];
  x ^= (x >> 29) & 0x5555555555555555ull;
  x ^= (x << 17) & 0x71d67fffeda60000ull;
  x ^= (x << 37) & 0xfff7eee000000000ull;
  return x ^ (x >> 43);
}

static void markImage(const Image* image, const mjsTexture* given, Twister* twister) {
  unsigned char color[3];
  toBytes(color, given->markrgb);
  for (int r = 0; r < image->height; r++) {
    for (int c = 0; c < image->width; c++) {
      const bool edge = r == 0 || c == 0 || r == image->height - 1 || c == image->width - 1;
      const bool cross = r == image->height / 2 || c == image->width / 2;
      const bool random =
          given->mark == mjMARK_RANDOM && (double)nextTwister(twister) * 0x1p-64 < given->random;
      if ((given->mark == mjMARK_EDGE && edge) || (given->mark == mjMARK_CROSS && cross) ||
          random) {
        setPixel(image, r, c, color);
      }
    }
  }
}

static void flatCube(const Image face[NFACE], const mjsTexture* given) {
  for (int i = 0; i < NFACE; i++) fillImage(&face[i], i == FACE_DOWN ? given->rgb2 : given->rgb1);
}

static void checkerCube(const Image face[NFACE], const mjsTexture* given) {
  for (int i = 0; i < NFACE; i++) {
    const bool swapped = i == FACE_FRONT || i == FACE_BACK;
    checkerImage(&face[i], swapped ? given->rgb2 : given->rgb1,
                 swapped ? given->rgb1 : given->rgb2);
  }
}

// all four sides are alike, and the bottom is the top upside down
static void gradientCube(const Image face[NFACE], const mjsTexture* given) {
  const size_t bytes = (size_t)face[0].width * (size_t)face[0].height * (size_t)face[0].nchannel;
  gradientImage(&face[FACE_RIGHT], NULL, side, given->rgb1, given->rgb2);
  gradientImage(&face[FACE_UP], &face[FACE_DOWN], up, given->rgb1, given->rgb2);
  static const int sides[] = {FACE_LEFT, FACE_FRONT, FACE_BACK};
  for (int i = 0; i < 3; i++) memcpy(face[sides[i]].pixel, face[FACE_RIGHT].pixel, bytes);
}

static void flat2D(const Image* image, const mjsTexture* given) { fillImage(image, given->rgb1); }

static void checker2D(const Image* image, const mjsTexture* given) {
  checkerImage(image, given->rgb1, given->rgb2);
}

static void gradient2D(const Image* image, const mjsTexture* given) {
  gradientImage(image, NULL, radial, given->rgb2, given->rgb1);
}

static const struct {
  void (*cube)(const Image face[NFACE], const mjsTexture* given);
  void (*flat)(const Image* image, const mjsTexture* given);
} pattern[] = {[mjBUILTIN_GRADIENT] = {gradientCube, gradient2D},
               [mjBUILTIN_CHECKER] = {checkerCube, checker2D},
               [mjBUILTIN_FLAT] = {flatCube, flat2D}};

static bool makeBuiltin(comp_Compile* c, const spec_Element* e, const mjsTexture* given,
                        comp_Texture* texture) {
  const bool cube = given->type != mjTEXTURE_2D;
  if (given->width < 1 || given->width > MOST_SIDE ||
      (!cube && (given->height < 1 || given->height > MOST_SIDE))) {
    comp_error(c, e, "%s: a builtin texture needs between 1 and %d pixels",
               given->width < 1 || given->width > MOST_SIDE ? "width" : "height", MOST_SIDE);
    return false;
  }
  texture->width = given->width;
  texture->height = cube ? NFACE * given->width : given->height;
  texture->pixel =
      comp_alloc(c, texture->height, (size_t)texture->width * (size_t)texture->nchannel);
  Twister* twister = comp_alloc(c, 1, sizeof *twister);
  if (!texture->pixel || !twister) return false;
  seedTwister(twister, 42);
  const int rows = cube ? given->width : given->height, nface = cube ? NFACE : 1;
  const size_t bytes = (size_t)texture->width * (size_t)rows * (size_t)texture->nchannel;
  Image face[NFACE];
  for (int i = 0; i < nface; i++) {
    face[i] = (Image){texture->pixel + (size_t)i * bytes, texture->width, rows, texture->nchannel};
  }
  if (cube) {
    pattern[given->builtin].cube(face, given);
  } else {
    pattern[given->builtin].flat(face, given);
  }
  for (int i = 0; i < nface && given->mark != mjMARK_NONE; i++) markImage(&face[i], given, twister);
  return true;
}

// ---- passes

static bool makeTexture(comp_Compile* c, const spec_Element* e, comp_Texture* texture) {
  const mjsTexture* given = SPEC_DATA(mjsTexture, e);
  texture->nchannel = given->nchannel;
  texture->colorspace = given->colorspace;
  if (given->nchannel != 1 && given->nchannel != 3 && given->nchannel != 4) {
    comp_error(c, e, "nchannel: %d is not possible; it must be 1, 3 or 4", given->nchannel);
    return false;
  }
  const spec_Vec* data = given->data;
  if (data->size) {
    texture->width = given->width;
    texture->height = given->height;
    if ((mjtSize)given->width * given->height * given->nchannel != data->size) {
      comp_error(c, e, "data: %d bytes were given for %d x %d pixels of %d channels", data->size,
                 given->width, given->height, given->nchannel);
      return false;
    }
    texture->pixel = data->data;
    return true;
  }
  if (given->builtin != mjBUILTIN_NONE) return makeBuiltin(c, e, given, texture);
  return texture_fromFiles(c, e, given, texture);
}

bool comp_prepareTextures(comp_Compile* c) {
  const spec_List* list = &c->list[mjOBJ_TEXTURE];
  if (c->spec->pub.compiler.discardvisual) return true;
  c->texture = comp_alloc(c, list->n, sizeof *c->texture);
  if (!c->texture) return false;
  c->size.ntex = list->n;
  for (int i = 0; i < list->n; i++) {
    if (!makeTexture(c, list->item[i], &c->texture[i])) return false;
    c->size.ntexdata +=
        (mjtSize)c->texture[i].width * c->texture[i].height * c->texture[i].nchannel;
  }
  return true;
}

static void fillMaterials(comp_Compile* c) {
  mjModel* m = c->m;
  for (int i = 0; i < m->nmat; i++) {
    const spec_Element* e = c->list[mjOBJ_MATERIAL].item[i];
    const mjsMaterial* given = SPEC_DATA(mjsMaterial, e);
    const spec_Vec* textures = given->textures;
    for (int k = 0; k < mjNTEXROLE; k++) {
      m->mat_texid[mjNTEXROLE * i + k] =
          k < textures->size ? comp_find(c, e, "texture", mjOBJ_TEXTURE, vec_textAt(textures, k))
                             : -1;
    }
    m->mat_texuniform[i] = given->texuniform;
    memcpy(m->mat_texrepeat + 2 * i, given->texrepeat, sizeof given->texrepeat);
    m->mat_emission[i] = given->emission;
    m->mat_specular[i] = given->specular;
    m->mat_shininess[i] = given->shininess;
    m->mat_reflectance[i] = given->reflectance;
    m->mat_metallic[i] = given->metallic;
    m->mat_roughness[i] = given->roughness;
    memcpy(m->mat_rgba + 4 * i, given->rgba, sizeof given->rgba);
  }
}

bool comp_fillTextures(comp_Compile* c) {
  mjModel* m = c->m;
  mjtSize adr = 0;
  for (int i = 0; i < m->ntex; i++) {
    const comp_Texture* texture = &c->texture[i];
    const mjsTexture* given = SPEC_DATA(mjsTexture, c->list[mjOBJ_TEXTURE].item[i]);
    const mjtSize bytes = (mjtSize)texture->width * texture->height * texture->nchannel;
    m->tex_type[i] = given->type;
    m->tex_colorspace[i] = texture->colorspace;
    m->tex_width[i] = texture->width;
    m->tex_height[i] = texture->height;
    m->tex_nchannel[i] = texture->nchannel;
    m->tex_adr[i] = adr;
    memcpy(m->tex_data + adr, texture->pixel, (size_t)bytes);
    adr += bytes;
  }
  fillMaterials(c);
  return !c->diag->failed;
}
