import type { RunEvent } from "@analytics-engines/core";
import { printable } from "@analytics-engines/core/basics";
import { createJobCounter, describeEvent, describeProgress } from "@analytics-engines/runs/host";
import { isQuiet } from "../terminal/messages.ts";
import type { Progress, ProgressStream } from "../terminal/progress.ts";

/** Prints the events of a run to standard error and, on a terminal, a line below them that shows how far all jobs are. */
export function createRunProgress(total: number, progress: Progress, stream: ProgressStream = process.stderr) {
  const jobs = createJobCounter();
  return (event: RunEvent): void => {
    jobs.onEvent(event);
    const line = describeEvent(event);
    if (line !== undefined && !isQuiet()) {
      progress.clear();
      stream.write(`${printable(line)}\n`);
    }
    progress.step(describeProgress(jobs.running, jobs.doneCount, total));
  };
}
