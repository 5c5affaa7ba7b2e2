// The viewer's server: the page and the model by HTTP, state and actions by WebSocket
// (libwebsockets).
#ifndef SINEW_CLI_VIEW_SERVER_H_
#define SINEW_CLI_VIEW_SERVER_H_

#include "options.h"

// serves until a signal asks to end -> exit code
int view_serve(const option_Line* line);

#endif
