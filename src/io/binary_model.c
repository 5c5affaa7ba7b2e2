// Serialization of mjModel: binary file format (.snb). Little-endian, without padding:
//   header (64 bytes)  magic, version, bytes of a mjtNum, number of sizes and of arrays, length of
//                      the file, checksum of the rest, hash of the layout
//   sizes, mjOption, mjVisual, mjStatistic, signature, flags, arrays in the order of the field
//   table
// The layout hash covers names, types and shapes of all fields: a file of another layout is
// rejected instead of misread. Files are untrusted: sizes are validated before any allocation, all
// indices before the model is returned (validate.c).
#include "io/binary_model.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/size.h"
#include "io/validate.h"
#include "model/fields.h"
#include "model/model.h"
#include "model/names.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "bytes are copied as they are");

#define MAGIC "SINEW\x1a\r\n"
enum { VERSION = 1, HEADER = 64 };

typedef struct {
  char magic[8];
  uint32_t version, number, nsize, narray;
  uint64_t length, checksum, layout;
  char reserved[16];
} Header;

_Static_assert(sizeof(Header) == HEADER, "the header has no padding");

// ---- hashes

#define HASH_START 0xcbf29ce484222325u
#define HASH_FACTOR 0x100000001b3u

// FNV hash over words of 8 bytes, folded so that high bits count too
static uint64_t hashBytes(uint64_t h, const void* data, size_t size) {
  const unsigned char* at = data;
  for (; size >= 8; size -= 8, at += 8) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    h = (h ^ word) * HASH_FACTOR;
    h ^= h >> 29;
  }
  for (; size; size--, at++) h = (h ^ *at) * HASH_FACTOR;
  return h ^ h >> 32;
}

static uint64_t hashText(uint64_t h, const char* text) { return hashBytes(h, text, strlen(text)); }

static uint64_t findLayoutHash(void) {
  int n;
  const field_Field* size = field_modelSizes(&n);
  const field_Table table = field_model();
  const uint64_t structs[] = {sizeof(mjOption), sizeof(mjVisual), sizeof(mjStatistic)};
  uint64_t h = hashBytes(HASH_START, structs, sizeof structs);
  for (int i = 0; i < n; i++) h = hashText(h, size[i].name);
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    h = hashText(h, f->name);
    h = hashText(h, field_typeName(f->type));
    h = hashText(h, f->rows.text);
    h = hashText(h, f->cols.text);
  }
  return h;
}

// hash of the field tables, which never change: computed once
static uint64_t layoutHash(void) {
  static _Atomic uint64_t kept;
  uint64_t h = atomic_load_explicit(&kept, memory_order_relaxed);
  if (!h) atomic_store_explicit(&kept, h = findLayoutHash(), memory_order_relaxed);
  return h;
}

// ---- the parts of a file in order: one function defines the layout for reading and writing

// position in the file, and whether it is written or read; pieces of 0 bytes are skipped
typedef struct {
  unsigned char* at;
  bool write;
} Cursor;

static void piece(Cursor* c, void* member, size_t bytes) {
  if (!bytes) return;
  ASSERT_FULL(member);
  if (c->write) {
    memcpy(c->at, member, bytes);
  } else {
    memcpy(member, c->at, bytes);
  }
  c->at += bytes;
}

static void sizes(Cursor* c, mjModel* m) {
  int n;
  const field_Field* size = field_modelSizes(&n);
  for (int i = 0; i < n; i++) piece(c, (char*)m + size[i].offset, sizeof(mjtSize));
}

static void contents(Cursor* c, mjModel* m) {
  piece(c, &m->opt, sizeof m->opt);
  piece(c, &m->vis, sizeof m->vis);
  piece(c, &m->stat, sizeof m->stat);
  piece(c, &m->signature, sizeof m->signature);
  piece(c, &m->flg_gravcomp, sizeof m->flg_gravcomp);
  piece(c, &m->flg_surfacevel, sizeof m->flg_surfacevel);
  piece(c, &m->flg_adhesion, sizeof m->flg_adhesion);
  const field_Table table = field_model();
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    piece(c, field_get(f, m), (size_t)field_count(f, m, NULL) * field_typeSize(f->type));
  }
}

// ---- writing

void binary_seal(void* data, size_t size) {
  ASSERT(size >= HEADER);
  const uint64_t checksum = hashBytes(HASH_START, (unsigned char*)data + HEADER, size - HEADER);
  memcpy((unsigned char*)data + offsetof(Header, checksum), &checksum, sizeof checksum);
}

void binary_write(const mjModel* m, void* data) {
  int nsize;
  field_modelSizes(&nsize);
  Header header = {.magic = MAGIC,
                   .version = VERSION,
                   .number = sizeof(mjtNum),
                   .nsize = (uint32_t)nsize,
                   .narray = (uint32_t)field_model().n,
                   .length = (uint64_t)mj_sizeModel(m),
                   .layout = layoutHash()};
  Cursor c = {(unsigned char*)data + HEADER, true};
  sizes(&c, (mjModel*)m);  // only read
  contents(&c, (mjModel*)m);
  ASSERT(c.at == (unsigned char*)data + header.length);
  memcpy(data, &header, sizeof header);
  binary_seal(data, header.length);
}

// ---- reading

bool binary_isModel(const void* data, size_t size) {
  return size >= sizeof MAGIC - 1 && !memcmp(data, MAGIC, sizeof MAGIC - 1);
}

