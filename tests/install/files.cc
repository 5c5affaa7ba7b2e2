// Lists the files that a model needs, as a program does that packs models: the list is the
// reference's type, a std::vector of std::string.
#include <mujoco/mujoco.h>

#include <cstdio>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::printf("usage: files model.xml\n");
    return 2;
  }
  std::vector<std::string> files;
  mju_getXMLDependencies(argv[1], &files);
  for (const std::string& file : files) std::printf("%s\n", file.c_str());
  return files.empty() || files[0] != argv[1];
}
