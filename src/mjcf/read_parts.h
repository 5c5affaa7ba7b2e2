// The parts of the MJCF reader: what the tables of the grammar point to. A read_... function with
// an element reads one XML element in the context of the reader; one with an attribute reads a
// value that the generic reader cannot; fill_... functions put attributes and children into a
// public struct.
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
  const read_Format* other;   // than MJCF, NULL: none
  const char* path;           // main file of the document
  const read_Reader* parent;  // reader of the model whose <model> asset this is
  int depth;                  // of such models
  // in the tree: where elements go and the class they start from
  spec_Element *body, *frame, *def;
  int replicates;                 // around the element that is read
  const char *fileFrom, *fileTo;  // file name of the document that was copied last, and its copy
};

// value of the actuator whose force is a plugin's, beside act_Kind
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
typedef enum { CABLE_BALL, CABLE_FREE, CABLE_NONE } read_CableStart;  // first joint
typedef struct {
  int type, initial;
  int count[3];
  double offset[3], quat[4], size[3];
} read_Composite;
// what they are, and what the parts of a cable have (joint, geom, site, skin), unless given
extern const read_Composite read_cableArgs;
void read_cableBuiltin(int type, void* data);

// ---- generic (read_attr.c)

// reads the attributes that are given: those of the public struct into data, those marked ATTR_ARG
// into args
void read_attrs(read_Reader* r, const xml_Node* node, const schema_Element* element, void* data,
                void* args);
// looks at the values of a node and all below it without keeping them, for their errors
void read_checkValues(read_Reader* r, const xml_Node* node, const schema_Element* element);
// error about a node: "model.xml:12: <geom name='foot'>: ..."
void read_error(read_Reader* r, const xml_Node* node, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

// ---- elements (read.c, read_tree.c)

// reads a document into r->spec with the settings of r; false after an error
bool read_document(read_Reader* r, const xml_Doc* doc);
// file and line of a node, valid as long as the spec
diag_Where read_place(read_Reader* r, const xml_Node* node);
// makes an element and keeps its place in the file; NULL after an error
spec_Element* read_make(read_Reader* r, const xml_Node* node, int type, spec_Element* body,
                        spec_Element* frame, spec_Element* def);
// gives an element the name in an attribute, if it is there; false with an error if the name is
// taken
bool read_name(read_Reader* r, const xml_Node* node, spec_Element* e, const char* attr);
// gives an element the name first + second; false with an error about `attr` and the advice if it
// is taken, or if memory is short
bool read_joinName(read_Reader* r, const xml_Node* node, spec_Element* e, const char* first,
                   const char* second, const char* attr, const char* advice);
// makes the element with its class, name and place; NULL after an error
spec_Element* read_add(read_Reader* r, const xml_Node* node, const schema_Element* element);
// fills a public struct by the element's own function or by its attributes
void read_fill(read_Reader* r, const xml_Node* node, const schema_Element* element, void* data);
// children of a section in document order
void read_children(read_Reader* r, const xml_Node* node, const schema_Element* element);
// a class by the name in an attribute, `fallback` if it is absent; NULL after an error
spec_Element* read_class(read_Reader* r, const xml_Node* node, const char* attr,
                         spec_Element* fallback);

#define READ_ELEMENT(name)                                                                         \
  void name(read_Reader* r, const xml_Node* node, const schema_Element* element)
READ_ELEMENT(read_model);    // compiler, option, ...: attributes into mjSpec, then children
READ_ELEMENT(read_section);  // children only
READ_ELEMENT(read_object);   // read_add, read_fill
READ_ELEMENT(read_default);  // read_default.c
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
// an element whose plugin or instance has been read into `use`
void read_usePlugin(read_Reader* r, const xml_Node* node, mjsPlugin* use);
// the plugins that stand inside an element, or that it is itself
void read_pluginsOf(read_Reader* r, const xml_Node* node, spec_Element* e);

// ---- attributes with rules of their own

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
