// mujoco.sensor.touch_grid: tactile sensor that sums contact forces on a body, seen from a site,
// over the cells of a grid of directions (azimuth and elevation). Cells are finer near the middle
// (gamma). A reading is the normal force, then tangential forces and torques, up to the number of
// channels.
//   contact, efc_force, site poses -> sensordata
#include <math.h>
#include <string.h>

#include <sinew/api.h>
#include <sinew/extra.h>
#include <sinew/math.h>

#include "model/contact_range.h"
#include "model/plugins.h"
#include "plugin/attribute.h"
#include "plugin/shipped.h"

enum { MOST_CHANNELS = 6, MOST_CELLS = 1 << 20 };

typedef struct {
  int sensor;  // that gets the readings
  int channels, nx, ny;
  mjtNum edge[];  // nx + 1 azimuths, then ny + 1 elevations
} Grid;

static const Grid* gridOf(const mjData* d, int instance) { return (Grid*)d->plugin_data[instance]; }

// ---- configuration

typedef struct {
  int channels, size[2];
  mjtNum fov[2], gamma;
} Config;

static int complain(int instance, const char* what) {
  mju_warning("touch_grid plugin, instance %d: %s", instance, what);
  return -1;
}

static int numbers(const mjModel* m, int instance, const char* name, mjtNum* res, int n) {
  const char* text = plugins_config(m, instance, name);
  return text ? attribute_parse(text, res, n) : 0;
}

// 0: done, -1: invalid, with a warning
static int readConfig(const mjModel* m, int instance, Config* config) {
  mjtNum channels, size[2];
  if (!attribute_number(m, instance, "nchannel", 0, &channels) || channels < 0 ||
      channels > MOST_CHANNELS || channels != floor(channels))
    return complain(instance, "nchannel should be from 1 to 6");
  if (numbers(m, instance, "size", size, 2) != 2 || !(size[0] >= 1) || !(size[1] >= 1) ||
      size[0] > MOST_CELLS || size[1] > MOST_CELLS || size[0] * size[1] > MOST_CELLS ||
      size[0] != floor(size[0]) || size[1] != floor(size[1]))
    return complain(instance, "size should be two positive whole numbers, cells in x and in y");
  if (numbers(m, instance, "fov", config->fov, 2) != 2 || !(config->fov[0] > 0) ||
      !(config->fov[0] <= 180) || !(config->fov[1] > 0) || !(config->fov[1] <= 90))
    return complain(instance, "fov should be two angles in degrees, up to 180 and up to 90");
  if (!attribute_number(m, instance, "gamma", 0, &config->gamma) || config->gamma < 0 ||
      config->gamma > 1)
    return complain(instance, "gamma should be from 0 to 1");
  config->channels = channels > 0 ? (int)channels : 1;
  for (int k = 0; k < 2; k++) config->size[k] = (int)size[k];
  return 0;
}

static int nsensordata(const mjModel* m, int instance, int sensor) {
  (void)sensor;
  Config config;
  if (readConfig(m, instance, &config)) return -1;
  return config.channels * config.size[0] * config.size[1];
}

// n + 1 edges of cells, from -fov to fov
// order: steps are added up
static void fillEdges(mjtNum* edge, int n, mjtNum gamma, mjtNum fov) {
  mjtNum x = -1;
  for (int i = 0; i <= n; i++) {
    edge[i] = (gamma * (x * x * x * x * x) + (1 - gamma) * x) * fov;
    x += 2.0 / n;
  }
}

