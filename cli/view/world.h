// Simulation thread of the viewer: a model and its mjData, stepped in real time by a thread of its
// own and reloaded when its files change. Other threads read the published state and submit user
// actions.
#ifndef SINEW_CLI_VIEW_WORLD_H_
#define SINEW_CLI_VIEW_WORLD_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sinew/sinew.h>

#include "options.h"

typedef struct world_World_ world_World;

// a serialized model (.snb), reference counted, shared by the connections that send it
typedef struct {
  int version;  // counts loaded models from 1
  int users;    // reference count: the world itself, and connections that send it
  size_t size;
  unsigned char* byte;
} world_Model;

// user actions; values are validated where they are used
typedef enum {
  WORLD_ALL = 0,   // the client has a new model and needs the whole state; handled by the server
  WORLD_PLAY,      // a: 0 pauses, 1 plays
  WORLD_STEP,      // a: steps, paused
  WORLD_RESET,     // a: keyframe, -1: the start
  WORLD_SPEED,     // value: relative to real time
  WORLD_CONTROL,   // a: actuator; value
  WORLD_JOINT,     // a: hinge or slide; value
  WORLD_EQUALITY,  // a: equality; b: on
  WORLD_OPTION,    // a: timestep, gravity, integrator, solver, cone, disableflags, enableflags; b:
                   // element; value
  WORLD_NOISE,     // value: noise of controls, as a fraction of their range
  WORLD_PERTURB,   // a: body; b: mjtPertBit; refpos, refquat, refselpos, localpos, localmass, scale
  WORLD_RELOAD,    // reloads the files
  WORLD_KEY,       // a: a key that was pressed; for programs in Python
  WORLD_NACTION
} world_Kind;

enum { WORLD_MOST_VALUES = 16 };

typedef struct {
  uint32_t kind;
  int32_t a, b;
  uint32_t n;
  double value[WORLD_MOST_VALUES];
} world_Action;

// revisions that a client has seen; zero: nothing
typedef struct {
  uint64_t state[mjNSTATE];  // revision of each part
  uint64_t settings;         // of pause and speed
  uint64_t message;          // of errors
} world_Seen;

// Loads the model of a line and starts; NULL after a message. ready: called by the simulation
// thread when something new was published.
world_World* world_start(const option_Line* line, void (*ready)(void* context), void* context);
// Stops the simulation thread: nothing is published any more. Connections that send a model may use
// it until world_free.
void world_stop(world_World* world);
void world_free(world_World* world);

void world_act(world_World* world, const world_Action* action);

// the current model; release it with world_release
world_Model* world_model(world_World* world);
void world_release(world_World* world, world_Model* model);
const char* world_name(const world_World* world);

// Serializes the parts of the state that a client has not seen to a message of at most `room`
// bytes. Returns its size, 0 if there is nothing new. Layout, little endian: u32 2, u32 version,
// u32 flags (1: paused), u32 parts (mjtState), f64 speed, f64 measured speed, then the values of
// the parts in the order of their bits.
size_t world_stateMessage(world_World* world, world_Seen* seen, unsigned char* out, size_t room);
size_t world_stateRoom(world_World* world);
// Error messages about the files: returns true, and a text (at most `room` bytes with its
// terminator; "" if there is no error), if the client has not seen it.
bool world_message(world_World* world, world_Seen* seen, char* text, size_t room);

#endif
