// mjr_render: converts a scene (cameras, lights, geoms) to a plan of views and render items, and
// renders it into the frame buffer.
#include <math.h>
#include <string.h>

#include <sinew/api.h>
#include <sinew/macros.h>
#include <sinew/math.h>

#include "base/args.h"
#include "render/canvas.h"
#include "render/context.h"
#include "render/overlay.h"
#include "render/sanitize.h"
#include "render/tile_bins.h"

// ---- geoms: what is transparent, what reflects

static float boundOf(const mjvGeom* g) {
  const float* s = g->size;
  if (g->objtype == mjOBJ_GEOM) return g->modelrbound;
  switch (g->type) {
    case mjGEOM_SPHERE:
      return s[0];
    case mjGEOM_CAPSULE:
      return s[0] + s[2];
    case mjGEOM_CYLINDER:
      return sqrtf(s[0] * s[0] + s[2] * s[2]);
    case mjGEOM_BOX:
      return sqrtf(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
    default:
      return fmaxf(s[0], fmaxf(s[1], s[2]));
  }
}

// height of a point above the plane through a geom across its z axis
static float heightAbove(const mjvGeom* g, const float p[3]) {
  float h = 0;
  for (int k = 0; k < 3; k++) h += (p[k] - g->pos[k]) * g->mat[3 * k + 2];
  return h;
}

// sort order: nearer ones first, then those that come first in the scene
static bool isBefore(const mjvScene* scn, int a, int b) {
  const float x = scn->geoms[a].camdist, y = scn->geoms[b].camdist;
  return x != y ? x < y : a < b;
}

// heapsort: sifts element i of a heap of n down; the last in order is on top
static void sink(mjvScene* scn, int i, int n) {
  int* order = scn->geomorder;
  for (int child; (child = 2 * i + 1) < n; i = child) {
    if (child + 1 < n && isBefore(scn, order[child], order[child + 1])) child++;
    if (!isBefore(scn, order[i], order[child])) return;
    const int t = order[i];
    order[i] = order[child];
    order[child] = t;
  }
}

static void sortOrder(mjvScene* scn, int n) {
  int* order = scn->geomorder;
  for (int i = n / 2 - 1; i >= 0; i--) sink(scn, i, n);
  for (int end = n - 1; end > 0; end--) {
    const int t = order[0];
    order[0] = order[end];
    order[end] = t;
    sink(scn, 0, end);
  }
}

// sets which geoms are transparent, and the one that reflects; returns the number of transparent
// ones, which geomorder lists, nearest first
static int sortGeoms(mjvScene* scn, const float eye[3]) {
  int n = 0;
  bool mirror = false;
  for (int i = 0; i < scn->ngeom; i++) {
    mjvGeom* g = &scn->geoms[i];
    const bool plane = g->type == mjGEOM_PLANE, behind = plane && heightAbove(g, eye) < 0;
    g->transparent = g->rgba[3] < 0.995f || behind;
    float d2 = 0;
    for (int k = 0; k < 3; k++) d2 += (g->pos[k] - eye[k]) * (g->pos[k] - eye[k]);
    g->camdist = plane ? 1e10f : sqrtf(d2) - boundOf(g);
    if (!isfinite(g->camdist)) g->camdist = 1e10f;
    if (g->reflectance > 0 && !g->transparent && (plane || g->type == mjGEOM_BOX) && !mirror) {
      mirror = true;
    } else {
      g->reflectance = 0;
    }
    if (g->transparent) scn->geomorder[n++] = i;
  }
  sortOrder(scn, n);
  return n;
}

// ---- views

static void cross(float res[3], const float a[3], const float b[3]) {
  res[0] = a[1] * b[2] - a[2] * b[1];
  res[1] = a[2] * b[0] - a[0] * b[2];
  res[2] = a[0] * b[1] - a[1] * b[0];
}

static float normalize(float v[3]) {
  const float n = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (int k = 0; k < 3 && n > 0; k++) v[k] /= n;
  return n;
}

// transforms a camera to model space
static void toModel(mjvGLCamera* cam, const mjvScene* scn) {
  mjtNum quat[4], back[4], mat[9];
  if (!scn->enabletransform) return;
  for (int k = 0; k < 4; k++) quat[k] = scn->rotate[k];
  mju_negQuat(back, quat);
  mju_quat2Mat(mat, back);
  const float inv = 1 / scn->scale;
  float pos[3], v[3][3];
  for (int k = 0; k < 3; k++) pos[k] = (cam->pos[k] - scn->translate[k]) * inv;
  const float* from[3] = {pos, cam->forward, cam->up};
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      v[i][k] = (float)(mat[3 * k] * from[i][0] + mat[3 * k + 1] * from[i][1] +
                        mat[3 * k + 2] * from[i][2]);
    }
  }
  memcpy(cam->pos, v[0], sizeof v[0]);
  memcpy(cam->forward, v[1], sizeof v[1]);
  memcpy(cam->up, v[2], sizeof v[2]);
  cam->frustum_near *= inv;
  cam->frustum_far *= inv;
  cam->frustum_bottom *= inv;
  cam->frustum_top *= inv;
  cam->frustum_center *= inv;
  cam->frustum_width *= inv;
}

