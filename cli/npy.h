// NumPy's file format for one array: a header that is a Python dict, then the numbers.
#ifndef SINEW_CLI_NPY_H_
#define SINEW_CLI_NPY_H_

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum { NPY_MOST_DIMS = 3 };

typedef struct {
  bool single;  // float32, else float64
  int ndim;
  int64_t shape[NPY_MOST_DIMS];
  uint64_t head;  // bytes before the numbers
} npy_Array;

static inline size_t npy_numberSize(const npy_Array* a) { return a->single ? 4 : 8; }

// the header, format 1.0, as numpy.save writes it: numbers begin at a multiple of 64
void npy_header(text_Text* out, const npy_Array* array);
// Opens an array of floats, by rows, little-endian, format 1.0 or 2.0. Returns a descriptor to read
// numbers from, whose file has all of them; -1: what is wrong is in `error`.
int npy_open(npy_Array* array, const char* path, text_Text* error);
// n numbers from number `first` on, as doubles; false: errno says why, 0: the file is too short
bool npy_read(int fd, const npy_Array* array, uint64_t first, double* out, size_t n);

#endif
