// Copies of subtrees inside a model (model composition): the MJCF elements <attach> and
// <replicate>, and mjs_attach.
#ifndef SINEW_SPEC_ATTACH_H_
#define SINEW_SPEC_ATTACH_H_

#include "spec/spec.h"

// The content of frame `frame` in `body` is a template. It is replaced by `count` copies, each in a
// frame of its own at the end of the body's lists, with names + sep + index. Elements elsewhere
// that refer to the template are replaced by one copy for each copy of the template. euler is in
// the units of the spec's compiler settings. Returns false after an error, which is in spec->diag.
bool attach_replicate(spec_Spec* spec, spec_Element* body, spec_Element* frame, int count,
                      const double offset[3], const double euler[3], const char* sep,
                      diag_Where where);

// After the outermost of nested replicates: checks that all names of copies are unique. Between its
// stages names may be equal. Returns false after an error, located at `where`.
bool attach_checkNames(spec_Spec* spec, diag_Where where);

// Copies a body, a frame or the whole world of a child model (element of type SPEC_MODEL), or of
// the spec itself if model is "" or NULL, to the end of body, inside frame (may be NULL). At most
// one of bodyname and framename is given (neither "" nor NULL). Returns false after an error, which
// is in spec->diag.
bool attach_model(spec_Spec* spec, spec_Element* body, spec_Element* frame, const char* model,
                  const char* bodyname, const char* framename, const char* prefix,
                  diag_Where where);

// The same for elements: `child` is a body or frame of `src`, or NULL for its whole world. Returns
// the copy (of the whole world: the new frame around it), NULL after an error, which is in
// spec->diag.
spec_Element* attach_element(spec_Spec* spec, spec_Element* body, spec_Element* frame,
                             spec_Spec* src, spec_Element* child, const char* prefix,
                             const char* suffix, diag_Where where, const char* what);

#endif
