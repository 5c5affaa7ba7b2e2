// Web server of the viewer: HTTP and WebSocket (libwebsockets). One thread serves all clients; the
// simulation has a thread of its own (world.c). A client is sent the newest state when its
// connection is writable, so slow clients skip frames and use no memory. Security: the server
// listens on localhost only unless the command line says otherwise, URLs need a token, and other
// origins are rejected.
#include "view/server.h"

#include <errno.h>
#include <libwebsockets.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "commands.h"
#include "interrupt.h"
#include "view/world.h"

extern char** environ;

enum {
  TOKEN_BYTES = 16,
  HOST_SIZE = 256,
  ACTION_HEADER = 16,  // size before the values in bytes
  CHUNK = 64 * 1024,   // bytes of a model per write
  TEXT_SIZE = 5000,
  MOST_PAGES = 64
};

typedef struct {
  world_World* world;
  struct lws_context* context;
  char token[2 * TOKEN_BYTES + 1];
  char folder[4096];      // folder of the client's files
  unsigned char* buffer;  // LWS_PRE bytes, then space for a message
  size_t room;
  int npage;
} Server;

// one connection
typedef struct {
  struct lws* wsi;
  bool page;  // an accepted WebSocket
  world_Seen seen;
  unsigned char in[ACTION_HEADER + 8 * WORLD_MOST_VALUES];
  size_t nin;
  world_Model* model;  // model being sent
  size_t sent;
} Session;

static const struct {
  const char *name, *kind;
} files[] = {
    {"index.html", "text/html; charset=utf-8"},
    {"viewer.js", "text/javascript; charset=utf-8"},
    {"style.css", "text/css; charset=utf-8"},
    {"sinew.wasm", "application/wasm"},
};

// ---- access control

static bool hasToken(Server* server, struct lws* wsi) {
  char given[sizeof server->token + 8] = "";
  const char* token = lws_get_urlarg_by_name(wsi, "token=", given, sizeof given);
  if (!token || strlen(token) != sizeof server->token - 1) return false;
  unsigned differ = 0;  // constant-time comparison against timing attacks
  for (size_t i = 0; i + 1 < sizeof server->token; i++)
    differ |= (unsigned)(token[i] ^ server->token[i]);
  return !differ;
}

// is the host name in "localhost:8080" this machine; prevents DNS rebinding, by which a foreign
// page reaches the server through its own host name
static bool isLocal(const char* host) {
  static const char* const names[] = {"127.0.0.1", "localhost", "[::1]"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const size_t n = strlen(names[i]);
    if (!strncmp(host, names[i], n) && (host[n] == ':' || !host[n])) return true;
  }
  return false;
}

static bool goodHost(struct lws* wsi, char host[HOST_SIZE]) {
  return lws_hdr_copy(wsi, host, HOST_SIZE, WSI_TOKEN_HOST) > 0 && isLocal(host);
}

// browsers send the origin of the page that opens a WebSocket
static bool goodOrigin(struct lws* wsi) {
  char host[HOST_SIZE], origin[HOST_SIZE];
  if (!goodHost(wsi, host)) return false;
  const int n = lws_hdr_copy(wsi, origin, HOST_SIZE, WSI_TOKEN_ORIGIN);
  if (n == 0) return true;  // not a browser
  return n > 0 && !strncmp(origin, "http://", 7) && !strcmp(origin + 7, host);
}

// ---- HTTP

