// Meshes of plugin shapes: the isosurface of a signed distance field (SDF) that a plugin defines,
// in a bounding box that it returns, by marching cubes.
//   config of a plugin -> vertices, normals, faces
#include "compile/compile_mesh.h"
#include "compile/compile_plugin.h"

typedef struct {
  const mjpPlugin* plugin;
  const mjtNum* attribute;
} Shape;

static double distanceTo(const void* context, const double x[3]) {
  const Shape* shape = context;
  return shape->plugin->sdf_staticdistance(x, shape->attribute);
}

bool comp_makeShape(comp_Compile* c, const spec_Element* e, arena_Arena* arena, mesh_Data* data,
                    mesh_Fault* fault) {
  const double* scale = SPEC_DATA(mjsMesh, e)->scale;
  const comp_Plugin* p = comp_pluginOf(c, e);
  const mjpPlugin* plugin = p ? p->plugin : NULL;
  if (!plugin || !plugin->sdf_staticdistance || !plugin->sdf_attribute || !plugin->sdf_aabb) {
    return mesh_fail(fault, "plugin: it has no signed distances that a mesh can be made of");
  }
  if (scale[0] != 1 || scale[1] != 1 || scale[2] != 1) {
    return mesh_fail(fault, "scale: a mesh that a plugin makes has the size of its distances; give "
                            "sizes in the plugin's config");
  }
  mjtNum* attribute = comp_alloc(c, plugin->nattribute + 1, sizeof *attribute);
  const char** name = comp_alloc(c, plugin->nattribute + 1, sizeof *name);
  if (!attribute || !name) return mesh_noMemory(fault);
  for (int i = 0; i < plugin->nattribute; i++) name[i] = plugin->attributes[i];
  plugin->sdf_attribute(attribute, name, p->value);
  const Shape shape = {plugin, attribute};
  mesh_Field field = {.distance = distanceTo, .context = &shape};
  plugin->sdf_aabb(field.aabb, attribute);
  return mesh_march(&field, arena, data, fault);
}
