// MJCF schema: assets (meshes, textures, materials, ...), and their elements in default classes.
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"

// ---- texture

static const xml_Keyword textureWords[] = {
    {"2d", mjTEXTURE_2D}, {"cube", mjTEXTURE_CUBE}, {"skybox", mjTEXTURE_SKYBOX}};
static const schema_Words words_texture = {textureWords, COUNT(textureWords)};
static const xml_Keyword colorWords[] = {
    {"auto", mjCOLORSPACE_AUTO}, {"linear", mjCOLORSPACE_LINEAR}, {"sRGB", mjCOLORSPACE_SRGB}};
static const schema_Words words_color = {colorWords, COUNT(colorWords)};
static const xml_Keyword builtinWords[] = {{"none", mjBUILTIN_NONE},
                                           {"gradient", mjBUILTIN_GRADIENT},
                                           {"checker", mjBUILTIN_CHECKER},
                                           {"flat", mjBUILTIN_FLAT}};
static const schema_Words words_builtin = {builtinWords, COUNT(builtinWords)};
static const xml_Keyword markWords[] = {{"none", mjMARK_NONE},
                                        {"edge", mjMARK_EDGE},
                                        {"cross", mjMARK_CROSS},
                                        {"random", mjMARK_RANDOM}};
static const schema_Words words_mark = {markWords, COUNT(markWords)};

#define SIDE(key)                                                                                  \
  { ROW(key, ATTR_TEXT, mjsTexture, cubefiles), .read = read_cubeSide }

static const schema_Attr textureAttr[] = {
    NAME_ROW,
    WORD(mjsTexture, "type", type, words_texture, 0),
    WORD(mjsTexture, "colorspace", colorspace, words_color, 0),
    TEXT(mjsTexture, "content_type", content_type, 0),
    TEXT(mjsTexture, "file", file, 0),
    NUM(mjsTexture, "gridsize", gridsize, 2, 2, 0),
    {ROW("gridlayout", ATTR_TEXT, mjsTexture, gridlayout), .read = read_gridlayout},
    SIDE("fileright"),
    SIDE("fileleft"),
    SIDE("fileup"),
    SIDE("filedown"),
    SIDE("filefront"),
    SIDE("fileback"),
    WORD(mjsTexture, "builtin", builtin, words_builtin, 0),
    NUM(mjsTexture, "rgb1", rgb1, 3, 3, 0),
    NUM(mjsTexture, "rgb2", rgb2, 3, 3, 0),
    WORD(mjsTexture, "mark", mark, words_mark, 0),
    NUM(mjsTexture, "markrgb", markrgb, 3, 3, 0),
    NUM(mjsTexture, "random", random, 1, 1, 0),
    NUM(mjsTexture, "width", width, 1, 1, 0),
    NUM(mjsTexture, "height", height, 1, 1, 0),
    WORD(mjsTexture, "hflip", hflip, words_bool, 0),
    WORD(mjsTexture, "vflip", vflip, words_bool, 0),
    NUM(mjsTexture, "nchannel", nchannel, 1, 1, 0),
};
static const schema_Element texture = {.tag = "texture",
                                       .type = mjOBJ_TEXTURE,
                                       .rows = {ROWS(textureAttr)},
                                       .read = read_object,
                                       .fill = fill_texture};

// ---- material

static const schema_Attr materialAttr[] = {
    NAME_REQUIRED,
    CLASS_ROW,
    {ROW("texture", ATTR_REF, mjsMaterial, textures), .ref = mjOBJ_TEXTURE,
     .read = read_materialTexture},
    NUM(mjsMaterial, "texrepeat", texrepeat, 2, 2, 0),
    WORD(mjsMaterial, "texuniform", texuniform, words_bool, 0),
    NUM(mjsMaterial, "emission", emission, 1, 1, 0),
    NUM(mjsMaterial, "specular", specular, 1, 1, 0),
    NUM(mjsMaterial, "shininess", shininess, 1, 1, 0),
    NUM(mjsMaterial, "reflectance", reflectance, 1, 1, 0),
    NUM(mjsMaterial, "metallic", metallic, 1, 1, 0),
    NUM(mjsMaterial, "roughness", roughness, 1, 1, 0),
    NUM(mjsMaterial, "rgba", rgba, 4, 4, 0),
};

