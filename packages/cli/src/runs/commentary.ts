import { count, printable } from "@analytics-engines/core/basics";
import { type WrittenCommentary, writeCommentaries } from "@analytics-engines/runs";
import { formatBytes, listenToSignals, type StopSignal } from "@analytics-engines/runs/progress";
import type { ConnectOptions } from "@analytics-engines/runs/run";
import { connectCommand } from "../connection/connect.ts";
import { readSettings, type SettingOptions } from "../project.ts";
import { type ExitCode, exitCodeOfSignal, paintFor, printableJson } from "../terminal/output.ts";
import { createProgress } from "../terminal/progress.ts";

export interface CommentaryCommandOptions extends ConnectOptions, Pick<SettingOptions, "set"> {
  readonly json?: true;
}

/** Writes the texts that the service generates about units of a run folder, and prints which units have one. */
export async function commentaryCommand(
  folder: string,
  patterns: readonly string[],
  options: CommentaryCommandOptions,
): Promise<ExitCode> {
  const { connectionEntry } = readSettings(options, process.cwd());
  const { client } = await connectCommand(options, connectionEntry);
  const progress = createProgress();
  let stoppedBy: StopSignal | undefined;
  using interruption = listenToSignals((name) => {
    stoppedBy = name;
  });
  let ended = 0;
  try {
    const commentaries = await writeCommentaries(folder, client, {
      patterns,
      signal: interruption.signal,
      onEnd({ path, unit }) {
        ended += 1;
        progress.step(`${count(ended, "unit")} done, the last is ${path}#${unit}`);
      },
    });
    progress.clear();
    if (options.json === true) process.stdout.write(`${printableJson({ version: 1, commentaries })}\n`);
    else process.stdout.write(report(folder, commentaries));
    return commentaries.every((commentary) => "file" in commentary) ? 0 : 1;
  } catch (error) {
    progress.clear();
    if (stoppedBy !== undefined) return exitCodeOfSignal(stoppedBy);
    throw error;
  }
}

function report(folder: string, commentaries: readonly WrittenCommentary[]): string {
  const paint = paintFor(process.stdout);
  const lines = commentaries.map((commentary) => {
    const name = paint("bold", printable(`${commentary.path}#${commentary.unit}`));
    if ("problem" in commentary) return `${name}: ${paint("red", "no text")}: ${printable(commentary.problem)}`;
    return `${name}: ${printable(commentary.file)}, ${formatBytes(commentary.bytes)}`;
  });
  const written = commentaries.filter((commentary) => "file" in commentary).length;
  const advice = written === 0 ? "" : ` To see them: analytics-engines report ${printable(folder)}`;
  return [...lines, `${written} of ${count(commentaries.length, "unit")} with a text.${advice}`]
    .map((line) => `${line}\n`)
    .join("");
}
