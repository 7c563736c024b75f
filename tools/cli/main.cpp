// stickslip: the command line. Reads tables, calls the library, knows no equation.
//
// Exit codes: 0 done, 1 ran but failed its purpose, 2 wrong use or bad input, 130 interrupted with results kept.
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <iostream>

#include "completion.hpp"
#include "demo.hpp"
#include "export.hpp"
#include "identify.hpp"
#include "inspect.hpp"
#include "laws.hpp"
#include "loss.hpp"
#include "method.hpp"
#include "rank.hpp"
#include "run.hpp"
#include "sample.hpp"
#include "scorecard.hpp"
#include "stickslip/names.hpp"
#include "study.hpp"
#include "sweep.hpp"
#include "translate.hpp"
#include "words.hpp"

namespace {

using namespace stickslip;

constexpr int done = 0;
constexpr int failed = 1;
constexpr int wrong_use = 2;
constexpr int interrupted = 130;

// Something typed on the command line cannot be used.
struct WrongUse : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct Options {
  std::string law;
  bool json = false;
  bool markdown = false;
  std::string shell;
  cli::RunOptions run;
  cli::StudyOptions study;
  cli::ScorecardRequest scorecard;
  cli::SweepRequest sweep;
  cli::MethodOptions method;
  cli::LossRequest loss;
  cli::FitRequest identify;
  cli::FitRequest rank;
  cli::DemoRequest demo;
  cli::SampleOptions sample;
  cli::InspectRequest inspect;
  cli::TranslateRequest translate;
  cli::ExportRequest exported;
  int code = done;  // what a command that printed its answer returns
};

// Columns of the terminal; 0, without limit, when the output goes elsewhere.
std::size_t terminal_width() {
  winsize size{};
  const bool known = isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  return known ? size.ws_col : 0;
}

std::string laws(const Options& o) {
  if (o.law.empty())
    return o.json ? cli::laws_json() : o.markdown ? cli::laws_markdown() : cli::laws_text(terminal_width());
  const LawInfo& law = law_info(o.law);
  return o.json ? cli::law_json(law) : o.markdown ? cli::law_markdown(law) : cli::law_text(law, terminal_width());
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  return names;
}

// "--json" and the like; positional arguments have no such name.
std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// The words that a command takes in place of its positional argument.
std::vector<std::string> argument_words(const std::string& command) {
  std::vector<std::string> words;
  if (command == "completion") words.emplace_back("bash");
  if (command == "export") words = cli::export_kind_names();
  if (command == "laws")
    for (const LawInfo& law : law_catalogue()) words.emplace_back(law.name);
  if (command == "run") words = cli::experiment_names();
  if (command == "method") words = cli::method_names();
  if (command == "sample") words = cli::sample_names();
  if (command == "study") words = cli::study_names();
  return words;
}

std::string completion(const CLI::App& app, const Options& o) {
  if (o.shell != "bash") throw WrongUse("there is no completion for '" + o.shell + "', only for bash");
  std::vector<cli::Completion> all{{"", option_names(app)}};
  for (const CLI::App* command : app.get_subcommands({})) {
    all.front().words.push_back(command->get_name());
    all.push_back({command->get_name(), option_names(*command)});
    const auto words = argument_words(command->get_name());
    all.back().words.insert(all.back().words.end(), words.begin(), words.end());
  }
  return cli::bash_completion(all);
}

void declare_run(CLI::App& app, cli::RunOptions& o) {
  CLI::App* run = app.add_subcommand("run", "Run an experiment with a friction law");
  run->add_option("EXPERIMENT", o.experiment, "Name of a built-in experiment (see --list), or a .toml file");
  run->add_option("--law", o.law, "Friction law, or a model.toml of a fit; the experiment's own when left out");
  run->add_option("--elements", o.elements, "Number of elements of a law that has elements, 1 to 64");
  run->add_option("--set", o.settings, "Set a parameter: group.key=value, as often as wanted")
      ->type_size(1)
      ->allow_extra_args(false);
  run->add_option("--solver", o.solver,
                  "automatic, runge-kutta, rosenbrock, multistep or cvode; short for --set solver.method=");
  run->add_option("-o,--output", o.output, "Directory for trajectory.csv, summary.json, report.html, experiment.toml");
  run->add_option("--write", o.write, "Write the complete experiment to this .toml file and do not run it");
  run->add_flag("--json", o.json, "Print summary.json");
  run->add_flag("--list", o.list, "List the built-in experiments");
  run->add_flag("--markdown", o.markdown, "Print the tables of docs/experiments.md");
  run->footer(
      "stickslip run EXPERIMENT --help lists its figures and parameters.\n"
      "Exit codes: 0 done, 1 the run did not reach its end, 2 wrong use or bad input.");
}

void declare_method(CLI::App& app, cli::MethodOptions& o) {
  CLI::App* method = app.add_subcommand("method", "Apply one of the papers' methods to measurements");
  method->add_option("NAME", o.method, "Name of a method (see --list)");
  method->add_option("DATA", o.data, "Files .csv: a row of name[unit], then rows of numbers");
  method->add_option("--set", o.settings, "Set a parameter: group.key=value, as often as wanted")
      ->type_size(1)
      ->allow_extra_args(false);
  method
      ->add_option("--map", o.names,
                   "Name the column that plays a role: role=column or role=column[unit], as often as wanted")
      ->type_size(1)
      ->allow_extra_args(false);
  method->add_option(
      "-o,--output", o.output,
      "Directory for the results: .csv, summary.json, report.html; the observer makes a folder per file");
  method->add_option("--law", o.law, "Static parameters from the [law] of a .toml file, such as stribeck-curve's");
  method->add_flag("--json", o.json, "Print summary.json; of the observer with several files, a list");
  method->add_flag("--list", o.list, "List the methods");
  method->footer(
      "stickslip method NAME --help lists the columns that it reads and its parameters.\n"
      "Exit codes: 0 done, 2 wrong use or bad input; nothing is written then.");
}

void declare_sample(CLI::App& app, cli::SampleOptions& o) {
  CLI::App* sample = app.add_subcommand("sample", "Write a ready-made synthetic measurement whose truth is known");
  sample->add_option("NAME", o.name, "Name of a sample (see --list)");
  sample->add_option("-o,--output", o.output,
                     "A .csv file; of a sample with several files, what their names begin with. The truth goes to "
                     "FILE.truth.toml");
  sample->add_option("--seed", o.seed, "Of the noise; 1 when it is left out");
  sample->add_flag("--truth", o.truth, "Print the truth instead of the data");
  sample->add_flag("--list", o.list, "List the samples");
  sample->footer(
      "stickslip sample breakaway -o ramps.csv\n"
      "Without -o the data go to stdout. Exit codes: 0 done, 2 wrong use.");
}

void declare_study(CLI::App& app, cli::StudyOptions& o) {
  CLI::App* study = app.add_subcommand("study", "Reproduce a paper: what it says, what we get");
  study->add_option("PAPER", o.paper, cli::joined(cli::study_names()))->required();
  study->add_option("-o,--output", o.output, "Directory for report.html and study.json; with all, a folder for each");
  study->add_flag("--json", o.json, "Print study.json");
  study->footer(
      "Exit codes: 0 every claim has at least the verdict that it is known to get, 1 one of them has a worse one,\n"
      "2 wrong use.");
}

void declare_sweep(CLI::App& app, cli::SweepRequest& r) {
  CLI::App* sweep = app.add_subcommand("sweep", "Run an experiment many times with parameters varied; resumes");
  sweep->add_option("SPEC", r.spec, "A .toml file: an experiment as `stickslip run` reads it, and a [sweep]");
  sweep->add_option("-o,--output", r.output, "Directory for sweep.csv, sweep.json, sweep.toml; resumes what is there");
  sweep->add_option("--set", r.settings, "Set what is not swept: group.key=value, sweep.samples=N, sweep.seed=N")
      ->type_size(1)
      ->allow_extra_args(false);
  sweep->add_option("--threads", r.threads, "Number of threads; 0, or left out: one per processor");
  sweep->add_flag("--quiet", r.quiet, "No progress line and no remarks on stderr");
  sweep->add_flag("--json", r.json, "Print sweep.json");
  sweep->footer(
      "A spec:\n"
      "  [experiment]\n"
      "  base = \"stick-slip\"\n"
      "  [sweep]\n"
      "  method = \"grid\"            # or \"latin-hypercube\", \"random\" with samples = 100, seed = 1\n"
      "  figures = [\"period\"]       # all when it is left out\n"
      "  [[sweep.parameter]]\n"
      "  name = \"plant.mass\"\n"
      "  values = [1, 2, \"5 kg\"]    # or from = 1, to = 5, count = 9, scale = \"log\"\n"
      "Without -o the table is printed. Run again with the same -o, a sweep goes on where it was stopped.\n"
      "Exit codes: 0 done, 1 every run failed, 2 wrong use or bad input, 130 interrupted, rows kept.");
}

void declare_loss(CLI::App& app, cli::LossRequest& r) {
  CLI::App* loss = app.add_subcommand("loss", "Compare many parameter sets of a law with measurements");
  loss->add_option("DATA", r.data, "Files .csv: time[s], velocity[m/s], force[N] and what else the law reads");
  loss->add_option("--law", r.law, "Name of the law, or a model.toml of a fit");
  loss->add_option("--elements", r.elements, "Number of elements, for laws that have elements");
  loss->add_option("--sets", r.sets, "A .csv file: columns named as parameters, a set per row; without it, one set");
  loss->add_option("--set", r.settings, "Set a parameter that has no column: law.key=value, as often as wanted")
      ->type_size(1)
      ->allow_extra_args(false);
  loss->add_option("--map", r.names,
                   "Name the column that plays a role: role=column or role=column[unit], as often as wanted")
      ->type_size(1)
      ->allow_extra_args(false);
  loss->add_option("--sample-time", r.sample_time, "Resample the data at this step [s], by straight lines");
  loss->add_option("--loss", r.loss, "ls (mean square), absolute, mre (mean relative error) or huber");
  loss->add_option("--huber", r.huber, "Residual from which huber grows linearly [N]");
  loss->add_option("--device", r.device, "auto, cpu or cuda");
  loss->add_option("--precision", r.precision, "fp64 or fp32");
  loss->add_option("--threads", r.threads, "Number of threads; 0, or left out: one per processor");
  loss->add_option("-o,--output", r.output, "A .csv file: the sets and their losses");
  loss->add_flag("--quiet", r.quiet, "No progress line");
  loss->add_flag("--json", r.json, "Print the summary as JSON");
  loss->footer(
      "stickslip loss run.csv --law lugre --sets guesses.csv -o losses.csv\n"
      "where guesses.csv begins with coulomb[N],breakaway[N]. A set that breaks a bound has an infinite loss.\n"
      "Exit codes: 0 done, 1 no set has a finite loss, 2 wrong use or bad input, 130 interrupted.");
}

// A list with commas, as often as wanted.
void add_names(CLI::App& command, const std::string& option, std::vector<std::string>& names, const std::string& what) {
  command.add_option(option, names, what)->type_size(1)->allow_extra_args(false)->delimiter(',');
}

// One per option, as often as wanted.
void add_each(CLI::App& command, const std::string& option, std::vector<std::string>& all, const std::string& what) {
  command.add_option(option, all, what)->type_size(1)->allow_extra_args(false);
}

// What identify and rank have in common.
void declare_fit_options(CLI::App& c, cli::FitRequest& r) {
  c.add_option("DATA", r.data, "Recordings: .csv with name[unit] columns, or .mat");
  c.add_option("--elements", r.elements, "Number of elements, for laws that have elements");
  add_each(c, "--test", r.test, "A recording that is scored and not fitted, as often as wanted");
  c.add_option("--train", r.train, "Share of every recording, from its beginning, that is fitted; the rest is scored");
  c.add_option("--blocks", r.blocks, "Cut every recording into so many blocks and keep every second one for the test");
  c.add_option("--loss", r.loss, "ls (mean square), mre (mean relative error), huber or absolute");
  c.add_option("--huber", r.huber, "Residual from which huber grows linearly [N]; from the noise when left out");
  c.add_option("--strategy", r.strategy, "How the parameters are searched, see --list");
  c.add_option("--seed", r.seed, "The same seed gives the same bits");
  c.add_option("--budget", r.budget, "Evaluations of the search; the strategy's own when left out");
  add_names(c, "--nuisance", r.nuisances, "Find these for every recording: offset,gain,... (see --list)");
  add_names(c, "--common", r.common, "Find these once for all recordings: inertia,gravity,...");
  c.add_flag("--closed-loop", r.closed_loop, "The recorded force drives a body; motions are compared");
  add_each(c, "--set", r.settings,
           "The body of the closed loop: plant.mass=2, plant.spring=, plant.damper=, plant.start=");
  add_each(c, "--map", r.names, "Name the column that plays a role: role=column, as often as wanted");
  add_names(c, "--refuse", r.refused, "Repairs of the data that must not be made");
  c.add_option("--sample-time", r.sample_time, "Step at which the data are used [s]");
  c.add_option("--bandwidth", r.bandwidth, "Of a velocity that is derived from displacement [Hz]");
  c.add_option("--compare-below", r.compare_below, "Compare forces through a low-pass of this frequency [Hz]");
  c.add_flag("--no-polish", r.search_alone, "The search alone, without least squares behind it");
  c.add_option("--threads", r.threads, "Number of threads; 0, or left out: one per processor");
  c.add_option("--device", r.device, "auto, cpu or cuda");
  c.add_flag("--quiet", r.quiet, "No progress line and no remarks on stderr");
  c.add_flag("--list", r.list, "List strategies and nuisances");
}

void declare_identify(CLI::App& app, cli::FitRequest& r) {
  CLI::App* c = app.add_subcommand("identify", "Find the parameters of a law from recordings; resumes");
  declare_fit_options(*c, r);
  c->add_option("--law", r.law, "Name of the law");
  add_names(*c, "--free", r.free, "Parameters to be found; those that the data can show when left out");
  add_each(*c, "--fix", r.fixed, "Hold a parameter at a value: key=value, as often as wanted");
  add_names(*c, "--per-direction", r.per_direction, "Parameters with a value for each direction of motion, or all");
  c->add_flag("--json", r.json, "Print fit.json");
  c->add_option("-o,--output", r.output, "Directory for model.toml, fit.json, report.html; resumes what is there");
  c->footer(
      "stickslip identify slow.csv fast.csv --test check.csv --law lugre --common inertia -o seal\n"
      "stickslip run stick-slip --law seal/model.toml\n"
      "Exit codes: 0 done, 1 did not converge or nothing could be told, 2 wrong use or bad input, 130 interrupted,\n"
      "the best so far kept; run again with the same -o, a fit goes on where it was stopped or killed.");
}

void declare_rank(CLI::App& app, cli::FitRequest& r) {
  CLI::App* c = app.add_subcommand("rank", "Fit many laws to recordings and rank them on unseen parts; resumes");
  declare_fit_options(*c, r);
  add_names(*c, "--laws", r.laws, "Only these, with commas between them; all that the data can feed when left out");
  add_names(*c, "--per-direction", r.per_direction, "Parameters with a value for each direction of motion, or all");
  c->add_flag("--json", r.json, "Print rank.json");
  c->add_option("-o,--output", r.output, "Directory for model.toml, rank.json, report.html; resumes what is there");
  c->footer(
      "stickslip rank run1.csv run2.csv --laws coulomb,stribeck,lugre,gms -o ranking\n"
      "Exit codes: 0 done, 1 no law could be fitted, 2 wrong use or bad input, 130 interrupted, results kept.");
}

void declare_demo(CLI::App& app, cli::DemoRequest& r) {
  CLI::App* demo = app.add_subcommand("demo", "Rank, identify, validate and simulate on built-in samples");
  demo->add_option("-o,--output", r.output, "Directory for the report, the models and the sample data");
  demo->add_flag("--quiet", r.quiet, "No progress line");
  demo->footer(
      "Takes less than a minute. Exit codes: 0 done, 1 no law fits the seal, or the fit of the positioner did not "
      "converge,\n130 interrupted.");
}

void declare_inspect(CLI::App& app, cli::InspectRequest& r) {
  CLI::App* inspect = app.add_subcommand("inspect", "Read measurements and say what is wrong with them");
  inspect->add_option("DATA", r.data, "Files .csv (any separator, units in the header) or .mat");
  inspect->add_option("--map", r.names, "Name the column that plays a role: role=column[unit]; role= when none does")
      ->type_size(1)
      ->allow_extra_args(false);
  inspect->add_option("--refuse", r.refused, "Leave a repair undone, by its name, as often as wanted")
      ->type_size(1)
      ->allow_extra_args(false);
  inspect->add_option("--sample-time", r.sample_time, "Step of the imported data [s]; the usual one when left out");
  inspect->add_option("--bandwidth", r.bandwidth, "Of derived velocities [Hz], -3 dB; chosen from the noise otherwise");
  inspect->add_option("-o,--output", r.output,
                      "Directory for measurement.csv, summary.json, report.html; of several files, a folder for each");
  inspect->add_flag("--json", r.json, "Print summary.json; of several files, a list");
  inspect->footer(
      "stickslip inspect run.csv --map force=tau[N.m] --refuse edge-weights -o out\n"
      "Nothing is repaired silently: what was done is listed by the name that --refuse takes.\n"
      "Exit codes: 0 done, 2 wrong use or bad input; nothing is written then.");
}

void declare_translate(CLI::App& app, cli::TranslateRequest& r) {
  CLI::App* c = app.add_subcommand("translate", "Write a model in the words of another simulator");
  c->add_option("MODEL", r.file, "A model.toml; with --from, the other tool's file");
  c->add_option("--to", r.target, cli::joined(cli::translation_names()));
  c->add_option("--from", r.from, "bam: read one of BAM's parameter files and write a model.toml");
  c->add_option("-o,--output", r.output, "File for the snippet; without it, stdout");
  c->add_option("--joint", r.options.joint, "Name of the joint in the snippet");
  c->add_option("--speed", r.options.speed,
                "Fastest speed at which forces are compared [m/s]; the law's own otherwise");
  c->add_option("--load", r.options.load, "Normal force at which the law is looked at [N]");
  c->add_option("--pressure", r.options.pressure, "Pressure at which the law is looked at [Pa]");
  c->add_option("--temperature", r.options.temperature, "Temperature above the reference [K]");
  c->add_option("--actuator", r.options.actuator, "Name of the motor in BAM's file");
  c->add_flag("--json", r.json, "Print the snippet and what is lost as JSON");
  c->add_flag("--list", r.list, "List the targets");
  c->footer(
      "stickslip translate seal/model.toml --to mjcf --joint elbow\n"
      "stickslip translate mx106/m4.json --from bam -o servo.toml\n"
      "What is lost is told with a number: the force that the target cannot represent, over the law's own range.\n"
      "Exit codes: 0 done, 2 wrong use or bad input; nothing is written then.");
}

void declare_export(CLI::App& app, cli::ExportRequest& r) {
  CLI::App* c = app.add_subcommand("export", "Write a model for C, MATLAB, JavaScript, Modelica, or as an FMU");
  c->add_option("KIND", r.kind, "What to write (see --list)");
  c->add_option("MODEL", r.model, "A model.toml, or the name of a law; fmu: also a file as stickslip run reads it");
  c->add_option("-o,--output", r.output, "The file; .c has an .h beside it, .h alone is a single header");
  c->add_option("--prefix", r.prefix, "What the names in the text begin with; the file's own name when left out");
  add_names(*c, "--with", r.additions, "Additions: compensation (a feed-forward friction compensation)");
  c->add_flag("--float", r.single_precision, "c: float in place of double");
  c->add_flag("--struct", r.changeable_parameters, "c, js: parameters in a structure that may change at run time");
  c->add_option("--elements", r.elements, "Number of elements of a law that is given by its name, 1 to 64");
  c->add_option("--fmi", r.fmi, "fmu: version of the standard, 2 or 3");
  c->add_option("--library", r.library, "fmu: the run-time library; the one beside the program otherwise");
  c->add_flag("--source", r.source, "fmu: a law as C sources for co-simulation, to be compiled by the importer");
  c->add_flag("--list", r.list, "List the kinds");
  c->footer(
      "stickslip export c seal/model.toml -o seal.c --with compensation\n"
      "stickslip export fmu seal/model.toml -o seal.fmu\n"
      "Every text has a self-test with forces of this library. An FMU of a model is a friction element, one of an\n"
      "experiment the whole machine. Exit codes: 0 done, 2 wrong use or bad input; nothing is written then.");
}

void declare_scorecard(CLI::App& app, cli::ScorecardRequest& r) {
  CLI::App* card = app.add_subcommand("scorecard", "Measure every law against every phenomenon of friction");
  card->add_option("--laws", r.laws, "Only these, with commas between them");
  card->add_option("-o,--output", r.output, "Directory for report.html and scorecard.json");
  CLI::Option* json = card->add_flag("--json", r.json, "Print scorecard.json");
  card->add_flag("--markdown", r.markdown, "Print a Markdown table")->excludes(json);
  card->footer("Takes some seconds per law. Exit codes: 0 done, 2 wrong use.");
}

void declare(CLI::App& app, Options& o) {
  app.name("stickslip");
  app.description("Stickslip: friction laws for engineers.");
  app.set_help_flag("--help,-h", "Print this help and exit");
  app.set_version_flag("--version", "stickslip " STICKSLIP_VERSION);
  app.footer("Exit codes: 0 done, 1 ran but failed its purpose, 2 wrong use or bad input, 130 interrupted.");

  CLI::App* laws = app.add_subcommand("laws", "List the friction laws, or describe one");
  laws->add_option("NAME", o.law, "Law to describe: equation, parameters, units, bounds, states");
  CLI::Option* json = laws->add_flag("--json", o.json, "Print JSON, exact numbers");
  laws->add_flag("--markdown", o.markdown, "Print a Markdown page")->excludes(json);

  declare_identify(app, o.identify);
  declare_rank(app, o.rank);
  declare_run(app, o.run);
  declare_sweep(app, o.sweep);
  declare_method(app, o.method);
  declare_sample(app, o.sample);
  declare_inspect(app, o.inspect);
  declare_loss(app, o.loss);
  declare_export(app, o.exported);
  declare_study(app, o.study);
  declare_scorecard(app, o.scorecard);
  declare_demo(app, o.demo);
  declare_translate(app, o.translate);

  CLI::App* completion = app.add_subcommand("completion", "Print a script that completes commands in a shell");
  completion->add_option("SHELL", o.shell, "Shell to write for: bash")->required();
  completion->footer("Use: eval \"$(stickslip completion bash)\"");
}

// The command that the user has reached, or the program itself.
const CLI::App& reached(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : *chosen.front();
}

// Answers the first argument that nobody knows.
[[noreturn]] void refuse_unknown(const CLI::App& app) {
  const std::string typed = app.remaining(true).front();
  const CLI::App& command = reached(app);
  const bool is_option = typed.starts_with("-");
  if (!is_option && &command != &app)
    throw WrongUse("'" + typed + "' is one argument too many for '" + command.get_name() + "'");
  const auto names = is_option ? option_names(command) : command_names(app);
  throw UnknownName(is_option ? "option" : "command", typed, std::vector<std::string_view>(names.begin(), names.end()));
}

// Fills the options, or throws what the user did wrong; --help and --version are thrown too, as CLI::Success.
void parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    refuse_unknown(app);
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& error) {
    throw WrongUse(error.what());
  }
  if (app.get_subcommands().empty()) throw WrongUse("a command is missing");
}

