// Pointers that a program hands to a public function: one that must not be NULL and is gets an
// error message with the function's name, the argument's and a remedy, and the function returns.
//   void mj_step(const mjModel* m, mjData* d) {
//     ARGS_NEED(m, d);
// Checks stand at the public door only: functions of the library call those below the door.
// Arrays of length 0 may be NULL: if (n > 0) ARGS_NEED(res, vec);
#ifndef SINEW_BASE_ARGS_H_
#define SINEW_BASE_ARGS_H_

#include <stdbool.h>
#include <stddef.h>

// reports the first that is NULL; names is the list as it stands in the code, "m, d"
void args_report(const char* function, const char* names, const void* const* values);

// the same into the text `error` of error_sz bytes, or nowhere if that is NULL
void args_reportTo(char* error, int error_sz, const char* function, const char* names,
                   const void* const* values);

// for helpers of several public functions, which hand on their names
static inline bool args_has(const char* function, const char* name, const void* value) {
  if (value) return true;
  args_report(function, name, &value);
  return false;
}

// is `id` one of the n objects of a kind ("body") that the model has; tells if not
bool args_hasId(const char* function, const char* kind, int id, long long n);

// up to 8 pointers; the ones fill up the list
#define ARGS_ALL_(a, b, c, d, e, f, g, h, ...)                                                     \
  ((a) && (b) && (c) && (d) && (e) && (f) && (g) && (h))
#define ARGS_CHECK_(report, result, ...)                                                           \
  do {                                                                                             \
    if (ARGS_ALL_(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1, 1)) break;                                     \
    report;                                                                                        \
    return result;                                                                                 \
  } while (0)
#define ARGS_LIST_(...)                                                                            \
  __func__, #__VA_ARGS__, (const void* const[]) { __VA_ARGS__ }

// the function returns `result` if a pointer is NULL
#define ARGS_NEED_OR(result, ...)                                                                  \
  ARGS_CHECK_(args_report(ARGS_LIST_(__VA_ARGS__)), result, __VA_ARGS__)

// for functions that return nothing
#define ARGS_NEED(...) ARGS_NEED_OR(, __VA_ARGS__)

// for functions that tell their errors in a buffer, `error` and `error_sz`
#define ARGS_NEED_TOLD(result, ...)                                                                \
  ARGS_CHECK_(args_reportTo(error, error_sz, ARGS_LIST_(__VA_ARGS__)), result, __VA_ARGS__)

#endif
