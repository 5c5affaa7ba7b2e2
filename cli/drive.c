// Control inputs of a rollout of many worlds. Noise comes from a counter-based random generator
// (Philox), so it is a function of seed, world, step and control alone. An array file (NPY) with
// values for each world is read in pieces, because it may be larger than memory.
#include "drive.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/mem.h"
#include "hash64.h"
#include "philox.h"
#include "purpose.h"

// ---- files

static bool isShape(const npy_Array* a, int ndim, const int64_t* shape) {
  return a->ndim == ndim && !memcmp(a->shape, shape, (size_t)ndim * sizeof *shape);
}

static bool checkShape(const npy_Array* a, const mjModel* m, const drive_Wish* wish,
                       text_Text* error) {
  const int64_t full[] = {wish->world, wish->step, m->nu};
  if (isShape(a, 1, full + 2) || isShape(a, 2, full + 1) || isShape(a, 3, full)) return true;
  text_format(error, "'%s' has the shape (", wish->what);
  for (int i = 0; i < a->ndim; i++) {
    text_format(error, "%s%lld", i ? ", " : "", (long long)a->shape[i]);
  }
  text_format(error,
              "); it must be (%d), (%ld, %d) or (%d, %ld, %d): controls, steps x controls, or "
              "worlds x steps x controls",
              (int)m->nu, wish->step, (int)m->nu, wish->world, wish->step, (int)m->nu);
  return false;
}

static bool openArray(drive_Drive* drive, const mjModel* m, const drive_Wish* wish,
                      text_Text* error) {
  npy_Array* a = &drive->array;
  drive->fd = npy_open(a, wish->what, error);
  if (drive->fd < 0) return false;
  if (!checkShape(a, m, wish, error)) return false;
  if (a->ndim == 3) return true;
  const size_t n = (size_t)a->shape[0] * (size_t)(a->ndim == 2 ? a->shape[1] : 1);
  drive->value = mem_calloc(n + 1, sizeof *drive->value);
  if (!drive->value) return text_format(error, "out of memory for '%s'", wish->what), false;
  if (npy_read(drive->fd, a, 0, drive->value, n)) return true;
  text_format(error, "'%s' cannot be read: %s", wish->what, strerror(errno));
  return false;
}

// ---- creation

bool drive_make(drive_Drive* drive, const mjModel* m, const drive_Wish* wish, text_Text* error) {
  *drive = (drive_Drive){.seed = wish->seed, .fd = -1};
  if (!strcmp(wish->what, "zero")) return true;
  if (!strcmp(wish->what, "noise")) {
    drive->kind = DRIVE_NOISE;
    drive->deviation = wish->deviation;
    drive->hold = wish->hold;
    drive->centre = wish->key < 0 ? NULL : m->key_ctrl + (size_t)wish->key * (size_t)m->nu;
    return true;
  }
  drive->kind = DRIVE_FILE;
  return openArray(drive, m, wish, error);
}

void drive_free(drive_Drive* drive) {
  if (drive->kind == DRIVE_FILE && drive->fd >= 0) close(drive->fd);
  mem_free(drive->value);
  *drive = (drive_Drive){.fd = -1};
}

// of a large array only the first values are hashed
static uint64_t hashArray(const drive_Drive* drive) {
  enum { MOST = 1 << 16 };
  const npy_Array* a = &drive->array;
  uint64_t n = 1;
  for (int i = 0; i < a->ndim; i++) n *= (uint64_t)a->shape[i];
  if (drive->value) return hash64_bytes(HASH64_START, drive->value, n * sizeof *drive->value);
  if (n > MOST) n = MOST;
  double* some = mem_calloc(n + 1, sizeof *some);
  const bool ok = some && npy_read(drive->fd, a, 0, some, n);
  const uint64_t hash = ok ? hash64_bytes(HASH64_START, some, n * sizeof *some) : 0;
  mem_free(some);
  return hash;
}

void drive_describe(const drive_Drive* drive, text_Text* out) {
  if (drive->kind == DRIVE_START) text_add(out, "zero");
  if (drive->kind == DRIVE_NOISE) {
    text_add(out, "noise, deviation ");
    text_num(out, drive->deviation, 0);
    text_format(out, ", held for %ld", drive->hold);
  }
  if (drive->kind != DRIVE_FILE) return;
  text_add(out, drive->array.single ? "file of float32" : "file of float64");
  for (int i = 0; i < drive->array.ndim; i++) {
    text_format(out, "%s%lld", i ? " x " : ", ", (long long)drive->array.shape[i]);
  }
  text_format(out, ", hash %016llx", (unsigned long long)hashArray(drive));
}

// ---- values

static double noiseAt(const drive_Drive* drive, const mjModel* m, philox_Place place) {
  const int i = (int)place.index;
  const bool limited = m->actuator_ctrllimited[i];
  const double lo = limited ? m->actuator_ctrlrange[2 * i] : -1,
               hi = limited ? m->actuator_ctrlrange[2 * i + 1] : 1;
  const double centre = drive->centre ? drive->centre[i] : 0.5 * (lo + hi);
  const double x = centre + drive->deviation * 0.5 * (hi - lo) * philox_normal(place);
  return !limited ? x : x < lo ? lo : x > hi ? hi : x;
}

static void fillNoise(const drive_Drive* drive, const mjModel* m, int world, long step, int nstep,
                      mjtNum* out) {
  philox_Place place = {.seed = drive->seed, .purpose = PURPOSE_CONTROL, .world = (uint32_t)world};
  for (int k = 0; k < nstep; k++, out += m->nu) {
    if (k && (step + k) % drive->hold) {
      memcpy(out, out - m->nu, (size_t)m->nu * sizeof *out);
      continue;
    }
    place.step = (uint64_t)((step + k) / drive->hold);
    for (int i = 0; i < m->nu; i++) {
      place.index = (uint32_t)i;
      out[i] = noiseAt(drive, m, place);
    }
  }
}

static void fillTable(const drive_Drive* drive, const mjModel* m, long step, int nstep,
                      mjtNum* out) {
  const size_t nu = (size_t)m->nu;
  for (int k = 0; k < nstep; k++) {
    const size_t row = drive->array.ndim == 2 ? (size_t)(step + k) : 0;
    memcpy(out + (size_t)k * nu, drive->value + row * nu, nu * sizeof *out);
  }
}

bool drive_fill(const drive_Drive* drive, const mjModel* m, int first, int n, long step, int nstep,
                mjtNum* out, text_Text* error) {
  const size_t block = (size_t)nstep * (size_t)m->nu;
  if (!block) return true;
  for (int w = 0; w < n; w++, out += block) {
    const int world = first + w;
    if (drive->kind == DRIVE_NOISE) {
      fillNoise(drive, m, world, step, nstep, out);
    } else if (drive->value) {
      fillTable(drive, m, step, nstep, out);
    } else {
      ASSERT(drive->kind == DRIVE_FILE);
      const uint64_t row = (uint64_t)world * (uint64_t)drive->array.shape[1] + (uint64_t)step;
      if (npy_read(drive->fd, &drive->array, row * (uint64_t)m->nu, out, block)) continue;
      text_format(error, "the controls cannot be read: %s", errno ? strerror(errno) : "cut off");
      return false;
    }
  }
  return true;
}