static const xml_Keyword roleWords[] = {{"rgb", mjTEXROLE_RGB},
                                        {"occlusion", mjTEXROLE_OCCLUSION},
                                        {"roughness", mjTEXROLE_ROUGHNESS},
                                        {"metallic", mjTEXROLE_METALLIC},
                                        {"normal", mjTEXROLE_NORMAL},
                                        {"opacity", mjTEXROLE_OPACITY},
                                        {"emissive", mjTEXROLE_EMISSIVE},
                                        {"rgba", mjTEXROLE_RGBA},
                                        {"orm", mjTEXROLE_ORM}};
static const schema_Words words_role = {roleWords, COUNT(roleWords)};

static const schema_Attr layerAttr[] = {
    {.name = "texture", .kind = ATTR_REF, .ref = mjOBJ_TEXTURE, .flags = ATTR_REQUIRED},
    {.name = "role", .kind = ATTR_KEYWORD, .words = &words_role, .flags = ATTR_REQUIRED},
};
static const schema_Element layer = {.tag = "layer", .rows = {ROWS(layerAttr)}};
static const schema_Element* const materialChild[] = {&layer};

static const schema_Element material = {.tag = "material",
                                        .type = mjOBJ_MATERIAL,
                                        .rows = {ROWS(materialAttr)},
                                        CHILDREN(materialChild),
                                        .read = read_object,
                                        .fill = fill_material};
const schema_Element schema_classMaterial = {.tag = "material",
                                             .card = CARD_ONCE,
                                             .flags = ELEM_CLASS,
                                             .type = mjOBJ_MATERIAL,
                                             .rows = {ROWS(materialAttr)},
                                             CHILDREN(materialChild),
                                             .fill = fill_material};

// ---- mesh

static const xml_Keyword meshInertiaWords[] = {{"convex", mjMESH_INERTIA_CONVEX},
                                               {"exact", mjMESH_INERTIA_EXACT},
                                               {"legacy", mjMESH_INERTIA_LEGACY},
                                               {"shell", mjMESH_INERTIA_SHELL}};
static const schema_Words words_meshInertia = {meshInertiaWords, COUNT(meshInertiaWords)};

static const schema_Attr classMeshAttr[] = {
    NUM(mjsMesh, "scale", scale, 3, 3, 0),
    NUM(mjsMesh, "maxhullvert", maxhullvert, 1, 1, 0),
    WORD(mjsMesh, "inertia", inertia, words_meshInertia, 0),
};
const schema_Element schema_classMesh = {.tag = "mesh",
                                         .card = CARD_ONCE,
                                         .flags = ELEM_CLASS,
                                         .type = mjOBJ_MESH,
                                         .rows = {ROWS(classMeshAttr)}};

static const xml_Keyword meshBuiltinWords[] = {{"none", mjMESH_BUILTIN_NONE},
                                               {"sphere", mjMESH_BUILTIN_SPHERE},
                                               {"hemisphere", mjMESH_BUILTIN_HEMISPHERE},
                                               {"cone", mjMESH_BUILTIN_CONE},
                                               {"supersphere", mjMESH_BUILTIN_SUPERSPHERE},
                                               {"supertorus", mjMESH_BUILTIN_SUPERTORUS},
                                               {"wedge", mjMESH_BUILTIN_WEDGE},
                                               {"plate", mjMESH_BUILTIN_PLATE}};
static const schema_Words words_meshBuiltin = {meshBuiltinWords, COUNT(meshBuiltinWords)};

static const schema_Attr meshAttr[] = {
    NAME_ROW,
    CLASS_ROW,
    TEXT(mjsMesh, "content_type", content_type, 0),
    TEXT(mjsMesh, "file", file, 0),
    {ROW("vertex", ATTR_LIST, mjsMesh, uservert), .read = read_floatList},
    {ROW("normal", ATTR_LIST, mjsMesh, usernormal), .read = read_floatList},
    {ROW("texcoord", ATTR_LIST, mjsMesh, usertexcoord), .read = read_floatList},
    {ROW("face", ATTR_LIST, mjsMesh, userface), .read = read_intList},
    NUM(mjsMesh, "refpos", refpos, 3, 3, 0),
    {ROW("refquat", ATTR_QUAT, mjsMesh, refquat), .min = 4, .max = 4},
    NUM(mjsMesh, "scale", scale, 3, 3, 0),
    WORD(mjsMesh, "smoothnormal", smoothnormal, words_bool, 0),
    NUM(mjsMesh, "maxhullvert", maxhullvert, 1, 1, 0),
    WORD(mjsMesh, "inertia", inertia, words_meshInertia, 0),
    REFERS(mjsMesh, "material", material, mjOBJ_MATERIAL, 0),
    NUM(spec_Mesh, "decompose", decompose, 1, 1, 0),
    NUM(spec_Mesh, "concavity", concavity, 1, 1, 0),
    {.name = "builtin", .kind = ATTR_KEYWORD, .words = &words_meshBuiltin},
    {.name = "params", .kind = ATTR_LIST},
};
static const schema_Rule meshRule[] = {{RULE_ATMOST, "builtin file", NULL, true},
                                       {RULE_ATMOST, "builtin vertex", NULL, true}};
