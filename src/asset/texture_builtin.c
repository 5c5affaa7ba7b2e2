// Procedural textures: flat, checker and gradient, for a 2D image or the six faces of a cube map,
// with marks drawn on top of them.
// The color of a gradient is a function of one number per pixel, its key, through arc sines and
// roots, and each byte of it is monotonic in the key. So the range of keys is divided into
// intervals, and the color is computed once at the ends of each: two evaluations that agree show
// how far an end's color reaches, and only keys near a step from one byte to the next are evaluated
// individually. The bytes are the same as those of evaluating every pixel.
//   width, height, nchannel and colors -> pixels
#include "asset/texture_builtin.h"

#include <math.h>
#include <string.h>

#include <sinew/extra.h>

#include "base/assert.h"

#define ROOT2 1.4142135623730951

// resources for painting
typedef struct {
  arena_Arena* scratch;
  pool_Pool* pool;
} Tools;

// one square (face of a cube) or rectangle of a texture
typedef struct {
  unsigned char* pixel;
  int width, height, nchannel;
} Image;

static unsigned char* pixelAt(const Image* image, int row, int col) {
  ASSERT_FULL(row >= 0 && row < image->height && col >= 0 && col < image->width);
  return image->pixel +
         (size_t)image->nchannel * ((size_t)row * (size_t)image->width + (size_t)col);
}

static void setPixel(unsigned char* at, int nchannel, const unsigned char rgb[3]) {
  at[0] = rgb[0];
  if (nchannel < 3) return;
  at[1] = rgb[1];
  at[2] = rgb[2];
  if (nchannel == 4) at[3] = 255;
}

// NaN becomes 0
static unsigned char toByte(double c) { return c > 0 ? c < 255 ? (unsigned char)c : 255 : 0; }

static void toBytes(unsigned char out[3], const double rgb[3]) {
  for (int k = 0; k < 3; k++) out[k] = toByte(255 * rgb[k]);
}

static void copyRow(const Image* image, int to, int from) {
  memcpy(pixelAt(image, to, 0), pixelAt(image, from, 0),
         (size_t)image->width * (size_t)image->nchannel);
}

// ---- plain colors

static void fillImage(const Image* image, const double rgb[3]) {
  unsigned char color[3];
  toBytes(color, rgb);
  for (int c = 0; c < image->width; c++) setPixel(pixelAt(image, 0, c), image->nchannel, color);
  for (int r = 1; r < image->height; r++) copyRow(image, r, 0);
}

static void checkerImage(const Image* image, const double rgb1[3], const double rgb2[3]) {
  const int middle = image->height / 2;
  unsigned char color[2][3];
  toBytes(color[0], rgb1);
  toBytes(color[1], rgb2);
  for (int r = 0; r < image->height; r++) {
    const bool top = r < middle;
    if (r != 0 && r != middle) {
      copyRow(image, r, top ? 0 : middle);
      continue;
    }
    for (int c = 0; c < image->width; c++) {
      setPixel(pixelAt(image, r, c), image->nchannel, color[top != (c < image->width / 2)]);
    }
  }
}

// ---- gradients

enum { BLOCK = 8, MOST_BISECTIONS = 8 };

// A gradient shape: computes the keys of BLOCK pixels of a row, for x and y in [-1, 1], and the
// height of a key between -1 and 1; keys are in lo .. hi
typedef struct {
  void (*keys)(const double x[BLOCK], double y, double key[BLOCK]);
  double (*height)(double key);
  double lo, hi;
} Shape;

static void radialKeys(const double x[BLOCK], double y, double key[BLOCK]) {
  for (int k = 0; k < BLOCK; k++) key[k] = x[k] * x[k] + y * y;
}
static double radialHeight(double key) { return 2 * sqrt(key) - 1; }

static void sideKeys(const double x[BLOCK], double y, double key[BLOCK]) {
  for (int k = 0; k < BLOCK; k++) key[k] = y / sqrt(1 + x[k] * x[k] + y * y);
}
static double sideHeight(double key) { return sn_asin(key) / (0.5 * mjPI); }

static void upKeys(const double x[BLOCK], double y, double key[BLOCK]) {
  for (int k = 0; k < BLOCK; k++) key[k] = 1 + x[k] * x[k] + y * y;
}
static double upHeight(double key) { return 1 - sn_acos(1 / sqrt(key)) / (0.5 * mjPI); }
static double downHeight(double key) { return -upHeight(key); }

