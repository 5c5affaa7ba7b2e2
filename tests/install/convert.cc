// Converts a model between XML, binary and text, as a program does that prepares models.
#include <mujoco/mujoco.h>

#include <cstdio>
#include <fstream>
#include <string>

namespace {

bool endsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && !text.compare(text.size() - end.size(), end.size(), end);
}

int finish(const std::string& message, mjModel* m = nullptr) {
  mj_deleteModel(m);
  if (!message.empty()) std::fprintf(stderr, "%s\n", message.c_str());
  return message.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return finish("usage: convert from to, each .xml, .mjb or .txt (to only)");
  if (mj_version() != mjVERSION_HEADER) return finish("headers and library differ");
  const std::string from = argv[1], to = argv[2];
  char error[1000] = "could not load the model";
  mjModel* m = endsWith(from, ".mjb") ? mj_loadModel(from.c_str(), nullptr)
                                      : mj_loadXML(from.c_str(), nullptr, error, sizeof error);
  if (!m) return finish(error);
  if (endsWith(to, ".mjb")) {
    mj_saveModel(m, to.c_str(), nullptr, 0);
  } else if (endsWith(to, ".txt")) {
    mj_printModel(m, to.c_str());
  } else if (!mj_saveLastXML(to.c_str(), m, error, sizeof error)) {
    return finish(error, m);
  }
  if (!std::ifstream(to)) return finish("could not write " + to, m);
  std::printf("%s: wrote a model of %d bodies\n", to.c_str(), static_cast<int>(m->nbody));
  return finish("", m);
}
