// sinew check MODEL: linter for models: prints the findings of sn_checkFile (likely mistakes, their
// location, and a remedy) as text or JSON.
#include <stdio.h>

#include <sinew/extra.h>

#include "commands.h"
#include "output.h"

enum { MOST_STEPS = 1000000000 };

static const char* const severityName[] = {"note", "warning", "error"};
_Static_assert(sizeof severityName / sizeof *severityName == sn_NSEVERITY, "each has a name");

typedef struct {
  const char* path;
  char error[CLI_ERROR_SIZE];  // why the model cannot be loaded, "" if it can
  int count[sn_NSEVERITY];
  text_Text json;  // of the findings
} Print;

// ---- output

static void printText(void* context, const sn_Finding* f) {
  Print* p = context;
  p->count[f->severity]++;
  if (*p->error) return;  // already part of the error text
  if (f->file) {
    printf("%s:%d: ", f->file, f->line);
  } else {
    printf("%s: ", p->path);
  }
  printf("%s: %s%s%s [%s]\n", severityName[f->severity], f->element, *f->element ? ": " : "",
         f->message, f->rule);
  if (*f->remedy) printf("  what to do: %s\n", f->remedy);
}

static void printSum(const Print* p) {
  const int warnings = p->count[sn_FINDING_WARNING], notes = p->count[sn_FINDING_NOTE];
  printf("%s: %d warning%s, %d note%s\n", p->path, warnings, warnings == 1 ? "" : "s", notes,
         notes == 1 ? "" : "s");
}

static void addJson(void* context, const sn_Finding* f) {
  Print* p = context;
  p->count[f->severity]++;
  const struct {
    const char *key, *value;
  } part[] = {{"severity", severityName[f->severity]},
              {"rule", f->rule},
              {"file", f->file ? f->file : ""},
              {"element", f->element},
              {"message", f->message},
              {"advice", f->remedy}};
  text_add(&p->json, p->json.size ? ",\n" : "\n");
  text_format(&p->json, "    {\"line\": %d", f->line);
  for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
    text_format(&p->json, ", \"%s\": ", part[k].key);
    json_string(&p->json, part[k].value);
  }
  text_add(&p->json, "}");
}

static bool printJson(const Print* p) {
  text_Text out = {0};
  text_add(&out, "{\n  \"model\": ");
  json_string(&out, p->path);
  text_add(&out, ",\n  \"findings\": [");
  text_add(&out, text_get(&p->json));
  text_add(&out, p->json.size ? "\n  ]\n}\n" : "]\n}\n");
  out.failed = out.failed || p->json.failed;
  return cli_print(&out);
}

// ---- the command

static int checkModel(const option_Line* line) {
  const bool json = option_flag(line, "--json");
  if (option_number(line, "--steps") > MOST_STEPS) {
    return option_error(line->command, "--steps: at most %d", MOST_STEPS);
  }
  sn_setErrorMode(sn_ERROR_KEEP);  // everything is reported in the findings
  const sn_CheckOptions options = {.nstep = (int)option_number(line, "--steps"),
                                   .load = cli_loadOptions(line)};
  Print p = {.path = line->argument[0]};
  const int n =
      sn_checkFile(p.path, NULL, &options, p.error, sizeof p.error, json ? addJson : printText, &p);
  if (*p.error && !json) fprintf(stderr, "sinew: %s\n", p.error);
  bool ok = n >= 0;
  if (!ok) fprintf(stderr, "sinew: out of memory\n");
  if (ok && json) ok = printJson(&p);
  if (ok && !json && !*p.error) printSum(&p);
  text_free(&p.json);
  sn_setErrorMode(sn_ERROR_REPORT);
  return ok && p.count[sn_FINDING_WARNING] + p.count[sn_FINDING_ERROR] == 0 ? CLI_OK : CLI_FAILED;
}

static const option_Option option[] = {
    {"--json", OPTION_FLAG, NULL, NULL, NULL,
     "print findings as JSON, even if the model cannot be loaded"},
    {"--steps", OPTION_COUNT, "N", "200", NULL, "steps of the trial simulation; 0: no trial"},
};

static const char* const example[] = {
    "sinew check models/humanoid.xml",
    "sinew check robot.xml --json > findings.json",
};

const cli_Command cli_checkCommand = {
    .name = "check",
    .argument = {{"MODEL", false}},
    .purpose = "lint a model: likely mistakes, where they are, and what to do about them",
    .about = "Validates a model: reports likely mistakes before they cause trouble, such as a "
             "timestep that is too long for springs and servos, gains with the wrong sign, "
             "extreme mass ratios, overlaps at the start, joints and actuators without limits, "
             "keyframes out of range, unused assets, and warnings of a short trial simulation "
             "without control. The exit code is 1 if there are warnings; notes may be "
             "intended.",
    .option = option,
    .noption = sizeof option / sizeof *option,
    .loads = true,
    .example = example,
    .nexample = sizeof example / sizeof *example,
    .run = checkModel,
};
