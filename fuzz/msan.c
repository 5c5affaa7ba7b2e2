// The memory sanitizer knows only what code that it has instrumented writes, and expat, libpng and
// qhull are not. So memory counts as written unless it is the library's own (fuzz_memory.c), those
// libraries take theirs from malloc, and what libpng writes into an image is marked. The linker
// puts these functions in place of theirs (fuzz/CMakeLists.txt).
#include <expat.h>
#include <png.h>
#include <sanitizer/msan_interface.h>
#include <stddef.h>

const char* __msan_default_options(void);
XML_Parser __real_XML_ParserCreate_MM(const XML_Char* encoding,
                                      const XML_Memory_Handling_Suite* memory,
                                      const XML_Char* separator);
XML_Parser __wrap_XML_ParserCreate_MM(const XML_Char* encoding,
                                      const XML_Memory_Handling_Suite* memory,
                                      const XML_Char* separator);
png_structp __real_png_create_read_struct_2(png_const_charp version, png_voidp context,
                                            png_error_ptr error, png_error_ptr warning,
                                            png_voidp memory, png_malloc_ptr allocate,
                                            png_free_ptr release);
png_structp __wrap_png_create_read_struct_2(png_const_charp version, png_voidp context,
                                            png_error_ptr error, png_error_ptr warning,
                                            png_voidp memory, png_malloc_ptr allocate,
                                            png_free_ptr release);
void __real_png_read_update_info(png_structp png, png_infop info);
void __wrap_png_read_update_info(png_structp png, png_infop info);
void __real_png_read_image(png_structp png, png_bytepp rows);
void __wrap_png_read_image(png_structp png, png_bytepp rows);

__attribute__((visibility("default"))) const char* __msan_default_options(void) {
  return "poison_in_malloc=0:poison_in_free=0:intercept_memcmp=0:handle_abort=1";
}

XML_Parser __wrap_XML_ParserCreate_MM(const XML_Char* encoding,
                                      const XML_Memory_Handling_Suite* memory,
                                      const XML_Char* separator) {
  (void)memory;
  return __real_XML_ParserCreate_MM(encoding, NULL, separator);
}

png_structp __wrap_png_create_read_struct_2(png_const_charp version, png_voidp context,
                                            png_error_ptr error, png_error_ptr warning,
                                            png_voidp memory, png_malloc_ptr allocate,
                                            png_free_ptr release) {
  (void)memory, (void)allocate, (void)release;
  return __real_png_create_read_struct_2(version, context, error, warning, NULL, NULL, NULL);
}

// of the image that is read now
static png_infop current;

void __wrap_png_read_update_info(png_structp png, png_infop info) {
  __real_png_read_update_info(png, info);
  current = info;
}

void __wrap_png_read_image(png_structp png, png_bytepp rows) {
  __real_png_read_image(png, rows);
  const png_uint_32 height = png_get_image_height(png, current);
  for (png_uint_32 r = 0; r < height; r++) __msan_unpoison(rows[r], png_get_rowbytes(png, current));
}
