// MJCF schema: plugins. <extension> activates them and creates named instances; an element uses an
// instance by its name, or has its own instance with the configuration inside.
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"

static const schema_Attr configAttr[] = {
    {.name = "key", .kind = ATTR_TEXT, .flags = ATTR_REQUIRED},
    {.name = "value", .kind = ATTR_TEXT, .flags = ATTR_PRESENT},
};
static const schema_Element config = {.tag = "config", .rows = {ROWS(configAttr)}};
static const schema_Element* const configChild[] = {&config};

// ---- extension

static const schema_Attr instanceAttr[] = {NAME_REQUIRED};
static const schema_Element instance = {
    .tag = "instance", .type = mjOBJ_PLUGIN, .rows = {ROWS(instanceAttr)}, CHILDREN(configChild)};
static const schema_Element* const activateChild[] = {&instance};
static const schema_Attr activateAttr[] = {
    {.name = "plugin", .kind = ATTR_TEXT, .flags = ATTR_REQUIRED}};
static const schema_Element activate = {.tag = "plugin",
                                        .rows = {ROWS(activateAttr)},
                                        CHILDREN(activateChild),
                                        .read = read_activation};
static const schema_Element* const extensionChild[] = {&activate};
const schema_Element schema_extension = {
    .tag = "extension", CHILDREN(extensionChild), .read = read_section};

// ---- users

static const schema_Attr useAttr[] = {
    TEXT(mjsPlugin, "plugin", plugin_name, 0),
    REFERS(mjsPlugin, "instance", name, mjOBJ_PLUGIN, 0),
};
const schema_Element schema_usePlugin = {
    .tag = "plugin", .rows = {ROWS(useAttr)}, CHILDREN(configChild), .read = read_bodyPlugin};
const schema_Element* const schema_pluginConfig[SCHEMA_NCONFIG] = {&config};
