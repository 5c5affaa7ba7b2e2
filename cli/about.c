// sinew about, sinew --version: the library and the machine.
#include <stdio.h>

#include <sinew/sinew.h>

#include "base/cpu.h"
#include "base/pool.h"
#include "commands.h"
#include "model/fields.h"

int cli_version(void) {
  printf("sinew %s (API and results of MuJoCo %s)\n", sn_version(), mj_versionString());
  return CLI_OK;
}

int cli_about(int argc, char** argv) {
  (void)argv;
  if (argc) {
    fprintf(stderr, "usage: sinew about\n");
    return CLI_USAGE;
  }
  cli_version();
  printf("model    %d arrays in mjModel, %d in mjData\n", field_model().n, field_data().n);
  printf("machine  %d processors, %d worlds per SIMD step\n", pool_processors(), cpu_lanes());
  double s, c;
  sn_sincos(1e22, &s, &c);
  printf("check    sin(1e22) = %.17g (exactly -0.852200849767188802)\n", s);
  return CLI_OK;
}
