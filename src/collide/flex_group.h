// Groups of flex contacts: those of a body and a flex, of two flexes, of a flex with itself. They
// are collected in scratch memory; if there are too many, contact reduction chooses those that are
// spread best. The rest are sorted and appended to the contact list.
#ifndef SINEW_COLLIDE_FLEX_GROUP_H_
#define SINEW_COLLIDE_FLEX_GROUP_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

typedef struct {
  mjPreContact point;
  int geom;     // of the first side, -1: it is a flex
  int elem[2];  // that touch, -1: none
  int vert[2];
  bool isFrictionless;
} flex_Touch;

typedef struct {
  const mjModel* m;
  mjData* d;
  int flex[2];      // the first one: -1 for geoms
  bool isSelf;      // margins are ignored
  flex_Touch* end;  // one past the first: touch i is end[-1 - i]
  int n, room;
  bool full;  // touches were dropped
} flex_Group;

// flex1 is -1 for geoms; for a flex with itself both are the same. Takes scratch until
// flexgroup_finish; in between, nothing else may keep any.
void flexgroup_begin(flex_Group* group, const mjModel* m, mjData* d, int flex1, int flex2);
void flexgroup_add(flex_Group* group, const flex_Touch* touch);
// -> contact, ncon; isSorted: sort by geom or element, then element or vertex
void flexgroup_finish(flex_Group* group, bool isSorted);
// starts an empty group in the same scratch
static inline void flexgroup_restart(flex_Group* group) { group->n = 0; }
void flexgroup_flush(flex_Group* group, bool isSorted);

// contact margin of a geom, or of the first flex if it is -1, with the second flex
mjtNum flexgroup_margin(const flex_Group* group, int geom);
// distance up to which contacts are found
mjtNum flexgroup_limit(const flex_Group* group, int geom);

#endif
