// Argument validation of public functions: if a pointer that must not be NULL is NULL, the function
// reports an error with its name, the argument's name and a remedy, and returns.
//   void mj_step(const mjModel* m, mjData* d) {
//     ARGS_NEED(m, d);
// Only public functions check; internal functions rely on it.
// Arrays of length 0 may be NULL: if (n > 0) ARGS_NEED(res, vec);
// Arrays of length 0 may be NULL: if (n > 0) ARGS_NEED(res, vec);
#ifndef SINEW_BASE_ARGS_H_
#define SINEW_BASE_ARGS_H_

#include <stdbool.h>
#include <stddef.h>

// reports the first pointer that is NULL; names is the argument list as in the source, "m, d"
void args_report(const char* function, const char* names, const void* const* values);

// writes the same message into the buffer `error` of error_sz bytes, or nowhere if that is NULL
void args_reportTo(char* error, int error_sz, const char* function, const char* names,
                   const void* const* values);

// for helpers of several public functions, which pass the public function's name
static inline bool args_has(const char* function, const char* name, const void* value) {
  if (value) return true;
  args_report(function, name, &value);
  return false;
}

// returns whether `id` is one of the model's n objects of a kind ("body"); reports an error if not
bool args_hasId(const char* function, const char* kind, int id, long long n);

// up to 8 pointers; the ones pad the list
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

// for functions that return their errors in a buffer, `error` and `error_sz`
#define ARGS_NEED_TOLD(result, ...)                                                                \
  ARGS_CHECK_(args_reportTo(error, error_sz, ARGS_LIST_(__VA_ARGS__)), result, __VA_ARGS__)

#endif
