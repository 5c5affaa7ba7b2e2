// sinew linearize --json: JSON serialization of sizes, names, modes (eigenvalues), controllability
// and observability of a model near a state. Complex numbers are lists of two values.
#include "linear.h"
#include "output.h"

static void addComplex(text_Text* out, double complex x) {
  text_add(out, "[");
  json_number(out, creal(x));
  text_add(out, ", ");
  json_number(out, cimag(x));
  text_add(out, "]");
}

static void addNames(text_Text* out, const linear_System* s, int n,
                     void (*name)(const linear_System*, int, char*), const int* index) {
  text_add(out, "[");
  for (int i = 0; i < n; i++) {
    char text[LINEAR_NAME];
    name(s, index ? index[i] : i, text);
    text_add(out, i ? ", " : "");
    json_string(out, text);
  }
  text_add(out, "]");
}

static void addModes(text_Text* out, const linear_System* s, const linear_Modes* modes) {
  text_add(out, "[");
  for (int i = 0; i < modes->n; i++) {
    const linear_Mode* mode = &modes->mode[i];
    text_add(out, i ? ",\n    {\"z\": " : "\n    {\"z\": ");
    addComplex(out, mode->z);
    text_format(out, ", \"count\": %d, \"rate\": ", mode->count);
    addComplex(out, mode->rate);
    text_add(out, ", \"frequency\": ");
    json_number(out, linear_frequency(mode));
    text_add(out, ", \"damping\": ");
    json_number(out, linear_damping(mode));
    text_add(out, ", \"time_constant\": ");
    json_number(out, linear_timeConstant(mode));
    text_add(out, ", \"states\": ");
    addNames(out, s, mode->nstate, linear_moverName, mode->state);
    text_add(out, "}");
  }
  text_add(out, modes->n ? "\n  ]" : "]");
}

enum { MOST_STATES = 100 };

static void addPart(text_Text* out, const linear_System* s, const char* key, const char* verdict,
                    const linear_Part* part) {
  int state[MOST_STATES];
  text_format(out, ",\n  \"%s\": ", key);
  if (!part) {
    text_add(out, "null");
    return;
  }
  text_format(out, "{\"rank\": %d, \"%s\": %s, \"left_states\": ", part->rank, verdict,
              part->left.growing + part->left.neutral ? "false" : "true");
  addNames(out, s, linear_leftStates(s, part, state, MOST_STATES), linear_stateName, state);
  text_add(out, ", \"left_modes\": ");
  addModes(out, s, &part->left);
  text_add(out, "}");
}

void linear_json(text_Text* out, const linear_Report* r) {
  const linear_System* s = r->system;
  const linear_Modes* modes = r->modes;
  text_add(out, "{\"model\": ");
  json_string(out, r->model);
  text_add(out, ", \"key\": ");
  if (r->key) json_string(out, r->key);
  if (!r->key) text_add(out, "null");
  text_format(out, ", \"asked\": \"%s\", \"mode\": \"%s\", \"timestep\": ", linear_mode[s->asked],
              linear_mode[s->used]);
  json_number(out, s->h);
  text_add(out, ", \"qvel\": ");
  json_number(out, r->velocity);
  text_add(out, ", \"qacc\": ");
  json_number(out, r->acceleration);
  text_add(out, ",\n  \"states\": ");
  addNames(out, s, s->n, linear_stateName, NULL);
  text_add(out, ",\n  \"controls\": ");
  addNames(out, s, s->nu, linear_controlName, NULL);
  text_add(out, ",\n  \"sensors\": ");
  addNames(out, s, s->ny, linear_sensorName, NULL);
  text_format(out, ",\n  \"stability\": \"%s\", \"growing\": %d, \"neutral\": %d,\n  \"modes\": ",
              modes->growing   ? "unstable"
              : modes->neutral ? "neutral"
                               : "stable",
              modes->growing, modes->neutral);
  addModes(out, s, modes);
  addPart(out, s, "controllability", "stabilizable", r->controls);
  addPart(out, s, "observability", "detectable", r->sensors);
  text_add(out, "\n}\n");
}
