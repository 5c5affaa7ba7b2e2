// Types of drawing: rectangles, formats, the context that holds what was uploaded. The functions
// that work with them (mjr_) are still to come; programs can already hold and pass these structs.
// Member order is that of MuJoCo 3.12.0.
#ifndef SINEW_RENDER_H_
#define SINEW_RENDER_H_

#include <sinew/visualize.h>

#define mjNAUX 10           // auxiliary buffers
#define mjMAXTEXTURE 1000   // textures
#define mjMAXMATERIAL 1000  // materials with textures

//------------------------------------ enums -------------------------------------------------------

// place of an overlay
typedef enum mjtGridPos_ {
  mjGRID_TOPLEFT = 0,  // top left
  mjGRID_TOPRIGHT,     // top right
  mjGRID_BOTTOMLEFT,   // bottom left
  mjGRID_BOTTOMRIGHT,  // bottom right
  mjGRID_TOP,          // top
  mjGRID_BOTTOM,       // bottom
  mjGRID_LEFT,         // left
  mjGRID_RIGHT         // right
} mjtGridPos;

// where is drawn
typedef enum mjtFramebuffer_ {
  mjFB_WINDOW = 0,  // window
  mjFB_OFFSCREEN    // memory
} mjtFramebuffer;

// what depth 0 is
typedef enum mjtDepthMap_ {
  mjDEPTH_ZERONEAR = 0,  // the near plane
  mjDEPTH_ZEROFAR = 1    // the far plane
} mjtDepthMap;

// size of fonts, percent
typedef enum mjtFontScale_ {
  mjFONTSCALE_50 = 50,    // half
  mjFONTSCALE_100 = 100,  // as it is
  mjFONTSCALE_150 = 150,  // larger
  mjFONTSCALE_200 = 200,  // twice
  mjFONTSCALE_250 = 250,  // larger
  mjFONTSCALE_300 = 300   // three times
} mjtFontScale;

// fonts
typedef enum mjtFont_ {
  mjFONT_NORMAL = 0,  // normal
  mjFONT_SHADOW,      // with a shadow
  mjFONT_BIG          // big
} mjtFont;

// formats of pixels
typedef enum mjrPixelFormat_ {
  mjPIXEL_FORMAT_UNKNOWN = 0,  // unknown
  mjPIXEL_FORMAT_R8,           // gray, bytes
  mjPIXEL_FORMAT_RGB8,         // colour, bytes
  mjPIXEL_FORMAT_RGBA8,        // colour and opacity, bytes
  mjPIXEL_FORMAT_R32F,         // gray, floats
  mjPIXEL_FORMAT_DEPTH32F,     // depth, floats
  mjPIXEL_FORMAT_KTX           // a KTX file
} mjrPixelFormat;

// what a number at a vertex is
typedef enum mjrVertexAttributeUsage_ {
  mjVERTEX_ATTRIBUTE_USAGE_POSITION = 0,  // position
  mjVERTEX_ATTRIBUTE_USAGE_NORMAL,        // normal
  mjVERTEX_ATTRIBUTE_USAGE_TANGENTS,      // tangents
  mjVERTEX_ATTRIBUTE_USAGE_UV,            // texture coordinates
  mjVERTEX_ATTRIBUTE_USAGE_COLOR          // colour
} mjrVertexAttributeUsage;

// type of numbers at vertices
typedef enum mjrVertexAttributeType_ {
  mjVERTEX_ATTRIBUTE_TYPE_FLOAT2 = 0,  // two floats
  mjVERTEX_ATTRIBUTE_TYPE_FLOAT3,      // three floats
  mjVERTEX_ATTRIBUTE_TYPE_FLOAT4,      // four floats
  mjVERTEX_ATTRIBUTE_TYPE_UBYTE4       // four bytes
} mjrVertexAttributeType;

// type of indices
typedef enum mjrIndexType_ {
  mjINDEX_TYPE_U16 = 0,  // 16 bits
  mjINDEX_TYPE_U32       // 32 bits
} mjrIndexType;

// what a mesh is made of
typedef enum mjrMeshPrimitiveType_ {
  mjMESH_PRIMITIVE_TYPE_TRIANGLES = 0,  // triangles
  mjMESH_PRIMITIVE_TYPE_LINES           // lines
} mjrMeshPrimitiveType;

