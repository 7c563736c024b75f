// The part of Modelica 3.4 that generated packages use: its grammar (appendix B of the specification), checked word by
// word, and what its functions compute.
//
// Refused are: a keyword as a name, a name that was not declared, a wrong `end`, a number where a condition must be.
#pragma once

#include <cctype>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace stickslip::tests::modelica {

struct Value {
  enum class Kind : unsigned char { number, truth, list, record };
  Kind kind = Kind::number;
  double number = 0.0;  // or 1 and 0
  std::vector<Value> items{};
  std::map<std::string, Value> fields{};
};

inline Value real(double x) { return {.number = x}; }
inline Value truth(bool x) { return {.kind = Value::Kind::truth, .number = x ? 1.0 : 0.0}; }

using Scope = std::map<std::string, Value>;
using Expression = std::function<Value(const Scope&)>;

enum class Flow : unsigned char { goes_on, breaks };
using Statement = std::function<Flow(Scope&)>;

struct Component {
  std::string name;
  std::string type;
  std::string unit;
  char direction = ' ';  // i, o or p (protected)
  std::size_t size = 0;  // of an array
  Expression start;      // none: no value
};

struct Record {
  std::vector<Component> components;
};

struct Function {
  std::vector<Component> components;
  std::vector<Statement> statements;
};

// A component with flanges: what it computes at the beginning, at samples, and the force between its flanges.
struct Model {
  std::string base;
  std::vector<Component> components;
  std::vector<Statement> initial, sampled;
  std::string unknown;
  Expression force;

  static void run(const std::vector<Statement>& statements, Scope& scope) {
    for (const Statement& s : statements) s(scope);
  }
};

struct Package {
  std::string name;
  std::map<std::string, Model> models{};
  std::map<std::string, Record> records;
  std::map<std::string, Function> functions;

  Value made(const Component& c, const Scope& scope) const {
    if (c.start) return c.start(scope);
    if (c.size > 0 && (c.type == "Real" || c.type == "Boolean"))
      return {.kind = Value::Kind::list,
              .items = std::vector<Value>(c.size, c.type == "Real" ? real(0.0) : truth(false))};
    if (c.type == "Boolean") return truth(false);
    if (c.type == "Real") return real(0.0);
    Value v{.kind = Value::Kind::record};
    for (const Component& part : records.at(c.type).components) v.fields[part.name] = made(part, scope);
    return v;
  }

  std::vector<Value> call(const std::string& function, const std::vector<Value>& arguments) const {
    const Function& f = functions.at(function);
    Scope scope;
    std::size_t taken = 0;
    for (const Component& c : f.components) {
      const bool given = c.direction == 'i' && taken < arguments.size();
      if (c.direction == 'i' && !given && !c.start)
        throw std::runtime_error(function + " lacks its argument " + c.name);
      scope[c.name] = given ? arguments[taken++] : made(c, scope);
    }
    if (taken != arguments.size()) throw std::runtime_error(function + " is given too many arguments");
    for (const Statement& s : f.statements) s(scope);
    std::vector<Value> results;
    for (const Component& c : f.components)
      if (c.direction == 'o') results.push_back(scope.at(c.name));
    return results;
  }
};

struct Token {
  enum class Kind : unsigned char { name, number, text, sign, end };
  Kind kind;
  std::string text;
  std::size_t line;
};

class Parser {
 public:
  explicit Parser(const std::string& text) : package_(std::make_shared<Package>()) { split(text); }

  // Functions keep pointers to the package.
  std::shared_ptr<Package> parsed() {
    expect("package");
    package_->name = identifier();
    description();
    while (!is("end")) {
      if (take("record"))
        record();
      else if (take("model"))
        model();
      else
        expect("function"), function();
    }
    closing(package_->name);
    if (now().kind != Token::Kind::end) refuse("the end of the file");
    return package_;
  }

 private:
  // ---- words

