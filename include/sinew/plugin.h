// What programs and shared libraries add to the engine: plugins (actuators, sensors, passive forces,
// signed distance fields), resource providers (where files come from), decoders and encoders (kinds
// of files). What is registered stays until the process ends; docs/plugins.md shows how.
#ifndef SINEW_PLUGIN_H_
#define SINEW_PLUGIN_H_

#include <sinew/data.h>
#include <sinew/export.h>
#include <sinew/model.h>
#include <sinew/spec.h>
#include <sinew/types.h>
#include <sinew/visualize.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- resources

struct mjpResourceProvider;

// an open file, wherever it is
typedef struct mjResource_ {
  char* name;           // full name
  void* data;           // belongs to the provider
  mjVFS* vfs;           // where it was found
  char timestamp[512];  // of its contents: text that changes with them
  const struct mjpResourceProvider* provider;  // functions that serve it
  const char* args;                            // what is given to an encoder or a decoder
} mjResource;

// 1: opened; 0: cannot be
typedef int (*mjfOpenResource)(mjResource* resource);
// its bytes, which stay valid until it is closed, and their number; -1: they cannot be had
typedef int (*mjfReadResource)(mjResource* resource, const void** buffer);
typedef void (*mjfCloseResource)(mjResource* resource);
// 1: ready; 0: cannot be
typedef int (*mjfMountResource)(mjResource* resource);
typedef int (*mjfUnmountResource)(mjResource* resource);
// 0: timestamp is that of its contents; > 0: they are newer; < 0: older
typedef int (*mjfResourceModified)(const mjResource* resource, const char* timestamp);
// bytes written, -1: none
typedef mjtSize (*mjfWriteResource)(mjResource* resource, const void* buffer, mjtSize nbytes);

// a kind of place that files come from: those whose name begins with "prefix:"
typedef struct mjpResourceProvider {
  const char* prefix;            // letter, then letters, digits, '+', '.', '-'
  mjfOpenResource open;          // needed
  mjfReadResource read;          // needed
  mjfCloseResource close;        // needed
  mjfMountResource mount;        // when it is mounted, may be NULL, as all that follow
  mjfUnmountResource unmount;    // when it is unmounted
  mjfResourceModified modified;  // NULL: always modified
  mjfWriteResource write;        // NULL: read only
  void* data;                    // belongs to the provider
} mjpResourceProvider;

// ---- decoders and encoders

// a spec of what is in a file; NULL: it cannot be
typedef mjSpec* (*mjfDecode)(mjResource* resource, const mjVFS* vfs);
typedef int (*mjfCanDecode)(const mjResource* resource);

// reads a kind of file
typedef struct mjpDecoder {
  const char* content_type;  // "model/x", or NULL
  const char* extension;     // ".x", or several: ".x|.y", or NULL
  mjfCanDecode can_decode;   // needed
  mjfDecode decode;          // needed
} mjpDecoder;

// bytes of the file, which stand in resource->data; -1: failed
typedef mjtSize (*mjfEncode)(const mjSpec* s, const mjModel* m, const mjVFS* vfs,
                             mjResource* resource);

// writes a kind of file
typedef struct mjpEncoder {
  const char* content_type;         // "model/x", or NULL
  const char* extension;            // ".x", or several: ".x|.y", or NULL
  mjfEncode encode;                 // needed
  mjfCloseResource close_resource;  // frees resource->data; needed
} mjpEncoder;

// ---- plugins

// what a plugin can do
typedef enum mjtPluginCapabilityBit_ {
  mjPLUGIN_ACTUATOR = 1 << 0,  // forces of actuators
  mjPLUGIN_SENSOR = 1 << 1,    // readings of sensors
  mjPLUGIN_PASSIVE = 1 << 2,   // passive forces
  mjPLUGIN_SDF = 1 << 3,       // signed distance fields
} mjtPluginCapabilityBit;

