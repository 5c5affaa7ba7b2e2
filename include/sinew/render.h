// Drawing (mjr_): rectangles, formats, the context that holds what was uploaded, and functions that
// draw scenes. The library draws on the CPU, without OpenGL and without a display: there is no
// window, all buffers are offscreen. Member order is that of MuJoCo 3.12.0.
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

//------------------------------------ contexts ----------------------------------------------------

#ifdef __cplusplus
extern "C" {
#endif

// nothing: every context starts so
MJAPI void mjr_defaultContext(mjrContext* con);
// names that are empty
MJAPI void mjr_defaultRendererInfo(mjrRendererInfo* info);
// who draws, and with what
MJAPI void mjr_getRendererInfo(mjrRendererInfo* info);
// copies what drawing needs of the model, which may be NULL; what the context held is freed.
// fontscale: mjtFontScale
MJAPI void mjr_makeContext(const mjModel* m, mjrContext* con, int fontscale);
// sizes of fonts
MJAPI void mjr_changeFont(int fontscale, mjrContext* con);
// makes an auxiliary buffer
MJAPI void mjr_addAux(int index, int width, int height, int samples, mjrContext* con);
// what it holds, then nothing as by mjr_defaultContext
MJAPI void mjr_freeContext(mjrContext* con);
// size of the offscreen buffer
MJAPI void mjr_resizeOffscreen(int width, int height, mjrContext* con);
// copies a texture once more
MJAPI void mjr_uploadTexture(const mjModel* m, const mjrContext* con, int texid);
// copies a mesh once more
MJAPI void mjr_uploadMesh(const mjModel* m, const mjrContext* con, int meshid);
// copies a height field once more
MJAPI void mjr_uploadHField(const mjModel* m, const mjrContext* con, int hfieldid);

//------------------------------------ buffers -----------------------------------------------------

// the offscreen buffer is drawn to from now on, not an auxiliary one
MJAPI void mjr_restoreBuffer(const mjrContext* con);
// the same, as there is no window
MJAPI void mjr_setBuffer(int framebuffer, mjrContext* con);
// buffer -> rows from the bottom up, 3 bytes a pixel, and depths; either may be NULL
MJAPI void mjr_readPixels(unsigned char* rgb, float* depth, mjrRect viewport,
                          const mjrContext* con);
// the other way
MJAPI void mjr_drawPixels(const unsigned char* rgb, const float* depth, mjrRect viewport,
                          const mjrContext* con);
// from offscreen to window or back: nothing, as there is no window
MJAPI void mjr_blitBuffer(mjrRect src, mjrRect dst, int flg_color, int flg_depth,
                          const mjrContext* con);
// an auxiliary buffer is drawn to from now on
MJAPI void mjr_setAux(int index, const mjrContext* con);
// colours of an auxiliary buffer -> the buffer that is drawn to
MJAPI void mjr_blitAux(int index, mjrRect src, int left, int bottom, const mjrContext* con);
// all of the offscreen buffer
MJAPI mjrRect mjr_maxViewport(const mjrContext* con);

//------------------------------------ drawing -----------------------------------------------------

// text at a point of the viewport that was drawn to last, from 0 to 1; font: mjtFont
MJAPI void mjr_text(int font, const char* txt, const mjrContext* con, float x, float y, float r,
                    float g, float b);
// a rectangle with text in the middle
MJAPI void mjr_label(mjrRect viewport, int font, const char* txt, float r, float g, float b,
                     float a, float rt, float gt, float bt, const mjrContext* con);
// lines of text at a border of the viewport, in two columns if overlay2 is not NULL and not empty;
// gridpos: mjtGridPos
MJAPI void mjr_overlay(int font, int gridpos, mjrRect viewport, const char* overlay,
                       const char* overlay2, const mjrContext* con);
// a rectangle in the buffer that this thread used last
MJAPI void mjr_rectangle(mjrRect viewport, float r, float g, float b, float a);
// a figure; where its axes are and what they show is written
MJAPI void mjr_figure(mjrRect viewport, mjvFigure* fig, const mjrContext* con);
// a scene; members of its geoms that say what is transparent and what reflects are written
MJAPI void mjr_render(mjrRect viewport, mjvScene* scn, const mjrContext* con);
// nothing, as drawing is done when functions return
MJAPI void mjr_finish(void);
// 0: there are no errors but those that are reported when they happen
MJAPI int mjr_getError(void);
// the first rectangle with a point in it, -1: none
MJAPI int mjr_findRect(int x, int y, int nrect, const mjrRect* rect);

#ifdef __cplusplus
}
#endif

#endif