static void viewOf(paint_View* v, const mjvGLCamera* cam, int width, int height) {
  const float top = cam->frustum_top, bottom = cam->frustum_bottom;
  const float half = cam->frustum_width != 0 ? cam->frustum_width
                                             : 0.5f * (top - bottom) * (float)width / (float)height;
  const float scale = cam->orthographic ? 1 : 1 / cam->frustum_near;
  *v = (paint_View){.width = width,
                    .height = height,
                    .near = cam->frustum_near,
                    .far = cam->frustum_far,
                    .ortho = cam->orthographic != 0};
  memcpy(v->eye, cam->pos, sizeof v->eye);
  memcpy(v->forward, cam->forward, sizeof v->forward);
  normalize(v->forward);
  cross(v->right, v->forward, cam->up);
  normalize(v->right);
  cross(v->up, v->right, v->forward);
  v->u0 = (cam->frustum_center - half) * scale;
  v->du = 2 * half * scale / (float)width;
  v->v0 = bottom * scale;
  v->dv = (top - bottom) * scale / (float)height;
}

// the view of a light, for its shadow map
static void lightView(paint_View* v, const mjvLight* l, const mjrContext* con,
                      const paint_View* eye) {
  const int size = con->shadowSize;
  *v = (paint_View){.width = size, .height = size, .near = eye->near, .far = eye->far};
  memcpy(v->eye, l->pos, sizeof v->eye);
  memcpy(v->forward, l->dir, sizeof v->forward);
  normalize(v->forward);
  const float first[3] = {-1, 0, 0}, second[3] = {0, 1, 0};
  cross(v->up, v->forward, first);
  if (normalize(v->up) < 1e-3f) {
    cross(v->up, v->forward, second);
    normalize(v->up);
  }
  cross(v->right, v->forward, v->up);
  float half = con->shadowClip;
  v->ortho = l->type == mjLIGHT_DIRECTIONAL;
  if (!v->ortho) {
    const mjtNum angle = mju_min(2 * l->cutoff * con->shadowScale, 160) * mjPI / 180;
    half = (float)(mju_sin(angle / 2) / mju_cos(angle / 2));
  }
  v->u0 = v->v0 = -half;
  v->du = v->dv = 2 * half / (float)size;
}

// ---- lights

static void addLight(picture_Plan* plan, const mjvLight* l, const mjrContext* con, bool shadows) {
  const int i = plan->nlight++;
  paint_Light* to = &plan->light[i];
  *to = (paint_Light){.spot = l->type == mjLIGHT_SPOT, .exponent = l->exponent};
  to->cosCutoff = l->cutoff >= 180 ? -2 : (float)mju_cos(l->cutoff * mjPI / 180);
  memcpy(to->pos, l->pos, sizeof to->pos);
  memcpy(to->dir, l->dir, sizeof to->dir);
  memcpy(to->attenuation, l->attenuation, sizeof to->attenuation);
  memcpy(to->ambient, l->ambient, sizeof to->ambient);
  memcpy(to->diffuse, l->diffuse, sizeof to->diffuse);
  memcpy(to->specular, l->specular, sizeof to->specular);
  plan->casts[i] = shadows && l->castshadow && !l->headlight && con->shadowSize > 0;
  if (plan->casts[i]) lightView(&plan->lightView[i], l, con, &plan->view);
}

static void addLights(picture_Plan* plan, const mjvScene* scn, const mjrContext* con) {
  for (int i = 0; i < scn->nlight && i < MOST_LIGHTS; i++) {
    const mjvLight* l = &scn->lights[i];
    if (l->type != mjLIGHT_SPOT && l->type != mjLIGHT_DIRECTIONAL) continue;
    if (!sanitize_light(l)) continue;
    addLight(plan, l, con, scn->flags[mjRND_SHADOW]);
  }
}

// ---- fog, skybox and haze

