// A scheduled program as lines of a language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "roll.hpp"

namespace stickslip::exporting {

// What languages write differently. Statements come without indentation.
class Dialect {
 public:
  virtual ~Dialect() = default;

  virtual std::string number(double value) const = 0;
  virtual std::string function(TraceOp op) const = 0;  // the name of exp, expm1, ... abs
  virtual std::string_view both() const { return " && "; }
  virtual std::string_view either() const { return " || "; }
  virtual std::string_view negation() const { return "!"; }
  virtual bool has_select() const { return true; }  // as an expression
  virtual std::string select(const std::string& condition, const std::string& a, const std::string& b) const = 0;

  // A variable with its value, one that gets it later, and that.
  virtual std::string definition(const std::string& name, bool mask, const std::string& value) const = 0;
  virtual std::string declaration(const std::string& name) const = 0;  // empty: needs no declaration here
  virtual std::string initialisation(const std::string& name, const std::string& value) const = 0;  // one that changes
  virtual std::string assignment(const std::string& name, const std::string& value) const = 0;

  virtual std::string if_begins(const std::string& condition) const = 0;
  virtual std::string if_turns() const = 0;
  virtual std::string if_ends() const = 0;
  virtual std::string loop_begins(int most) const = 0;
  virtual std::string loop_ends_unless(const std::string& condition) const = 0;
  virtual std::string loop_ends() const = 0;

  // Loops over the elements, for languages that have them; the number of the element is `i`.
  virtual bool has_elements() const { return false; }
  virtual std::string elements_begin(std::size_t) const { return {}; }
  virtual std::string element(const std::string& array) const { return array + "[i]"; }
  virtual std::string array_declaration(const std::string&, bool, std::size_t) const { return {}; }
};

// The functions as most languages call them: exp, expm1, ... abs.
std::string plain_name(TraceOp op);

// Languages that write blocks in braces.
class Braces : public Dialect {
 public:
  std::string select(const std::string& c, const std::string& a, const std::string& b) const override {
    return c + " ? " + a + " : " + b;
  }
  std::string assignment(const std::string& name, const std::string& value) const override {
    return name + " = " + value + ";";
  }
  std::string if_begins(const std::string& condition) const override { return "if (" + condition + ") {"; }
  std::string if_turns() const override { return "} else {"; }
  std::string if_ends() const override { return "}"; }
  std::string loop_begins(int most) const override {
    return "for (" + std::string(counter()) + " pass = 0; pass < " + std::to_string(most) + "; ++pass) {";
  }
  std::string loop_ends_unless(const std::string& condition) const override {
    return "if (!" + condition + ") { break; }";
  }
  std::string loop_ends() const override { return "}"; }
  bool has_elements() const override { return true; }
  std::string elements_begin(std::size_t length) const override {
    return "for (" + std::string(counter()) + " i = 0; i < " + std::to_string(length) + "; ++i) {";
  }

 protected:
  virtual std::string_view counter() const = 0;  // how a variable that counts is declared
};

struct Variable {
  std::string name;
  bool is_mask = false;
  std::size_t length = 0;  // of a vector
};

struct Listing {
  std::vector<std::string> lines{};    // indented by two spaces for every level
  std::vector<Variable> variables{};   // what was defined on the way
  std::vector<std::string> outputs{};  // expressions
  std::vector<bool> inputs_used{};     // by number
  OperationCount worst_case{};
};

// `inputs` are the expressions of the program's inputs, by number.
Listing make_listing(const TraceGraph& graph, std::span<const TraceId> outputs, std::span<const std::string> inputs,
                     const Dialect& dialect, std::span<const Given> given = {});

// A program over vectors: `stores` says for every output where a vector goes, "s->pull[i]"; scalars are left to the
// caller.
Listing make_listing(const Rolled& program, std::span<const std::string> inputs, const Dialect& dialect,
                     std::span<const std::string> stores);

}  // namespace stickslip::exporting