static int refuse(struct lws* wsi, unsigned status, const char* why) {
  if (lws_return_http_status(wsi, status, why)) return -1;
  return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int sendModelHead(Server* server, struct lws* wsi, Session* session) {
  unsigned char head[LWS_PRE + 1024], *start = head + LWS_PRE, *at = start,
                                      *end = head + sizeof head;
  if (!session || session->model) return 1;
  session->model = world_model(server->world);
  session->sent = 0;
  char version[16], name[3 * 128 + 1];
  lws_urlencode(name, world_name(server->world), sizeof name);
  const int n = snprintf(version, sizeof version, "%d", session->model->version);
  if (lws_add_http_common_headers(wsi, HTTP_STATUS_OK, "application/octet-stream",
                                  (lws_filepos_t)session->model->size, &at, end) ||
      lws_add_http_header_by_name(
          wsi, (const unsigned char*)"x-sinew-version:", (unsigned char*)version, n, &at, end) ||
      lws_add_http_header_by_name(wsi, (const unsigned char*)"x-sinew-name:",
                                  (const unsigned char*)name, (int)strlen(name), &at, end) ||
      lws_add_http_header_by_name(wsi, (const unsigned char*)"cache-control:",
                                  (const unsigned char*)"no-store", 8, &at, end) ||
      lws_finalize_write_http_header(wsi, start, &at, end)) {
    return 1;
  }
  lws_callback_on_writable(wsi);
  return 0;
}

static int sendModelPart(Server* server, struct lws* wsi, Session* session) {
  if (!session || !session->model) return 0;
  const size_t left = session->model->size - session->sent, n = left < CHUNK ? left : CHUNK;
  unsigned char* out = malloc(LWS_PRE + CHUNK);
  if (!out) return -1;
  memcpy(out + LWS_PRE, session->model->byte + session->sent, n);
  const bool last = n == left;
  const int wrote = lws_write(wsi, out + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);
  free(out);
  if (wrote < (int)n) return -1;
  session->sent += n;
  if (!last) {
    lws_callback_on_writable(wsi);
    return 0;
  }
  world_release(server->world, session->model);
  session->model = NULL;
  return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int sendFile(Server* server, struct lws* wsi, const char* name) {
  // content security policy: the page runs its own script and WebAssembly and connects only to this
  // server
  static const char headers[] = "cache-control: no-cache\x0d\x0a"
                                "content-security-policy: default-src 'none'; script-src 'self' "
                                "'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
                                "img-src 'self' data: blob:; media-src blob:; connect-src 'self' "
                                "ws:; base-uri 'none'; form-action 'self'; "
                                "frame-ancestors 'self'\x0d\x0a"
                                "x-content-type-options: nosniff\x0d\x0a"
                                "referrer-policy: no-referrer\x0d\x0a";
  char path[sizeof server->folder + 64];
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(name, files[i].name)) continue;
    snprintf(path, sizeof path, "%s/%s", server->folder, name);
    const int code =
        lws_serve_http_file(wsi, path, files[i].kind, headers, (int)sizeof headers - 1);
    return code < 0 || (code > 0 && lws_http_transaction_completed(wsi)) ? -1 : 0;
  }
  return refuse(wsi, HTTP_STATUS_NOT_FOUND, "there is no such file");
}

static int answer(Server* server, struct lws* wsi, Session* session, const char* uri) {
  char host[HOST_SIZE];
  if (!goodHost(wsi, host)) return refuse(wsi, HTTP_STATUS_FORBIDDEN, "this host is not served");
  if (!strcmp(uri, "/model")) {
    if (!hasToken(server, wsi)) return refuse(wsi, HTTP_STATUS_FORBIDDEN, "the token is wrong");
    return sendModelHead(server, wsi, session);
  }
  return sendFile(server, wsi, uri[0] == '/' && !uri[1] ? "index.html" : uri + (uri[0] == '/'));
}

// ---- WebSocket

static int letIn(Server* server, struct lws* wsi, Session* session) {
  if (!goodOrigin(wsi) || !hasToken(server, wsi) || server->npage >= MOST_PAGES) return -1;
  memset(session, 0, sizeof *session);
  session->wsi = wsi;
  session->page = true;
  server->npage++;
  lws_callback_on_writable(wsi);
  return 0;
}