// every MJB begins with the same int, followed by the size of its floating-point type
bool binary_isMJB(const char* filename, const void* data, size_t size) {
  static const int32_t magic = 54321;
  int32_t begin[2];
  if (size >= sizeof begin) {
    memcpy(begin, data, sizeof begin);
    if (begin[0] == magic && (begin[1] == sizeof(float) || begin[1] == sizeof(double))) return true;
  }
  const bool named = filename && text_equalNoCase(path_extension(filename), ".mjb");
  return named && !binary_isModel(data, size) &&
         !(size && memchr(data, '<', size < 100 ? size : 100));
}

const char binary_adviceMJB[] =
    "it is a binary model of MuJoCo (MJB): only the version that wrote it reads it, and not even "
    "that one can turn it into XML; load the XML file that it was made from, or make a binary "
    "model of that: sinew compile model.xml model" BINARY_EXTENSION;
_Static_assert(sizeof binary_adviceMJB <= BINARY_MESSAGE, "it fits into a message");

// validates the header; returns what is wrong, NULL: nothing
static const char* checkHeader(const void* data, size_t size, Header* header) {
  int nsize;
  field_modelSizes(&nsize);
  if (binary_isMJB(NULL, data, size)) return binary_adviceMJB;
  if (!binary_isModel(data, size)) return "it is no binary model of Sinew";
  if (size < HEADER) return "it is cut off";
  memcpy(header, data, sizeof *header);
  if (header->version != VERSION)
    return "it was made by a version with another format; compile it again";
  if (header->number != sizeof(mjtNum)) return "its numbers have another precision";
  if (header->nsize != (uint32_t)nsize || header->narray != (uint32_t)field_model().n ||
      header->layout != layoutHash())
    return "it was made by a version whose models have other fields; compile it again";
  if (header->length > size) return "it is cut off";
  if (header->length < size) return "there is something behind its end";
  if (size < HEADER + (size_t)nsize * sizeof(mjtSize)) return "it is cut off";
  if (hashBytes(HASH_START, (const unsigned char*)data + HEADER, size - HEADER) != header->checksum)
    return "it is damaged: its checksum is wrong";
  return NULL;
}

// computes the file length for these sizes; false if they are invalid
static bool lengthOf(const mjModel* m, size_t* length) {
  size_t sum;
  if (model_badSize(m) || !field_layout(field_model(), m, &sum, NULL, NULL)) return false;
  *length = (size_t)mj_sizeModel(m);  // the sum of the arrays does not overflow
  return true;
}

mjModel* binary_read(const void* data, size_t size, char message[BINARY_MESSAGE]) {
  Header header;
  const char* wrong = checkHeader(data, size, &header);
  mjModel given;
  memset(&given, 0, sizeof given);
  Cursor c = {(unsigned char*)data + HEADER, false};  // only read
  if (!wrong) sizes(&c, &given);
  ASSERT(wrong || c.at <= (const unsigned char*)data + size);
  size_t length = 0;
  if (!wrong && (!lengthOf(&given, &length) || length != size))
    wrong = "its sizes contradict its length";
  mjModel* m = wrong ? NULL : model_make(&given);
  if (!wrong && !m) wrong = "there is no memory for it";
  if (wrong) {
    snprintf(message, BINARY_MESSAGE, "%s", wrong);
    return NULL;
  }
  contents(&c, m);
  ASSERT(c.at == (const unsigned char*)data + size);
  validate_Fault fault;
  if (m->nbuffer != given.nbuffer) {
    snprintf(message, BINARY_MESSAGE, "nbuffer contradicts its sizes");
  } else if (!validate_model(m, &fault)) {
    snprintf(message, BINARY_MESSAGE, "%s[%lld] is out of range", fault.field,
             (long long)fault.row);
  } else {
    names_hash(m);  // rebuilt, since that of the file is untrusted
    return m;
  }
  mj_deleteModel(m);
  return NULL;
}

// ---- API

mjModel* mj_loadModelBuffer(const void* buffer, int buffer_sz) {
  ARGS_NEED_OR(NULL, buffer);
  char message[BINARY_MESSAGE] = "";
  mjModel* m = buffer_sz > 0 ? binary_read(buffer, (size_t)buffer_sz, message) : NULL;
  if (!m) mju_warning("mj_loadModelBuffer: %s", *message ? message : "there is nothing to load");
  return m;
}

static void saveFile(const mjModel* m, const char* filename) {
  const size_t size = (size_t)mj_sizeModel(m);
  void* data = mem_alloc(size);
  if (!data) {
    mju_warning("mj_saveModel: no memory for %zu bytes", size);
    return;
  }
  binary_write(m, data);
  if (!file_write(filename, data, size)) mju_warning("mj_saveModel: cannot write '%s'", filename);
  mem_free(data);
}

void mj_saveModel(const mjModel* m, const char* filename, void* buffer, int buffer_sz) {
  ARGS_NEED(m);
  if (!buffer && filename) {
    saveFile(m, filename);
  } else if (!buffer || buffer_sz < mj_sizeModel(m)) {
    mju_warning("mj_saveModel: the buffer has %d bytes, but %lld are needed",
                buffer ? buffer_sz : 0, (long long)mj_sizeModel(m));
  } else {
    binary_write(m, buffer);
  }
}