  void split(const std::string& text) {
    std::size_t line = 1;
    for (std::size_t i = 0; i < text.size();) {
      const auto c = static_cast<unsigned char>(text[i]);
      if (c == '\n') ++line;
      if (std::isspace(c) != 0) {
        ++i;
        continue;
      }
      if (text.compare(i, 2, "//") == 0) {
        i = std::min(text.find('\n', i), text.size());
        continue;
      }
      const std::size_t begin = i;
      const Token::Kind kind = word(text, i);
      tokens_.push_back({kind, text.substr(begin, i - begin), line});
    }
    tokens_.push_back({Token::Kind::end, "", line});
  }

  static Token::Kind word(const std::string& text, std::size_t& i) {
    const auto at = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : '\0'; };
    if (std::isalpha(at(i)) != 0 || at(i) == '_') {
      while (std::isalnum(at(i)) != 0 || at(i) == '_') ++i;
      return Token::Kind::name;
    }
    if (std::isdigit(at(i)) != 0) {
      while (std::isdigit(at(i)) != 0) ++i;
      if (at(i) == '.')
        for (++i; std::isdigit(at(i)) != 0;) ++i;
      if (at(i) == 'e' || at(i) == 'E') {
        i += at(i + 1) == '+' || at(i + 1) == '-' ? 2U : 1U;
        while (std::isdigit(at(i)) != 0) ++i;
      }
      return Token::Kind::number;
    }
    if (at(i) == '"') {
      const std::size_t close = text.find('"', i + 1);
      if (close == std::string::npos) throw std::runtime_error("a text without end");
      i = close + 1;
      return Token::Kind::text;
    }
    const std::string two = text.substr(i, 2);
    i += two == ":=" || two == "<=" || two == ">=" || two == "==" || two == "<>" ? 2U : 1U;
    return Token::Kind::sign;
  }

  const Token& now() const { return tokens_[place_]; }
  bool is(const std::string& text) const { return now().kind != Token::Kind::text && now().text == text; }
  bool take(const std::string& text) {
    if (!is(text)) return false;
    ++place_;
    return true;
  }
  void expect(const std::string& text) {
    if (!take(text)) refuse("'" + text + "'");
  }
  [[noreturn]] void refuse(const std::string& wanted) const {
    throw std::runtime_error("line " + std::to_string(now().line) + ": '" + now().text + "' where " + wanted +
                             " must be");
  }

  std::string identifier() {
    static const std::set<std::string> keywords{
        "algorithm",    "and",           "annotation",  "block",     "break",      "class",     "connect",  "connector",
        "constant",     "constrainedby", "der",         "discrete",  "each",       "else",      "elseif",   "elsewhen",
        "encapsulated", "end",           "enumeration", "equation",  "expandable", "extends",   "external", "false",
        "final",        "flow",          "for",         "function",  "if",         "import",    "impure",   "in",
        "initial",      "inner",         "input",       "loop",      "model",      "not",       "operator", "or",
        "outer",        "output",        "package",     "parameter", "partial",    "protected", "public",   "pure",
        "record",       "redeclare",     "replaceable", "return",    "stream",     "then",      "true",     "type",
        "when",         "while",         "within"};
    if (now().kind != Token::Kind::name || keywords.contains(now().text)) refuse("a name");
    return tokens_[place_++].text;
  }
  void description() {
    if (now().kind == Token::Kind::text) ++place_;
  }
  void closing(const std::string& name) {
    expect("end");
    expect(name);
    expect(";");
  }

  // ---- declarations

  std::string type() {
    const std::string name = identifier();
    if (name == "Modelica") {
      const std::string whole = dotted(name);
      if (whole != "Modelica.Blocks.Interfaces.RealInput") refuse("a known type of the library, not " + whole);
      return "Real";
    }
    if (name != "Real" && name != "Boolean" && !package_->records.contains(name)) refuse("a known type, not " + name);
    return name;
  }

  std::string dotted(std::string name) {
    while (take(".")) name += "." + identifier();
    return name;
  }

  std::size_t subscripts() {
    if (!take("[")) return 0;
    std::size_t size = 1;
    do {
      if (now().kind != Token::Kind::number) refuse("a size");
      size *= std::stoul(tokens_[place_++].text);
    } while (take(","));
    expect("]");
    return size;
  }

  // (unit="N", start=0), in an array each of them.
  std::string modification(bool is_array) {
    if (!take("(")) return {};
    std::string unit = "\"\"";
    do {
      if (is_array) expect("each");
      if (take("start")) {
        expect("=");
        expression();
        continue;
      }
      expect("unit");
      expect("=");
      if (now().kind != Token::Kind::text) refuse("a unit");
      unit = tokens_[place_++].text;
    } while (take(","));
    expect(")");
    return unit.substr(1, unit.size() - 2);
  }

  // One line of declarations: all names of one type.
  void components(std::vector<Component>& all, char direction) {
    if (!take("constant")) take("parameter");
    const std::string of = type();
    do {
      Component c{
          .name = identifier(), .type = of, .unit = {}, .direction = direction, .size = subscripts(), .start = {}};
      c.unit = modification(c.size > 0);
      if (take("=")) c.start = expression();
      for (const Component& other : all)
        if (other.name == c.name) throw std::runtime_error(c.name + " is declared twice");
      declared_.insert(c.name);
      all.push_back(c);
    } while (take(","));
    description();
    expect(";");
  }

  void record() {
    const std::string name = identifier();
    description();
    Record r;
    while (!is("end")) components(r.components, 'p');
    declared_.clear();
    closing(name);
    package_->records[name] = std::move(r);
  }

  void function() {
    const std::string name = identifier();
    description();
    declared_.clear();
    Function f;
    while (is("input") || is("output")) {
      const char direction = is("input") ? 'i' : 'o';
      ++place_;
      components(f.components, direction);
    }
    if (take("protected"))
      while (!is("algorithm")) components(f.components, 'p');
    expect("algorithm");
    f.statements = statements();
    closing(name);
    package_->functions[name] = std::move(f);
  }

  // extends BASE; components; initial algorithm; algorithm when sample(h, h); equation unknown = ...;
  void model() {
    // What two base classes of the Modelica Standard Library 4.0 declare, and what is left to be said of them.
    static const std::map<std::string, std::pair<std::set<std::string>, std::string>> bases{
        {"Modelica.Mechanics.Translational.Interfaces.PartialCompliantWithRelativeStates",
         {{"s_rel", "v_rel", "f"}, "f"}},
        {"Modelica.Mechanics.Rotational.Interfaces.PartialCompliantWithRelativeStates",
         {{"phi_rel", "w_rel", "a_rel", "tau"}, "tau"}}};
    const std::string name = identifier();
    description();
    Model m;
    expect("extends");
    m.base = dotted(identifier());
    expect(";");
    if (!bases.contains(m.base)) refuse("a known base class, not " + m.base);
    declared_ = bases.at(m.base).first;
    while (!is("initial")) components(m.components, 'p');
    expect("initial");
    expect("algorithm");
    m.initial = statements();
    expect("algorithm");
    for (const char* word : {"when", "sample", "(", "h", ",", "h", ")", "then"}) expect(word);
    m.sampled = statements();
    for (const char* word : {"end", "when", ";", "equation"}) expect(word);
    m.unknown = known_name();
    if (m.unknown != bases.at(m.base).second) refuse("an equation for " + bases.at(m.base).second);
    expect("=");
    m.force = expression();
    expect(";");
    closing(name);
    package_->models[name] = std::move(m);
  }

  // ---- statements

  std::vector<Statement> statements() {
    std::vector<Statement> all;
    while (!is("end") && !is("else") && !is("algorithm")) all.push_back(statement());
    return all;
  }
  static Flow done(const std::vector<Statement>& all, Scope& scope) {
    for (const Statement& s : all)
      if (s(scope) == Flow::breaks) return Flow::breaks;
    return Flow::goes_on;
  }

  Statement statement() {
    if (take("if")) return branch();
    if (take("for")) return loop();
    if (take("break")) {
      expect(";");
      return [](Scope&) { return Flow::breaks; };
    }
    if (is("(")) return several();
    const auto target = reference();
    expect(":=");
    const Expression value = expression();
    expect(";");
    return [target, value](Scope& scope) {
      assign(target(scope), value(scope));
      return Flow::goes_on;
    };
  }

  static void assign(Value& target, const Value& value) {
    if (target.kind != value.kind && target.kind != Value::Kind::list)
      throw std::runtime_error("a value of another kind is assigned");
    target = value;
  }

  Statement branch() {
    const Expression condition = expression();
    expect("then");
    const auto yes = statements();
    const auto no = take("else") ? statements() : std::vector<Statement>{};
    expect("end");
    expect("if");
    expect(";");
    return [=](Scope& scope) { return done(declare_held(condition(scope)) ? yes : no, scope); };
  }

  Statement loop() {
    const std::string name = identifier();
    declared_.insert(name);
    expect("in");
    const Expression first = expression();
    expect(":");
    const Expression last = expression();
    expect("loop");
    const auto body = statements();
    expect("end");
    expect("for");
    expect(";");
    return [=](Scope& scope) {
      for (double k = first(scope).number; k <= last(scope).number; ++k) {
        scope[name] = real(k);
        if (done(body, scope) == Flow::breaks) break;
      }
      return Flow::goes_on;
    };
  }

  // (a, b) := function(...)
  Statement several() {
    expect("(");
    std::vector<std::function<Value&(Scope&)>> targets;
    do targets.push_back(reference());
    while (take(","));
    expect(")");
    expect(":=");
    const std::string function = identifier();
    const auto arguments = call_arguments();
    expect(";");
    const Package* package = package_.get();
    return [=](Scope& scope) {
      const auto results = package->call(function, evaluated(arguments, scope));
      if (targets.size() > results.size()) throw std::runtime_error(function + " has fewer results");
      for (std::size_t i = 0; i < targets.size(); ++i) assign(targets[i](scope), results[i]);
      return Flow::goes_on;
    };
  }

  // ---- expressions

  static bool declare_held(const Value& v) {
    if (v.kind != Value::Kind::truth) throw std::runtime_error("a number where a condition must be");
    return v.number > 0.0;
  }
  static double numeric(const Value& v) {
    if (v.kind != Value::Kind::number) throw std::runtime_error("a condition or a record where a number must be");
    return v.number;
  }

  std::string known_name() {
    const std::string name = identifier();
    if (!declared_.contains(name)) refuse("a declared name, not " + name);
    return name;
  }

  // a, a.b, a.b[2], a[k, 2]
  std::function<Value&(Scope&)> reference() {
    const std::string name = known_name();
    std::vector<std::function<Value&(Value&, const Scope&)>> steps;
    while (is(".") || is("[")) {
      if (take(".")) {
        const std::string field = identifier();
        steps.push_back([field](Value& v, const Scope&) -> Value& { return v.fields.at(field); });
        continue;
      }
      expect("[");
      do {
        const Expression index = expression();
        steps.push_back([index](Value& v, const Scope& scope) -> Value& {
          return v.items.at(std::size_t(numeric(index(scope))) - 1);
        });
      } while (take(","));
      expect("]");
    }
    return [name, steps](Scope& scope) -> Value& {
      Value* v = &scope.at(name);
      for (const auto& step : steps) v = &step(*v, scope);
      return *v;
    };
  }

  std::vector<Expression> call_arguments() {
    std::vector<Expression> all;
    expect("(");
    if (take(")")) return all;
    do all.push_back(expression());
    while (take(","));
    expect(")");
    return all;
  }
  static std::vector<Value> evaluated(const std::vector<Expression>& all, const Scope& scope) {
    std::vector<Value> values;
    for (const Expression& e : all) values.push_back(e(scope));
    return values;
  }

  Expression expression() {
    if (!take("if")) return disjunction();
    const Expression condition = expression();
    expect("then");
    const Expression yes = expression();
    expect("else");
    const Expression no = expression();
    return [=](const Scope& s) { return declare_held(condition(s)) ? yes(s) : no(s); };
  }
  Expression disjunction() {
    Expression left = conjunction();
    while (take("or")) {
      const Expression right = conjunction();
      left = [left, right](const Scope& s) { return truth(declare_held(left(s)) || declare_held(right(s))); };
    }
    return left;
  }
  Expression conjunction() {
    Expression left = negation();
    while (take("and")) {
      const Expression right = negation();
      left = [left, right](const Scope& s) { return truth(declare_held(left(s)) && declare_held(right(s))); };
    }
    return left;
  }
  Expression negation() {
    if (!take("not")) return relation();
    const Expression inner = relation();
    return [inner](const Scope& s) { return truth(!declare_held(inner(s))); };
  }
  Expression relation() {
    const Expression left = sum();
    const bool less = is("<");
    if (!less && !is("<=") && !is(">")) return left;
    const bool greater = is(">");
    ++place_;
    const Expression right = sum();
    return [=](const Scope& s) {
      const double a = numeric(left(s));
      const double b = numeric(right(s));
      return truth(less ? a < b : greater ? a > b : a <= b);
    };
  }
  Expression sum() {
    const bool negative = take("-");
    Expression left = product();
    if (negative) left = [inner = left](const Scope& s) { return real(-numeric(inner(s))); };
    while (is("+") || is("-")) {
      const bool plus = take("+");
      if (!plus) expect("-");
      const Expression right = product();
      left = [left, right, plus](const Scope& s) {
        return real(plus ? numeric(left(s)) + numeric(right(s)) : numeric(left(s)) - numeric(right(s)));
      };
    }
    return left;
  }
  Expression product() {
    Expression left = primary();
    while (is("*") || is("/")) {
      const bool times = take("*");
      if (!times) expect("/");
      const Expression right = primary();
      left = [left, right, times](const Scope& s) {
        return real(times ? numeric(left(s)) * numeric(right(s)) : numeric(left(s)) / numeric(right(s)));
      };
    }
    return left;
  }

  Expression primary() {
    if (now().kind == Token::Kind::number) {
      const double value = std::stod(tokens_[place_++].text);
      return [value](const Scope&) { return real(value); };
    }
    if (take("(")) {
      const Expression inner = expression();
      expect(")");
      return inner;
    }
    if (take("{")) {
      std::vector<Expression> items;
      do items.push_back(expression());
      while (take(","));
      expect("}");
      return [items](const Scope& s) { return Value{.kind = Value::Kind::list, .items = evaluated(items, s)}; };
    }
    if (take("der")) {  // the scope holds it under that name
      expect("(");
      const std::string of = "der(" + known_name() + ")";
      expect(")");
      return [of](const Scope& s) { return s.at(of); };
    }
    if (place_ + 1 < tokens_.size() && tokens_[place_ + 1].text == "(") return call();
    const auto at = reference();
    return [at](const Scope& s) { return at(const_cast<Scope&>(s)); };
  }

  Expression call() {
    const std::string name = identifier();
    const auto arguments = call_arguments();
    const Package* package = package_.get();
    return [=](const Scope& s) {
      const auto values = evaluated(arguments, s);
      if (package->functions.contains(name)) return package->call(name, values).at(0);
      return built_in(name, values);
    };
  }

  static Value built_in(const std::string& name, const std::vector<Value>& values) {
    static const std::map<std::string, double (*)(double)> functions{{"exp", std::exp},   {"log", std::log},
                                                                     {"sqrt", std::sqrt}, {"tanh", std::tanh},
                                                                     {"sin", std::sin},   {"abs", std::fabs}};
    if (name == "max" && values.size() == 1) {
      double most = values[0].items.at(0).number;
      for (const Value& v : values[0].items) most = std::max(most, v.number);
      return real(most);
    }
    if (name == "abs" && values.at(0).kind == Value::Kind::list) {  // of each, as Modelica's functions do
      Value all = values[0];
      for (Value& v : all.items) v.number = std::abs(v.number);
      return all;
    }
    if (name == "max") return real(std::max(numeric(values.at(0)), numeric(values.at(1))));
    if (name == "min") return real(std::min(numeric(values.at(0)), numeric(values.at(1))));
    if (!functions.contains(name)) throw std::runtime_error("there is no function " + name);
    return real(functions.at(name)(numeric(values.at(0))));
  }

  std::shared_ptr<Package> package_;
  std::vector<Token> tokens_;
  std::size_t place_ = 0;
  std::set<std::string> declared_;
};

}  // namespace stickslip::tests::modelica
