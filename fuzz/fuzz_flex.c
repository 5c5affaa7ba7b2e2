// Flexes. The first byte chooses: bit 7 a Gmsh file, which are the bytes that follow, else a
// flexcomp whose words and numbers the bytes choose; bits 0-1 how points move, 2-3 what holds them
// together, 4 a body that moves.
#include "fuzz.h"

#include <stdio.h>

static const char* const dof[] = {"full", "trilinear", "quadratic", "2d"};
static const char* const hold[] = {
    "<edge equality='true'/>", "<elasticity young='1e3' poisson='.2' damping='.01'/>",
    "<elasticity young='1e3' thickness='.01' elastic2d='both'/>", "<edge equality='strain'/>"};

enum { GMSH = 128, MOVES = 16, SIZE = 1500 };

static const char* before(unsigned choice) {
  return choice & MOVES ? "<body name='b' pos='0 0 .2'><freejoint/><geom size='.05'/>"
                        : "<body name='b' pos='0 0 .2'>";
}

static void loadGmsh(unsigned choice, const uint8_t* data, size_t size) {
  char xml[SIZE];
  snprintf(xml, sizeof xml,
           "<mujoco><worldbody><geom type='plane' size='1 1 1'/>%s<flexcomp name='f' type='gmsh' "
           "file='f.msh' scale='.1 .1 .1' dof='%s'>%s%s</flexcomp></body></worldbody></mujoco>",
           before(choice), dof[choice & 3], hold[choice >> 2 & 3],
           (choice & 3) % 3 ? "<contact selfcollide='none'/>" : "");
  fuzz_loadWithFile(xml, "f.msh", data, size);
}

// bytes as they come; zeros after the last
typedef struct {
  const uint8_t* data;
  size_t left;
} Bytes;

static int take(Bytes* b) {
  if (!b->left) return 0;
  b->left--;
  return *b->data++;
}

// a small number, sometimes one that is wrong
static int number(Bytes* b) {
  const int x = take(b);
  return x < 240 ? x % 6 : x < 250 ? x : x - 253;
}

static void loadShape(unsigned choice, Bytes b) {
  static const char* const type[] = {"grid",   "box",  "cylinder", "ellipsoid",
                                     "square", "disc", "circle",   "direct"};
  char xml[SIZE];
  const char* kind = type[take(&b) % 8];
  const int dim = number(&b), n[3] = {number(&b), number(&b), number(&b)},
            cell[3] = {number(&b), number(&b), number(&b)},
            pin[4] = {number(&b), number(&b), number(&b), number(&b)};
  int used = snprintf(xml, sizeof xml,
                      "<mujoco><worldbody><geom type='plane' size='1 1 1'/>%s<flexcomp name='f' "
                      "type='%s' dim='%d' dof='%s' count='%d %d %d' cellcount='%d %d %d' "
                      "spacing='.05 .05 .05' point='0 0 0 .1 0 0 0 .1 0 0 0 .1 .1 .1 .1' element='",
                      before(choice), kind, dim, dof[choice & 3], n[0], n[1], n[2], cell[0],
                      cell[1], cell[2]);
  for (int i = 0; i < 12; i++)
    used += snprintf(xml + used, sizeof xml - (size_t)used, "%d ", number(&b));
  snprintf(xml + used, sizeof xml - (size_t)used,
           "'>%s<pin id='%d' range='%d %d'/>%s</flexcomp></body></worldbody></mujoco>",
           hold[choice >> 2 & 3], pin[0], pin[1], pin[2],
           pin[3] ? "<contact selfcollide='none'/>" : "<contact internal='true'/>");
  fuzz_loadWithFile(xml, "none", "", 0);
}

int fuzz_flex(const uint8_t* data, size_t size) {
  if (size < 1) return 0;
  if (data[0] & GMSH)
    loadGmsh(data[0], data + 1, size - 1);
  else
    loadShape(data[0], (Bytes){data + 1, size - 1});
  return 0;
}
