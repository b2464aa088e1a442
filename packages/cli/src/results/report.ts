import path from "node:path";
import { messageOf, printable } from "@analytics-engines/core/basics";
import { readChecksReport } from "@analytics-engines/runs";
import { formatBytes, UserError } from "@analytics-engines/runs/progress";
import { writeReport } from "@analytics-engines/viewer/report";
import { openComparedFolder } from "../run-folder.ts";
import { type ExitCode, printableJson, warn } from "../terminal/output.ts";
import { requireOneOutput, STANDARD, writeOrPrint } from "../terminal/standard.ts";

export interface ReportCommandOptions {
  /** The folder of an earlier run. */
  readonly earlier?: string;
  /** The page. */
  readonly output?: string;
  readonly json?: true;
}

/** Writes the page of a run folder. The exit code is 1 if a result is missing or was altered: the page does not show it. */
export async function reportCommand(name: string, { earlier, output, json }: ReportCommandOptions): Promise<ExitCode> {
  requireOneOutput("--output", output, json);
  if (output !== undefined && output !== STANDARD && !/\.html?$/i.test(output))
    throw new UserError(`${output} is not the name of a page: give --output a name that ends in .html.`);
  const { folder } = await openComparedFolder(name);
  const earlierFolder = earlier === undefined ? undefined : (await openComparedFolder(earlier)).folder;
  const checks = await readChecksReport(folder);
  const { file, bytes, unproved } = await writeOrPrint(output ?? path.join(folder, "report.html"), (out) =>
    writeReport({ folder, checks, out, ...(earlierFolder !== undefined && { earlierFolder }) }),
  );
  for (const { unit, reason } of unproved) warn(`${unit}: ${reason}`);
  if (json === true) process.stdout.write(`${printableJson({ version: 1, file, bytes, unproved })}\n`);
  else if (output !== STANDARD) process.stdout.write(`${printable(file)}: ${formatBytes(bytes)}\n`);
  return unproved.length === 0 ? 0 : 1;
}

/** Writes a page of results, which are stored already: a problem is only reported. @returns its absolute path; undefined without one */
export async function attemptPage(
  write: () => Promise<{ readonly file: string } | undefined>,
): Promise<string | undefined> {
  try {
    return (await write())?.file;
  } catch (error) {
    warn(`report.html could not be written: ${messageOf(error)}`);
    return undefined;
  }
}
