// sinew view MODEL: interactive viewer in the web browser (view/ has the web server).
#include "commands.h"
#include "view/server.h"

static const option_Option options[] = {
    {"--port", OPTION_COUNT, "P", "0", NULL, "port on this machine; 0: any free port"},
    {"--no-open", OPTION_FLAG, NULL, NULL, NULL, "only print the address"},
};

static const char* const examples[] = {
    "sinew view robot.xml",
    "sinew view robot.xml --port 8080 --no-open",
};

const cli_Command cli_viewCommand = {
    .name = "view",
    .argument = {{"MODEL", false}},
    .purpose = "interactive viewer in the browser",
    .about = "Simulates in real time and shows the model in a web page: rotate the camera with "
             "the mouse, pull bodies, set controls and joints with sliders. The page reloads "
             "when the files of the model change, and shows their errors. Only programs on "
             "this machine can connect, and only with the token in the URL.",
    .option = options,
    .noption = sizeof options / sizeof *options,
    .loads = true,
    .example = examples,
    .nexample = sizeof examples / sizeof *examples,
    .run = view_serve,
};
