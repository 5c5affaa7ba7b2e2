// Values of user interface items (data binding): reads, writes, formats and parses the program's
// variables as integers, fractions of a slider, or text.
#include <limits.h>
#include <math.h>
#include <string.h>

#include <sinew/macros.h>

#include "base/number.h"
#include "ui/ui_kinds.h"

enum { DIGITS = 4 };  // significant digits of numbers as text

int ui_getInt(const mjuiItem* item) {
  return item->type == mjITEM_CHECKBYTE ? *(const mjtByte*)item->pdata : *(const int*)item->pdata;
}

void ui_setInt(mjuiItem* item, int value) {
  if (item->type == mjITEM_CHECKBYTE)
    *(mjtByte*)item->pdata = (mjtByte)value;
  else
    *(int*)item->pdata = value;
}

// ---- sliders

double ui_getShare(const mjuiItem* item) {
  const double* range = item->slider.range;
  const double x = item->type == mjITEM_SLIDERINT ? (double)*(const int*)item->pdata
                                                  : *(const mjtNum*)item->pdata;
  const double share = (x - range[0]) / (range[1] - range[0]);
  return share >= 0 ? mjMIN(share, 1) : 0;  // NaN is at the left
}

static int toInt(double x) {
  return x >= INT_MAX ? INT_MAX : x <= INT_MIN ? INT_MIN : x == x ? (int)floor(x + 0.5) : 0;
}

void ui_setShare(mjuiItem* item, double share) {
  const double* range = item->slider.range;
  const double steps = item->slider.divisions;
  share = share >= 0 ? mjMIN(share, 1) : 0;
  if (steps >= 1 && steps < 1e9) share = floor(share * steps + 0.5) / steps;
  const double x = range[0] + share * (range[1] - range[0]);
  if (item->type == mjITEM_SLIDERINT)
    *(int*)item->pdata = toInt(x);
  else if (isfinite(x))
    *(mjtNum*)item->pdata = x;
}

// ---- text

// type of a kind of variable; kinds without numbers have none
typedef struct {
  int (*print)(char text[NUM_SIZE], const void* data, int i);
  void (*write)(void* data, int i, double x);
  double most;  // largest absolute value
} Numbers;

static int printInt(char text[NUM_SIZE], const void* data, int i) {
  return num_print(text, ((const int*)data)[i], 10);
}
static int printNum(char text[NUM_SIZE], const void* data, int i) {
  return num_print(text, ((const mjtNum*)data)[i], DIGITS);
}
static int printFloat(char text[NUM_SIZE], const void* data, int i) {
  return num_print(text, ((const float*)data)[i], DIGITS);
}
static void writeInt(void* data, int i, double x) { ((int*)data)[i] = (int)x; }
static void writeNum(void* data, int i, double x) { ((mjtNum*)data)[i] = x; }
static void writeFloat(void* data, int i, double x) { ((float*)data)[i] = (float)x; }

static const Numbers numbers[mjNITEM] = {
    [mjITEM_SLIDERINT] = {printInt, writeInt, INT_MAX},
    [mjITEM_SLIDERNUM] = {printNum, writeNum, 1.7e308},
    [mjITEM_EDITINT] = {printInt, writeInt, INT_MAX},
    [mjITEM_EDITNUM] = {printNum, writeNum, 1.7e308},
    [mjITEM_EDITFLOAT] = {printFloat, writeFloat, 3.4e38},
};

void ui_print(const mjuiItem* item, char text[mjMAXUITEXT]) {
  int n = 0;
  if (item->type == mjITEM_EDITTXT) {
    n = ui_length(item->pdata, mjMAXUITEXT - 1);
    memcpy(text, item->pdata, (size_t)n);
  } else if (numbers[item->type].print) {
    const int count = item->type >= mjITEM_EDITINT ? ui_numbers(item) : 1;
    for (int i = 0; i < count; i++) {
      char number[NUM_SIZE];
      const int length = numbers[item->type].print(number, item->pdata, i);
      if (i) text[n++] = ' ', text[n++] = ' ';
      memcpy(text + n, number, (size_t)length);
      n += length;
    }
  }
  text[n] = 0;
}

// parses exactly the item's numbers, each in its range; returns whether the text is valid
static bool readEdit(const mjuiItem* item, const char text[mjMAXUITEXT], double x[mjMAXUIEDIT]) {
  char copy[mjMAXUITEXT];
  const int length = ui_length(text, mjMAXUITEXT - 1);
  memcpy(copy, text, (size_t)length);
  copy[length] = 0;
  const char* at = copy;
  int n = 0;
  for (;; n++) {
    while (*at == ' ') at++;
    if (!*at) break;
    double value;
    const char* end = n < ui_numbers(item) ? num_parse(at, &value) : NULL;
    if (!end || (*end && *end != ' ') || !(fabs(value) <= numbers[item->type].most)) return false;
    const double* range = item->edit.range[n];
    if (range[0] < range[1] && (value < range[0] || value > range[1])) return false;
    if (item->type == mjITEM_EDITINT && value != floor(value)) return false;
    x[n] = value;
    at = end;
  }
  return n > 0 && n == ui_numbers(item);
}

bool ui_valid(const mjuiItem* item, const char text[mjMAXUITEXT]) {
  double x[mjMAXUIEDIT];
  return item->type == mjITEM_EDITTXT || readEdit(item, text, x);
}

bool ui_parse(mjuiItem* item, const char text[mjMAXUITEXT]) {
  double x[mjMAXUIEDIT];
  if (item->type == mjITEM_EDITTXT) {
    const int n = ui_length(text, mjMAXUITEXT - 1);
    memcpy(item->pdata, text, (size_t)n);
    ((char*)item->pdata)[n] = 0;
    return true;
  }
  if (!readEdit(item, text, x)) return false;
  for (int i = 0; i < ui_numbers(item); i++) numbers[item->type].write(item->pdata, i, x[i]);
  return true;
}