// a plugin. instance: index of mjModel.plugin. Functions may be NULL where there is nothing to do.
typedef struct mjpPlugin_ {
  const char* name;               // unique, case does not count: "author.kind"
  int nattribute;                 // names of configuration attributes
  const char* const* attributes;  // (nattribute)
  int capabilityflags;            // mjtPluginCapabilityBit
  int needstage;                  // sensors: mjtStage that must be complete

  // numbers that an instance has in mjData.plugin_state
  int (*nstate)(const mjModel* m, int instance);
  // numbers that a sensor has
  int (*nsensordata)(const mjModel* m, int instance, int sensor_id);
  // when an mjData is made; mjData.plugin_data[instance] is the plugin's own. < 0: failed
  int (*init)(const mjModel* m, mjData* d, int instance);
  // when it is deleted
  void (*destroy)(mjData* d, int instance);
  // when it is copied: dest's own plugin_data is still there
  void (*copy)(mjData* dest, const mjModel* m, const mjData* src, int instance);
  // when it is reset
  void (*reset)(const mjModel* m, mjtNum* plugin_state, void* plugin_data, int instance);
  // results of a capability: actuator_force, sensordata, additions to qfrc_passive
  void (*compute)(const mjModel* m, mjData* d, int instance, int capability_bit);
  // at the end of a step
  void (*advance)(const mjModel* m, mjData* d, int instance);
  // additions to a scene
  void (*visualize)(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn, int instance);

  // actuators: their act_dot
  void (*actuator_act_dot)(const mjModel* m, mjData* d, int instance);

  // signed distance fields: distance and its gradient at a point in the frame of the geom
  mjtNum (*sdf_distance)(const mjtNum point[3], const mjData* d, int instance);
  void (*sdf_gradient)(mjtNum gradient[3], const mjtNum point[3], const mjData* d, int instance);
  // the distance while a model is compiled, from attributes as numbers
  mjtNum (*sdf_staticdistance)(const mjtNum point[3], const mjtNum* attributes);
  // attributes as numbers, from their texts
  void (*sdf_attribute)(mjtNum attribute[], const char* name[], const char* value[]);
  // centre and half sizes of a box round the shape
  void (*sdf_aabb)(mjtNum aabb[6], const mjtNum* attributes);
} mjpPlugin;

// a shape, or two of which one is moved, for mjc_distance and mjc_gradient
typedef struct mjSDF_ {
  const mjpPlugin** plugin;  // of each shape
  int* id;                   // their plugin instances, or geoms
  mjtSDFType type;           // how they are combined
  mjtNum* relpos;            // pose of the first in the frame of the second
  mjtNum* relmat;            // its rotation
  mjtGeom* geomtype;         // types of their geoms
} mjSDF;

// called for each library of a folder: its file, the first slot that it has registered (-1: none)
// and their number
typedef void (*mjfPluginLibraryLoadCallback)(const char* filename, int first, int count);

// the body of a function that runs when the shared library is loaded:
//   mjPLUGIN_LIB_INIT(my_plugins) { mjp_registerPlugin(&plugin); }
#define mjPLUGIN_LIB_INIT(n)                                \
  static void _mj_init_##n(void) __attribute__((constructor)); \
  static void _mj_init_##n(void)

// ---- registering plugins; thread-safe

// all members 0
MJAPI void mjp_defaultPlugin(mjpPlugin* plugin);
// copies the plugin; its slot, that of the same plugin if it is there already, -1 after an error
MJAPI int mjp_registerPlugin(const mjpPlugin* plugin);
// registered plugins, those that ship with the library included
MJAPI int mjp_pluginCount(void);
// by name, any case; NULL, slot -1: there is none. slot may be NULL
MJAPI const mjpPlugin* mjp_getPlugin(const char* name, int* slot);
// NULL: there is none
MJAPI const mjpPlugin* mjp_getPluginAtSlot(int slot);

