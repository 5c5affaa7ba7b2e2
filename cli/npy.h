// NumPy's NPY file format for one array: a header with a Python dict literal, then the array data.
#ifndef SINEW_CLI_NPY_H_
#define SINEW_CLI_NPY_H_

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum { NPY_MOST_DIMS = 3 };

typedef struct {
  bool single;  // float32, otherwise float64
  int ndim;
  int64_t shape[NPY_MOST_DIMS];
  uint64_t head;  // offset of the data in bytes
} npy_Array;

static inline size_t npy_numberSize(const npy_Array* a) { return a->single ? 4 : 8; }

// writes the header, format 1.0, as numpy.save does: data is aligned to 64 bytes
void npy_header(text_Text* out, const npy_Array* array);
// Opens an array of floats: row-major, little-endian, format 1.0 or 2.0. Returns a file descriptor;
// the file has been checked to contain all values. Returns -1 with a message in `error`.
int npy_open(npy_Array* array, const char* path, text_Text* error);
// Reads n values from index `first` on, as doubles. Returns false with errno set; errno 0: the file
// is too short.
bool npy_read(int fd, const npy_Array* array, uint64_t first, double* out, size_t n);

#endif
