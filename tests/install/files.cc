// Lists the files that a model needs, as a program does that packs models: the list is the
// reference's type, which is a std::vector of std::string there.
#include <mujoco/mujoco.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::printf("usage: files model.xml\n");
    return 2;
  }
  mjStringVec files;
  mju_getXMLDependencies(argv[1], &files);
  for (const auto& file : files) std::printf("%s\n", file.c_str());
  return files.empty() || files[0] != argv[1];
}
