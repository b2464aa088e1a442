import { listKinds } from "@analytics-engines/runs/lookup";
import { Argument, type Command } from "commander";
import {
  addConnectOptions,
  CREDENTIALS_HELP,
  collectFamilies,
  FILES_HELP,
  failOnOption,
  setOption,
} from "../arguments.ts";
import { guide } from "../terminal/output.ts";
import type { ExpandOptions } from "./expand.ts";
import type { InitOptions } from "./init.ts";
import type { ListOptions } from "./list.ts";
import type { ValidateOptions } from "./validate.ts";

/** Adds the command. Its code is loaded when it is called. */
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

/** Adds the command. Its code is loaded when it is called. */
export function addExpand(program: Command): void {
  program
    .command("expand")
    .description("Print, write or compare the parameter files that a sweep stands for.")
    .argument("<sweep>", "the sweep, NAME.FAMILY.sweep.json")
    .option("--out <folder>", "write each file into this folder")
    .option("--check", "write nothing: compare the files in the folder of --out with the sweep")
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      guide(`
Examples:
  analytics-engines expand accounts.pa.sweep.json
  analytics-engines expand accounts.pa.sweep.json --out expanded
  analytics-engines expand accounts.pa.sweep.json --out expanded --check

Exit codes: 0 expanded, or the same; 1 the sweep has errors, or with --check a file differs; 2 wrong use; 130 after Ctrl-C.`),
    )
    .action(async (sweep: string, options: ExpandOptions) => {
      const { expandCommand } = await import("./expand.ts");
      process.exitCode = await expandCommand(sweep, options);
    });
}

/** Adds the command. Its code is loaded when it is called. */
export function addInit(program: Command): void {
  program
    .command("init")
    .description("Write a project file, an example, a workflow and a .gitignore into this folder.")
    .option("--yes", "ask nothing: use the variable ANALYTICS_BASE_URL, or the simulator, and the folder parameters")
    .option("--json", "print which files were written as JSON")
    .addHelpText(
      "after",
      guide(`
It asks for the address of the service and the folder of the parameter files. Files that exist stay as they are.

Examples:
  analytics-engines init
  analytics-engines init --yes

Exit codes: 0 the files are there, 2 wrong use, or a file could not be written, 130 after Ctrl-C.`),
    )
    .action(async (options: InitOptions) => {
      const { initCommand } = await import("./init.ts");
      process.exitCode = await initCommand(options);
    });
}

/** Adds the command. Its code is loaded when it is called. */
export function addList(program: Command): void {
  const words = listKinds.map(({ word }) => word);
  const command = program
    .command("list")
    .description("List names of the service, such as the accounts of a directory, also as the rows of a sweep.")
    .addArgument(new Argument("<kind>", "what to list").choices(words))
    .argument("[of]", "the directory, the document or the account that the names belong to");
  addConnectOptions(command)
    .option("--csv <file>", "write a CSV file that a sweep reads; - prints it")
    .option("--json", "print the names as JSON")
    .addHelpText(
      "after",
      guide(`${CREDENTIALS_HELP}
Accounts, documents and strategies are those of a directory and of all below it. Components are those of a document; vault configurations and
spar return types those of an account. The other lists have no argument. The service lists no benchmarks.

The first column of the CSV file has the path or the id, the second one the name. Where the file exists, its other columns keep their cells, and
the command prints which names are new or gone.

Examples:
  analytics-engines list accounts Client:/Growth
  analytics-engines list accounts Client:/Growth --csv book/accounts.csv
  analytics-engines list pa-components Client:/Analytics/ATTRIBUTION.PA3
  analytics-engines list currencies --csv - > currencies.csv

Exit codes: 0 listed, 2 wrong use, or the service could not be asked, 130 after Ctrl-C.`),
    )
    .action(async (kind: string, of: string | undefined, options: ListOptions) => {
      const { listCommand } = await import("./list.ts");
      await listCommand(kind, of, options);
    });
}
