// Runs a script of tests/ui/ui_script.h in the reference, with OSMesa: golden files of user
// interfaces. Made and run by tools/oracle/ui.sh.
#define UI_SCRIPT_ORACLE
#include "../../tests/ui/ui_script.h"

#include <GL/osmesa.h>

int main(void) {
  static unsigned char pixels[4 * 1600 * 1200];
  OSMesaContext gl = OSMesaCreateContextExt(OSMESA_RGBA, 24, 8, 0, NULL);
  if (!gl || !OSMesaMakeCurrent(gl, pixels, GL_UNSIGNED_BYTE, 1600, 1200)) return 1;
  mjSpec* spec = mj_makeSpec();
  mjModel* model = mj_compile(spec, NULL);
  static mjrContext con;
  mjr_defaultContext(&con);
  mjr_makeContext(model, &con, mjFONTSCALE_100);
  script_run(stdin, stdout, &con);
  return 0;
}
