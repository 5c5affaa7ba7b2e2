// Tiles of shadow maps, drawn on demand.
#include "render/shadow.h"

#include <sched.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "render/sheet.h"

enum { STATE_EMPTY, STATE_BUSY, STATE_DRAWN };

static bool castsShadow(const paint_Item* item) { return item->casts; }

static int onlyItem(const paint_Sheet* s, int tile) {
  const int first = s->first[tile], end = s->first[tile + 1];
  if (first == end) return -1;
  const int item = sheet_item(s, s->entry[first]);
  for (int i = first + 1; i < end; i++) {
    if (sheet_item(s, s->entry[i]) != item) return -1;
  }
  return item;
}

bool shadow_make(paint_Shadow* s, const paint_View* view, const paint_Items* items,
                 const raster_Kernels* kernels, const sheet_Kernels* sheets) {
  static const sheet_Order order = {castsShadow, PATTERN_ONE, .first = true};
  if (!sheet_make(&s->sheet, sheets, &order, view, items)) return false;
  const int n = sheet_tiles(&s->sheet);
  s->kernels = kernels;
  if (n > s->mostTile) {
    mem_free(s->map);
    mem_free(s->state);
    mem_free(s->only);
    s->map = mem_alloc((size_t)n * TILE_AREA * sizeof *s->map);
    s->state = mem_alloc((size_t)n);
    s->only = mem_alloc((size_t)n * sizeof *s->only);
    s->mostTile = s->map && s->state && s->only ? n : 0;
    if (!s->mostTile) return false;
  }
  memset(s->state, STATE_EMPTY, (size_t)n);
  for (int i = 0; i < n; i++) s->only[i] = onlyItem(&s->sheet, i);
  return true;
}

void shadow_free(paint_Shadow* s) {
  sheet_free(&s->sheet);
  mem_free(s->map);
  mem_free(s->state);
  mem_free(s->only);
  memset(s, 0, sizeof *s);
}

static void drawTile(paint_Shadow* s, int tile) {
  float* map = s->map + (size_t)tile * TILE_AREA;
  const float far = view_close(&s->sheet.view, s->sheet.view.far);
  for (int i = 0; i < TILE_AREA; i++) map[i] = far;
  raster_tile(s->kernels, &s->sheet, tile, &(paint_Tile){.close = map});
}

const float* shadow_tile(paint_Shadow* s, int tile) {
  char* state = &s->state[tile];
  char expected = STATE_EMPTY;
  if (__atomic_load_n(state, __ATOMIC_ACQUIRE) != STATE_DRAWN) {
    if (__atomic_compare_exchange_n(state, &expected, STATE_BUSY, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
      const double start = s->spent ? clock_cpuSeconds() : 0;
      drawTile(s, tile);
      if (s->spent) *s->spent += clock_cpuSeconds() - start;
      __atomic_store_n(state, STATE_DRAWN, __ATOMIC_RELEASE);
    } else {
      while (__atomic_load_n(state, __ATOMIC_ACQUIRE) != STATE_DRAWN) sched_yield();
    }
  }
  return s->map + (size_t)tile * TILE_AREA;
}
