// A signed distance field against the triangles of a flex.
#include "collide/flex_collide.h"

// fields have no distance function of their own in this build: nothing touches
void flex_sdfTriangles(flex_Group* group, int geom) { (void)group, (void)geom; }
