// A PNG file as texture or height field, or one of the formats that are taken as they are. The
// first byte chooses the use. Checksums of chunks are made right first: otherwise nearly every
// mutation ends at them and nothing behind is reached.
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIGNATURE = 8, HEAD = 8, SUM = 4 };  // bytes: of the file, around the data of a chunk

static uint32_t readBig(const uint8_t* p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

// CRC-32 of the PNG specification, bit by bit
static uint32_t checksum(const uint8_t* p, size_t n) {
  uint32_t crc = 0xffffffffu;
  for (size_t i = 0; i < n; i++) {
    crc ^= p[i];
    for (int k = 0; k < 8; k++) crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
  }
  return ~crc;
}

static void repairSums(uint8_t* file, size_t size) {
  size_t at = SIGNATURE;
  while (size >= at + HEAD + SUM) {
    const size_t n = readBig(file + at);
    if (n > size - at - HEAD - SUM) return;
    const uint32_t crc = checksum(file + at + 4, n + 4);
    uint8_t* sum = file + at + HEAD + n;
    for (int k = 0; k < SUM; k++) sum[k] = (uint8_t)(crc >> (24 - 8 * k));
    at += HEAD + n + SUM;
  }
}

int fuzz_png(const uint8_t* data, size_t size) {
  static const char* const asset[] = {
      "<texture name='t' type='2d' file='t.png'/>",
      "<texture name='t' type='cube' gridsize='3 4' gridlayout='.U..LFRB.D..' file='t.png'/>",
      "<texture name='t' type='skybox' file='t.png' nchannel='4' colorspace='auto'/>",
      "<texture name='t' type='2d' file='t.png' hflip='true' vflip='true' nchannel='1'/>",
      "<hfield name='t' size='1 1 1 .1' file='t.png'/>",
      "<hfield name='t' size='1 1 1 .1' file='t.png' content_type='image/vnd.mujoco.hfield'/>",
      "<texture name='t' type='2d' file='t.png' content_type='image/ktx'/>"};
  enum { NUSE = sizeof asset / sizeof asset[0] };
  if (size < 1) return 0;
  const unsigned choice = data[0] % NUSE;
  char xml[600];
  snprintf(xml, sizeof xml,
           "<mujoco><asset>%s</asset><worldbody>%s<body pos='0 0 1'><freejoint/><geom "
           "size='.1'/></body></worldbody></mujoco>",
           asset[choice], asset[choice][1] == 'h' ? "<geom type='hfield' hfield='t'/>" : "");
  uint8_t* file = malloc(size);
  if (!file) return 0;
  memcpy(file, data + 1, size - 1);
  repairSums(file, size - 1);
  fuzz_loadWithFile(xml, "t.png", file, size - 1);
  free(file);
  return 0;
}