// processes a frame of a client: one action; anything else closes the connection
static int receive(Server* server, struct lws* wsi, Session* session, const void* bytes, size_t n) {
  if (!lws_frame_is_binary(wsi) || session->nin + n > sizeof session->in) return -1;
  memcpy(session->in + session->nin, bytes, n);
  session->nin += n;
  if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi)) return 0;
  world_Action action = {0};
  const size_t size = session->nin;
  session->nin = 0;
  if (size < ACTION_HEADER) return -1;
  memcpy(&action.kind, session->in, 4);
  memcpy(&action.a, session->in + 4, 4);
  memcpy(&action.b, session->in + 8, 4);
  memcpy(&action.n, session->in + 12, 4);
  if (action.n > WORLD_MOST_VALUES || size != ACTION_HEADER + 8 * action.n) return -1;
  memcpy(action.value, session->in + ACTION_HEADER, 8 * action.n);
  if (!action.kind) memset(&session->seen, 0, sizeof session->seen);  // requests the whole state
  world_act(server->world, &action);
  return 0;
}

// "error": a message as JSON; empty if there is no error
static size_t errorJson(char* out, size_t room, const char* text) {
  size_t n = (size_t)snprintf(out, room, "{\"error\":\"");
  for (const char* p = text; *p && n + 12 < room; p++) {
    const unsigned char c = (unsigned char)*p;
    if (c == '"' || c == '\\') {
      out[n++] = '\\';
      out[n++] = *p;
    } else if (c < 0x20) {
      n += (size_t)snprintf(out + n, room - n, "\\u%04x", c);
    } else {
      out[n++] = *p;
    }
  }
  return n + (size_t)snprintf(out + n, room - n, "\"}");
}

static bool makeRoom(Server* server, size_t room) {
  if (room <= server->room) return true;
  unsigned char* grown = realloc(server->buffer, LWS_PRE + room);
  if (!grown) return false;
  server->buffer = grown;
  server->room = room;
  return true;
}

static int sendNews(Server* server, struct lws* wsi, Session* session) {
  char text[TEXT_SIZE / 2];
  if (!makeRoom(server, world_stateRoom(server->world) + TEXT_SIZE)) return -1;
  unsigned char* out = server->buffer + LWS_PRE;
  if (world_message(server->world, &session->seen, text, sizeof text)) {
    const size_t n = errorJson((char*)out, TEXT_SIZE, text);
    if (lws_write(wsi, out, n, LWS_WRITE_TEXT) < (int)n) return -1;
    lws_callback_on_writable(wsi);
    return 0;
  }
  const size_t n = world_stateMessage(server->world, &session->seen, out, server->room);
  return n && lws_write(wsi, out, n, LWS_WRITE_BINARY) < (int)n ? -1 : 0;
}

static void leave(Server* server, Session* session) {
  if (!session) return;  // a connection without a request
  if (session->page) server->npage--;
  session->page = false;
  if (session->model) world_release(server->world, session->model);
  session->model = NULL;
}

