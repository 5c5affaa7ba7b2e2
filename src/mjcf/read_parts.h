// Internal interface of the MJCF reader: functions that the schema tables point to. A read_...
// function with an element parses one XML element in the context of the reader; one with an
// attribute parses a value that the generic parser cannot; fill_... functions store attributes and
// children in a public struct.
#ifndef SINEW_MJCF_READ_PARTS_H_
#define SINEW_MJCF_READ_PARTS_H_

#include "mjcf/read.h"
#include "mjcf/schema.h"
#include "spec/actuator_kinds.h"
#include "spec/spec.h"
#include "xml/xml.h"

struct read_Reader {
  spec_Spec* spec;
  diag_Diag* diag;  // of the spec
  const mjVFS* vfs;
  const read_Format* other;   // formats other than MJCF, NULL: none
  const char* path;           // main file of the document
  const read_Reader* parent;  // reader of the model that contains this one as a <model> asset
  int depth;                  // nesting depth of such models
  // current position in the tree: where elements are added, and the default class they start from
  spec_Element *body, *frame, *def;
  int replicates;  // number of <replicate> around the current element
  const char *fileFrom,
      *fileTo;  // file name of the last document whose name was copied, and its copy
};

// keyword value of an actuator with a plugin's force, in addition to act_Kind
enum { READ_PLUGIN_ACTUATOR = ACT_NKIND };

// arguments of <replicate>
typedef struct {
  int count;
  double offset[3], euler[3];
} read_Replicate;

// arguments of <composite>
typedef enum {
  COMPOSITE_CABLE = 1,
  COMPOSITE_PARTICLE,
  COMPOSITE_GRID,
  COMPOSITE_ROPE,
  COMPOSITE_LOOP,
  COMPOSITE_CLOTH
} read_CompositeType;
typedef enum { CABLE_BALL, CABLE_FREE, CABLE_NONE } read_CableStart;  // type of the first joint
typedef struct {
  int type, initial;
  int count[3];
  double offset[3], quat[4], size[3];
} read_Composite;
// defaults of these arguments, and of the parts of a cable (joint, geom, site, skin)
extern const read_Composite read_cableArgs;
void read_cableBuiltin(int type, void* data);

// ---- generic (read_attr.c)

// reads the attributes that are present: members of the public struct into data, those marked
// ATTR_ARG into args
void read_attrs(read_Reader* r, const xml_Node* node, const schema_Element* element, void* data,
                void* args);
// parses the values of a node and of all nodes below it without storing them, to report their
// errors
void read_checkValues(read_Reader* r, const xml_Node* node, const schema_Element* element);
// reports an error about a node: "model.xml:12: <geom name='foot'>: ..."
void read_error(read_Reader* r, const xml_Node* node, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

// ---- elements (read.c, read_tree.c)

// reads a document into r->spec with the settings of r; false after an error
bool read_document(read_Reader* r, const xml_Doc* doc);
// file and line of a node, valid as long as the spec
diag_Where read_place(read_Reader* r, const xml_Node* node);
// creates an element and stores its source location; NULL after an error
spec_Element* read_make(read_Reader* r, const xml_Node* node, int type, spec_Element* body,
                        spec_Element* frame, spec_Element* def);
// sets the name of an element from an attribute, if present; false with an error if the name is
// taken
bool read_name(read_Reader* r, const xml_Node* node, spec_Element* e, const char* attr);
// Sets the name of an element to first + second; false with an error about `attr` and the advice if
// the name is taken, or if out of memory
bool read_joinName(read_Reader* r, const xml_Node* node, spec_Element* e, const char* first,
                   const char* second, const char* attr, const char* advice);
// creates the element with its class, name and source location; NULL after an error
spec_Element* read_add(read_Reader* r, const xml_Node* node, const schema_Element* element);
// fills a public struct by the element's own function, or by its attributes
void read_fill(read_Reader* r, const xml_Node* node, const schema_Element* element, void* data);
// children of a section in document order
void read_children(read_Reader* r, const xml_Node* node, const schema_Element* element);
// looks up the default class named in an attribute, `fallback` if absent; NULL after an error
spec_Element* read_class(read_Reader* r, const xml_Node* node, const char* attr,
                         spec_Element* fallback);

#define READ_ELEMENT(name)                                                                         \
  void name(read_Reader* r, const xml_Node* node, const schema_Element* element)
READ_ELEMENT(read_model);    // compiler, option, ...: attributes into mjSpec, then children
READ_ELEMENT(read_section);  // children only
READ_ELEMENT(read_object);   // read_add, read_fill
READ_ELEMENT(read_default);  // read.c
READ_ELEMENT(read_world);
READ_ELEMENT(read_body);
READ_ELEMENT(read_frame);
READ_ELEMENT(read_replicate);
READ_ELEMENT(read_attach);
READ_ELEMENT(read_composite);  // read_composite.c
READ_ELEMENT(read_flexcomp);   // read_flex.c
READ_ELEMENT(read_inertial);
READ_ELEMENT(read_joint);
READ_ELEMENT(read_freejoint);
READ_ELEMENT(read_childModel);  // read_asset.c
READ_ELEMENT(read_activation);  // read_plugin.c: <plugin> of <extension>
READ_ELEMENT(read_bodyPlugin);

#define READ_FILL(name)                                                                            \
  void name(read_Reader* r, const xml_Node* node, const schema_Element* element, void* data)
READ_FILL(fill_texture);
READ_FILL(fill_material);
READ_FILL(fill_hfield);
READ_FILL(fill_mesh);
READ_FILL(fill_skin);
READ_FILL(fill_flex);  // read_flex.c
READ_FILL(fill_equality);
READ_FILL(fill_tendon);
READ_FILL(fill_actuator);
READ_FILL(fill_sensor);
READ_FILL(fill_numeric);
READ_FILL(fill_tuple);

// read_cable_skin.c: fills the skin of a cable of boxes, size as given; node: its <skin>, or NULL
void read_cableSkin(read_Reader* r, const xml_Node* node, int npoint, spec_Element* const* body,
                    const double size[3], mjsSkin* skin);

// read_plugin.c: a new instance of a plugin with the configuration inside a node; NULL after an
// error
spec_Element* read_instance(read_Reader* r, const xml_Node* node, const char* plugin);
// records an element whose plugin or instance has been read into `use`
void read_usePlugin(read_Reader* r, const xml_Node* node, mjsPlugin* use);
// reads the plugins inside an element, or that it is itself
void read_pluginsOf(read_Reader* r, const xml_Node* node, spec_Element* e);

// ---- attributes with their own parsing rules

#define READ_ATTR(name)                                                                            \
  void name(read_Reader* r, const xml_Node* node, const schema_Attr* attr, void* target)
READ_ATTR(read_eulerseq);
READ_ATTR(read_assetdir);
READ_ATTR(read_coordinate);
READ_ATTR(read_actuatorGroups);
READ_ATTR(read_memory);
READ_ATTR(read_springlength);
READ_ATTR(read_input);
READ_ATTR(read_gridlayout);
READ_ATTR(read_cubeSide);
READ_ATTR(read_floatList);  // an mjFloatVec
READ_ATTR(read_intList);    // an mjIntVec
READ_ATTR(read_materialTexture);
READ_ATTR(read_names);       // read_flex.c: an mjStringVec
READ_ATTR(read_doubleList);  // an mjDoubleVec
READ_ATTR(read_moreInts);    // appends to an mjIntVec

#endif
