// Strings and vectors of editable models in C++. The reference has std::string and std::vector
// here; these classes have their use: reading (c_str, size, [], begin, end, ==, streams,
// conversion), writing (=, +=, push_back, clear, resize, assign). Objects that elements point to
// are the library's; a program may also make its own, which own their memory (`mjStringVec files;`,
// `auto name = *mjs_getName(e)` is a copy). They are no std types: `std::string s = *name` copies,
// `std::string* p = name` does not compile. Pointers and iterators are valid until the string or
// vector changes its size.
#ifndef SINEW_SPEC_CPP_H_
#define SINEW_SPEC_CPP_H_

#ifdef __cplusplus

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <iterator>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <sinew/api.h>
#include <sinew/extra.h>

// ---- what they all are for the library

class sn_VecStorage {
protected:
  sn_VecStorage() {
    if (!sn_vecInit(part_)) throw std::bad_alloc();
  }
  ~sn_VecStorage() { sn_vecFree(part_); }
  sn_VecStorage(const sn_VecStorage&) = delete;
  sn_VecStorage& operator=(const sn_VecStorage&) = delete;

private:
  void* part_[sn_VECPARTS];
};

// ---- string

class mjString;

// texts of other types than mjString
template <typename T>
using sn_IfText = std::enable_if_t<std::is_convertible<const T&, std::string_view>::value &&
                                   !std::is_same<T, mjString>::value>;

class mjString : private sn_VecStorage {
public:
  typedef char value_type;
  typedef std::size_t size_type;
  typedef std::ptrdiff_t difference_type;
  typedef char& reference;
  typedef const char& const_reference;
  typedef char* iterator;
  typedef const char* const_iterator;
  static constexpr std::size_t npos = std::string::npos;

  mjString() = default;
  mjString(const mjString& text) : sn_VecStorage() { assign(text.str()); }
  mjString(const std::string& text) { assign(text); }
  mjString(const char* text) { assign(text); }
  explicit mjString(std::string_view text) { assign(std::string(text)); }

  const char* c_str() const { return mjs_getString(this); }
  const char* data() const { return c_str(); }
  char* data() { return static_cast<char*>(sn_vecData(this)); }
  std::size_t size() const { return std::strlen(c_str()); }
  std::size_t length() const { return size(); }
  std::size_t capacity() const { return size(); }
  bool empty() const { return !*c_str(); }
  char* begin() { return data(); }
  char* end() { return data() + size(); }
  const char* begin() const { return c_str(); }
  const char* end() const { return c_str() + size(); }
  const char* cbegin() const { return begin(); }
  const char* cend() const { return end(); }
  std::reverse_iterator<const char*> rbegin() const {
    return std::reverse_iterator<const char*>(end());
  }
  std::reverse_iterator<const char*> rend() const {
    return std::reverse_iterator<const char*>(begin());
  }
  char& operator[](std::size_t i) { return data()[i]; }
  const char& operator[](std::size_t i) const { return c_str()[i]; }
  char at(std::size_t i) const { return str().at(i); }
  char front() const { return c_str()[0]; }
  char back() const { return c_str()[size() - 1]; }
  std::string str() const { return c_str(); }
  operator std::string() const { return str(); }
  operator std::string_view() const { return c_str(); }

  std::size_t find(std::string_view text, std::size_t from = 0) const {
    return view().find(text, from);
  }
  std::size_t find(char c, std::size_t from = 0) const { return view().find(c, from); }
  std::size_t rfind(std::string_view text, std::size_t from = npos) const {
    return view().rfind(text, from);
  }
  std::size_t rfind(char c, std::size_t from = npos) const { return view().rfind(c, from); }
  std::size_t find_first_of(std::string_view set, std::size_t from = 0) const {
    return view().find_first_of(set, from);
  }
  std::size_t find_last_of(std::string_view set, std::size_t from = npos) const {
    return view().find_last_of(set, from);
  }
  std::size_t find_first_not_of(std::string_view set, std::size_t from = 0) const {
    return view().find_first_not_of(set, from);
  }
  std::size_t find_last_not_of(std::string_view set, std::size_t from = npos) const {
    return view().find_last_not_of(set, from);
  }
  std::string substr(std::size_t from = 0, std::size_t n = npos) const {
    return str().substr(from, n);
  }
  int compare(std::string_view text) const { return view().compare(text); }
  int compare(std::size_t from, std::size_t n, std::string_view text) const {
    return view().compare(from, n, text);
  }

