import { printable } from "@analytics-engines/core/basics";
import { nodeHost } from "@analytics-engines/runs";
import { readChecksReport } from "@analytics-engines/runs/browser";
import { formatBytes, UserError } from "@analytics-engines/runs/host";
import { writeReport } from "@analytics-engines/viewer/report";
import type { ExitCode } from "../exit-code.ts";
import { openComparedFolder } from "../run-folder/open-run-folder.ts";
import { printableJson } from "../terminal/printable-json.ts";

export interface ReportCommandOptions {
  /** The folder of an earlier run. */
  readonly earlier?: string;
  /** The page. */
  readonly output?: string;
  readonly json?: true;
}

/** Writes the page of a run folder. */
export async function reportCommand(name: string, { earlier, output, json }: ReportCommandOptions): Promise<ExitCode> {
  if (output !== undefined && !/\.html?$/i.test(output))
    throw new UserError(`${output} is not the name of a page: give --output a name that ends in .html.`);
  const { folder } = await openComparedFolder(name);
  const earlierFolder = earlier === undefined ? undefined : (await openComparedFolder(earlier)).folder;
  const { file, bytes } = await writeReport({
    folder,
    checks: await readChecksReport(folder, nodeHost()),
    ...(earlierFolder !== undefined && { earlierFolder }),
    ...(output !== undefined && { out: output }),
  });
  if (json === true) process.stdout.write(`${printableJson({ version: 1, file, bytes })}\n`);
  else process.stdout.write(`${printable(file)}: ${formatBytes(bytes)}\n`);
  return 0;
}
