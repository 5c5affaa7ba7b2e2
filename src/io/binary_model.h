// Serialization of mjModel: binary model files (.snb) in a format of Sinew.
#ifndef SINEW_IO_BINARY_MODEL_H_
#define SINEW_IO_BINARY_MODEL_H_

#include <stdbool.h>
#include <stddef.h>

#include <sinew/model.h>
#include <sinew/types.h>

#include "base/file.h"

#define BINARY_EXTENSION ".snb"
#define BINARY_MESSAGE 300

// whether the content begins with the signature of a binary model
bool binary_isModel(const void* data, size_t size);
// whether it is a binary model of MuJoCo (MJB), by content or by file name (may be NULL); and the
// error message for that
bool binary_isMJB(const char* filename, const void* data, size_t size);
extern const char binary_adviceMJB[];
// parses a model; NULL and the reason in message on failure
mjModel* binary_read(const void* data, size_t size, char message[BINARY_MESSAGE]);
// the same from a virtual file or from disk, below the roots if given
mjModel* binary_load(const char* filename, const mjVFS* vfs, const file_Roots* roots,
                     char message[BINARY_MESSAGE]);
// serializes a model into mj_sizeModel bytes
void binary_write(const mjModel* m, void* data);
// recomputes the checksum after bytes were changed
void binary_seal(void* data, size_t size);

#endif
