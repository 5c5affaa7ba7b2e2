// C++ forms of functions that take lists: with std::vector<std::string>, as the reference's have
// them.
#ifndef SINEW_API_CXX_H_
#define SINEW_API_CXX_H_

#ifdef __cplusplus

#include <string>
#include <vector>

#include <sinew/extra.h>

// names of the files that a model file needs -> dependencies, whose contents are replaced
inline void mju_getXMLDependencies(const char* filename, std::vector<std::string>* dependencies) {
  if (!dependencies) return;
  dependencies->clear();
  sn_findDependencies(
      filename,
      [](void* list, const char* file) {
        static_cast<std::vector<std::string>*>(list)->emplace_back(file);
      },
      dependencies);
}

#endif

#endif
