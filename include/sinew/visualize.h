// Abstract visualisation: cameras, mouse perturbation, options, the list of things to draw,
// figures; and the functions that work with them (mjv_). Member order is that of MuJoCo 3.12.0.
#ifndef SINEW_VISUALIZE_H_
#define SINEW_VISUALIZE_H_

#include <sinew/data.h>
#include <sinew/export.h>
#include <sinew/model.h>
#include <sinew/types.h>

#define mjNGROUP 6          // groups of geoms, sites, joints, ... that are shown or hidden
#define mjMAXLIGHT 100      // lights of a scene
#define mjMAXOVERLAY 500    // characters of an overlay
#define mjMAXLINE 100       // lines of a figure
#define mjMAXLINEPNT 1001   // points of a line
#define mjMAXPLANEGRID 200  // lines of a plane's grid

//------------------------------------ enums -------------------------------------------------------

// kinds of things in a scene, as bits
typedef enum mjtCatBit_ {
  mjCAT_STATIC = 1,   // part of the world body
  mjCAT_DYNAMIC = 2,  // part of another body
  mjCAT_DECOR = 4,    // decoration
  mjCAT_ALL = 7       // all of them
} mjtCatBit;

// what a movement of the mouse does
typedef enum mjtMouse_ {
  mjMOUSE_NONE = 0,    // nothing
  mjMOUSE_ROTATE_V,    // rotate, vertical plane
  mjMOUSE_ROTATE_H,    // rotate, horizontal plane
  mjMOUSE_MOVE_V,      // move, vertical plane
  mjMOUSE_MOVE_H,      // move, horizontal plane
  mjMOUSE_ZOOM,        // zoom
  mjMOUSE_MOVE_V_REL,  // move with the target, vertical plane
  mjMOUSE_MOVE_H_REL,  // move with the target, horizontal plane
  mjMOUSE_TURN_V,      // turn in place, vertical plane
  mjMOUSE_TURN_H       // turn in place, horizontal plane
} mjtMouse;

// perturbations of the selected body, as bits
typedef enum mjtPertBit_ {
  mjPERT_TRANSLATE = 1,  // pulled
  mjPERT_ROTATE = 2      // turned
} mjtPertBit;

// kinds of cameras
typedef enum mjtCamera_ {
  mjCAMERA_FREE = 0,  // moved by the user
  mjCAMERA_TRACKING,  // looks at a body
  mjCAMERA_FIXED,     // a camera of the model
  mjCAMERA_USER       // set by the program
} mjtCamera;

// what labels stand at
typedef enum mjtLabel_ {
  mjLABEL_NONE = 0,      // nothing
  mjLABEL_BODY,          // bodies
  mjLABEL_JOINT,         // joints
  mjLABEL_GEOM,          // geoms
  mjLABEL_SITE,          // sites
  mjLABEL_CAMERA,        // cameras
  mjLABEL_LIGHT,         // lights
  mjLABEL_TENDON,        // tendons
  mjLABEL_ACTUATOR,      // actuators
  mjLABEL_CONSTRAINT,    // constraints
  mjLABEL_FLEX,          // flexes
  mjLABEL_SKIN,          // skins
  mjLABEL_SELECTION,     // the selected body
  mjLABEL_SELPNT,        // the selected point
  mjLABEL_CONTACTPOINT,  // contacts
  mjLABEL_CONTACTFORCE,  // forces of contacts
  mjLABEL_ISLAND,        // islands
  mjNLABEL               // how many there are
} mjtLabel;

// what frames are drawn at
typedef enum mjtFrame_ {
  mjFRAME_NONE = 0,  // nothing
  mjFRAME_BODY,      // bodies
  mjFRAME_GEOM,      // geoms
  mjFRAME_SITE,      // sites
  mjFRAME_CAMERA,    // cameras
  mjFRAME_LIGHT,     // lights
  mjFRAME_CONTACT,   // contacts
  mjFRAME_WORLD,     // the world
  mjNFRAME           // how many there are
} mjtFrame;

