// Rangefinders by ray casting: a ray along the z axis of a site, or one through each pixel of a
// camera, row by row from the top. Rays ignore the body to which they are fixed. The selected
// fields of a ray follow each other: distance, direction, origin, point, normal, depth.
//   site or camera frames, geoms -> *res
#include "base/assert.h"
#include "collide/ray.h"
#include "math/vec.h"
#include "step/sensor_parts.h"
#include "step/sensor_rays.h"

// ---- what is reported of a ray

typedef struct {
  mjtNum dist, depth;  // -1: nothing is hit
  mjtNum dir[3], origin[3], point[3], normal[3];
} Ray;

static const sensor_Member fieldTable[mjNRAYDATA] = {
    [mjRAYDATA_DIST] = {offsetof(Ray, dist), 1},     [mjRAYDATA_DIR] = {offsetof(Ray, dir), 3},
    [mjRAYDATA_ORIGIN] = {offsetof(Ray, origin), 3}, [mjRAYDATA_POINT] = {offsetof(Ray, point), 3},
    [mjRAYDATA_NORMAL] = {offsetof(Ray, normal), 3}, [mjRAYDATA_DEPTH] = {offsetof(Ray, depth), 1},
};

_Static_assert(sizeof(Ray) == 14 * sizeof(mjtNum), "a ray is the sum of its fields");

static mjtNum* report(const Ray* ray, int bits, mjtNum* res) {
  return sensor_report(ray, fieldTable, mjNRAYDATA, bits, res);
}

// fills the rest from origin, dir, dist and normal; a ray that hits nothing reports no direction
static void complete(Ray* ray) {
  if (ray->dist < 0) {
    v3_zero(ray->dir);
    v3_zero(ray->point);
    ray->depth = -1;
  } else {
    v3_addScl(ray->point, ray->origin, ray->dir, ray->dist);
  }
}

// ---- site

static void siteRay(const mjModel* m, const mjData* d, int site, int bits, mjtNum* res) {
  const ray_Filter filter = {NULL, true, m->site_bodyid[site]};
  Ray ray;
  v3_copy(ray.origin, d->site_xpos + 3 * site);
  m3_column(ray.dir, d->site_xmat + 9 * site, 2);
  ray.dist = ray_nearest(m, d, &filter, ray.origin, ray.dir, NULL, ray.normal);
  ray.depth = ray.dist;
  complete(&ray);
  report(&ray, bits, res);
}

// ---- camera

typedef struct {
  const mjModel* m;
  const mjData* d;
  int id, bits;
  const int* pixels;  // width, height
  const mjtNum *pos, *mat;
  double focal[2], centre[2];
  ray_Filter filter;
} Camera;

// center of the image in pixels
// odd: principal point of a camera; it counts from a corner
static void imageCentre(const mjModel* m, int cam, double centre[2]) {
  const float *size = m->cam_sensorsize + 2 * cam, *lens = m->cam_intrinsic + 4 * cam;
  const int* pixels = m->cam_resolution + 2 * cam;
  const bool lensGiven = size[0] != 0 && size[1] != 0;
  for (int k = 0; k < 2; k++)
    centre[k] = lensGiven ? lens[2 + k] / size[k] * (float)pixels[k] : 0.5 * pixels[k];
}

static mjtNum* reportPixel(const Camera* cam, Ray* ray, mjtNum* res) {
  complete(ray);
  if (ray->dist >= 0) {
    mjtNum offset[3], back[3];
    m3_column(back, cam->mat, 2);
    v3_sub(offset, ray->point, cam->pos);
    ray->depth = -v3_dot(offset, back);
  }
  return report(ray, cam->bits, res);
}

static void perspectiveDir(const Camera* cam, int pixel, mjtNum dir[3]) {
  const int row = pixel / cam->pixels[0], col = pixel % cam->pixels[0];
  const mjtNum local[3] = {(col + 0.5 - cam->centre[0]) / cam->focal[0],
                           -(row + 0.5 - cam->centre[1]) / cam->focal[1], -1};
  m3_mulVec(dir, cam->mat, local);
  v3_normalize(dir);
}

