import type { Command } from "commander";
import { collectFamilies, FILES_HELP, failOnOption, setOption, unknownPropertiesOption } from "../../arguments.ts";
import { guide } from "../../terminal/guide.ts";
import type { ValidateOptions } from "./validate.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addValidate(program: Command): void {
  program
    .command("validate")
    .description("Check parameter files and checks files: what is wrong, where, and how to fix it.")
    .argument("[files...]", `- for standard input, ${FILES_HELP}`)
    .addOption(setOption())
    .option("--fix", "apply the fixes that certainly keep the meaning")
    .option("--json", "print the outcome as JSON")
    .option("--sarif <file>", "write the outcome as SARIF 2.1.0; - prints it")
    .option("--family <glob=family>", "family of files without one in their name; may be repeated", collectFamilies)
    .option("--hint-absolute-dates", "hint at absolute dates, for files that are computed again and again")
    .addOption(unknownPropertiesOption())
    .addOption(failOnOption())
    .addHelpText(
      "after",
      guide(`
Examples:
  analytics-engines validate
  analytics-engines validate parameters/weights.pa.json
  analytics-engines validate "risk/*.json" --family "risk/*.json=spar" --fail-on warning
  analytics-engines validate --fix
  git show HEAD:weights.pa.json | analytics-engines validate - --family "-=pa"
  analytics-engines validate --sarif validate.sarif

Exit codes: 0 valid, 1 problems, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (files: string[], options: ValidateOptions) => {
      const { validateCommand } = await import("./validate.ts");
      process.exitCode = await validateCommand(files, options);
    });
}