// what is shown
typedef enum mjtVisFlag_ {
  mjVIS_CONVEXHULL = 0,  // hulls of meshes
  mjVIS_TEXTURE,         // textures
  mjVIS_JOINT,           // joints
  mjVIS_CAMERA,          // cameras
  mjVIS_ACTUATOR,        // actuators
  mjVIS_ACTIVATION,      // activations
  mjVIS_LIGHT,           // lights
  mjVIS_TENDON,          // tendons
  mjVIS_RANGEFINDER,     // rays of rangefinders
  mjVIS_CONSTRAINT,      // point constraints
  mjVIS_INERTIA,         // boxes of equal inertia
  mjVIS_SCLINERTIA,      // the same, scaled by mass
  mjVIS_PERTFORCE,       // force of a perturbation
  mjVIS_PERTOBJ,         // object of a perturbation
  mjVIS_CONTACTPOINT,    // contacts
  mjVIS_ISLAND,          // islands
  mjVIS_CONTACTFORCE,    // forces of contacts
  mjVIS_CONTACTSPLIT,    // these split into normal and tangent
  mjVIS_TRANSPARENT,     // dynamic geoms as if of glass
  mjVIS_AUTOCONNECT,     // joints and mass centres joined by lines
  mjVIS_COM,             // centres of mass
  mjVIS_SELECT,          // the selected point
  mjVIS_STATIC,          // static bodies
  mjVIS_SKIN,            // skins
  mjVIS_FLEXVERT,        // vertices of flexes
  mjVIS_FLEXEDGE,        // edges of flexes
  mjVIS_FLEXFACE,        // elements of flexes
  mjVIS_FLEXSKIN,        // smooth skins of flexes
  mjVIS_BODYBVH,         // bounding volumes of bodies
  mjVIS_MESHBVH,         // bounding volumes of meshes
  mjVIS_SDFITER,         // iterations in signed distances
  mjNVISFLAG             // how many there are
} mjtVisFlag;

// how it is drawn
typedef enum mjtRndFlag_ {
  mjRND_SHADOW = 0,  // shadows
  mjRND_WIREFRAME,   // as wires
  mjRND_REFLECTION,  // reflections
  mjRND_ADDITIVE,    // transparency adds up
  mjRND_SKYBOX,      // the sky
  mjRND_FOG,         // fog
  mjRND_HAZE,        // haze
  mjRND_DEPTH,       // depth in place of colour
  mjRND_SEGMENT,     // a colour for each thing
  mjRND_IDCOLOR,     // that colour is its number
  mjRND_CULL_FACE,   // no back faces
  mjNRNDFLAG         // how many there are
} mjtRndFlag;

// pictures for two eyes
typedef enum mjtStereo_ {
  mjSTEREO_NONE = 0,      // one picture
  mjSTEREO_QUADBUFFERED,  // two buffers
  mjSTEREO_SIDEBYSIDE     // beside each other
} mjtStereo;

//------------------------------------ names of flags ----------------------------------------------

MJAPI extern const char* mjLABELSTRING[mjNLABEL];
MJAPI extern const char* mjFRAMESTRING[mjNFRAME];
// name, default ("0" or "1"), key of the keyboard ("" for none)
MJAPI extern const char* mjVISSTRING[mjNVISFLAG][3];
MJAPI extern const char* mjRNDSTRING[mjNRNDFLAG][3];

//------------------------------------ structs -----------------------------------------------------

// what the user does to a body with the mouse
typedef struct mjvPerturb_ {
  int select;           // body, 0 or less: none
  int flexselect;       // flex, negative: none
  int skinselect;       // skin, negative: none
  int active;           // bits of mjtPertBit
  int active2;          // the same, with keys of their own
  mjtNum refpos[3];     // where the body's frame of inertia is to go
  mjtNum refquat[4];    // and how it is to be turned
  mjtNum refselpos[3];  // where the selected point is to go
  mjtNum localpos[3];   // selected point in the body's frame
  mjtNum localmass;     // inertia at the selected point
  mjtNum scale;         // of movements of the mouse
} mjvPerturb;

// a camera
typedef struct mjvCamera_ {
  int type;          // mjtCamera
  int fixedcamid;    // camera of the model, if it is fixed
  int trackbodyid;   // body, if it tracks one
  mjtNum lookat[3];  // point that it looks at
  mjtNum distance;   // to that point
  mjtNum azimuth;    // degrees
  mjtNum elevation;  // degrees
  int orthographic;  // 0: perspective
} mjvCamera;

// a camera as OpenGL sees it
typedef struct mjvGLCamera_ {
  float pos[3];          // position
  float forward[3];      // direction
  float up[3];           // up
  float frustum_center;  // horizontal centre
  float frustum_width;   // half width, 0: from the picture's shape
  float frustum_bottom;  // bottom
  float frustum_top;     // top
  float frustum_near;    // near plane
  float frustum_far;     // far plane
  int orthographic;      // 0: perspective
} mjvGLCamera;

