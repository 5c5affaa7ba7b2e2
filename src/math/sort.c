// Public insertion sorts: ascending, stable, for short or nearly sorted lists.
#include <sinew/math.h>

#include "base/args.h"

void mju_insertionSort(mjtNum* list, int n) {
  if (n > 0) ARGS_NEED(list);
  for (int i = 1; i < n; i++) {
    const mjtNum x = list[i];
    int j = i;
    for (; j > 0 && list[j - 1] > x; j--) list[j] = list[j - 1];
    list[j] = x;
  }
}

void mju_insertionSortInt(int* list, int n) {
  if (n > 0) ARGS_NEED(list);
  for (int i = 1; i < n; i++) {
    const int x = list[i];
    int j = i;
    for (; j > 0 && list[j - 1] > x; j--) list[j] = list[j - 1];
    list[j] = x;
  }
}
