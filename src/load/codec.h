// Decoders and encoders: kinds of files that specs are read from and written to, those of programs
// and those that the library has.
#ifndef SINEW_LOAD_CODEC_H_
#define SINEW_LOAD_CODEC_H_

#include <sinew/plugin.h>

#include "base/text.h"

// a spec from a file of another kind than XML and archives; NULL, with what is wrong in `error`
mjSpec* codec_parse(const char* filename, const char* type, const mjVFS* vfs, char* error,
                    int size);
// is there a decoder that a program has registered for the type or the extension of a file
bool codec_hasDecoder(const char* filename, const char* type);

// decode.c: meshes and archives, as decoders
extern const mjpDecoder* const codec_builtin[];
extern const int codec_nbuiltin;
// encode.c: archives
extern const mjpEncoder codec_zip;

#endif
