// Entry functions of the fuzz targets: each feeds untrusted bytes to one reader of the library and,
// if a model comes out, takes a few steps. They return 0 and must neither crash, hang nor leak,
// whatever the bytes are. fuzz_main.c hands them to libFuzzer, tests/whole/test_fuzz_corpus.c runs
// the kept inputs through them in every build.
#ifndef SINEW_FUZZ_FUZZ_H_
#define SINEW_FUZZ_FUZZ_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sinew/sinew.h>

int fuzz_mjcf(const uint8_t* data, size_t size);    // text of an MJCF model
int fuzz_model(const uint8_t* data, size_t size);   // the same, with files that it may name
int fuzz_urdf(const uint8_t* data, size_t size);    // text of a URDF model
int fuzz_mesh(const uint8_t* data, size_t size);    // options, then a file: STL, OBJ or MSH
int fuzz_flex(const uint8_t* data, size_t size);    // options, then a Gmsh file or a shape
int fuzz_png(const uint8_t* data, size_t size);     // options, then a PNG file
int fuzz_binary(const uint8_t* data, size_t size);  // a saved model
int fuzz_zip(const uint8_t* data, size_t size);     // an archive with a model
int fuzz_calls(const uint8_t* data, size_t size);   // a program of public calls
int fuzz_draw(const uint8_t* data, size_t size);    // text of an MJCF model, and pictures of it

// what was done since the start of the program
typedef struct {
  long texts, models, steps, calls;  // read, loaded, taken, made
} fuzz_Counts;
extern fuzz_Counts fuzz_counts;

// MJCF text of `size` bytes, in a buffer of `most`, changed as the grammar allows; returns its new
// size. The same text and seed give the same result.
size_t fuzz_mutateMjcf(uint8_t* data, size_t size, size_t most, unsigned seed);

// the library takes its memory from an allocator with a limit (fuzz_memory.c)
void fuzz_limitMemory(void);
extern const bool fuzz_seesUnwritten;  // the memory sanitizer watches
// is a model small enough to be stepped
bool fuzz_isSmall(const mjModel* m);
// a log handler that drops messages
void fuzz_ignoreMessage(const mjLogMessage* msg);
// a few steps if the model is small, then deletes it; m may be NULL
void fuzz_stepAndDelete(mjModel* m);
// loads MJCF or URDF text of `size` bytes, which may name files of vfs (may be NULL), writes it as
// MJCF, then as fuzz_stepAndDelete
void fuzz_loadText(const uint8_t* data, size_t size, const mjVFS* vfs);
// loads `xml`, in which `name` means the given bytes, then as fuzz_stepAndDelete
void fuzz_loadWithFile(const char* xml, const char* name, const void* data, size_t size);

#endif