// a thing to draw
typedef struct mjvGeom_ {
  int type;             // mjtGeom
  int dataid;           // mesh, height field or plane; -1: none
  int objtype;          // mjtObj of what it stands for
  int objid;            // number of that
  int category;         // mjtCatBit
  int matid;            // material, -1: none
  int texid;            // texture, -1: none
  int texuniform;       // cube textures cover it evenly
  int texcoord;         // the mesh has texture coordinates
  int segid;            // number in segmentation, -1: left out
  float size[3];        // sizes
  float pos[3];         // position
  float mat[9];         // orientation
  float rgba[4];        // colour
  float emission;       // emission
  float specular;       // specularity
  float shininess;      // shininess
  float reflectance;    // reflectance
  float texrepeat[2];   // repetitions of the texture
  char label[100];      // text beside it
  float camdist;        // distance to the camera, for sorting
  float modelrbound;    // bounding radius of the geom, 0: not of a geom
  mjtByte transparent;  // is it drawn as transparent
} mjvGeom;

// a light
typedef struct mjvLight_ {
  int id;                // light of the model, -1: headlight
  float pos[3];          // position
  float dir[3];          // direction
  int type;              // mjtLightType
  int texid;             // texture, -1: none
  float attenuation[3];  // constant, linear, quadratic
  float cutoff;          // degrees
  float exponent;        // of a spot
  float ambient[3];      // colour
  float diffuse[3];      // colour
  float specular[3];     // colour
  mjtByte headlight;     // it is at the camera
  mjtByte castshadow;    // it casts shadows
  float bulbradius;      // for soft shadows
  float intensity;       // candela
  float range;           // how far it reaches
  float softness;        // of its edge
} mjvLight;

// what is shown
typedef struct mjvOption_ {
  int label;                        // mjtLabel
  int frame;                        // mjtFrame
  mjtByte geomgroup[mjNGROUP];      // groups of geoms
  mjtByte sitegroup[mjNGROUP];      // groups of sites
  mjtByte jointgroup[mjNGROUP];     // groups of joints
  mjtByte tendongroup[mjNGROUP];    // groups of tendons
  mjtByte actuatorgroup[mjNGROUP];  // groups of actuators
  mjtByte flexgroup[mjNGROUP];      // groups of flexes
  mjtByte skingroup[mjNGROUP];      // groups of skins
  mjtByte flags[mjNVISFLAG];        // mjtVisFlag
  int bvh_depth;                    // level of bounding volumes
  int flex_layer;                   // layer of volumetric flexes
} mjvOption;

// all that is to be drawn
typedef struct mjvScene_ {
  int maxgeom;                  // room for geoms
  int ngeom;                    // geoms
  mjvGeom* geoms;               // (maxgeom) geoms
  int* geomorder;               // (maxgeom) their order by distance
  int nflex;                    // flexes
  int* flexedgeadr;             // (nflex) first edge
  int* flexedgenum;             // (nflex) number of edges
  int* flexvertadr;             // (nflex) first vertex
  int* flexvertnum;             // (nflex) number of vertices
  int* flexfaceadr;             // (nflex) first face
  int* flexfacenum;             // (nflex) room for faces
  int* flexfaceused;            // (nflex) number of faces
  int* flexedge;                // vertices of edges
  float* flexvert;              // positions of vertices
  float* flexface;              // corners of faces
  float* flexnormal;            // normals at these
  float* flextexcoord;          // texture coordinates at these
  mjtByte flexvertopt;          // vertices are shown
  mjtByte flexedgeopt;          // edges are shown
  mjtByte flexfaceopt;          // elements are shown
  mjtByte flexskinopt;          // skins are shown
  int nskin;                    // skins
  int* skinfacenum;             // (nskin) number of faces
  int* skinvertadr;             // (nskin) first vertex
  int* skinvertnum;             // (nskin) number of vertices
  float* skinvert;              // positions of vertices
  float* skinnormal;            // normals of vertices
  int nlight;                   // lights
  mjvLight lights[mjMAXLIGHT];  // lights
  mjvGLCamera camera[2];        // cameras of the left and the right eye
  mjtByte enabletransform;      // the next three are used
  float translate[3];           // from model to room
  float rotate[4];              // from model to room
  float scale;                  // from model to room
  int stereo;                   // mjtStereo
  mjtByte flags[mjNRNDFLAG];    // mjtRndFlag
  int framewidth;               // pixels of a frame around the picture, 0: none
  float framergb[3];            // its colour
  int status;                   // 0: good, 1: there was no room for all geoms
} mjvScene;