static const Shape radial = {radialKeys, radialHeight, 0, 2};
static const Shape side = {sideKeys, sideHeight, -0.75, 0.75};
static const Shape up = {upKeys, upHeight, 1, 3};
static const Shape down = {upKeys, downHeight, 1, 3};

// keys up to `low` have the first color, keys from `high` on the second
typedef struct {
  double low, high;
  unsigned char color[2][3];
} Interval;

// from color B at height -1 to A at height 1, steepest in the middle
typedef struct {
  const Shape* shape;
  const double *A, *B;
  double slack;  // larger than the rounding error of a color value
  int ninterval;
  Interval* interval;  // of equal length, starting at shape->lo; NULL: every key is evaluated
} Gradient;

// color before conversion to bytes
// order: as written, for bytes are cut from what it rounds to
static void valueAt(const Gradient* g, double key, double value[3]) {
  const double p = g->shape->height(key);
  double a = 0.5 * (1 + ROOT2 * p / sqrt(1 + p * p));
  a = a < 0 ? 0 : a > 1 ? 1 : a;
  for (int k = 0; k < 3; k++) value[k] = 255 * (a * g->A[k] + (1 - a) * g->B[k]);
}

static void colorAt(const Gradient* g, double key, unsigned char color[3]) {
  double value[3];
  valueAt(g, key, value);
  for (int k = 0; k < 3; k++) color[k] = toByte(value[k]);
}

// do all values between two have the same bytes?
static bool agree(const Gradient* g, const double a[3], const double b[3]) {
  bool same = true;
  for (int k = 0; k < 3; k++) {
    const double least = fmin(a[k], b[k]) - g->slack, most = fmax(a[k], b[k]) + g->slack;
    same = same && least <= most && toByte(least) == toByte(most);
  }
  return same;
}

// narrows the gap between the colors at the ends of an interval by bisection
static void bisect(const Gradient* g, Interval* in, const double a[3], const double b[3]) {
  for (int i = 0; i < MOST_BISECTIONS; i++) {
    const double middle = 0.5 * (in->low + in->high);
    double value[3];
    valueAt(g, middle, value);
    if (agree(g, a, value)) {
      in->low = middle;
    } else if (agree(g, value, b)) {
      in->high = middle;
    } else {
      return;
    }
  }
}

static void fillIntervals(Gradient* g, double width) {
  double a[3], b[3];
  valueAt(g, g->shape->lo, a);
  for (int i = 0; i < g->ninterval; i++) {
    Interval* in = &g->interval[i];
    in->low = g->shape->lo + i * width;
    in->high = g->shape->lo + (i + 1) * width;
    valueAt(g, in->high, b);
    for (int k = 0; k < 3; k++) {
      in->color[0][k] = toByte(a[k]);
      in->color[1][k] = toByte(b[k]);
    }
    if (agree(g, a, b)) {
      in->low = in->high;
    } else {
      bisect(g, in, a, b);
    }
    ASSERT_FULL(in->low <= in->high);
    memcpy(a, b, sizeof a);
  }
}

// 2^-10: key - lo is assigned to an interval without rounding where heights are steep, at the lower
// end
#define INTERVALS_PER_UNIT 1024.0

static bool makeGradient(arena_Arena* scratch, const Shape* shape, const double A[3],
                         const double B[3], double npixel, Gradient* g) {
  *g = (Gradient){.shape = shape, .A = A, .B = B};
  for (int k = 0; k < 3; k++) g->slack = fmax(g->slack, 1e-9 * (1 + fabs(A[k]) + fabs(B[k])));
  g->ninterval = (int)((shape->hi - shape->lo) * INTERVALS_PER_UNIT);
  if (npixel < 8 * g->ninterval) return true;
  g->interval = arena_array(scratch, (size_t)g->ninterval, sizeof *g->interval);
  if (g->interval) fillIntervals(g, 1 / INTERVALS_PER_UNIT);
  return g->interval != NULL;
}

static void paintBlock(const Gradient* g, const double key[BLOCK], int n, unsigned char* at,
                       int nchannel) {
  const double lo = g->shape->lo;
  for (int k = 0; k < n; k++, at += nchannel) {
    const double place = (key[k] - lo) * INTERVALS_PER_UNIT;
    unsigned char exact[3];
    const unsigned char* color = exact;
    if (g->interval && place >= 0 && place < g->ninterval) {
      const Interval* in = &g->interval[(int)place];
      color = key[k] <= in->low ? in->color[0] : key[k] >= in->high ? in->color[1] : exact;
    }
    if (color == exact) colorAt(g, key[k], exact);
    setPixel(at, nchannel, color);
  }
}