static void addSurroundings(picture_Plan* plan, const mjvScene* scn, const mjrContext* con,
                            const context_Private* p) {
  const assets_Assets* s = p->assets;
  plan->fog = scn->flags[mjRND_FOG];
  plan->fogStart = con->fogStart;
  plan->fogEnd = con->fogEnd;
  memcpy(plan->fogRgb, con->fogRGBA, sizeof plan->fogRgb);
  if (!scn->flags[mjRND_SKYBOX] || s->sky < 0 || !s->texture[s->sky]) return;
  plan->sky = s->texture[s->sky];
  plan->skyRadius = 0.7f * plan->view.far;
  for (int i = 0; scn->flags[mjRND_HAZE] && i < scn->ngeom; i++) {
    const mjvGeom* g = &scn->geoms[i];
    if (g->type != mjGEOM_PLANE || g->size[0] != 0 || g->size[1] != 0) continue;
    const float height = heightAbove(g, plan->view.eye), r = p->haze;
    if (height > 0 && r > 0) {
      const double a = mju_atan2(1, r);
      plan->haze =
          (paint_Haze){.on = true, .height = height, .radius = 0.7f * plan->view.far, .slope = r};
      plan->haze.rise = (float)(mju_sqrt(0.5) * r * mju_sin(a) / mju_sin(0.75 * mjPI - a));
      for (int k = 0; k < 3; k++) plan->haze.axis[k] = g->mat[3 * k + 2];
      memcpy(plan->haze.rgb, p->hazeRgb, sizeof plan->haze.rgb);
    }
    return;
  }
}

// the plane of the mirror: that of a plane, or the upper side of a box
static void addMirror(picture_Plan* plan, const mjvScene* scn, const items_Items* items) {
  plan->mirror = -1;
  if (items->mirror < 0 || !scn->flags[mjRND_REFLECTION] || scn->flags[mjRND_DEPTH]) return;
  const paint_Item* item = &items->all.item[items->mirror];
  const bool box = item->map == MAP_BOX || item->mesh->nface == 12;
  float height = 0;
  for (int k = 0; k < 3; k++) {
    plan->mirrorNormal[k] = item->mat[3 * k + 2];
    plan->mirrorPoint[k] = item->pos[k] + (box ? item->size[2] : 0) * item->mat[3 * k + 2];
    height += (plan->view.eye[k] - plan->mirrorPoint[k]) * plan->mirrorNormal[k];
  }
  if (height > 0) plan->mirror = items->mirror;
}

// ---- wireframe, labels, depths, border

// wireframe: edges in place of faces; of the rest only skybox and haze are rendered
static bool drawEdges(context_Private* p, picture_Plan* plan, const mjvScene* scn,
                      mjrRect primitive, const picture_Target* target, float width) {
  static const paint_Items none;
  if (!wire_make(&p->wire, plan, scn, &p->items, p->assets)) return false;
  plan->items = plan->clear = &none;
  plan->mirror = -1;
  plan->nlight = 0;
  if (!picture_draw(p->picture, plan, target)) return false;
  for (int i = 0; i < p->wire.n; i++) {
    const wire_Edge* e = &p->wire.edge[i];
    const float from[2] = {e->from[0] + (float)primitive.left,
                           e->from[1] + (float)primitive.bottom};
    const float to[2] = {e->to[0] + (float)primitive.left, e->to[1] + (float)primitive.bottom};
    canvas_line(context_buffer(p), primitive, from, to, width, false, e->rgba);
  }
  return true;
}

// labels at the positions of geoms that are in view, drawn over everything
static void drawLabels(context_Private* p, const paint_View* v, const mjvScene* scn, mjrRect view,
                       mjrRect primitive) {
  const float white[3] = {1, 1, 1};
  for (int i = 0; i < scn->ngeom; i++) {
    const mjvGeom* g = &scn->geoms[i];
    const int n = overlay_length(g->label, sizeof g->label);
    if (!n) continue;
    float at[3], x[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
      at[k] = g->pos[k] - v->eye[k];
      x[0] += at[k] * v->right[k], x[1] += at[k] * v->up[k], x[2] += at[k] * v->forward[k];
    }
    if (!(x[2] >= v->near && x[2] <= v->far)) continue;
    const float inv = v->ortho ? 1 : 1 / x[2];
    const float left = (x[0] * inv - v->u0) / v->du + (float)primitive.left;
    const float bottom = (x[1] * inv - v->v0) / v->dv + (float)primitive.bottom;
    if (!(left >= (float)view.left && left <= (float)view.left + (float)view.width &&
          bottom >= (float)view.bottom && bottom <= (float)view.bottom + (float)view.height))
      continue;
    canvas_text(context_buffer(p), primitive, overlay_font(p, mjFONT_SHADOW),
                (int)floorf(left + 0.5f), (int)floorf(bottom + 0.5f), g->label, n, true, white);
  }
}