// a figure with lines
typedef struct mjvFigure_ {
  int flg_legend;                 // legend
  int flg_ticklabel[2];           // numbers at the axes
  int flg_extend;                 // ranges grow with the data
  int flg_barplot;                // bars in place of lines
  int flg_selection;              // a vertical line at `selection`
  int flg_symmetric;              // the vertical range is symmetric
  float linewidth;                // of lines
  float gridwidth;                // of the grid
  int gridsize[2];                // points of the grid
  float gridrgb[3];               // colour of the grid
  float figurergba[4];            // colour of the figure
  float panergba[4];              // colour of the pane
  float legendrgba[4];            // colour of the legend
  float textrgb[3];               // colour of text
  float linergb[mjMAXLINE][3];    // colours of lines
  float range[2][2];              // of the axes; min >= max: automatic
  char xformat[20];               // of numbers at the x axis
  char yformat[20];               // of numbers at the y axis
  char minwidth[20];              // text that numbers at the y axis must have room for
  char title[1000];               // title; parts of subplots separated by two spaces
  char xlabel[100];               // label of the x axis
  char linename[mjMAXLINE][100];  // names of lines in the legend
  int legendoffset;               // lines that the legend leaves out at its beginning
  int subplot;                    // part of the title that is bright
  int highlight[2];               // pixel; a line whose name in the legend is there is highlighted
  int highlightid;                // line to highlight; -1: as highlight says
  float selection;                // x of the vertical line
  int linepnt[mjMAXLINE];         // points of each line
  float linedata[mjMAXLINE][2*mjMAXLINEPNT];  // x and y of them
  int xaxispixel[2];                            // where the x axis is, in pixels
  int yaxispixel[2];                            // where the y axis is, in pixels
  float xaxisdata[2];                           // range of the x axis
  float yaxisdata[2];                           // range of the y axis
} mjvFigure;

#ifdef __cplusplus
extern "C" {
#endif

//------------------------------------ defaults ----------------------------------------------------

// the flags that mjVISSTRING has as "1", groups 0 to 2 of everything
MJAPI void mjv_defaultOption(mjvOption* opt);
// a free camera that looks at the origin
MJAPI void mjv_defaultCamera(mjvCamera* cam);
// a free camera that has the whole model in view: stat, vis.global -> cam
MJAPI void mjv_defaultFreeCamera(const mjModel* m, mjvCamera* cam);
// nothing is selected
MJAPI void mjv_defaultPerturb(mjvPerturb* pert);
// a figure without lines
MJAPI void mjv_defaultFigure(mjvFigure* fig);
// nothing: every scene starts so
MJAPI void mjv_defaultScene(mjvScene* scn);

//------------------------------------ scenes ------------------------------------------------------

// room for maxgeom geoms, and for the flexes and skins of m (NULL: none); what the scene held is
// freed. It must have been given mjv_defaultScene before
MJAPI void mjv_makeScene(const mjModel* m, mjvScene* scn, int maxgeom);
// what it holds, then nothing as by mjv_defaultScene
MJAPI void mjv_freeScene(mjvScene* scn);
// all of it: geoms, then the camera, lights, flexes and skins. catmask: bits of mjtCatBit; pert may
// be NULL. If geoms do not fit, status is set to 1 with a warning
MJAPI void mjv_updateScene(const mjModel* m, mjData* d, const mjvOption* opt,
                           const mjvPerturb* pert, mjvCamera* cam, int catmask, mjvScene* scn);
// all of it as text, to a file, or to stdout if filename is NULL or empty
MJAPI void mj_printScene(const mjvScene* s, const char* filename);
// float_format: a printf format for one number such as "%12.5g" (the default is "% -9.2g")
MJAPI void mj_printFormattedScene(const mjvScene* s, const char* filename,
                                  const char* float_format);
// adds geoms to those that are there
MJAPI void mjv_addGeoms(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert,
                        int catmask, mjvScene* scn);
// lights: that of the camera, and those of the model
MJAPI void mjv_makeLights(const mjModel* m, const mjData* d, mjvScene* scn);
// cam -> both cameras of the scene; one that tracks a body looks at it
MJAPI void mjv_updateCamera(const mjModel* m, const mjData* d, mjvCamera* cam, mjvScene* scn);
// vertices and normals of flexes and skins; outdated, mjv_updateScene does it
MJAPI void mjv_updateSkin(const mjModel* m, const mjData* d, mjvScene* scn);
// a geom of a program: all but objtype, objid, category and segid; NULL: standard values
MJAPI void mjv_initGeom(mjvGeom* geom, int type, const mjtNum size[3], const mjtNum pos[3],
                        const mjtNum mat[9], const float rgba[4]);
// type, size and place of a capsule, cylinder, arrow or line between two points
MJAPI void mjv_connector(mjvGeom* geom, int type, mjtNum width, const mjtNum from[3],
                         const mjtNum to[3]);
// for a thread that draws: dest must be a model of the same size
MJAPI void mjv_copyModel(mjModel* dest, const mjModel* src);
// the same of a state; dest NULL: a new one
MJAPI mjData* mjv_copyData(mjData* dest, const mjModel* m, const mjData* src);

//------------------------------------ cameras -----------------------------------------------------

// place and axes; results may be NULL
MJAPI void mjv_cameraFrame(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], mjtNum right[3],
                           const mjData* d, const mjvCamera* cam);
