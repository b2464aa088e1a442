import type { RunEvent } from "@analytics-engines/core";
import { type Clock, count, printable, systemClock } from "@analytics-engines/core/basics";
import {
  createRunEstimate,
  describeRemaining,
  estimateEnd,
  formatSeconds,
  type JobInTime,
} from "@analytics-engines/runs/progress";
import { createJobCounter, describeEvent, describeProgress } from "@analytics-engines/runs/run";
import { fitTable, type TextColumn } from "../terminal/columns.ts";
import { isQuiet } from "../terminal/output.ts";
import { createLiveLines, createProgress, isLive, type LiveStream, terminalSize } from "../terminal/progress.ts";

/** A shorter run shows events alone. */
const SILENT_MS = 1000;
const DRAW_MS = 1000;
/** The part of a terminal that jobs may take; the events above them have the rest. */
const MAX_PART = 2 / 3;
const INDENT = "  ";

const columns: readonly TextColumn[] = [
  { name: "parameter file", side: "left" },
  { name: "percent", side: "right" },
  { name: "elapsed time", side: "left" },
  { name: "estimated end", side: "left" },
];

/**
 * Prints the events of a run to standard error. On a terminal, the lines below them show each job in progress and all together, with their
 * estimated ends; elsewhere, a line now and then says how far all are.
 */
export function createRunProgress(total: number, stream: LiveStream = process.stderr, clock: Clock = systemClock) {
  const jobs = createJobCounter();
  const estimate = createRunEstimate(total);
  const startedAt = clock.now();
  let isStopped = false;
  const live = isLive(stream) && !isQuiet() ? createLiveLines(stream) : undefined;
  const log = createProgress(stream, () => clock.now());

  const lines = () => {
    const now = clock.now();
    if (isStopped || now - startedAt < SILENT_MS) return [];
    const { columns: width, rows } = terminalSize(stream);
    // The line of the total and the row of the cursor are below the jobs.
    const maxJobs = Math.min(rows - 2, Math.floor(rows * MAX_PART) - 1);
    const keys = [...jobs.running.keys()];
    const listedKeys = keys.slice(0, Math.max(0, keys.length > maxJobs ? maxJobs - 1 : maxJobs));
    const moreCount = keys.length - listedKeys.length;
    const cells = listedKeys.map((key) => jobCells(key, jobs.running.get(key), estimate.jobs.get(key), now));
    const facts = [
      `${jobs.doneCount} of ${count(total, "job")} done`,
      keys.length === 0 ? "" : `${keys.length} running`,
      remaining(estimate.end(now), now),
    ];
    return [
      ...fitTable(cells, columns, width - 1 - INDENT.length).lines.flatMap(([line = ""]) => INDENT + line),
      ...(moreCount > 0 && maxJobs > 0 ? [`${INDENT}and ${moreCount} more`] : []),
      facts.filter((fact) => fact !== "").join(", "),
    ];
  };
  const tick = () => {
    live?.draw(lines());
    cancelTick = clock.setTimer(DRAW_MS, tick);
  };
  let cancelTick = live === undefined ? () => {} : clock.setTimer(DRAW_MS, tick);

  const print = (sentence: string) => {
    const text = `${printable(sentence)}\n`;
    if (live !== undefined) return live.draw(lines(), text);
    log.clear();
    stream.write(text);
  };
  const stop = () => {
    process.off("exit", stop);
    isStopped = true;
    cancelTick();
    live?.draw([]);
    log.clear();
  };
  // A second Ctrl-C and an error that nobody expects end the process while the lines are there.
  process.on("exit", stop);
  return {
    /** Prints a sentence above the lines, unless the command is quiet. */
    note(sentence: string): void {
      if (!isQuiet()) print(sentence);
    },
    onEvent(event: RunEvent): void {
      jobs.onEvent(event);
      estimate.onEvent(event, clock.now());
      const sentence = describeEvent(event);
      if (sentence !== undefined && !isQuiet()) print(sentence);
      if (live === undefined) log.step(describeProgress(jobs.running, jobs.doneCount, total));
    },
    /** Removes the lines. What is said later is printed alone. */
    stop,
  };
}

function jobCells(key: string, percent: number | undefined, job: JobInTime | undefined, now: number): string[] {
  return [
    printable(key),
    percent === undefined ? "" : `${Math.floor(percent)} %`,
    job === undefined ? "" : formatSeconds(Math.floor((now - job.startedAt) / 1000)),
    remaining(job && estimateEnd(job, now), now),
  ];
}

function remaining(end: number | undefined, now: number): string {
  return end === undefined ? "" : describeRemaining(end - now);
}
