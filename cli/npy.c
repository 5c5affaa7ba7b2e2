// Reader and writer of NumPy's NPY file format: magic, version, header length, a Python dict
// literal, array data (numpy.org, "NPY format").
#include "npy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/number.h"

static const char magic[] = "\x93NUMPY";
enum { MAGIC = 6, PREFIX = 10, ALIGN = 64, MOST_HEADER = 4096 };

// ---- writing

static void addShape(text_Text* out, const npy_Array* a) {
  for (int i = 0; i < a->ndim; i++) {
    text_format(out, i ? ", %lld" : "%lld", (long long)a->shape[i]);
  }
  if (a->ndim == 1) text_add(out, ",");
}

void npy_header(text_Text* out, const npy_Array* array) {
  text_Text dict = {0};
  text_format(&dict, "{'descr': '%s', 'fortran_order': False, 'shape': (",
              array->single ? "<f4" : "<f8");
  addShape(&dict, array);
  text_add(&dict, "), }");
  const size_t padded = (PREFIX + dict.size + 1 + ALIGN - 1) / ALIGN * ALIGN - PREFIX;
  ASSERT(padded <= MOST_HEADER);
  const unsigned char head[] = {1, 0, (unsigned char)padded, (unsigned char)(padded >> 8)};
  text_bytes(out, magic, MAGIC);
  text_bytes(out, (const char*)head, sizeof head);
  text_add(out, text_get(&dict));
  text_fill(out, ' ', padded - dict.size - 1);
  text_add(out, "\n");
  out->failed = out->failed || dict.failed;
  text_free(&dict);
}

// ---- reading

// the text after "'key':" in a dict, NULL: key not found
static const char* valueOf(const char* dict, const char* key) {
  char quoted[32];
  text_print(quoted, sizeof quoted, "'%s'", key);
  const char* at = strstr(dict, quoted);
  if (!at) return NULL;
  at += strlen(quoted);
  at += strspn(at, " ");
  return *at == ':' ? at + 1 + strspn(at + 1, " ") : NULL;
}

static bool parseShape(npy_Array* a, const char* at) {
  if (!at || *at++ != '(') return false;
  for (a->ndim = 0; *(at += strspn(at, " ")) != ')'; a->ndim++) {
    int64_t n;
    at = a->ndim < NPY_MOST_DIMS ? num_parseInt(at, &n) : NULL;
    if (!at || n < 0) return false;
    a->shape[a->ndim] = n;
    at += strspn(at, " ");
    if (*at == ',') {
      at++;
    } else if (*at != ')') {
      return false;
    }
  }
  return true;
}

static const char* parseDict(npy_Array* a, const char* dict) {
  const char *descr = valueOf(dict, "descr"), *order = valueOf(dict, "fortran_order");
  if (!descr || !order) return "has a damaged header";
  a->single = !strncmp(descr, "'<f4'", 5);
  if (!a->single && strncmp(descr, "'<f8'", 5)) {
    return "has other numbers than float64 or float32 (little-endian)";
  }
  if (!parseShape(a, valueOf(dict, "shape"))) return "has more than 3 dimensions";
  if (strncmp(order, "False", 5) && a->ndim > 1) {
    return "has its numbers by columns; save numpy.ascontiguousarray of it";
  }
  return NULL;
}

// parses the start of a file to array; returns NULL, or an error message
static const char* parse(npy_Array* a, const char* bytes, size_t size) {
  const unsigned char* u = (const unsigned char*)bytes;
  if (size < PREFIX || memcmp(bytes, magic, MAGIC)) return "is no .npy file";
  if (u[6] != 1 && u[6] != 2) return "is a .npy file of a version that is not known";
  const size_t begin = u[6] == 1 ? PREFIX : PREFIX + 2;
  size_t length = u[8] | (size_t)u[9] << 8;
  if (u[6] == 2) length |= (size_t)u[10] << 16 | (size_t)u[11] << 24;
  a->head = begin + length;
  if (a->head > size || length >= MOST_HEADER) return "has a damaged header";
  char dict[MOST_HEADER];
  memcpy(dict, bytes + begin, length);
  dict[length] = 0;
  return parseDict(a, dict);
}

// number of elements of the array, UINT64_MAX: overflow
static uint64_t countNumbers(const npy_Array* a) {
  uint64_t n = 1;
  for (int i = 0; i < a->ndim; i++) {
    if (a->shape[i] && n > (UINT64_MAX >> 8) / (uint64_t)a->shape[i]) return UINT64_MAX;
    n *= (uint64_t)a->shape[i];
  }
  return n;
}

int npy_open(npy_Array* array, const char* path, text_Text* error) {
  char bytes[PREFIX + 2 + MOST_HEADER];
  *array = (npy_Array){0};
  struct stat info;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const char* wrong = NULL;
  ssize_t size = 0;
  if (fd < 0 || fstat(fd, &info)) {
    wrong = strerror(errno);
  } else if (!S_ISREG(info.st_mode)) {
    wrong = "is no plain file";
  } else if ((size = pread(fd, bytes, sizeof bytes, 0)) < 0) {
    wrong = strerror(errno);
  } else {
    wrong = parse(array, bytes, (size_t)size);
  }
  if (!wrong) {
    const uint64_t n = countNumbers(array), room = (uint64_t)info.st_size - array->head;
    if (room / npy_numberSize(array) < n) wrong = "is cut off";
  }
  if (!wrong) return fd;
  text_format(error, "'%s' %s%s", path, fd < 0 ? "cannot be read: " : "", wrong);
  if (fd >= 0) close(fd);
  return -1;
}

bool npy_read(int fd, const npy_Array* array, uint64_t first, double* out, size_t n) {
  const size_t size = npy_numberSize(array);
  // floats are read to the end of the buffer and converted in place, from the front
  char* to = (char*)out + (sizeof *out - size) * n;
  off_t offset = (off_t)(array->head + first * size);
  for (size_t left = n * size; left;) {
    errno = 0;
    const ssize_t got = pread(fd, to, left, offset);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    offset += got;
    left -= (size_t)got;
  }
  const char* floats = (const char*)out + (sizeof *out - size) * n;
  for (size_t i = 0; i < n && array->single; i++) {
    float x;
    memcpy(&x, floats + i * sizeof x, sizeof x);
    out[i] = x;
  }
  return true;
}
