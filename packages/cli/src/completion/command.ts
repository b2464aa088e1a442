import type { Command } from "commander";
import { guide } from "../terminal/output.ts";

/** The shells whose completion the command knows. */
export const shells = ["bash", "zsh", "fish", "powershell"] as const;

/** Loads the code that suggests words, which only a shell asks for. */
export const loadSuggestions = () => import("./suggest.ts");

/** Adds the command. Its modules are loaded when it is called. */
export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("Print a script with which a shell completes commands, options and their values.")
    .addArgument(program.createArgument("<shell>", "the shell").choices(shells))
    .addHelpText(
      "after",
      guide(`
Add one of these lines to the file that the shell reads when it starts. bash needs the package bash-completion.

Examples:
  source <(analytics-engines completion bash)                          # ~/.bashrc
  source <(analytics-engines completion zsh)                           # ~/.zshrc, after compinit
  analytics-engines completion fish | source                           # ~/.config/fish/config.fish
  analytics-engines completion powershell | Out-String | Invoke-Expression # $PROFILE

Exit codes: 0 the script is printed, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (shell: (typeof shells)[number]) => {
      const { printCompletion } = await loadSuggestions();
      printCompletion(shell);
    });
}