// images of gradients with the same keys, in bands of rows
typedef struct {
  int n;
  const Gradient* g;
  const Image* const* image;
  const double* x;  // x of the columns, padded to whole blocks
} Bands;

enum { BAND = 32 };

static void paintBand(void* context, int band, int worker) {
  (void)worker;
  const Bands* all = context;
  const Image* first = all->image[0];
  const int end = (band + 1) * BAND < first->height ? (band + 1) * BAND : first->height;
  for (int r = band * BAND; r < end; r++) {
    const double y = 1 - 2.0 * r / (first->height - 1);
    for (int c = 0; c < first->width; c += BLOCK) {
      const int ncol = first->width - c < BLOCK ? first->width - c : BLOCK;
      double key[BLOCK];
      all->g->shape->keys(all->x + c, y, key);
      for (int i = 0; i < all->n; i++) {
        paintBlock(&all->g[i], key, ncol, pixelAt(all->image[i], r, c), first->nchannel);
      }
    }
  }
}

static bool gradientImages(const Tools* tools, int n, const Gradient g[],
                           const Image* const image[]) {
  const int width = image[0]->width, nblock = (width + BLOCK - 1) / BLOCK;
  double* x = arena_array(tools->scratch, (size_t)nblock, BLOCK * sizeof *x);
  if (!x) return false;
  for (int c = 0; c < nblock * BLOCK; c++) x[c] = 2.0 * c / (width - 1) - 1;
  Bands bands = {n, g, image, x};
  pool_run(tools->pool, paintBand, &bands, (image[0]->height + BAND - 1) / BAND);
  return true;
}

// ---- marks

// 64-bit Mersenne Twister (Matsumoto and Nishimura 1998), so that random marks are the same on all
// platforms
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

static void twist(Twister* t, int i, int next, int far) {
  const uint64_t x = (t->state[i] & 0xffffffff80000000ull) | (t->state[next] & 0x7fffffffull);
  t->state[i] = t->state[far] ^ (x >> 1) ^ (0xb5026f5aa96619e9ull & (0 - (x & 1)));
}

static uint64_t nextTwister(Twister* t) {
  if (t->at == 312) {
    for (int i = 0; i < 156; i++) twist(t, i, i + 1, i + 156);
    for (int i = 156; i < 311; i++) twist(t, i, i + 1, i - 156);
    twist(t, 311, 0, 155);
    t->at = 0;
  }
  uint64_t x = t->state[t->at++];
  x ^= (x >> 29) & 0x5555555555555555ull;
  x ^= (x << 17) & 0x71d67fffeda60000ull;
  x ^= (x << 37) & 0xfff7eee000000000ull;
  return x ^ (x >> 43);
}

static void markRow(const Image* image, int row, const unsigned char color[3]) {
  for (int c = 0; c < image->width; c++) {
    setPixel(pixelAt(image, row, c), image->nchannel, color);
  }
}

static void markColumn(const Image* image, int col, const unsigned char color[3]) {
  for (int r = 0; r < image->height; r++) {
    setPixel(pixelAt(image, r, col), image->nchannel, color);
  }
}

// x / 2^64 < share, x rounded to a double; usually its first 53 bits decide, which convert without
// rounding, and faster
static bool isBelow(uint64_t x, double share) {
  const double low = (double)(int64_t)(x >> 11) * 0x1p-53;
  if (low >= share) return false;
  return low + 0x1p-53 < share || (double)x * 0x1p-64 < share;
}

static void markRandom(const Image* image, double share, Twister* twister,
                       const unsigned char color[3]) {
  for (int r = 0; r < image->height; r++) {
    for (int c = 0; c < image->width; c++) {
      if (isBelow(nextTwister(twister), share)) {
        setPixel(pixelAt(image, r, c), image->nchannel, color);
      }
    }
  }
}

static void markImage(const Image* image, const mjsTexture* given, Twister* twister) {
  const int bottom = image->height - 1, right = image->width - 1;
  unsigned char color[3];
  toBytes(color, given->markrgb);
  if (given->mark == mjMARK_RANDOM) {
    markRandom(image, given->random, twister, color);
  } else if (given->mark == mjMARK_EDGE) {
    markRow(image, 0, color);
    markRow(image, bottom, color);
    markColumn(image, 0, color);
    markColumn(image, right, color);
  } else if (given->mark == mjMARK_CROSS) {
    markRow(image, image->height / 2, color);
    markColumn(image, image->width / 2, color);
  }
}

