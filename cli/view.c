// sinew view MODEL: interactive viewer in the web browser (view/ has the web server).
#include "commands.h"
#include "view/server.h"

static const option_Option options[] = {
    {"--port", OPTION_COUNT, "P", "0", NULL, "port on this machine; 0: any that is free"},
    {"--no-open", OPTION_FLAG, NULL, NULL, NULL, "only print the address"},
};

static const char* const examples[] = {
    "sinew view robot.xml",
    "sinew view robot.xml --port 8080 --no-open",
};

const cli_Command cli_viewCommand = {
    .name = "view",
    .argument = {{"MODEL", false}},
    .purpose = "plays with the model in a browser",
    .about =
        "Simulates in real time and shows the model in a page: the view follows the mouse, bodies "
        "are pulled, "
        "controls and joints are sliders. The page changes when the model's files do, and shows "
        "what is wrong in "
        "them. Only programs of this machine can reach it, and only with the token in its address.",
    .option = options,
    .noption = sizeof options / sizeof *options,
    .loads = true,
    .example = examples,
    .nexample = sizeof examples / sizeof *examples,
    .run = view_serve,
};
