#include "completion.hpp"

namespace stickslip::cli {

std::string bash_completion(const std::vector<Completion>& completions) {
  std::string cases;
  for (const Completion& c : completions) {
    std::string words;
    for (const std::string& w : c.words) words += (words.empty() ? "" : " ") + w;
    cases += "    '" + c.command + "') words='" + words + "' ;;\n";
  }
  return "# bash completion for stickslip; use: eval \"$(stickslip completion bash)\"\n"
         "_stickslip() {\n"
         "  local command='' words=''\n"
         "  [ \"$COMP_CWORD\" -gt 1 ] && command=${COMP_WORDS[1]}\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
         "}\n"
         "complete -F _stickslip stickslip\n";
}

}  // namespace stickslip::cli
