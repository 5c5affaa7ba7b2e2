// Strings and vectors of editable models as C++ programs use them that were written for std::string
// and std::vector. Prints what is wrong; the status is the number of failures.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <mujoco/mujoco.h>

static int failures;

static void expect(bool ok, const char* what, int line) {
  if (ok) return;
  std::printf("line %d: %s\n", line, what);
  failures++;
}
#define EXPECT(x) expect(x, #x, __LINE__)

static std::size_t lengthOf(const std::string& s) { return s.size(); }
static std::size_t lengthOfView(std::string_view s) { return s.size(); }
static double sum(const std::vector<double>& v) { return std::accumulate(v.begin(), v.end(), 0.0); }

static void strings(mjSpec* spec) {
  *spec->modelname = "model";
  EXPECT(*spec->modelname == "model");
  EXPECT("model" == *spec->modelname);
  EXPECT(*spec->modelname != std::string("other"));
  *spec->modelname += "!";
  EXPECT(spec->modelname->size() == 6 && spec->modelname->length() == 6);
  *spec->comment = std::string("text of ") + *spec->modelname;
  EXPECT(*spec->comment == "text of model!");
  EXPECT(*spec->modelname + "?" == "model!?");
  mjsBody* body = mjs_addBody(mjs_findBody(spec, "world"), nullptr);
  mjs_setName(body->element, "box");
  EXPECT(mjs_getName(body->element)->c_str() == std::string("box"));
  EXPECT(!mjs_getName(body->element)->empty());
  std::string copy = *mjs_getName(body->element);
  const std::string& bound = *mjs_getName(body->element);
  std::string made(*mjs_getName(body->element));
  EXPECT(copy == "box" && bound == "box" && made == "box");
  copy = *spec->modelname;
  EXPECT(copy == "model!");
  EXPECT(lengthOf(*mjs_getName(body->element)) == 3);
  EXPECT(lengthOfView(*mjs_getName(body->element)) == 3);
  std::ostringstream out;
  out << *mjs_getName(body->element) << 1;
  EXPECT(out.str() == "box1");
  std::map<std::string, int> table;
  table[*mjs_getName(body->element)] = 2;
  EXPECT(table.count("box") == 1);
  EXPECT(mjs_getName(body->element)->find("ox") == 1);
  EXPECT(mjs_getName(body->element)->substr(1) == "ox");
  EXPECT((*mjs_getName(body->element))[0] == 'b' && mjs_getName(body->element)->back() == 'x');
  std::string letters;
  for (char c : *mjs_getName(body->element)) letters += c;
  EXPECT(letters == "box");
  *body->childclass = *spec->modelname;
  EXPECT(*body->childclass == *spec->modelname);
  body->childclass->clear();
  EXPECT(body->childclass->empty() && body->childclass->size() == 0);
}

static void numbers(mjSpec* spec) {
  mjsNumeric* numeric = mjs_addNumeric(spec);
  mjDoubleVec& v = *numeric->data;
  EXPECT(v.empty() && v.begin() == v.end());
  v = {1, 2, 3};
  EXPECT(v.size() == 3 && v[2] == 3 && v.front() == 1 && v.back() == 3);
  v.push_back(4);
  numeric->data->emplace_back(5);
  EXPECT(sum(v) == 15);
  double total = 0;
  for (double x : *numeric->data) total += x;
  for (auto& x : *numeric->data) x *= 2;
  EXPECT(total == 15 && numeric->data->at(4) == 10);
  std::vector<double> copy = v;
  EXPECT(copy == v && v == copy);
  std::sort(v.begin(), v.end(), [](double a, double b) { return a > b; });
  EXPECT(v[0] == 10 && v.data()[4] == 2 && v != copy);
  int n;
  EXPECT(mjs_getDouble(numeric->data, &n) == v.data() && n == 5);
  v.resize(2);
  v.resize(4, 7);
  EXPECT(v == (std::vector<double>{10, 8, 7, 7}));
  v.assign(3, 1.5);
  EXPECT(v == (std::vector<double>{1.5, 1.5, 1.5}));
  v.assign(copy.begin() + 1, copy.end());
  EXPECT(v.size() == 4);
  v.insert(v.end(), copy.begin(), copy.end());
  EXPECT(v.size() == 9 && v[4] == copy[0]);
  v.pop_back();
  v = copy;
  mjsNumeric* other = mjs_addNumeric(spec);
  *other->data = v;
  EXPECT(*other->data == v);
  v.clear();
  EXPECT(v.empty() && other->data->size() == 5);
  bool thrown = false;
  try {
    v.at(0);
  } catch (const std::out_of_range&) {
    thrown = true;
  }
  EXPECT(thrown);
  mjsMesh* mesh = mjs_addMesh(spec, nullptr);
  *mesh->uservert = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  *mesh->userface = std::vector<int>{0, 2, 1};
  mesh->userface->insert(mesh->userface->end(), mesh->userface->begin(), mesh->userface->end());
  EXPECT(mesh->uservert->size() == 12 && mesh->userface->size() == 6 && (*mesh->userface)[4] == 2);
  mjsTexture* texture = mjs_addTexture(spec);
  texture->data->resize(3, std::byte{255});
  EXPECT(texture->data->size() == 3 && (*texture->data)[1] == std::byte{255});
  const unsigned char pixels[6] = {1, 2, 3, 4, 5, 6};
  mjs_setBuffer(texture->data, pixels, 6);
  EXPECT(std::to_integer<int>(texture->data->back()) == 6);
}

