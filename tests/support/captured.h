// What a function writes to the standard output. Include after cmocka.h, or support.h.
#ifndef SINEW_TESTS_CAPTURED_H_
#define SINEW_TESTS_CAPTURED_H_

#include <stdio.h>
#include <unistd.h>

// print, with stdout sent to a file for that time -> text, cut to size - 1 characters
static inline void captured(char* text, size_t size, void (*print)(void)) {
  FILE* const file = tmpfile();
  assert_non_null(file);
  fflush(stdout);
  const int saved = dup(STDOUT_FILENO);
  assert_true(dup2(fileno(file), STDOUT_FILENO) >= 0);
  print();
  fflush(stdout);
  assert_true(dup2(saved, STDOUT_FILENO) >= 0);
  close(saved);
  rewind(file);
  text[fread(text, 1, size - 1, file)] = 0;
  fclose(file);
}

#endif
