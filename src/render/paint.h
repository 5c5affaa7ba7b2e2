// Data structures of the software rasterizer: textures, meshes, items, views, tile bins.
//
// Rendering is tile-based and deferred. For each view (the camera, its mirror image, each light
// that casts shadows) triangles and round items are binned into tiles of TILE x TILE pixels. The
// rasterizer fills a depth buffer and a visibility buffer (the id of the primitive that each sample
// sees) of one tile at a time (raster.wide.c). Then each part of a pixel is shaded once
// (shade.wide.c): its point in space follows from the primitive id and the depth, and everything
// else from that. So only depth is interpolated, and lighting is computed per pixel.
//
// The depth buffer has reversed depth, which is linear on the image plane: 1/d, or far - d in
// orthographic views, with d the distance along the view. Larger is nearer.
#ifndef SINEW_RENDER_PAINT_H_
#define SINEW_RENDER_PAINT_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  TILE_BITS = 5,
  TILE = 1 << TILE_BITS,  // pixels of a side
  TILE_AREA = TILE * TILE,
  SUBPIXEL_BITS = 4,
  SUBPIXEL = 1 << SUBPIXEL_BITS,  // steps of a pixel in which corners of triangles are placed
  MOST_SAMPLES = 4,               // of a pixel
  MOST_LIGHTS = 8,                // that act
  PRIMITIVE_NONE = -1,            // what a sample sees: a triangle of the tile bins, or
  PRIMITIVE_ROUND = INT32_MIN,    // with this bit a round item
};

// ---- textures

enum { MOST_LEVELS = 16 };

// An image with its mipmaps, 4 bytes a pixel, rows of width + 1; cubes have six of each. Each
// pixel has that of the next row beside it, so that the four between which a point is are together.
typedef struct {
  int type;  // mjtTexture
  int nlevel;
  int width[MOST_LEVELS], height[MOST_LEVELS];
  int begin[MOST_LEVELS];  // of a level among the pixels
  const int32_t* pixel;    // (pixels x 2)
  bool clear;              // it has an alpha
} paint_Texture;

// how points get coordinates of a texture
typedef enum {
  MAP_FLAT,      // x and y in metres
  MAP_SPHERE,    // longitude, latitude
  MAP_BOX,       // each side
  MAP_CYLINDER,  // longitude and height, discs
  MAP_CAPSULE,   // longitude and height, caps
  MAP_CORNERS,   // of corners of triangles
  MAP_CUBE,      // direction
} paint_Map;

// ---- shapes

// shapes of triangles that rays meet by simple rules
typedef enum { SOLID_NONE, SOLID_BOX, SOLID_PLANE } paint_Solid;

// A group of faces: their normals are within an angle from an axis, their corners in a ball. What
// is in front of none of their planes sees none of them.
enum { FACE_GROUP = 16 };
typedef enum {
  CONE_AXIS,
  CONE_COSINE = 3,
  CONE_SINE,
  CONE_MIDDLE,
  CONE_RADIUS = 8,
  CONE_COUNT,
} paint_Cone;

// triangles in the frame of a shape
typedef struct paint_Mesh_ {
  int nvert, nface;
  const float* vert;         // (nvert x 3)
  const int* face;           // (nface x 3)
  const float* normal;       // (nface x 9) at corners
  const float* texcoord;     // (nface x 6) at corners; NULL: there are none
  int solid;                 // paint_Solid
  float middle[3], half[3];  // of the box around it
  bool flat;                 // corners of a face have one normal
  bool roomy;                // there is a number behind the last of vertices, and of faces
  int nclosed;               // the first so many faces are of shells that have an inside: what sees
                             // a back face has met a front face before
  int ngroup, coneStride;    // groups of faces; 0: there are none
  const float* cone;         // (CONE_COUNT x coneStride)
  struct paint_Mesh_* coarser;  // a copy with fewer faces, NULL: there is none
  float slack;                  // how far the surface of a copy is from where it was, as measured
} paint_Mesh;

typedef enum {
  DRAW_ELLIPSOID,  // round ones are found by solving equations
  DRAW_CAPSULE,
  DRAW_CYLINDER,
  DRAW_MESH,
} paint_Kind;