static void nested(mjSpec* spec) {
  mjsSkin* skin = mjs_addSkin(spec);
  mjStringVec& names = *skin->bodyname;
  names = {"a", "b"};
  names.push_back("c");
  skin->bodyname->emplace_back("d");
  EXPECT(names.size() == 4 && names[1] == "b" && names.back() == "d");
  names[1] = "bb";
  std::string all;
  for (const auto& s : *skin->bodyname) all += s;
  for (const std::string& s : names) all += s.substr(0, 1);
  EXPECT(all == "abbcdabcd");
  EXPECT(names == (std::vector<std::string>{"a", "bb", "c", "d"}));
  std::vector<std::string> copy = names;
  copy.push_back("e");
  names = copy;
  EXPECT(names.size() == 5);
  names.resize(2);
  EXPECT(names.size() == 2 && names.at(1) == "bb");
  for (mjString& s : names) s = "x";
  EXPECT(names[0] == "x" && names[1] == "x");
  names.clear();
  EXPECT(names.empty());
  skin->vertid->push_back({1, 2, 3});
  skin->vertid->push_back(std::vector<int>(2, 7));
  EXPECT(skin->vertid->size() == 2 && (*skin->vertid)[0][2] == 3 && skin->vertid->back()[1] == 7);
  (*skin->vertid)[1].push_back(9);
  (*skin->vertid)[0] = {4};
  EXPECT((*skin->vertid)[1].size() == 3 && (*skin->vertid)[0].size() == 1);
  *skin->vertweight = {{0.5f}, {1.0f, 2.0f}};
  EXPECT((*skin->vertweight)[1][1] == 2);
  std::vector<std::vector<float>> weights = *skin->vertweight;
  EXPECT(weights.size() == 2 && weights[1].size() == 2);
}

static mjString greeting(const char* name) { return mjString("hello ") + name; }

// strings and vectors that a program makes itself
static void owned(mjSpec* spec) {
  *spec->modelname = "model";
  auto copy = *spec->modelname;
  copy += " two";
  EXPECT(copy == "model two" && *spec->modelname == "model");
  mjString text = "abc", other(text), none;
  other = greeting("you");
  EXPECT(text == "abc" && other == "hello you" && none.empty());
  mjDoubleVec v = {1, 2, 3}, w(v), zeros(4), many(w.begin(), w.end());
  w.push_back(4);
  EXPECT(v.size() == 3 && w.size() == 4 && zeros[3] == 0 && many == v);
  mjsNumeric* numeric = mjs_addNumeric(spec);
  *numeric->data = w;
  w.clear();
  EXPECT(numeric->data->size() == 4);
  mjStringVec names = {"a", "b"}, more(names);
  more.push_back("c");
  std::vector<mjString> list{"x", text};
  EXPECT(names.size() == 2 && more.size() == 3 && more[2] == "c" && list[1] == "abc");
  names = more;
  EXPECT(names.size() == 3);
  mjIntVecVec rows = {{1, 2}, {3}}, again(rows);
  EXPECT(again.size() == 2 && again[0][1] == 2);
  mjs_setString(&text, "by the library");
  mjs_appendString(&names, "d");
  EXPECT(text == "by the library" && names.back() == "d");
}

// what programs do with texts of other types beside ours
static_assert(std::string_view("a") != "b",
              "texts of other types are compared by the library's own");