static int init(const mjModel* m, mjData* d, int instance) {
  Config config;
  if (readConfig(m, instance, &config)) return -1;
  int sensor = 0;
  while (sensor < m->nsensor && m->sensor_plugin[sensor] != instance) sensor++;
  if (sensor == m->nsensor) return complain(instance, "no sensor uses it; remove it");
  if (m->sensor_objtype[sensor] != mjOBJ_SITE)
    return complain(instance, "its sensor should have a site: objtype=\"site\", objname=\"...\"");
  const int nx = config.size[0], ny = config.size[1];
  Grid* grid = mju_malloc(sizeof *grid + (size_t)(nx + ny + 2) * sizeof *grid->edge);
  if (!grid) return -1;
  *grid = (Grid){.sensor = sensor, .channels = config.channels, .nx = nx, .ny = ny};
  fillEdges(grid->edge, nx, config.gamma, config.fov[0] * (mjPI / 180));
  fillEdges(grid->edge + nx + 1, ny, config.gamma, config.fov[1] * (mjPI / 180));
  d->plugin_data[instance] = (uintptr_t)grid;
  return 0;
}

static void destroy(mjData* d, int instance) {
  mju_free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

// ---- readings

// index of the cell between n + 1 edges, its upper edge included; -1: outside
static int cellOf(const mjtNum* edge, int n, mjtNum x) {
  int k = 0;
  while (k <= n && !(x <= edge[k])) k++;
  return k == 0 || k > n ? -1 : k - 1;
}

// the weld bodies of a contact; false: one side is a flex
static bool bodiesOf(const mjModel* m, const mjContact* con, int body[2]) {
  for (int k = 0; k < 2; k++) {
    const int geom = con->geom[k];
    if (geom < 0) return false;
    body[k] = m->body_weldid[m->geom_bodyid[geom]];
  }
  return true;
}

static void addContact(const mjModel* m, mjData* d, const Grid* grid, int site, int id,
                       mjtNum* reading) {
  static const int axis[3] = {2, 0, 1};  // normal, then tangents
  const mjContact* con = &d->contact[id];
  const int own = m->body_weldid[m->site_bodyid[site]];
  int body[2];
  if (!contact_hasSides(m, con)) return;
  if (!bodiesOf(m, con, body) || (body[0] != own && body[1] != own)) return;
  const mjtNum* frame = d->site_xmat + 9 * site;
  mjtNum pos[3], along[3], local[6], world[3], seen[6];
  mju_sub3(along, con->pos, d->site_xpos + 3 * site);
  mju_mulMatTVec3(pos, frame, along);
  const mjtNum azimuth = sn_atan2(pos[0], -pos[2]);
  const mjtNum elevation = sn_atan2(pos[1], sqrt(pos[0] * pos[0] + pos[2] * pos[2]));
  const int x = cellOf(grid->edge, grid->nx, azimuth);
  const int y = cellOf(grid->edge + grid->nx + 1, grid->ny, elevation);
  if (x < 0 || y < 0) return;
  mj_contactForce(m, d, id, local);
  const mjtNum sign = own < (body[0] > body[1] ? body[0] : body[1]) ? -1 : 1;
  for (int part = 0; part < 2; part++) {
    mju_mulMatTVec3(world, con->frame, local + 3 * part);
    mju_mulMatTVec3(seen + 3 * part, frame, world);
  }
  for (int c = 0; c < grid->channels; c++)
    reading[(c * grid->ny + y) * grid->nx + x] += sign * seen[3 * (c / 3) + axis[c % 3]];
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  (void)capability;
  const Grid* grid = gridOf(d, instance);
  if (!grid) return;
  mjtNum* reading = d->sensordata + m->sensor_adr[grid->sensor];
  mju_zero(reading, m->sensor_dim[grid->sensor]);
  for (int i = 0; i < d->ncon; i++)
    addContact(m, d, grid, m->sensor_objid[grid->sensor], i, reading);
}

static const char* const attributes[] = {"nchannel", "size", "fov", "gamma"};
const mjpPlugin shipped_touchGrid = {.name = "mujoco.sensor.touch_grid",
                                     .nattribute = sizeof attributes / sizeof *attributes,
                                     .attributes = attributes,
                                     .capabilityflags = mjPLUGIN_SENSOR,
                                     .needstage = mjSTAGE_ACC,
                                     .nsensordata = nsensordata,
                                     .init = init,
                                     .destroy = destroy,
                                     .compute = compute};