// depths as shades of gray
static void showDepths(context_Buffer* b, mjrRect primitive) {
  for (int y = 0; y < primitive.height; y++) {
    const size_t row = (size_t)(primitive.bottom + y) * (size_t)b->width + (size_t)primitive.left;
    for (size_t i = row; i < row + (size_t)primitive.width; i++)
      memset(b->rgb + 3 * i, (int)(255 * b->depth[i] + 0.5f), 3);
  }
}

static void drawFrame(context_Buffer* b, mjrRect v, const mjvScene* scn) {
  const int w = mjMIN(scn->framewidth, mjMIN(v.width, v.height));
  const float rgba[4] = {scn->framergb[0], scn->framergb[1], scn->framergb[2], 1};
  if (w <= 0) return;
  canvas_fill(b, (mjrRect){v.left, v.bottom, v.width, w}, rgba);
  canvas_fill(b, (mjrRect){v.left, v.bottom + (v.height - w), v.width, w}, rgba);
  canvas_fill(b, (mjrRect){v.left, v.bottom, w, v.height}, rgba);
  canvas_fill(b, (mjrRect){v.left + (v.width - w), v.bottom, w, v.height}, rgba);
}

// ---- one view

static void drawView(mjrRect view, const mjvGLCamera* given, mjvScene* scn, const mjrContext* con,
                     context_Private* p) {
  context_Buffer* b = context_buffer(p);
  const mjrRect primitive = context_clip(b, view);
  const bool segment = scn->flags[mjRND_SEGMENT];
  mjvGLCamera cam = *given;
  picture_Plan plan = {.nsample = segment || con->offSamples < 2 ? 1 : MOST_SAMPLES,
                       .cull = scn->flags[mjRND_CULL_FACE],
                       .additive = scn->flags[mjRND_ADDITIVE],
                       .segment = segment};
  if (primitive.width < 1 || primitive.height < 1) return;
  toModel(&cam, scn);
  viewOf(&plan.view, &cam, view.width, view.height);
  plan.view.u0 += plan.view.du * (float)(primitive.left - view.left);
  plan.view.v0 += plan.view.dv * (float)(primitive.bottom - view.bottom);
  plan.view.width = primitive.width;
  plan.view.height = primitive.height;
  if (!sanitize_view(&plan.view)) {
    canvas_fill(b, primitive, (const float[4]){0, 0, 0, 1});
    return;
  }
  const int nclear = sortGeoms(scn, plan.view.eye);
  bool fits =
      items_make(&p->items, scn, con, p->assets, &plan.view, segment, scn->geomorder, nclear);
  plan.items = &p->items.all;
  plan.clear = &p->items.clear;
  addLights(&plan, scn, con);
  addSurroundings(&plan, scn, con, p);
  addMirror(&plan, scn, &p->items);
  const size_t at = (size_t)primitive.bottom * (size_t)b->width + (size_t)primitive.left;
  const picture_Target target = {b->rgb + 3 * at, b->depth + at, b->width};
  if (scn->flags[mjRND_WIREFRAME] && !segment) {
    fits = fits && drawEdges(p, &plan, scn, primitive, &target, con->lineWidth);
  } else {
    fits = fits && picture_draw(p->picture, &plan, &target);
  }
  if (!fits) {
    mju_warning("mjr_render: out of memory, the picture is not drawn");
    return;
  }
  if (!segment) drawLabels(p, &plan.view, scn, view, primitive);
  if (scn->flags[mjRND_DEPTH] && !segment) showDepths(b, primitive);
}

void mjr_render(mjrRect viewport, mjvScene* scn, const mjrContext* con) {
  ARGS_NEED(scn, con);
  context_Private* p = context_need(con, "mjr_render");
  if (!p) return;
  if (!context_setView(p, viewport)) return;
  if (scn->ngeom < 0 || scn->ngeom > scn->maxgeom) {
    mju_error("mjr_render: the scene has %d geoms and room for %d", scn->ngeom, scn->maxgeom);
    return;
  }
  if (!(scn->camera[0].frustum_near >= mjMINVAL && scn->camera[1].frustum_near >= mjMINVAL)) {
    if (scn->ngeom)
      mju_error(
          "mjr_render: the scene has no camera; call mjv_updateScene or mjv_updateCamera first");
    return;
  }
  if (scn->stereo == mjSTEREO_NONE) {
    const mjvGLCamera cam = mjv_averageCamera(&scn->camera[0], &scn->camera[1]);
    drawView(viewport, &cam, scn, con, p);
  } else {
    mjrRect half = viewport;
    half.width /= 2;
    for (int i = 0; i < 2; i++, half.left += half.width)
      drawView(half, &scn->camera[i], scn, con, p);
  }
  drawFrame(context_buffer(p), viewport, scn);
}