static void texts() {
  std::string_view view = "gear";
  std::string text = "gear";
  EXPECT(view == "gear" && "gear" == view && view == text && text == "gear" && view != "ge");
  EXPECT(text + "s" == "gears" && text < "h" && view < "h");
  mjString ours = "gear";
  EXPECT(ours == view && view == ours && ours == text && text == ours && ours != "ge");
  EXPECT(ours < "h" && "a" < ours && ours <= text && ours >= view && ours > "ge" && !(ours > "h"));
  EXPECT(ours + 's' == "gears" && ours + view == "geargear" && text + ours == "geargear");
  EXPECT(ours.find('a') == 2 && ours.find_first_of("ra") == 2 && ours.find_last_of("g") == 0);
  EXPECT(ours.rfind('g') == 0 && ours.find("x") == mjString::npos && ours.compare(0, 2, "ge") == 0);
  std::transform(ours.begin(), ours.end(), ours.begin(),
                 [](char c) { return char(c - 'a' + 'A'); });
  EXPECT(ours == "GEAR");
  ours[0] = 'B';
  ours.replace(1, 2, "OA").insert(4, "D!").erase(5);
  EXPECT(ours == "BOARD" && std::string(ours.rbegin(), ours.rend()) == "DRAOB");
  ours = view;
  mjString theirs = "other";
  ours.swap(theirs);
  std::swap(ours, theirs);
  std::unordered_set<mjString> set{"a", "b", "a"};
  std::unordered_map<std::string, int> map{{"gear", 1}};
  EXPECT(set.size() == 2 && map.at(ours) == 1);
  std::istringstream in("first second");
  in >> ours;
  EXPECT(ours == "first");
}

// vectors of strings and of vectors under algorithms of the library
static void algorithms() {
  mjStringVec names = {"c", "a", "d", "b", "a"};
  std::sort(names.begin(), names.end());
  EXPECT(names == (std::vector<std::string>{"a", "a", "b", "c", "d"}));
  EXPECT(std::is_sorted(names.cbegin(), names.cend()) && names.end() - names.begin() == 5);
  EXPECT(std::binary_search(names.begin(), names.end(), "c"));
  names.erase(std::unique(names.begin(), names.end()), names.end());
  EXPECT(names.size() == 4 && *(names.begin() + 1) == "b" && names.begin()[3] == "d");
  names.erase(names.begin());
  names.insert(names.begin(), "z");
  std::vector<std::string> more{"x", "y"};
  names.insert(names.end(), more.begin(), more.end());
  EXPECT(names == (std::vector<std::string>{"z", "b", "c", "d", "x", "y"}));
  std::reverse(names.begin(), names.end());
  EXPECT(names.front() == "y" && *names.rbegin() == "z");
  std::sort(names.begin(), names.end(),
            [](const std::string& a, const std::string& b) { return a > b; });
  EXPECT(names[0] == "z" && names[5] == "b");
  std::rotate(names.begin(), names.begin() + 2, names.end());
  EXPECT(names[0] == "x" && std::find(names.begin(), names.end(), "c") != names.end());
  EXPECT(std::count(names.begin(), names.end(), std::string("d")) == 1);
  mjStringVec::const_iterator at = names.begin();
  EXPECT(at < names.cend() && at + 6 == names.cend() && (at += 2, --at, *at == "d"));
  mjStringVec other = {"q"}, copy = names;
  EXPECT(copy == names && copy != other);
  other.swap(copy);
  EXPECT(other == names && copy.size() == 1);
  mjIntVecVec rows = {{3}, {1, 2}};
  std::sort(rows.begin(), rows.end(),
            [](const mjIntVec& a, const mjIntVec& b) { return a[0] < b[0]; });
  EXPECT(rows[0].size() == 2 && rows[1][0] == 3);
  mjDoubleVec v = {1, 2, 3, 4};
  v.erase(v.begin() + 1);
  v.insert(v.begin(), 9);
  v.insert(v.end(), {7, 8});
  v.erase(v.begin(), v.begin() + 2);
  EXPECT(v == (std::vector<double>{3, 4, 7, 8}) && *v.rbegin() == 8);
  v.erase(std::remove_if(v.begin(), v.end(), [](double x) { return x > 3 && x < 8; }), v.end());
  EXPECT(v == (std::vector<double>{3, 8}));
}

// configuration of plugins, which programs keep in maps
static void plugins(mjSpec* spec) {
  std::map<std::string, std::string, std::less<>> config = {{"kp", "1"}, {"ki", "2"}};
  mjsPlugin* plugin = mjs_addPlugin(spec);
  mjs_setPluginAttributes(plugin, &config);
  EXPECT(sn_vecSize(mjs_getPluginAttributes(plugin)) == 4);
}

// files of a model, as both types
static void dependencies(const char* model) {
  mjStringVec files;
  mju_getXMLDependencies(model, &files);
  std::vector<std::string> same;
  mju_getXMLDependencies(model, &same);
  EXPECT(!files.empty() && files == same && files[0] == model);
  for (const auto& file : files) EXPECT(!file.empty());
}

int main(int argc, char** argv) {
  mjSpec* spec = mj_makeSpec();
  owned(spec);
  if (argc > 1) dependencies(argv[1]);
  strings(spec);
  texts();
  algorithms();
  numbers(spec);
  nested(spec);
  plugins(spec);
  mj_deleteSpec(spec);
  std::cout << failures << " failures\n";
  return failures;
}