//------------------------------------ structs -----------------------------------------------------

// a rectangle of pixels
typedef struct mjrRect_ {
  int left;    // first column
  int bottom;  // first row
  int width;   // columns
  int height;  // rows
} mjrRect;

// who draws
typedef struct mjrRendererInfo_ {
  const char* renderer;  // name of the renderer
  const char* backend;   // name of what it draws with
} mjrRendererInfo;

// numbers at vertices
typedef struct mjrVertexAttribute_ {
  int usage;  // mjrVertexAttributeUsage
  int type;   // mjrVertexAttributeType
} mjrVertexAttribute;

// what was uploaded
typedef struct mjrContext_ {
  float lineWidth;                            // of lines
  float shadowClip;                           // of shadows of directional lights
  float shadowScale;                          // of shadows of spots
  float fogStart;                             // where fog begins
  float fogEnd;                               // where it ends
  float fogRGBA[4];                           // its colour
  int shadowSize;                             // of the map of shadows
  int offWidth;                               // width of the offscreen buffer
  int offHeight;                              // its height
  int offSamples;                             // its samples
  int fontScale;                              // mjtFontScale
  int auxWidth[mjNAUX];                       // widths of auxiliary buffers
  int auxHeight[mjNAUX];                      // their heights
  int auxSamples[mjNAUX];                     // their samples
  unsigned int offFBO;                        // offscreen frame buffer
  unsigned int offFBO_r;                      // the same, resolved
  unsigned int offColor;                      // its colours
  unsigned int offColor_r;                    // the same, resolved
  unsigned int offDepthStencil;               // its depths
  unsigned int offDepthStencil_r;             // the same, resolved
  unsigned int shadowFBO;                     // frame buffer of shadows
  unsigned int shadowTex;                     // texture of shadows
  unsigned int auxFBO[mjNAUX];                // auxiliary frame buffers
  unsigned int auxFBO_r[mjNAUX];              // the same, resolved
  unsigned int auxColor[mjNAUX];              // their colours
  unsigned int auxColor_r[mjNAUX];            // the same, resolved
  int mat_texid[mjMAXMATERIAL*mjNTEXROLE];  // textures of materials
  int mat_texuniform[mjMAXMATERIAL];          // cubes that cover evenly
  float mat_texrepeat[mjMAXMATERIAL*2];     // repetitions
  int ntexture;                               // textures
  int textureType[mjMAXTEXTURE];              // mjtTexture
  unsigned int texture[mjMAXTEXTURE];         // their names
  unsigned int basePlane;                     // first list of planes
  unsigned int baseMesh;                      // of meshes
  unsigned int baseHField;                    // of height fields
  unsigned int baseBuiltin;                   // of shapes
  unsigned int baseFontNormal;                // of the normal font
  unsigned int baseFontShadow;                // of that with a shadow
  unsigned int baseFontBig;                   // of the big one
  int rangePlane;                             // number of lists of planes
  int rangeMesh;                              // of meshes
  int rangeHField;                            // of height fields
  int rangeBuiltin;                           // of shapes
  int rangeFont;                              // of fonts
  int nskin;                                  // skins
  unsigned int* skinvertVBO;                  // their vertices
  unsigned int* skinnormalVBO;                // their normals
  unsigned int* skintexcoordVBO;              // their texture coordinates
  unsigned int* skinfaceVBO;                  // their faces
  int charWidth[127];                         // widths of characters
  int charWidthBig[127];                      // of the big font
  int charHeight;                             // height of characters
  int charHeightBig;                          // of the big font
  int glInitialized;                          // it is ready
  int windowAvailable;                        // there is a window
  int windowSamples;                          // its samples
  int windowStereo;                           // it has two buffers for two eyes
  int windowDoublebuffer;                     // it has two buffers
  int currentBuffer;                          // mjtFramebuffer
  int readPixelFormat;                        // of pixels that are read
  int readDepthMap;                           // mjtDepthMap
} mjrContext;

// names for drawing of what the model has
typedef mjtTexture mjrSamplerType;    // type of a texture
typedef mjtColorSpace mjrColorSpace;  // its colours
typedef mjtLightType mjrLightType;    // type of a light
typedef mjvGLCamera mjrCamera;        // a camera

#endif
