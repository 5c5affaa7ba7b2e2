// Decoders and encoders: pluggable file formats that specs are read from and written to, registered
// by programs or built in.
#ifndef SINEW_LOAD_CODEC_H_
#define SINEW_LOAD_CODEC_H_

#include <sinew/plugin.h>

#include "base/text.h"

// decodes a file that is neither XML nor an archive; returns NULL with a message in `error` on
// failure
mjSpec* codec_parse(const char* filename, const char* type, const mjVFS* vfs, char* error,
                    int size);
// has a program registered a decoder for the type or extension of a file
bool codec_hasDecoder(const char* filename, const char* type);

// decode.c: decoders of meshes and zip archives
extern const mjpDecoder* const codec_builtin[];
extern const int codec_nbuiltin;
// encode.c: encoder of zip archives
extern const mjpEncoder codec_zip;

#endif
