// The arguments of a command, read by CLI11. The only source that sees it.
#include <CLI/CLI.hpp>
#include <stdexcept>

#include "command.hpp"
#include "stickslip/names.hpp"

namespace stickslip::cli {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

// A single value, handed as it was typed to `read`, which throws what is wrong with it.
template <class Read>
void add_value(CLI::App& app, const std::string& names, const std::string& shown, Read read) {
  app.add_option_function<std::string>(names, [=](const std::string& text) {
    try {
      read(text);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(shown + " " + text + " " + error.what());
    }
  });
}

// "--output", or "DIR" of a positional argument: how a message names it.
std::string show_name(const Option& option) {
  const Spelling s = spelling(option);
  return s.names.empty() ? s.value : s.names.back();
}

// "-o,--output", or "DATA": how CLI11 names it.
std::string cli11_name(const Option& option) {
  const Spelling s = spelling(option);
  if (s.names.empty()) return s.value.substr(0, s.value.find('.'));
  std::string joined;
  for (const std::string& name : s.names) joined += (joined.empty() ? "" : ",") + name;
  return joined;
}

// A row of a table; the table says what is wrong with a value.
void declare_row(CLI::App& app, const std::string& names, const TableTarget& table) {
  const OptionRow& row = *table.row;
  if (row.kind == OptionKind::flag) {
    const Words other{table.options.default_words(row) == Words{"true"} ? "false" : "true"};
    app.add_flag_callback(names, [=] { table.options.put(*table.row, other); });
    return;
  }
  CLI::Option* option = app.add_option(names, [=](const CLI::results_t& words) {
    table.options.put(*table.row, words);
    return true;
  });
  option->type_size(1)->allow_extra_args(false);
  if (row.kind == OptionKind::names || row.kind == OptionKind::settings)
    option->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args(false);
  if (row.kind == OptionKind::names) option->delimiter(',');
}

void declare(CLI::App& app, const Option& option) {
  const std::string names = cli11_name(option);
  const std::string shown = show_name(option);
  const auto list = [&](std::vector<std::string>* all) {
    CLI::Option* added = app.add_option(names, *all);
    return is_positional(option) ? added : added->type_size(1)->allow_extra_args(false);
  };
  std::visit(
      Overloaded{
          [&](bool* flag) { app.add_flag(names, *flag); },
          [&](double* x) { add_value(app, names, shown, [x](auto& text) { *x = detail::number_from(text); }); },
          [&](std::size_t* n) { add_value(app, names, shown, [n](auto& text) { *n = detail::count_from(text); }); },
          [&](std::string* text) { app.add_option(names, *text); }, [&](std::vector<std::string>* all) { list(all); },
          [&](const Commas& commas) { list(commas.list)->delimiter(','); },
          [&](const TableTarget& table) { declare_row(app, names, table); }},
      option.target);
}

// Answers the first argument that the command does not take.
[[noreturn]] void refuse_unknown(const std::string& typed, const CommandRow& row, const Command& command) {
  if (!typed.starts_with("-"))
    throw std::invalid_argument("'" + typed + "' is one argument too many for '" + std::string(row.name) + "'");
  std::vector<std::string> names;
  for (const auto options : {std::span<const Option>(command.options), help_options()})
    for (const Option& option : options)
      for (const std::string& name : spelling(option).names)
        if (name.starts_with("--")) names.push_back(name);
  throw UnknownName("option", typed, std::vector<std::string_view>(names.begin(), names.end()));
}

// CLI11 counts values: "--seed: 1 required TEXT missing", "--seed: At Most 1 required but received 2".
[[noreturn]] void refuse_count(std::string_view complaint) {
  const std::string name(complaint.substr(0, complaint.find(':')));
  throw std::invalid_argument(complaint.ends_with("missing") ? name + " needs a value"
                                                             : name + " is given more than once; give it once");
}

}  // namespace

Wish parse(const CommandRow& row, const Command& command, int argc, char** argv) {
  CLI::App app;
  app.set_help_flag("-h,--help");
  app.set_help_all_flag("--help-all");
  for (const Option& option : command.options) declare(app, option);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return Wish::help;
  } catch (const CLI::CallForAllHelp&) {
    return Wish::help_all;
  } catch (const CLI::ExtrasError&) {
    refuse_unknown(app.remaining(true).front(), row, command);
  } catch (const CLI::ArgumentMismatch& error) {
    refuse_count(error.what());
  } catch (const CLI::ParseError& error) {  // its codes 105 to 110 become wrong_use
    throw std::invalid_argument(error.what());
  }
  return Wish::work;
}

}  // namespace stickslip::cli
