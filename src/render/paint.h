// Data structures of the software rasterizer: textures, meshes, items, views, tile bins.
//
// Rendering is tile-based and deferred. For each view (the camera, its mirror image, each light
// that casts shadows) triangles and round items are binned into tiles of TILE x TILE pixels. The
// rasterizer fills a depth buffer and a visibility buffer (the id of the primitive that each sample
// sees) of one tile at a time (raster.wide.c). Then each part of a pixel is shaded once
// (shade.wide.c): its point in space follows from the primitive id and the depth, and everything
// else from that. So only depth is interpolated, and lighting is computed per pixel.
// The depth buffer has reversed depth, which is linear on the image plane: 1/d, or far - d in
// orthographic views, with d the distance along the view. Larger is nearer.
#ifndef SINEW_RENDER_PAINT_H_
#define SINEW_RENDER_PAINT_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  TILE_BITS = 5,
  TILE = 1 << TILE_BITS,  // side of a tile in pixels
  TILE_AREA = TILE * TILE,
  SUBPIXEL_BITS = 4,
  SUBPIXEL = 1 << SUBPIXEL_BITS,  // fixed-point steps per pixel, for corners of triangles
  MOST_SAMPLES = 4,               // samples of a pixel (multisampling)
  MOST_LIGHTS = 8,                // lights in effect
  PRIMITIVE_NONE = -1,          // what a sample sees: the index of a triangle of the tile bins, or
  PRIMITIVE_ROUND = INT32_MIN,  // with this bit the index of a round item
};

// ---- textures

enum { MOST_LEVELS = 16 };

// An image with its mipmaps, 4 bytes per pixel, rows of width + 1; cube maps have six faces in each
// level. Each pixel is stored beside that of the next row, so that the four texels of a bilinear
// lookup are adjacent.
typedef struct {
  int type;  // mjtTexture
  int nlevel;
  int width[MOST_LEVELS], height[MOST_LEVELS];
  int begin[MOST_LEVELS];  // index of the first pixel of a level
  const int32_t* pixel;    // (pixels x 2)
  bool clear;              // it has an alpha channel
} paint_Texture;

// texture mapping: how points get texture coordinates
typedef enum {
  MAP_FLAT,      // x and y in meters
  MAP_SPHERE,    // longitude, latitude
  MAP_BOX,       // each side on its own
  MAP_CYLINDER,  // longitude and height, discs
  MAP_CAPSULE,   // longitude and height, caps
  MAP_CORNERS,   // interpolated from corners of triangles
  MAP_CUBE,      // cube map, by direction
} paint_Map;

// ---- shapes

// meshes that rays intersect by simple rules
typedef enum { SOLID_NONE, SOLID_BOX, SOLID_PLANE } paint_Solid;

// A cluster of faces: a cone around their normals (axis and angle), and a bounding sphere of their
// corners. From a point in front of none of their planes none of them is visible (back-face
// culling).
enum { FACE_GROUP = 16 };
typedef enum {
  CONE_AXIS,
  CONE_COSINE = 3,
  CONE_SINE,
  CONE_MIDDLE,
  CONE_RADIUS = 8,
  CONE_COUNT,
} paint_Cone;

// a triangle mesh in the frame of a shape
typedef struct paint_Mesh_ {
  int nvert, nface;
  const float* vert;         // (nvert x 3)
  const int* face;           // (nface x 3)
  const float* normal;       // (nface x 9) at corners
  const float* texcoord;     // (nface x 6) at corners; NULL: there are none
  int solid;                 // paint_Solid
  float middle[3], half[3];  // of its bounding box (AABB)
  bool flat;                 // the corners of each face have one normal
  bool roomy;   // padded: there is one value behind the last vertex, and behind the last face
  int nclosed;  // the first so many faces are of closed shells: a ray that hits a back face has hit
                // a front face before
  int ngroup, coneStride;       // clusters of faces; 0: there are none
  const float* cone;            // (CONE_COUNT x coneStride)
  struct paint_Mesh_* coarser;  // next level of detail, with fewer faces; NULL: there is none
  float slack;  // geometric error of a copy: measured distance from the original surface
} paint_Mesh;

