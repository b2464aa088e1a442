import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { readPieces, removeTemporaryNow } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";

// Apart from `output.ts`, which every start of the command loads: this also loads what reads files.

/** The name of standard input and standard output in place of a file. */
export const STANDARD = "-";

/** All of standard input. A pipe is read once, so a command accepts the name for one of its files. */
export function readStandardInput(): Promise<Buffer> {
  return buffer(process.stdin);
}

/** Has a file written. In place of the file `-`, prints what would be in it. */
export async function writeOrPrint<Outcome>(
  target: string,
  write: (file: string) => Promise<Outcome>,
): Promise<Outcome> {
  if (target !== STANDARD) return write(target);
  const folder = await mkdtemp(path.join(tmpdir(), "analytics-engines-"));
  // A reader that stops early, and Ctrl-C, end the process here.
  process.once("exit", () => removeTemporaryNow(folder));
  const file = path.join(folder, "output");
  const outcome = await write(file);
  await pipeline(readPieces(file), process.stdout, { end: false });
  return outcome;
}

/** @throws UserError where two options both print on standard output */
export function requireOneOutput(option: string, target: string | undefined, isJson: boolean | undefined): void {
  if (isJson === true && target === STANDARD)
    throw new UserError(`${option} - and --json both print on standard output: name a file, or leave one of them out.`);
}