std::string told(Options& o, const cli::FitAnswer& answered) {
  constexpr std::array codes{done, failed, interrupted};
  o.code = codes.at(std::size_t(answered.ending));
  return answered.text;
}

std::string answer(CLI::App& app, Options& o, int argc, char** argv) {
  try {
    parse(app, argc, argv);
  } catch (const CLI::CallForHelp&) {
    if (app.got_subcommand("run") && !o.run.experiment.empty()) return cli::experiment_help(o.run);
    if (app.got_subcommand("method") && !o.method.method.empty()) return cli::method_help(o.method);
    return app.help();
  } catch (const CLI::CallForVersion& version) {
    return std::string(version.what()) + "\n";
  }
  if (app.got_subcommand("laws")) return laws(o);
  if (app.got_subcommand("completion")) return completion(app, o);
  if (app.got_subcommand("scorecard")) return cli::scorecard(o.scorecard);
  if (app.got_subcommand("method")) return cli::method(o.method);
  if (app.got_subcommand("identify")) return told(o, cli::identify(o.identify));
  if (app.got_subcommand("rank")) return told(o, cli::rank(o.rank));
  if (app.got_subcommand("demo")) return told(o, cli::demo(o.demo));
  if (app.got_subcommand("sample")) return cli::sample(o.sample);
  if (app.got_subcommand("translate")) return cli::translate(o.translate);
  if (app.got_subcommand("inspect")) return cli::inspect(o.inspect);
  if (app.got_subcommand("export")) return cli::export_model(o.exported);
  if (app.got_subcommand("loss")) {
    const cli::LossAnswer answered = cli::loss(o.loss);
    o.code = answered.interrupted ? interrupted : answered.none_finite ? failed : done;
    return answered.text;
  }
  if (app.got_subcommand("sweep")) {
    const cli::SweepAnswer answered = cli::sweep(o.sweep);
    constexpr std::array codes{done, failed, interrupted};
    o.code = codes.at(std::size_t(answered.ending));
    return answered.text;
  }
  if (app.got_subcommand("study")) {
    const cli::StudyAnswer answered = cli::study(o.study);
    o.code = answered.failed ? failed : done;
    return answered.text;
  }
  const cli::RunAnswer answered = cli::run(o.run);
  o.code = answered.failed ? failed : done;
  return answered.text;
}

int run(int argc, char** argv) {
  CLI::App app;
  Options options;
  declare(app, options);
  try {
    std::cout << answer(app, options, argc, argv) << std::flush;
  } catch (const std::invalid_argument& error) {
    const std::string prefix = reached(app).get_parent() == nullptr ? "" : " " + reached(app).get_name();
    std::cerr << "stickslip: " << error.what() << "\nSee: stickslip" << prefix << " --help\n";
    return wrong_use;
  }
  if (std::cout) return options.code;
  std::cerr << "stickslip: the output could not be written\n";
  return failed;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "stickslip: " << error.what() << "\n";
    return failed;
  }
}
