// Parsers of XML attribute values: numbers, booleans, keywords, lists, strings.
// Numbers are separated by blanks and parsed independently of the locale. An absent attribute
// leaves the destination unchanged, and so does a blank one where numbers are expected; a list
// shorter than the destination sets its first entries. Every error message has file, line, element,
// attribute, the invalid part and what is accepted. After an error all functions return 0.
#ifndef SINEW_XML_XML_VALUE_H_
#define SINEW_XML_XML_VALUE_H_

#include <stdbool.h>
#include <stddef.h>

#include <sinew/types.h>

#include "base/arena.h"
#include "xml/diag.h"
#include "xml/xml.h"

// a keyword and its value; tables have no terminator, their length is passed
typedef struct {
  const char* name;
  int value;
} xml_Keyword;

// parses min .. max numbers into dst; returns how many were given, 0 if absent or blank
int xml_readDoubles(const xml_Node* node, const char* attr, double* dst, int min, int max,
                    diag_Diag* diag);
int xml_readFloats(const xml_Node* node, const char* attr, float* dst, int min, int max,
                   diag_Diag* diag);
int xml_readInts(const xml_Node* node, const char* attr, int* dst, int min, int max,
                 diag_Diag* diag);

// parses any number of values into *dst, allocated in the arena; returns how many, 0 (and NULL) if
// none
int xml_readDoubleVector(const xml_Node* node, const char* attr, arena_Arena* arena, double** dst,
                         diag_Diag* diag);
int xml_readFloatVector(const xml_Node* node, const char* attr, arena_Arena* arena, float** dst,
                        diag_Diag* diag);
int xml_readIntVector(const xml_Node* node, const char* attr, arena_Arena* arena, int** dst,
                      diag_Diag* diag);

// "true" or "false"; returns true if the attribute exists
bool xml_readBool(const xml_Node* node, const char* attr, mjtBool* dst, diag_Diag* diag);
// one word of the table (n); returns true if the attribute exists
bool xml_readKeyword(const xml_Node* node, const char* attr, const xml_Keyword* table, int n,
                     int* dst, diag_Diag* diag);
// Words of the table, each at most once, in the order of the table if `ordered`; *bits = bitwise or
// of their values. Returns how many, 0 if absent or blank.
int xml_readFlags(const xml_Node* node, const char* attr, const xml_Keyword* table, int n,
                  bool ordered, int* bits, diag_Diag* diag);

// returns false, with an error, if the attribute is absent or blank
bool xml_require(const xml_Node* node, const char* attr, diag_Diag* diag);
// the text of a required attribute, NULL after an error
const char* xml_requireString(const xml_Node* node, const char* attr, diag_Diag* diag);

// the name with the smallest edit distance to a misspelled word, NULL if none is near. names: n
// entries of `stride` bytes that begin with a const char* (a table of strings, of xml_Keyword, ...)
const char* xml_nearest(const char* word, const void* names, int n, size_t stride);
// the same, or otherwise a name that begins like the word
const char* xml_similar(const char* word, const void* names, int n, size_t stride);

#endif
