// Simulates a model and writes what a camera sees as raw video: RGB, 3 bytes a pixel, rows from the
// bottom up. There is no window and no OpenGL: the same program for MuJoCo needs a context of GLFW,
// EGL or OSMesa before mjr_makeContext, and nothing else differs.
//   record [MODEL.xml [SECONDS [FPS [FILE]]]]
//   ffmpeg -f rawvideo -pixel_format rgb24 -video_size 640x480 -framerate 30 -i FILE -vf vflip
//   out.mp4
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

static mjvScene scn;
static mjvOption opt;
static mjvCamera cam;
static mjrContext con;

// depths of a quarter of the picture as shades of gray into its lower left corner
static void addDepths(unsigned char* rgb, const float* depth, int width, int height) {
  const int step = 4;
  for (int y = 0; y < height / step; y++) {
    for (int x = 0; x < width / step; x++) {
      const float z = depth[step * y * width + step * x];  // 0 near, 1 far, most of it close to 1
      const float shade = z < 1 ? 50 * (1 - z) : 0;
      memset(rgb + 3 * (y * width + x), (int)(255 * (shade < 1 ? shade : 1)), 3);
    }
  }
}

static int record(const mjModel* m, mjData* d, double seconds, double fps, FILE* file) {
  const mjrRect view = mjr_maxViewport(&con);
  unsigned char* rgb = (unsigned char*)malloc(3 * (size_t)view.width * (size_t)view.height);
  float* depth = (float*)malloc((size_t)view.width * (size_t)view.height * sizeof(float));
  int frames = 0;
  while (rgb && depth && frames < seconds * fps) {
    while (d->time < frames / fps) mj_step(m, d);
    char text[100];
    snprintf(text, sizeof text, "%.2f", d->time);
    mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
    mjr_render(view, &scn, &con);
    mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, view, "time", text, &con);
    mjr_readPixels(rgb, depth, view, &con);
    addDepths(rgb, depth, view.width, view.height);
    if (file && fwrite(rgb, 3, (size_t)(view.width * view.height), file) < 1) break;
    frames++;
  }
  free(rgb);
  free(depth);
  return frames;
}

int main(int argc, char** argv) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(argc > 1 ? argv[1] : "models/humanoid.xml", NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  mjv_defaultFreeCamera(m, &cam);
  mjv_defaultOption(&opt);
  mjv_defaultScene(&scn);
  mjr_defaultContext(&con);
  mjv_makeScene(m, &scn, 2000);
  mjr_makeContext(m, &con, mjFONTSCALE_150);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  if (con.currentBuffer != mjFB_OFFSCREEN) return 1;

  FILE* file = argc > 4 ? fopen(argv[4], "wb") : NULL;
  if (argc > 4 && !file) {
    fprintf(stderr, "%s cannot be written\n", argv[4]);
    return 1;
  }
  const double seconds = argc > 2 ? atof(argv[2]) : 0.2, fps = argc > 3 ? atof(argv[3]) : 30;
  const int frames = record(m, d, seconds, fps, file);
  printf("%d frames of %d x %d\n", frames, con.offWidth, con.offHeight);
  if (file) fclose(file);
  mjr_freeContext(&con);
  mjv_freeScene(&scn);
  mj_deleteData(d);
  mj_deleteModel(m);
  return frames > 0 ? 0 : 1;
}
