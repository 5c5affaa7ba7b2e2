// sinew about, sinew --version: prints the version of the library, and the number of processors and
// the SIMD width of the machine.
#include <stdio.h>

#include <sinew/sinew.h>

#include "base/cpu.h"
#include "base/pool.h"
#include "commands.h"
#include "model/fields.h"

void cli_printVersion(void) {
  printf("sinew %s (API and results of MuJoCo %s)\n", sn_version(), mj_versionString());
}

static int about(const option_Line* line) {
  (void)line;
  cli_printVersion();
  printf("model    %d arrays in mjModel, %d in mjData\n", field_model().n, field_data().n);
  printf("machine  %d processors, %d worlds per SIMD step\n", pool_processors(), cpu_lanes());
#ifdef SINEW_COPIES
  printf("code     for %s\n", cpu_hasLanes(4) ? "AVX2" : "any x86-64");
#endif
  double s, c;
  sn_sincos(1e22, &s, &c);
  printf("check    sin(1e22) = %.17g (exactly -0.852200849767188802)\n", s);
  return CLI_OK;
}

const cli_Command cli_aboutCommand = {
    .name = "about",
    .purpose = "version, instruction sets and SIMD width in use on this machine",
    .run = about,
};
