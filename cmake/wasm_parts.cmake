# What the loader needs, compiled for WebAssembly from the sources of Debian's packages, which tools/wasm_parts.sh
# fetches to SINEW_WASM_PARTS: expat, zlib, libpng, Qhull. The names of the targets are those of find_package.
set(SINEW_WASM_PARTS "" CACHE PATH "folder with the sources of expat, zlib, libpng and Qhull")

# part(<target> <alias> <includes> <definitions> <sources...>): small before fast, none of it runs in a step
function(part target alias includes definitions)
  add_library(${target} STATIC ${ARGN})
  target_include_directories(${target} SYSTEM PUBLIC ${includes})
  target_compile_definitions(${target} PRIVATE ${definitions})
  target_compile_options(${target} PRIVATE -Oz -w)
  add_library(${alias} ALIAS ${target})
endfunction()

# sources(<variable> <folder> <names...>)
function(sources variable folder)
  list(TRANSFORM ARGN PREPEND ${folder}/)
  list(TRANSFORM ARGN APPEND .c)
  set(${variable} ${ARGN} PARENT_SCOPE)
endfunction()

set(expat ${SINEW_WASM_PARTS}/expat/expat/lib)
sources(files ${expat} xmlparse xmlrole xmltok)
# In place of the header that its configure script would write: no namespaces, and smaller rather than faster. Random
# numbers for its hashes come from web/wasm.
file(WRITE ${PROJECT_BINARY_DIR}/expat/expat_config.h "#include <stddef.h>\nvoid arc4random_buf(void* buffer, size_t size);\n"
  "#define HAVE_ARC4RANDOM_BUF 1\n#define BYTEORDER 1234\n#define XML_CONTEXT_BYTES 1024\n#define XML_DTD 1\n"
  "#define XML_GE 1\n#define XML_MIN_SIZE 1\n")
part(expat_wasm EXPAT::EXPAT "${expat};${PROJECT_BINARY_DIR}/expat" "" ${files})

set(zlib ${SINEW_WASM_PARTS}/zlib)
sources(files ${zlib} adler32 crc32 inffast inflate inftrees zutil)
part(zlib_wasm ZLIB::ZLIB ${zlib} "" ${files})

# libpng only reads: its list of features without those of writing
set(png ${SINEW_WASM_PARTS}/libpng)
file(STRINGS ${png}/scripts/pnglibconf.h.prebuilt features)
list(FILTER features EXCLUDE REGEX "define PNG_(WRITE|SAVE|SIMPLIFIED)")
list(JOIN features "\n" features)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/png/pnglibconf.h CONTENT "${features}\n" @ONLY)
sources(files ${png} png pngerror pngget pngmem pngread pngrio pngrtran pngrutil pngset pngtrans)
part(png_wasm PNG::PNG "${png};${PROJECT_BINARY_DIR}/png" "" ${files})
target_link_libraries(png_wasm PUBLIC zlib_wasm)

set(qhull ${SINEW_WASM_PARTS}/qhull/src)
sources(files ${qhull}/libqhull_r global_r stat_r geom2_r poly2_r merge_r libqhull_r geom_r poly_r qset_r mem_r random_r
  usermem_r userprintf_r io_r user_r)
part(qhull_wasm Qhull::qhull_r ${qhull} qh_NOtrace ${files})
