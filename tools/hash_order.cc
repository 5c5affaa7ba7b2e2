// Order of pairs in a hash table of the GNU C++ library, for tests/test_hull.c:
//   g++ -std=c++17 tools/hash_order.cc -o /tmp/hash_order && /tmp/hash_order > tests/golden/hash_order.txt
// Per case a line with the number of keys, then a line per key: its two numbers and its place.
#include <cstdint>
#include <cstdio>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#ifndef __GLIBCXX__
#error "the order is that of libstdc++"
#endif

using Key = std::pair<double, double>;

struct Hash {
  std::size_t operator()(const Key& key) const {
    return std::hash<double>()(key.first) ^ std::hash<double>()(key.second);
  }
};

static std::uint32_t draw(std::uint32_t n) {
  static std::uint32_t state = 1;
  state = 1664525u * state + 1013904223u;
  return static_cast<std::uint32_t>((std::uint64_t{state} * n) >> 32);
}

int main() {
  std::printf("# g++ -std=c++17 tools/hash_order.cc\n");
  for (int n : {1, 6, 13, 14, 30, 200, 1500}) {
    std::vector<Key> keys;
    std::unordered_map<Key, int, Hash> table;
    for (int i = 0; i < n; i++) {
      // few values, so that some repeat; both signs, zero, equal halves
      const double a = static_cast<int>(draw(n > 100 ? 629 : 9)) - (n > 100 ? 314 : 4);
      const double b = i % 7 == 3 ? a : draw(n > 100 ? 50 : 5);
      keys.push_back({a, b});
      table[keys.back()];
    }
    int place = 0;
    for (auto& entry : table) entry.second = place++;
    std::printf("%d\n", n);
    for (const Key& key : keys) std::printf("%g %g %d\n", key.first, key.second, table[key]);
  }
}