// loads a shared library, whose constructors register what is in it
MJAPI void mj_loadPluginLibrary(const char* path);
// the same of all libraries in a folder; callback may be NULL
MJAPI void mj_loadAllPluginLibraries(const char* directory, mjfPluginLibraryLoadCallback callback);
// text of an attribute of an instance, "" if it is not given; NULL if there is no such attribute
MJAPI const char* mj_getPluginConfig(const mjModel* m, int plugin_id, const char* attrib);

// ---- registering resource providers, decoders and encoders; thread-safe

// all members 0
MJAPI void mjp_defaultResourceProvider(mjpResourceProvider* provider);
// copies the provider: its number from 1 on, that of the same one if it is there already, -1 after
// an error
MJAPI int mjp_registerResourceProvider(const mjpResourceProvider* provider);
MJAPI int mjp_resourceProviderCount(void);
// the one whose prefix a name has; NULL: there is none
MJAPI const mjpResourceProvider* mjp_getResourceProvider(const char* resource_name);
// by its number from 1 on; NULL: there is none
MJAPI const mjpResourceProvider* mjp_getResourceProviderAtSlot(int slot);

// all members 0
MJAPI void mjp_defaultDecoder(mjpDecoder* decoder);
// copies the decoder, for its content type and each of its extensions
MJAPI void mjp_registerDecoder(const mjpDecoder* decoder);
// by content type, then by the extension of the name, if it says that it can; NULL: there is none
MJAPI const mjpDecoder* mjp_findDecoder(const mjResource* resource, const char* content_type);
// all members 0
MJAPI void mjp_defaultEncoder(mjpEncoder* encoder);
// copies the encoder, for its content type and each of its extensions
MJAPI void mjp_registerEncoder(const mjpEncoder* encoder);
MJAPI const mjpEncoder* mjp_findEncoder(const char* filename, const char* content_type);

// ---- resources: files in an mjVFS, of a provider, or on disk

// a provider serves names that begin with filepath. 0: mounted, 2: the name is taken, -1: failed
MJAPI int mj_mountVFS(mjVFS* vfs, const char* filepath, const mjpResourceProvider* provider);
// 0: unmounted, -1: there is none
MJAPI int mj_unmountVFS(mjVFS* vfs, const char* filename);
// opens dir + name; NULL: it cannot be, and error says why. dir, vfs and error may be NULL
MJAPI mjResource* mju_openResource(const char* dir, const char* name, const mjVFS* vfs, char* error,
                                   size_t nerror);
MJAPI void mju_closeResource(mjResource* resource);
// its bytes, which stay valid until it is closed, and their number; -1: they cannot be had
MJAPI int mju_readResource(mjResource* resource, const void** buffer);
// writes a file on disk, or one of a provider that can; the number of bytes, -1: failed
MJAPI mjtSize mju_writeResource(const char* name, const void* buffer, mjtSize nbytes,
                                const mjVFS* vfs, char* error, size_t nerror);
// the folder part of its name: where it begins, and its length
MJAPI void mju_getResourceDir(mjResource* resource, const char** dir, int* ndir);
// 0: it has this timestamp, > 0: it is newer, < 0: older
MJAPI int mju_isModifiedResource(const mjResource* resource, const char* timestamp);
// a spec of what is in it; content_type NULL: by the extension of its name. NULL: it cannot be
MJAPI mjSpec* mju_decodeResource(mjResource* resource, const char* content_type, const mjVFS* vfs);

// ---- signed distances

// plugin that the signed distances of a geom come from
MJAPI const mjpPlugin* mjc_getSDF(const mjModel* m, int id);
// signed distance at x, of one shape or of two together, in the frame of the first
MJAPI mjtNum mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]);
// its gradient
MJAPI void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum gradient[3],
                        const mjtNum x[3]);

#ifdef __cplusplus
}
#endif

#endif