  mjString& operator=(const mjString& text) { return assign(text.str()); }
  mjString& operator=(const std::string& text) { return assign(text); }
  mjString& operator=(std::string_view text) { return assign(std::string(text)); }
  mjString& operator=(const char* text) { return assign(text); }
  mjString& assign(const std::string& text) {
    mjs_setString(this, text.c_str());
    return *this;
  }
  mjString& assign(const char* text, std::size_t n) { return assign(std::string(text, n)); }
  mjString& operator+=(const std::string& text) { return assign(str() + text); }
  mjString& operator+=(char c) { return assign(str() + c); }
  mjString& append(const std::string& text) { return *this += text; }
  mjString& insert(std::size_t at, const std::string& text) {
    return assign(str().insert(at, text));
  }
  mjString& erase(std::size_t from = 0, std::size_t n = npos) {
    return assign(str().erase(from, n));
  }
  mjString& replace(std::size_t from, std::size_t n, const std::string& text) {
    return assign(str().replace(from, n, text));
  }
  void push_back(char c) { *this += c; }
  void pop_back() { erase(size() - 1); }
  void reserve(std::size_t = 0) {}
  void swap(mjString& other) {
    const std::string text = str();
    *this = other;
    other = text;
  }
  void clear() { mjs_setString(this, ""); }

  // Operators are found through an argument of this class only: as functions of the global
  // namespace they would take part wherever two texts of other types are compared.
#define SN_COMPARE(op)                                                                             \
  friend bool operator op(const mjString& a, const mjString& b) { return a.compare(b) op 0; }      \
  template <typename T, typename = sn_IfText<T>>                                                   \
  friend bool operator op(const mjString& a, const T& b) {                                         \
    return a.view().compare(std::string_view(b)) op 0;                                             \
  }                                                                                                \
  template <typename T, typename = sn_IfText<T>>                                                   \
  friend bool operator op(const T& a, const mjString& b) {                                         \
    return std::string_view(a).compare(b.view()) op 0;                                             \
  }
  SN_COMPARE(==)
  SN_COMPARE(!=)
  SN_COMPARE(<)
  SN_COMPARE(>)
  SN_COMPARE(<=)
  SN_COMPARE(>=)
#undef SN_COMPARE

  friend std::string operator+(const mjString& a, const mjString& b) {
    return a.str() += b.c_str();
  }
  friend std::string operator+(const mjString& a, char b) { return a.str() += b; }
  friend std::string operator+(char a, const mjString& b) { return a + b.str(); }
  template <typename T, typename = sn_IfText<T>>
  friend std::string operator+(const mjString& a, const T& b) {
    return a.str() += std::string_view(b);
  }
  template <typename T, typename = sn_IfText<T>>
  friend std::string operator+(const T& a, const mjString& b) {
    return std::string(a) += b.c_str();
  }
  template <typename C, typename Traits>
  friend std::basic_ostream<C, Traits>& operator<<(std::basic_ostream<C, Traits>& out,
                                                   const mjString& text) {
    return out << text.c_str();
  }
  template <typename C, typename Traits>
  friend std::basic_istream<C, Traits>& operator>>(std::basic_istream<C, Traits>& in,
                                                   mjString& text) {
    std::string word;
    in >> word;
    text = word;
    return in;
  }

private:
  std::string_view view() const { return c_str(); }
};

