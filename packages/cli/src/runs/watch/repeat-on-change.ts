import { printable } from "@analytics-engines/core/basics";
import { listenToSignals, userLines } from "@analytics-engines/runs/host";
import { type ExitCode, exitCodeOfSignal } from "../../exit-code.ts";
import { note } from "../../terminal/messages.ts";
import { type TakeSnapshot, watchChanges } from "./watch-changes.ts";

/** The most names of files in a note. */
const MAX_NAMES = 3;

/**
 * Does a work, and again after each change of files, until a signal ends it.
 * @returns the exit code of the signal
 * @throws what the work throws the first time, such as an option without effect; later, the user corrects a file and saves it
 */
export async function repeatOnChange(look: TakeSnapshot, work: () => Promise<ExitCode>): Promise<ExitCode> {
  let stoppedBy: NodeJS.Signals | undefined;
  using interruption = listenToSignals((name) => {
    stoppedBy ??= name;
  });
  const nextChange = await watchChanges(look, interruption.signal);
  for (let isFirst = true; ; isFirst = false) {
    try {
      await work();
    } catch (error) {
      const lines = userLines(error);
      if (isFirst || lines === undefined) throw error;
      for (const line of lines) process.stderr.write(`error: ${printable(line)}\n`);
    }
    if (stoppedBy !== undefined) return exitCodeOfSignal(stoppedBy);
    note("Waiting until a file is saved. Ctrl-C ends.");
    const names = await nextChange().catch((error: unknown) => {
      if (stoppedBy === undefined) throw error;
    });
    if (names === undefined) return exitCodeOfSignal(stoppedBy ?? "SIGINT");
    note(`Changed: ${namesText(names)}`);
  }
}

function namesText(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