static const schema_Element* const meshChild[] = {&schema_usePlugin};
static const schema_Element mesh = {.tag = "mesh",
                                    .type = mjOBJ_MESH,
                                    .rows = {ROWS(meshAttr)},
                                    RULES(meshRule),
                                    CHILDREN(meshChild),
                                    .read = read_object,
                                    .fill = fill_mesh};

// ---- height field: rows of elevation are listed from the top, so nrow and ncol must be known
// first

static const schema_Attr hfieldAttr[] = {
    NAME_ROW,
    TEXT(mjsHField, "content_type", content_type, 0),
    TEXT(mjsHField, "file", file, 0),
    NUM(mjsHField, "nrow", nrow, 1, 1, 0),
    NUM(mjsHField, "ncol", ncol, 1, 1, 0),
    NUM(mjsHField, "size", size, 4, 4, ATTR_REQUIRED),
    {.name = "elevation", .kind = ATTR_LIST},
};
static const schema_Element hfield = {.tag = "hfield",
                                      .type = mjOBJ_HFIELD,
                                      .rows = {ROWS(hfieldAttr)},
                                      .read = read_object,
                                      .fill = fill_hfield};

// ---- skin

static const schema_Attr skinAttr[] = {
    NAME_ROW,
    TEXT(mjsSkin, "file", file, 0),
    REFERS(mjsSkin, "material", material, mjOBJ_MATERIAL, 0),
    NUM(mjsSkin, "rgba", rgba, 4, 4, 0),
    NUM(mjsSkin, "inflate", inflate, 1, 1, 0),
    {ROW("vertex", ATTR_LIST, mjsSkin, vert), .read = read_floatList},
    {ROW("texcoord", ATTR_LIST, mjsSkin, texcoord), .read = read_floatList},
    {ROW("face", ATTR_LIST, mjsSkin, face), .read = read_intList},
    NUM(mjsSkin, "group", group, 1, 1, 0),
};
static const schema_Attr boneAttr[] = {
    {.name = "body", .kind = ATTR_REF, .ref = mjOBJ_BODY, .flags = ATTR_REQUIRED},
    {.name = "bindpos", .kind = ATTR_NUMBER, .min = 3, .max = 3, .flags = ATTR_REQUIRED},
    {.name = "bindquat", .kind = ATTR_NUMBER, .min = 4, .max = 4, .flags = ATTR_REQUIRED},
    {.name = "vertid", .kind = ATTR_LIST, .flags = ATTR_REQUIRED},
    {.name = "vertweight", .kind = ATTR_LIST, .flags = ATTR_REQUIRED},
};
static const schema_Element bone = {.tag = "bone", .rows = {ROWS(boneAttr)}};
static const schema_Element* const skinChild[] = {&bone};
const schema_Element schema_skin = {.tag = "skin",
                                    .type = mjOBJ_SKIN,
                                    .rows = {ROWS(skinAttr)},
                                    CHILDREN(skinChild),
                                    .read = read_object,
                                    .fill = fill_skin};

// ---- model

static const schema_Attr modelAttr[] = {
    NAME_ROW,
    {.name = "file", .kind = ATTR_TEXT, .flags = ATTR_REQUIRED},
    {.name = "content_type", .kind = ATTR_TEXT},
};
static const schema_Element model = {
    .tag = "model", .type = SPEC_MODEL, .rows = {ROWS(modelAttr)}, .read = read_childModel};

static const schema_Element* const assetChild[] = {&texture, &material, &model,
                                                   &mesh,    &hfield,   &schema_skin};

const schema_Element schema_asset = {.tag = "asset", CHILDREN(assetChild), .read = read_section};
