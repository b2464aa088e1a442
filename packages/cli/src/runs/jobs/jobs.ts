import { count, printable } from "@analytics-engines/core/basics";
import { type RunJob, type RunJobState, type RunJobs, readRunJobs } from "@analytics-engines/runs";
import type { ExitCode } from "../../exit-code.ts";
import { fitTable, type TextColumn, widthFor } from "../../terminal/columns.ts";
import { type Paint, paintFor, type Style } from "../../terminal/paint.ts";
import { printableJson } from "../../terminal/printable-json.ts";

export interface JobsOptions {
  readonly json?: true;
}

/** Lists the jobs of run folders. */
export async function jobsCommand(folders: readonly string[], { json }: JobsOptions): Promise<ExitCode> {
  const runs: (RunJobs & { readonly folder: string })[] = [];
  for (const folder of folders) runs.push({ folder, ...(await readRunJobs(folder)) });
  if (json === true) process.stdout.write(`${printableJson({ version: 1, runs })}\n`);
  else
    for (const { folder, jobs } of runs)
      process.stdout.write(listing(folder, jobs, paintFor(process.stdout), widthFor(process.stdout)));
  return 0;
}

const INDENT = "  ";
const columns: readonly TextColumn[] = [
  { name: "states", side: "left" },
  { name: "parameter files", side: "left" },
  { name: "ids of the jobs", side: "left", isWhole: true },
  { name: "times of creation", side: "left" },
];

function listing(folder: string, jobs: readonly RunJob[], paint: Paint, width: number): string {
  const states = jobs.map(({ state }) => state);
  const counts = [...new Set(states)].map((state) => `${states.filter((other) => other === state).length} ${state}`);
  const rows = jobs.map(({ state, path, jobId = "", createdAt = "" }) =>
    [state, path, jobId, createdAt].map(printable),
  );
  const table = fitTable(rows, columns, width - INDENT.length);
  const lines = table.lines.map((line, index) => {
    const state = states[index] ?? "unknown";
    return paint(colorOf(state), state) + line.slice(state.length);
  });
  const title = `${paint("bold", printable(folder))}: ${count(jobs.length, "job")}, ${counts.join(", ")}`;
  return [title, ...[...lines, ...table.notes].map((line) => INDENT + line)].map((line) => `${line}\n`).join("");
}

function colorOf(state: RunJobState): Style {
  if (state === "success") return "green";
  if (state === "not-created" || state === "creating") return "dim";
  return state === "running" || state === "ready" ? "blue" : "red";
}
