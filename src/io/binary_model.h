// Models as bytes, in a format of our own.
#ifndef SINEW_IO_BINARY_MODEL_H_
#define SINEW_IO_BINARY_MODEL_H_

#include <stdbool.h>
#include <stddef.h>

#include <sinew/model.h>
#include <sinew/types.h>

#include "base/file.h"

#define BINARY_EXTENSION ".snb"
#define BINARY_MESSAGE 300

// does the content begin like a binary model
bool binary_isModel(const void* data, size_t size);
// is it a binary model of MuJoCo (MJB), by content or by the file's name (may be NULL); what to say
// then
bool binary_isMJB(const char* filename, const void* data, size_t size);
extern const char binary_adviceMJB[];
// the model; NULL, and why in message
mjModel* binary_read(const void* data, size_t size, char message[BINARY_MESSAGE]);
// the same from a virtual file or from disk, below the roots if there are any
mjModel* binary_load(const char* filename, const mjVFS* vfs, const file_Roots* roots,
                     char message[BINARY_MESSAGE]);
// the bytes, mj_sizeModel of them
void binary_write(const mjModel* m, void* data);
// sets the checksum of bytes that were changed
void binary_seal(void* data, size_t size);

#endif
