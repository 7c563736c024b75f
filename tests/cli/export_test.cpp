// `stickslip export`, as a user types it, through the shell.
#include <gtest/gtest.h>

#include "../support/folder.hpp"
#include "../support/shell.hpp"

namespace stickslip::cli {
namespace {

using stickslip::tests::contains;
using stickslip::tests::shell;

const std::string program = "'" STICKSLIP_PROGRAM "' ";

class ExportCommand : public stickslip::tests::InFolder {
 protected:
  std::string model() const {
    return written("model.toml",
                   "[law]\nname = \"lugre\"\ncoulomb = 2\nbreakaway = 3\n[fit]\nvelocity_resolution = 1e-3\n"
                   "[provenance]\nhash = \"00ff00ff00ff00ff\"\n");
  }
};

TEST_F(ExportCommand, writes_every_kind_and_says_what_it_wrote) {
  const std::string file = model();
  for (const std::string path : {"seal.c", "single.h", "seal.m", "seal.mjs", "seal.mo", "seal.st"}) {
    const std::string kind = path.ends_with(".m")    ? "matlab"
                             : path.ends_with("mjs") ? "js"
                             : path.ends_with("mo")  ? "modelica"
                             : path.ends_with("st")  ? "st"
                                                     : "c";
    const auto [code, text] = shell(program + "export " + kind + " " + file + " -o " + in("out/" + path) + " 2>&1");
    EXPECT_EQ(code, 0) << text;
    EXPECT_TRUE(contains(text, "written: " + in("out/" + path) + ", "));
    EXPECT_TRUE(contains(to_text(in("out/" + path)), "Stickslip " STICKSLIP_VERSION "; data: hash 00ff00ff00ff00ff"));
    EXPECT_TRUE(contains(to_text(in("out/" + path)), "coulomb = 2 [N]"));
  }
  EXPECT_TRUE(contains(to_text(in("out/seal.h")), "double seal_step(seal_state *s, double velocity, double h);"));
  for (const auto& entry : std::filesystem::directory_iterator(in("out")))
    EXPECT_NE(entry.path().extension(), ".part") << entry.path();
}

TEST_F(ExportCommand, takes_the_name_of_a_law_with_its_own_parameters) {
  const auto [code, text] =
      shell(program + "export js gms --elements 4 -o " + in("gms.js") + " --struct --with compensation 2>&1");
  EXPECT_EQ(code, 0) << text;
  EXPECT_TRUE(contains(to_text(in("gms.js")), "(gms, 4 elements)"));
  EXPECT_TRUE(contains(to_text(in("gms.js")), "export const parameters = {"));
  EXPECT_TRUE(contains(to_text(in("gms.js")), "export function compensate("));
}

TEST_F(ExportCommand, lists_its_kinds_and_completes_them) {
  const std::string list = shell(program + "export --list").text;
  for (const auto kind : {"c ", "matlab", "js ", "modelica"}) EXPECT_TRUE(contains(list, kind));
  EXPECT_TRUE(contains(shell(program + "completion bash").text, "modelica"));
}

TEST_F(ExportCommand, refuses_wrong_use_with_the_remedy_and_writes_nothing) {
  const auto refused = [&](const std::string& arguments, const std::string& complaint) {
    const auto [code, text] = shell(program + "export " + arguments + " 2>&1");
    EXPECT_EQ(code, 2) << arguments;
    EXPECT_TRUE(contains(text, complaint));
  };
  const std::string file = model();
  const std::string to = " -o " + in("x.c");
  refused("", "the kind is missing: see stickslip export --list");
  refused("c", "the model is missing: stickslip export c MODEL.toml -o FILE");
  refused("c " + file, "say where to write");
  refused("d " + file + to, "no kind of export is called 'd'");
  refused("c lugree" + to, "did you mean lugre?");
  refused("c lugre --elements 3" + to, "the law lugre has no elements");
  refused("c gms --elements 65" + to, "elements = 65 lies outside [1, 64]");
  refused("c " + file + " --elements 3" + to, "write elements into");
  refused("c " + file + " --with compensator" + to, "did you mean compensation?");
  refused("c " + written("bad.toml", "[law]\nname = \"lugre\"\ncoulomb = -1\n") + to,
          "bad.toml:3: law.coulomb.forward = -1 N lies outside");
  refused("c " + written("hash.toml", "[law]\nname = \"lugre\"\n[provenance]\nhash = \"*/ x\"\n") + to,
          "hash.toml:4: provenance.hash must be a text of letters and digits");
  EXPECT_FALSE(std::filesystem::exists(in("x.c")));
}

}  // namespace
}  // namespace stickslip::cli