typedef enum {
  DRAW_ELLIPSOID,  // round shapes are ray-traced
  DRAW_CAPSULE,
  DRAW_CYLINDER,
  DRAW_MESH,
} paint_Kind;

// a render item: a shape with pose and material (a draw call)
typedef struct {
  int kind;                // paint_Kind
  const paint_Mesh* mesh;  // of DRAW_MESH; its vertices are scaled by size
  float pos[3], mat[9], size[3];
  float rgba[4], emission, specular, shininess, reflectance;
  const paint_Texture* texture;  // NULL: none
  int map;                       // paint_Map
  float repeat[2], offset[2];    // u = repeat u + offset
  float scale[3];                // of the lookup direction of a cube map
  float texels;                  // texels per meter
  float dull;                    // square of the cosine at which its highlights end
  bool lit;                      // else its color is constant
  bool bothSides;                // back faces are drawn too
  bool casts;                    // it casts shadows
  bool clear;                    // it is transparent
  bool mirror;                   // it reflects
  bool flat;                     // so that it cannot be in its own shadow
} paint_Item;

typedef struct {
  int n, most;
  paint_Item* item;
} paint_Items;

// ---- views

// A camera: the point at (u, v) of the image plane and distance d is eye + d (forward + u right + v
// up), in orthographic views eye + u right + v up + d forward; pixel (x, y), y upward, has u = u0 +
// du (x + .5), v = v0 + dv (y + .5).
typedef struct {
  int width, height;
  float eye[3], right[3], up[3], forward[3];
  float u0, du, v0, dv;
  float near, far;
  bool ortho, mirrored;
} paint_View;

// A projected triangle: corners in fixed-point pixel coordinates, counter-clockwise. Reversed depth
// is linear: `close` at the first corner, which is clamped to the image, cx and cy more with each
// step. Members are loaded and stored in groups of four words.
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

// sample positions in a pixel (multisampling)
typedef enum {
  PATTERN_ONE,   // its center
  PATTERN_FOUR,  // four, no two in a row or column
  PATTERN_GRID,  // four in a square: a shadow map of twice as many pixels each way
} paint_Pattern;

// the primitives of a view, binned into tiles
typedef struct {
  paint_View view;
  int pattern;  // paint_Pattern
  const paint_Items* items;
  int ncolumn, nrow;  // number of tiles
  int ntriangle, mostTriangle;
  paint_Triangle* triangle;
  paint_Span* span;  // (ntriangle)
  int mostSpan;
  int* first;  // (tiles + 1) index of the first entry of a tile
  int mostTile;
  int32_t* entry;  // triangles, or round items with PRIMITIVE_ROUND, in the order of the items
  int mostEntry;
  int* box;  // (items: 4) bounding box in pixels: x, y, end x, end y; meshes: end of triangles
  int mostBox;
  void* corner;  // scratch: projected vertices of a mesh
  int mostCorner;
  bool limited;    // there is a clip plane, in front of which nothing is drawn
  float limit[3];  // its reversed depth: c <= limit0 + limit1 x + limit2 y is drawn
} paint_Bins;

// Depth and visibility buffer of a tile: samples of a pixel are adjacent, pixels are row-major.
typedef struct {
  float* close;        // (TILE_AREA x samples)
  int32_t* primitive;  // (TILE_AREA x samples); NULL: depth only
} paint_Tile;

// ---- lights

typedef struct {
  float pos[3], dir[3];
  bool spot;  // else directional
  float attenuation[3], cosCutoff, exponent;
  float ambient[3], diffuse[3], specular[3];
  struct paint_Shadow_* shadow;  // NULL: it casts none
} paint_Light;

// haze (distance fog): a cone around the eye that rises from a plane to the height of the eye
typedef struct {
  bool on;
  float axis[3];  // normal of the plane
  float height;   // of the eye above it
  float radius, slope, rise;
  float rgb[3];
} paint_Haze;

// what shading depends on besides the item: lights, fog, the view
typedef struct {
  const paint_Bins* bins;
  int nlight;
  const paint_Light* light;
  bool fog;
  float fogStart, fogEnd, fogRgb[3];
  float dim;  // factor of material colors; highlights are not scaled
} paint_Brush;

#endif