enum { BUNDLE = 64 };  // rays that are cast together

static void perspective(const Camera* cam, mjtNum* res) {
  const int n = cam->pixels[0] * cam->pixels[1];
  mjtNum vec[3 * BUNDLE], dist[BUNDLE], normal[3 * BUNDLE];
  for (int first = 0; first < n; first += BUNDLE) {
    const int count = n - first < BUNDLE ? n - first : BUNDLE;
    ASSERT_FULL(count > 0);
    for (int i = 0; i < count; i++) perspectiveDir(cam, first + i, vec + 3 * i);
    ray_many(cam->m, cam->d, &cam->filter, cam->pos, vec, count, mjMAXVAL, NULL, dist, normal);
    for (int i = 0; i < count; i++) {
      Ray ray = {.dist = dist[i]};
      v3_copy(ray.origin, cam->pos);
      v3_copy(ray.dir, vec + 3 * i);
      v3_copy(ray.normal, normal + 3 * i);
      res = reportPixel(cam, &ray, res);
    }
  }
}

// orthographic camera: parallel rays; the field of view is a length
static void parallelRay(const Camera* cam, int pixel, mjtNum origin[3], mjtNum dir[3]) {
  const int row = pixel / cam->pixels[0], col = pixel % cam->pixels[0];
  const mjtNum half = 0.5 * cam->m->cam_fovy[cam->id];
  const mjtNum local[3] = {((col + 0.5) / (0.5 * cam->pixels[0]) - 1) * half,
                           -((row + 0.5) / (0.5 * cam->pixels[1]) - 1) * half, 0};
  m3_mulVec(origin, cam->mat, local);
  v3_addTo(origin, cam->pos);
  m3_column(dir, cam->mat, 2);
  v3_neg(dir, dir);
}

static void orthographic(const Camera* cam, mjtNum* res) {
  for (int i = 0; i < cam->pixels[0] * cam->pixels[1]; i++) {
    Ray ray;
    parallelRay(cam, i, ray.origin, ray.dir);
    ray.dist = ray_nearest(cam->m, cam->d, &cam->filter, ray.origin, ray.dir, NULL, ray.normal);
    res = reportPixel(cam, &ray, res);
  }
}

static Camera cameraOf(const mjModel* m, const mjData* d, int id, int bits) {
  Camera cam = {.m = m,
                .d = d,
                .id = id,
                .bits = bits,
                .pixels = m->cam_resolution + 2 * id,
                .pos = d->cam_xpos + 3 * id,
                .mat = d->cam_xmat + 9 * id,
                .filter = {NULL, true, m->cam_bodyid[id]}};
  if (m->cam_projection[id] == mjPROJ_ORTHOGRAPHIC) return cam;
  sensor_focal(m, id, cam.focal);
  imageCentre(m, id, cam.centre);
  return cam;
}

static void cameraRays(const mjModel* m, const mjData* d, int id, int bits, mjtNum* res) {
  const Camera cam = cameraOf(m, d, id, bits);
  if (m->cam_projection[id] == mjPROJ_ORTHOGRAPHIC) {
    orthographic(&cam, res);
  } else {
    perspective(&cam, res);
  }
}

void sensor_pixelRay(const mjModel* m, const mjData* d, int cam, int pixel, mjtNum origin[3],
                     mjtNum dir[3]) {
  const Camera camera = cameraOf(m, d, cam, 0);
  if (m->cam_projection[cam] == mjPROJ_ORTHOGRAPHIC) {
    parallelRay(&camera, pixel, origin, dir);
  } else {
    v3_copy(origin, camera.pos);
    perspectiveDir(&camera, pixel, dir);
  }
}

void sensor_range(const mjModel* m, mjData* d, int sensor, mjtNum* res) {
  const int id = m->sensor_objid[sensor], bits = m->sensor_intprm[mjNSENS * sensor];
  if (m->sensor_objtype[sensor] == mjOBJ_CAMERA) {
    cameraRays(m, d, id, bits, res);
  } else {
    siteRay(m, d, id, bits, res);
  }
}