template <> struct std::hash<mjString> {
  std::size_t operator()(const mjString& text) const { return std::hash<std::string_view>()(text); }
};

// ---- vector of numbers or bytes

template <typename T> class sn_Vector : private sn_VecStorage {
public:
  typedef T value_type;
  typedef std::size_t size_type;
  typedef std::ptrdiff_t difference_type;
  typedef T& reference;
  typedef const T& const_reference;
  typedef T* iterator;
  typedef const T* const_iterator;
  typedef std::reverse_iterator<T*> reverse_iterator;
  typedef std::reverse_iterator<const T*> const_reverse_iterator;

  sn_Vector() = default;
  sn_Vector(const sn_Vector& other) : sn_VecStorage() { assign(other.begin(), other.end()); }
  sn_Vector(const std::vector<T>& other) { assign(other.begin(), other.end()); }
  sn_Vector(std::initializer_list<T> list) { assign(list.begin(), list.end()); }
  explicit sn_Vector(std::size_t n, const T& value = T()) { resize(n, value); }
  template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
  sn_Vector(It first, It last) {
    assign(first, last);
  }

  T* data() { return static_cast<T*>(sn_vecData(this)); }
  const T* data() const { return static_cast<const T*>(sn_vecData(this)); }
  std::size_t size() const { return static_cast<std::size_t>(sn_vecSize(this)); }
  bool empty() const { return !size(); }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  T& at(std::size_t i) { return data()[checked(i)]; }
  const T& at(std::size_t i) const { return data()[checked(i)]; }
  T& front() { return data()[0]; }
  const T& front() const { return data()[0]; }
  T& back() { return data()[size() - 1]; }
  const T& back() const { return data()[size() - 1]; }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  const T* cbegin() const { return begin(); }
  const T* cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  std::size_t capacity() const { return size(); }
  operator std::vector<T>() const { return std::vector<T>(begin(), end()); }

  sn_Vector& operator=(const sn_Vector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  sn_Vector& operator=(std::initializer_list<T> list) {
    assign(list.begin(), list.end());
    return *this;
  }
  sn_Vector& operator=(const std::vector<T>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  void assign(std::initializer_list<T> list) { assign(list.begin(), list.end()); }
  void assign(std::size_t n, const T& value) {
    const T copy = value;
    clear();
    resize(n, copy);
  }
  template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
  void assign(It first, It last) {
    const std::vector<T> copy(first, last);  // they may be our own
    clear();
    resize(copy.size());
    for (std::size_t i = 0; i < copy.size(); i++) data()[i] = copy[i];
  }
  void resize(std::size_t n, const T& value = T()) {
    const std::size_t old = size();
    const T copy = value;
    if (n > static_cast<std::size_t>(INT32_MAX) ||
        !sn_vecResize(this, static_cast<int>(n), static_cast<int>(sizeof(T))))
      throw std::length_error("sn_Vector: no memory");
    for (std::size_t i = old; i < n; i++) data()[i] = copy;
  }
  void reserve(std::size_t) {}
  void shrink_to_fit() {}
  void push_back(const T& value) { resize(size() + 1, value); }
  template <typename... Args> T& emplace_back(Args&&... args) {
    push_back(T(args...));
    return back();
  }
  void pop_back() { resize(size() - 1); }
  void clear() { sn_vecResize(this, 0, static_cast<int>(sizeof(T))); }
  template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
  T* insert(const T* where, It first, It last) {
    return edit(where, [&](std::vector<T>& v, std::ptrdiff_t at) {
      v.insert(v.begin() + at, first, last);
    });
  }
  T* insert(const T* where, std::initializer_list<T> list) {
    return insert(where, list.begin(), list.end());
  }
  T* insert(const T* where, const T& value) { return insert(where, &value, &value + 1); }
  T* erase(const T* first, const T* last) {
    return edit(first, [&](std::vector<T>& v, std::ptrdiff_t at) {
      v.erase(v.begin() + at, v.begin() + at + (last - first));
    });
  }
  T* erase(const T* where) { return erase(where, where + 1); }
  void swap(sn_Vector& other) {
    const std::vector<T> copy(*this);
    *this = other;
    other = copy;
  }

private:
  // changes a copy at a place, which is returned as it is afterwards
  template <typename F> T* edit(const T* where, F change) {
    const std::ptrdiff_t at = where - begin();
    std::vector<T> copy(*this);
    change(copy, at);
    *this = copy;
    return begin() + at;
  }
  std::size_t checked(std::size_t i) const {
    if (i >= size()) throw std::out_of_range("sn_Vector: no such element");
    return i;
  }
};

template <typename T> bool operator==(const sn_Vector<T>& a, const sn_Vector<T>& b) {
  return std::vector<T>(a) == std::vector<T>(b);
}
template <typename T> bool operator==(const sn_Vector<T>& a, const std::vector<T>& b) {
  return std::vector<T>(a) == b;
}
template <typename T> bool operator==(const std::vector<T>& a, const sn_Vector<T>& b) {
  return b == a;
}
template <typename T> bool operator!=(const sn_Vector<T>& a, const sn_Vector<T>& b) {
  return !(a == b);
}
template <typename T> bool operator!=(const sn_Vector<T>& a, const std::vector<T>& b) {
  return !(a == b);
}
template <typename T> bool operator!=(const std::vector<T>& a, const sn_Vector<T>& b) {
  return !(b == a);
}

// ---- vectors of strings and of vectors: Item is the element, Value what it is a copy of

template <typename Item> class sn_ItemIterator {
public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef std::remove_const_t<Item> value_type;
  typedef std::ptrdiff_t difference_type;
  typedef Item* pointer;
  typedef Item& reference;
  sn_ItemIterator() : owner_(nullptr), i_(0) {}
  sn_ItemIterator(const void* owner, std::ptrdiff_t i) : owner_(owner), i_(i) {}
  operator sn_ItemIterator<const Item>() const { return sn_ItemIterator<const Item>(owner_, i_); }

  Item& operator*() const { return (*this)[0]; }
  Item* operator->() const { return &**this; }
  Item& operator[](std::ptrdiff_t n) const {
    return *static_cast<Item*>(sn_vecAt(owner_, static_cast<int>(i_ + n)));
  }
  sn_ItemIterator& operator+=(std::ptrdiff_t n) {
    i_ += n;
    return *this;
  }
  sn_ItemIterator& operator-=(std::ptrdiff_t n) { return *this += -n; }
  sn_ItemIterator& operator++() { return *this += 1; }
  sn_ItemIterator& operator--() { return *this += -1; }
  sn_ItemIterator operator++(int) { return sn_ItemIterator(owner_, i_++); }
  sn_ItemIterator operator--(int) { return sn_ItemIterator(owner_, i_--); }
  friend sn_ItemIterator operator+(sn_ItemIterator a, std::ptrdiff_t n) { return a += n; }
  friend sn_ItemIterator operator+(std::ptrdiff_t n, sn_ItemIterator a) { return a += n; }
  friend sn_ItemIterator operator-(sn_ItemIterator a, std::ptrdiff_t n) { return a -= n; }
  friend std::ptrdiff_t operator-(const sn_ItemIterator& a, const sn_ItemIterator& b) {
    return a.i_ - b.i_;
  }
  friend bool operator==(const sn_ItemIterator& a, const sn_ItemIterator& b) {
    return a.i_ == b.i_;
  }
  friend bool operator!=(const sn_ItemIterator& a, const sn_ItemIterator& b) { return !(a == b); }
  friend bool operator<(const sn_ItemIterator& a, const sn_ItemIterator& b) { return a.i_ < b.i_; }
  friend bool operator>(const sn_ItemIterator& a, const sn_ItemIterator& b) { return b < a; }
  friend bool operator<=(const sn_ItemIterator& a, const sn_ItemIterator& b) { return !(b < a); }
  friend bool operator>=(const sn_ItemIterator& a, const sn_ItemIterator& b) { return !(a < b); }

private:
  const void* owner_;
  std::ptrdiff_t i_;
};

template <typename Derived, typename Item, typename Value> class sn_Items : private sn_VecStorage {
public:
  typedef Item value_type;
  typedef std::size_t size_type;
  typedef std::ptrdiff_t difference_type;
  typedef Item& reference;
  typedef const Item& const_reference;
  typedef sn_ItemIterator<Item> iterator;
  typedef sn_ItemIterator<const Item> const_iterator;
  typedef std::reverse_iterator<iterator> reverse_iterator;
  typedef std::reverse_iterator<const_iterator> const_reverse_iterator;

  sn_Items() = default;
  sn_Items(const sn_Items&) = delete;  // the classes below do it

  std::size_t size() const { return static_cast<std::size_t>(sn_vecSize(this)); }
  bool empty() const { return !size(); }
  Item& operator[](std::size_t i) { return *item(i); }
  const Item& operator[](std::size_t i) const { return *item(i); }
  Item& at(std::size_t i) { return *item(checked(i)); }
  const Item& at(std::size_t i) const { return *item(checked(i)); }
  Item& front() { return *item(0); }
  const Item& front() const { return *item(0); }
  Item& back() { return *item(size() - 1); }
  const Item& back() const { return *item(size() - 1); }
  iterator begin() { return iterator(this, 0); }
  iterator end() { return iterator(this, sn_vecSize(this)); }
  const_iterator begin() const { return const_iterator(this, 0); }
  const_iterator end() const { return const_iterator(this, sn_vecSize(this)); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  std::size_t capacity() const { return size(); }
  operator std::vector<Value>() const {
    std::vector<Value> copy;
    for (const Item& x : *this) copy.push_back(x);
    return copy;
  }

  Derived& operator=(const sn_Items& other) { return *this = std::vector<Value>(other); }
  Derived& operator=(const std::vector<Value>& other) {
    clear();
    for (const Value& x : other) push_back(x);
    return self();
  }
  Derived& operator=(std::initializer_list<Value> list) { return *this = std::vector<Value>(list); }
  void assign(std::initializer_list<Value> list) { *this = list; }
  template <typename It> void assign(It first, It last) { *this = std::vector<Value>(first, last); }
  void push_back(const Value& value) { self().append(value); }
  template <typename... Args> Item& emplace_back(Args&&... args) {
    push_back(Value(args...));
    return back();
  }
  void reserve(std::size_t) {}
  void shrink_to_fit() {}
  template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
  iterator insert(const_iterator where, It first, It last) {
    return edit(where, [&](std::vector<Value>& v, std::ptrdiff_t at) {
      v.insert(v.begin() + at, first, last);
    });
  }
  iterator insert(const_iterator where, const Value& value) {
    return insert(where, &value, &value + 1);
  }
  iterator erase(const_iterator first, const_iterator last) {
    return edit(first, [&](std::vector<Value>& v, std::ptrdiff_t at) {
      v.erase(v.begin() + at, v.begin() + at + (last - first));
    });
  }
  iterator erase(const_iterator where) { return erase(where, where + 1); }
  void swap(sn_Items& other) {
    const std::vector<Value> copy(*this);
    *this = std::vector<Value>(other);
    other = copy;
  }
  void clear() { sn_vecResize(this, 0, static_cast<int>(sizeof(void*))); }
  void pop_back() { resize(size() - 1); }
  void resize(std::size_t n) {
    while (size() < n) push_back(Value());
    sn_vecResize(this, static_cast<int>(n), static_cast<int>(sizeof(void*)));
  }

private:
  // changes a copy at a place, which is returned as it is afterwards
  template <typename F> iterator edit(const_iterator where, F change) {
    const std::ptrdiff_t at = where - cbegin();
    std::vector<Value> copy(*this);
    change(copy, at);
    *this = copy;
    return begin() + at;
  }
  Derived& self() { return static_cast<Derived&>(*this); }
  Item* item(std::size_t i) const {
    return static_cast<Item*>(sn_vecAt(this, static_cast<int>(i)));
  }
  std::size_t checked(std::size_t i) const {
    if (i >= size()) throw std::out_of_range("sn_Items: no such element");
    return i;
  }
};

template <typename D, typename I, typename V>
bool operator==(const sn_Items<D, I, V>& a, const std::vector<V>& b) {
  return std::vector<V>(a) == b;
}
template <typename D, typename I, typename V>
bool operator!=(const sn_Items<D, I, V>& a, const std::vector<V>& b) {
  return !(a == b);
}
template <typename D, typename I, typename V>
bool operator==(const std::vector<V>& a, const sn_Items<D, I, V>& b) {
  return a == std::vector<V>(b);
}
template <typename D, typename I, typename V>
bool operator!=(const std::vector<V>& a, const sn_Items<D, I, V>& b) {
  return !(a == b);
}
template <typename D, typename I, typename V>
bool operator==(const sn_Items<D, I, V>& a, const sn_Items<D, I, V>& b) {
  return std::vector<V>(a) == std::vector<V>(b);
}
template <typename D, typename I, typename V>
bool operator!=(const sn_Items<D, I, V>& a, const sn_Items<D, I, V>& b) {
  return !(a == b);
}

class mjStringVec : public sn_Items<mjStringVec, mjString, std::string> {
public:
  using sn_Items::operator=;
  mjStringVec() = default;
  mjStringVec(const mjStringVec& other) : sn_Items() { *this = other; }
  mjStringVec(const std::vector<std::string>& other) { *this = other; }
  mjStringVec(std::initializer_list<std::string> list) { *this = list; }
  mjStringVec& operator=(const mjStringVec& other) {
    return *this = std::vector<std::string>(other);
  }
  void append(const std::string& text) { mjs_appendString(this, text.c_str()); }
};

inline void sn_appendVec(mjIntVecVec* dest, const int* array, int n) {
  mjs_appendIntVec(dest, array, n);
}
inline void sn_appendVec(mjFloatVecVec* dest, const float* array, int n) {
  mjs_appendFloatVec(dest, array, n);
}

template <typename T>
class sn_VectorVector : public sn_Items<sn_VectorVector<T>, sn_Vector<T>, std::vector<T>> {
public:
  using sn_Items<sn_VectorVector<T>, sn_Vector<T>, std::vector<T>>::operator=;
  sn_VectorVector() = default;
  sn_VectorVector(const sn_VectorVector& other) { *this = other; }
  sn_VectorVector(const std::vector<std::vector<T>>& other) { *this = other; }
  sn_VectorVector(std::initializer_list<std::vector<T>> list) { *this = list; }
  sn_VectorVector& operator=(const sn_VectorVector& other) {
    return *this = std::vector<std::vector<T>>(other);
  }
  void append(const std::vector<T>& v) { sn_appendVec(this, v.data(), static_cast<int>(v.size())); }
};

// ---- functions that take lists, with std::vector

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

// the configuration of an instance of a plugin
template <typename Compare>
void mjs_setPluginAttributes(mjsPlugin* plugin,
                             std::map<std::string, std::string, Compare>* attributes) {
  mjStringVec list;
  for (const auto& entry : *attributes) {
    list.append(entry.first);
    list.append(entry.second);
  }
  mjs_setPluginAttributes(plugin, static_cast<void*>(&list));
}

#endif  // __cplusplus
#endif
