import { listKinds } from "@analytics-engines/runs/lookup";
import { Argument, type Command } from "commander";
import { addConnectOptions, CREDENTIALS_HELP } from "../../arguments.ts";
import { guide } from "../../terminal/output.ts";
import type { ListOptions } from "./list.ts";

/** Adds the command. What asks the service is loaded when it is called. */
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
