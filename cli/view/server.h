// Web server of the viewer: the client and the model by HTTP, state and actions by WebSocket
// (libwebsockets).
#ifndef SINEW_CLI_VIEW_SERVER_H_
#define SINEW_CLI_VIEW_SERVER_H_

#include "options.h"

// serves until a signal requests to end; returns the exit code
int view_serve(const option_Line* line);

#endif