static int onEvent(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in,
                   size_t n) {
  Server* server = lws_context_user(lws_get_context(wsi));
  Session* session = user;
  switch (reason) {
    case LWS_CALLBACK_HTTP:
      return answer(server, wsi, session, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
      return sendModelPart(server, wsi, session);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
      return goodOrigin(wsi) && hasToken(server, wsi) ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED:
      return letIn(server, wsi, session);
    case LWS_CALLBACK_RECEIVE:
      return receive(server, wsi, session, in, n);
    case LWS_CALLBACK_SERVER_WRITEABLE:
      return session && session->page ? sendNews(server, wsi, session) : -1;
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_CLOSED:
      leave(server, session);
      return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:  // the world has published something
      lws_callback_on_writable_all_protocol(server->context, lws_get_protocol(wsi));
      return 0;
    default:
      return lws_callback_http_dummy(wsi, reason, user, in, n);
  }
}

static void wake(void* context) {
  Server* server = context;
  if (server->context) lws_cancel_service(server->context);
}

// ---- start and end

static bool makeToken(char token[2 * TOKEN_BYTES + 1]) {
  unsigned char byte[TOKEN_BYTES];
  FILE* random = fopen("/dev/urandom", "rb");
  const bool ok = random && fread(byte, 1, sizeof byte, random) == sizeof byte;
  if (random) fclose(random);
  for (int i = 0; ok && i < TOKEN_BYTES; i++) snprintf(token + 2 * i, 3, "%02x", byte[i]);
  return ok;
}

// finds the client's files: in the folder given by the environment, beside the installed program,
// or in the source tree
static bool findFiles(Server* server) {
  char self[2048] = "";
  const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  self[n > 0 ? n : 0] = 0;
  self[path_dirLength(self)] = 0;
  const char* given = getenv("SINEW_VIEWER");
  const char* const places[] = {"%s../share/sinew/viewer", "%sviewer", "%s../../web/viewer/dist",
                                "%s../viewer/dist"};
  for (int i = given ? -1 : 0; i < (int)(sizeof places / sizeof *places); i++) {
    struct stat s;
    char file[sizeof server->folder + 32];
    if (i < 0) {
      snprintf(server->folder, sizeof server->folder, "%s", given);
    } else {
      snprintf(server->folder, sizeof server->folder, places[i], self);
    }
    snprintf(file, sizeof file, "%s/viewer.js", server->folder);
    if (!stat(file, &s)) return true;
  }
  fprintf(stderr, "sinew view: the files of the page are not found; make view builds them, "
                  "SINEW_VIEWER names their folder\n");
  return false;
}

static void openBrowser(const char* address) {
  pid_t pid;
  char program[] = "xdg-open", url[600];
  snprintf(url, sizeof url, "%s", address);
  char* const argv[] = {program, url, NULL};
  if (getenv("DISPLAY") || getenv("WAYLAND_DISPLAY"))
    posix_spawnp(&pid, program, NULL, NULL, argv, environ);
}

static bool listenOn(Server* server, int port) {
  static const struct lws_protocols protocols[] = {
      {.name = "sinew",
       .callback = onEvent,
       .per_session_data_size = sizeof(Session),
       .rx_buffer_size = 1024},
      {0},
  };
  struct lws_context_creation_info info = {
      .port = port,
      .iface = "127.0.0.1",
      .protocols = protocols,
      .user = server,
      .gid = (gid_t)-1,
      .uid = (uid_t)-1,
      .vhost_name = "sinew",
      .options = LWS_SERVER_OPTION_DISABLE_IPV6,
      .keepalive_timeout = 20,
      .timeout_secs = 20,
  };
  lws_set_log_level(0, NULL);
  server->context = lws_create_context(&info);
  return server->context &&
         lws_get_vhost_listen_port(lws_get_vhost_by_name(server->context, "sinew")) > 0;
}

int view_serve(const option_Line* line) {
  Server server = {0};
  int code = CLI_FAILED;
  const int port = (int)option_number(line, "--port");
  if (!findFiles(&server)) return CLI_FAILED;
  if (!makeToken(server.token)) {
    fprintf(stderr, "sinew view: there are no random numbers for a token (/dev/urandom)\n");
    return CLI_FAILED;
  }
  server.world = world_start(line, wake, &server);
  if (!server.world) return CLI_FAILED;
  if (listenOn(&server, port)) {
    char address[600];
    const int real = lws_get_vhost_listen_port(lws_get_vhost_by_name(server.context, "sinew"));
    snprintf(address, sizeof address, "http://127.0.0.1:%d/?token=%s", real, server.token);
    printf("%s is shown at\n  %s\nCtrl-C ends it. Over ssh: ssh -L %d:127.0.0.1:%d HOST, and the "
           "same address.\n",
           world_name(server.world), address, real, real);
    fflush(stdout);
    if (!option_flag(line, "--no-open")) openBrowser(address);
    interrupt_catch(false);
    while (!interrupt_seen() && lws_service(server.context, 0) >= 0) continue;
    code = CLI_OK;
  } else {
    fprintf(stderr, "sinew view: port %d cannot be opened; try another with --port, or none\n",
            port);
  }
  // the world wakes the server, and closing connections release their model to the world
  world_stop(server.world);
  if (server.context) lws_context_destroy(server.context);
  world_free(server.world);
  free(server.buffer);
  return code;
}