// ---- patterns

static bool flatCube(const Tools* tools, const Image face[NFACE], const mjsTexture* given) {
  (void)tools;
  for (int i = 0; i < NFACE; i++) fillImage(&face[i], i == FACE_DOWN ? given->rgb2 : given->rgb1);
  return true;
}

static bool checkerCube(const Tools* tools, const Image face[NFACE], const mjsTexture* given) {
  (void)tools;
  for (int i = 0; i < NFACE; i++) {
    const bool swapped = i == FACE_FRONT || i == FACE_BACK;
    checkerImage(&face[i], swapped ? given->rgb2 : given->rgb1,
                 swapped ? given->rgb1 : given->rgb2);
  }
  return true;
}

// all four sides are equal, and the bottom is the top upside down
static bool gradientCube(const Tools* tools, const Image face[NFACE], const mjsTexture* given) {
  const size_t npixel = (size_t)face[0].width * (size_t)face[0].height;
  Gradient flank, ends[2];
  if (!makeGradient(tools->scratch, &side, given->rgb1, given->rgb2, (double)npixel, &flank) ||
      !makeGradient(tools->scratch, &up, given->rgb1, given->rgb2, (double)npixel, &ends[0]) ||
      !makeGradient(tools->scratch, &down, given->rgb1, given->rgb2, (double)npixel, &ends[1])) {
    return false;
  }
  if (!gradientImages(tools, 1, &flank, (const Image* const[]){&face[FACE_RIGHT]}) ||
      !gradientImages(tools, 2, ends, (const Image* const[]){&face[FACE_UP], &face[FACE_DOWN]})) {
    return false;
  }
  static const int others[] = {FACE_LEFT, FACE_FRONT, FACE_BACK};
  for (int i = 0; i < 3; i++) {
    memcpy(face[others[i]].pixel, face[FACE_RIGHT].pixel, npixel * (size_t)face[0].nchannel);
  }
  return true;
}

static bool flat2D(const Tools* tools, const Image* image, const mjsTexture* given) {
  (void)tools;
  fillImage(image, given->rgb1);
  return true;
}

static bool checker2D(const Tools* tools, const Image* image, const mjsTexture* given) {
  (void)tools;
  checkerImage(image, given->rgb1, given->rgb2);
  return true;
}

static bool gradient2D(const Tools* tools, const Image* image, const mjsTexture* given) {
  const double npixel = (double)image->width * image->height;
  Gradient g;
  if (!makeGradient(tools->scratch, &radial, given->rgb2, given->rgb1, npixel, &g)) return false;
  return gradientImages(tools, 1, &g, &image);
}

static const struct {
  bool (*cube)(const Tools* tools, const Image face[NFACE], const mjsTexture* given);
  bool (*flat)(const Tools* tools, const Image* image, const mjsTexture* given);
} pattern[] = {[mjBUILTIN_GRADIENT] = {gradientCube, gradient2D},
               [mjBUILTIN_CHECKER] = {checkerCube, checker2D},
               [mjBUILTIN_FLAT] = {flatCube, flat2D}};

bool texture_paint(arena_Arena* scratch, pool_Pool* pool, const mjsTexture* given, int width,
                   int height, int nchannel, unsigned char* pixel) {
  const bool cube = given->type != mjTEXTURE_2D;
  ASSERT(given->builtin > mjBUILTIN_NONE &&
         (size_t)given->builtin < sizeof pattern / sizeof *pattern);
  const int rows = cube ? width : height, nface = cube ? NFACE : 1;
  const size_t bytes = (size_t)width * (size_t)rows * (size_t)nchannel;
  const Tools tools = {scratch, pool};
  Image face[NFACE];
  for (int i = 0; i < nface; i++) {
    face[i] = (Image){pixel + (size_t)i * bytes, width, rows, nchannel};
  }
  if (!(cube ? pattern[given->builtin].cube : pattern[given->builtin].flat)(&tools, face, given)) {
    return false;
  }
  Twister twister;
  if (given->mark == mjMARK_RANDOM) seedTwister(&twister, 42);
  for (int i = 0; i < nface; i++) markImage(&face[i], given, &twister);
  return true;
}