// near plane from bottom to top and from left to right, clipping planes; results may be NULL
MJAPI void mjv_cameraFrustum(float zver[2], float zhor[2], float zclip[2], const mjModel* m,
                             const mjvCamera* cam);
// a camera without a distance between the eyes
MJAPI mjvGLCamera mjv_camera2GLCamera(const mjModel* model, const mjData* data,
                                      const mjvCamera* mjv_camera);
// one between two
MJAPI mjvGLCamera mjv_averageCamera(const mjvGLCamera* cam1, const mjvGLCamera* cam2);
// from the room that a scene stands in to the model, by translate, rotate and scale
MJAPI void mjv_room2model(mjtNum modelpos[3], mjtNum modelquat[4], const mjtNum roompos[3],
                          const mjtNum roomquat[4], const mjvScene* scn);
// from the model to the room
MJAPI void mjv_model2room(mjtNum roompos[3], mjtNum roomquat[4], const mjtNum modelpos[3],
                          const mjtNum modelquat[4], const mjvScene* scn);
// mean of the two cameras, in the model; results may be NULL
MJAPI void mjv_cameraInModel(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3],
                             const mjvScene* scn);
// mean of the two cameras, in the room; results may be NULL
MJAPI void mjv_cameraInRoom(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3],
                            const mjvScene* scn);
// height of the picture at distance 1
MJAPI mjtNum mjv_frustumHeight(const mjvScene* scn);
// vec turned about z as forward is
MJAPI void mjv_alignToCamera(mjtNum res[3], const mjtNum vec[3], const mjtNum forward[3]);

//------------------------------------ mouse -------------------------------------------------------

// what a movement (mjtMouse) does to a camera; reldx and reldy are fractions of the window's height
MJAPI void mjv_moveCamera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy,
                          mjvCamera* cam);
// what it does to the targets of a perturbation
MJAPI void mjv_movePerturb(const mjModel* m, const mjData* d, int action, mjtNum reldx,
                           mjtNum reldy, const mjvScene* scn, mjvPerturb* pert);
// what it does to the model in its room, if enabletransform; roomup: up in the room
MJAPI void mjv_moveModel(const mjModel* m, int action, mjtNum reldx, mjtNum reldy,
                         const mjtNum roomup[3], mjvScene* scn);
// select, localpos -> targets where the body is, localmass, scale
MJAPI void mjv_initPerturb(const mjModel* m, mjData* d, const mjvScene* scn, mjvPerturb* pert);
// targets -> pose of a mocap body; of a free body too if flg_paused
MJAPI void mjv_applyPerturbPose(const mjModel* m, mjData* d, const mjvPerturb* pert,
                                int flg_paused);
// targets -> xfrc_applied of the selected body
MJAPI void mjv_applyPerturbForce(const mjModel* m, mjData* d, const mjvPerturb* pert);
// body at a point of the picture, from 0 to 1 from the left and from the bottom; -1: none. selpnt:
// the point on it; one of the ids is what was hit, the others are -1
MJAPI int mjv_select(const mjModel* m, const mjData* d, const mjvOption* vopt, mjtNum aspectratio,
                     mjtNum relx, mjtNum rely, const mjvScene* scn, mjtNum selpnt[3],
                     int geomid[1], int flexid[1], int skinid[1]);

#ifdef __cplusplus
}
#endif

#endif
