import { count } from "../github/format.ts";
import { checkFiles } from "./check-files.ts";
import type { ValidateContext } from "./context.ts";
import type { Findings } from "./counts.ts";
import { findFiles } from "./find-files.ts";
import { report } from "./report.ts";

/** Checks the parameter files, asks the service about what they name where that is wanted, reports. Returns the exit code. */
export async function validate(context: ValidateContext): Promise<number> {
  const { inputs, log } = context;
  const { workingDirectory, connection } = inputs;
  const paths = await findFiles(inputs);
  log.line(`Checking ${count(paths.length, "parameter file")} in ${workingDirectory}`);
  const files = checkFiles(paths, workingDirectory, inputs);
  if (connection === undefined) return report(context, { files, unasked: [] });

  const { checkReferences } = await import("./check-references.ts");
  let findings: Findings = { files, unasked: [] };
  let exitCode = 1;
  try {
    findings = await checkReferences(files, connection, context);
  } finally {
    // What was found offline is told also where the service cannot be asked.
    exitCode = await report(context, findings);
  }
  return exitCode;
}