// a thing to draw
typedef struct {
  int kind;                // paint_Kind
  const paint_Mesh* mesh;  // of DRAW_MESH, its vertices times size
  float pos[3], mat[9], size[3];
  float rgba[4], emission, specular, shininess, reflectance;
  const paint_Texture* texture;  // NULL: none
  int map;                       // paint_Map
  float repeat[2], offset[2];    // u = repeat u + offset
  float scale[3];                // of the direction of a cube
  float texels;                  // of the texture on a metre
  float dull;                    // square of the cosine at which its highlights end
  bool lit;                      // else its colour is its own
  bool bothSides;                // back faces are drawn too
  bool casts;                    // shadows
  bool clear;                    // it is seen through
  bool mirror;                   // it shows a mirror image
  bool flat;                     // so that it cannot be in its own shadow
} paint_Item;

typedef struct {
  int n, most;
  paint_Item* item;
} paint_Items;

// ---- views

// point at (u, v) of the plane and distance d: eye + d (forward + u right + v up), or in
// orthographic views eye + u right + v up + d forward; of pixel (x, y), y upward, u = u0 + du (x +
// .5), v = v0 + dv (y + .5)
typedef struct {
  int width, height;
  float eye[3], right[3], up[3], forward[3];
  float u0, du, v0, dv;
  float near, far;
  bool ortho, mirrored;
} paint_View;

// A triangle on the plane of a view: corners in steps of pixels, counter-clockwise. Reversed depth
// is linear: `close` at the first corner moved into the picture, cx and cy more with each step.
// Numbers are read and written by fours.
typedef struct {
  int32_t x[3], y[3];
  float close, cx, cy;
  int32_t item, face, unused;
} paint_Triangle;
enum { TRIANGLE_WORDS = sizeof(paint_Triangle) / sizeof(int32_t) };

// tiles that a triangle touches: first and last column and row
typedef struct {
  uint16_t x0, x1, y0, y1;
} paint_Span;

// where samples are in a pixel
typedef enum {
  PATTERN_ONE,   // its middle
  PATTERN_FOUR,  // four that have no row or column in common
  PATTERN_GRID,  // four in a square: a shadow map of twice as many pixels each way
} paint_Pattern;

// what a view shows, by tiles
typedef struct {
  paint_View view;
  int pattern;  // paint_Pattern
  const paint_Items* items;
  int ncolumn, nrow;  // tiles
  int ntriangle, mostTriangle;
  paint_Triangle* triangle;
  paint_Span* span;  // (ntriangle)
  int mostSpan;
  int* first;  // (tiles + 1) entries of a tile begin there
  int mostTile;
  int32_t* entry;  // triangles, or round items with PRIMITIVE_ROUND, in the order of the items
  int mostEntry;
  int* box;  // (items: 4) pixels around it, x, y, end x, end y; of meshes: where its triangles end
  int mostBox;
  void* corner;  // scratch: vertices of a mesh as the view sees them
  int mostCorner;
  bool limited;    // there is a plane in front of which nothing is seen
  float limit[3];  // reversed depth there: c <= limit0 + limit1 x + limit2 y
} paint_Bins;

// What the samples of a tile see: those of a pixel are neighbours, pixels go by rows.
typedef struct {
  float* close;        // (TILE_AREA x samples)
  int32_t* primitive;  // (TILE_AREA x samples); NULL: not asked for
} paint_Tile;

// ---- lights

typedef struct {
  float pos[3], dir[3];
  bool spot;  // else directional
  float attenuation[3], cosCutoff, exponent;
  float ambient[3], diffuse[3], specular[3];
  struct paint_Shadow_* shadow;  // NULL: it casts none
} paint_Light;

// haze: a cone round the eye that rises from a plane to the height of the eye
typedef struct {
  bool on;
  float axis[3];  // normal of the plane
  float height;   // of the eye above it
  float radius, slope, rise;
  float rgb[3];
} paint_Haze;

// what a colour depends on besides the item
typedef struct {
  const paint_Bins* bins;
  int nlight;
  const paint_Light* light;
  bool fog;
  float fogStart, fogEnd, fogRgb[3];
  float dim;  // what own colours are multiplied by, highlights are not
} paint_Brush;

#endif
