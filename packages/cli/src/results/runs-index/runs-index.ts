import path from "node:path";
import { count, printable } from "@analytics-engines/core/basics";
import { openFile } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/host";
import { writeRunsIndex } from "@analytics-engines/viewer/runs-index";
import { type ExitCode, printableJson, requireOneOutput, STANDARD, writeOrPrint } from "../../terminal/output.ts";
import { findRunFolders } from "./find-run-folders.ts";

export interface RunsIndexOptions {
  /** The page. */
  readonly output: string;
  readonly json?: true;
}

/** Writes a page that lists the runs in folders. */
export async function runsIndexCommand(
  folders: readonly string[],
  { output, json }: RunsIndexOptions,
): Promise<ExitCode> {
  const runFolders = [...new Set((await Promise.all(folders.map(findRunFolders))).flat())];
  if (runFolders.length === 0)
    throw new UserError(`There is no run in ${folders.join(", ")}: name folders with a manifest.json in them.`);
  requireOneOutput("--output", output, json);
  if (output !== STANDARD) await checkReplaceable(output);
  const from = output === STANDARD ? process.cwd() : undefined;
  const { runs, problems } = await writeOrPrint(output, (file) => writeRunsIndex(runFolders, file, from));
  for (const problem of problems) process.stderr.write(`${printable(problem)}\n`);
  if (output !== STANDARD)
    process.stdout.write(
      json === true
        ? `${printableJson({ version: 1, file: output, runs, problems })}\n`
        : `${printable(output)}: ${count(runs, "run")}\n`,
    );
  return problems.length === 0 ? 0 : 1;
}

/** Refuses to replace a page that is not an index of runs. */
async function checkReplaceable(file: string): Promise<void> {
  const handle = await openFile(path.resolve(file), { isNamedByUser: true }).catch((error: unknown) => {
    if (error instanceof UserError) throw error;
    return undefined;
  });
  if (handle === undefined) return;
  await using page = handle;
  const { buffer, bytesRead } = await page.read(Buffer.alloc(1000), 0, 1000, 0);
  if (buffer.toString("utf8", 0, bytesRead).includes("<title>Analytics runs</title>")) return;
  throw new UserError(`${file} exists and is not an index of runs: name another file with --output.`);
}
