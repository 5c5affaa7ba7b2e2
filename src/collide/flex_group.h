// The contacts that belong together: those of a body and a flex, of two flexes, of a flex with
// itself. They are gathered in scratch, of too many the best spread ones are chosen, and these are
// brought into their order and appended to the list.
#ifndef SINEW_COLLIDE_FLEX_GROUP_H_
#define SINEW_COLLIDE_FLEX_GROUP_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

typedef struct {
  mjPreContact point;
  int geom;           // of the first side, -1: a flex
  int elem[2];        // that touch, -1: none
  int vert[2];
  bool isFrictionless;
} flex_Touch;

typedef struct {
  const mjModel* m;
  mjData* d;
  int flex[2];      // the first one: -1 if geoms are there
  bool isSelf;      // margins do not count
  flex_Touch* end;  // one past the first: touch i is end[-1 - i]
  int n, room;
  bool full;  // touches were dropped
} flex_Group;

// flex1 is -1 for geoms; a flex with itself: both are the same. Scratch is taken until
// flexgroup_finish, between which nothing else may keep any.
void flexgroup_begin(flex_Group* group, const mjModel* m, mjData* d, int flex1, int flex2);
void flexgroup_add(flex_Group* group, const flex_Touch* touch);
// -> contact, ncon; isSorted: by geom or element, and element or vertex
void flexgroup_finish(flex_Group* group, bool isSorted);
// begins again with the same scratch
static inline void flexgroup_restart(flex_Group* group) { group->n = 0; }
void flexgroup_flush(flex_Group* group, bool isSorted);

// margin of the contacts of a geom, or of the first flex if it is -1, with the second flex
mjtNum flexgroup_margin(const flex_Group* group, int geom);
// the distance up to which they are found
mjtNum flexgroup_limit(const flex_Group* group, int geom);

#endif
