import { count, printable } from "@analytics-engines/core/basics";
import { type RunJob, type RunJobState, type RunJobs, readRunJobs } from "@analytics-engines/runs";
import type { ExitCode } from "../exit-code.ts";
import { alignRows } from "../terminal/columns.ts";
import { type Paint, paintFor, type Style } from "../terminal/paint.ts";
import { printableJson } from "../terminal/printable-json.ts";

export interface JobsOptions {
  readonly json?: true;
}

/** Lists the jobs of run folders. */
export async function jobsCommand(folders: readonly string[], { json }: JobsOptions): Promise<ExitCode> {
  const runs: (RunJobs & { readonly folder: string })[] = [];
  for (const folder of folders) runs.push({ folder, ...(await readRunJobs(folder)) });
  if (json === true) process.stdout.write(`${printableJson({ version: 1, runs })}\n`);
  else for (const { folder, jobs } of runs) process.stdout.write(listing(folder, jobs, paintFor(process.stdout)));
  return 0;
}

function listing(folder: string, jobs: readonly RunJob[], paint: Paint): string {
  const states = jobs.map(({ state }) => state);
  const counts = [...new Set(states)].map((state) => `${states.filter((other) => other === state).length} ${state}`);
  const rows = jobs.map(({ state, path, jobId = "", createdAt = "" }) =>
    [state, path, jobId, createdAt].map(printable),
  );
  const lines = alignRows(rows, ["left", "left", "left", "left"]).map((line, index) => {
    const state = states[index] ?? "unknown";
    return paint(colorOf(state), state) + line.slice(state.length);
  });
  const title = `${paint("bold", printable(folder))}: ${count(jobs.length, "job")}, ${counts.join(", ")}`;
  return [title, ...lines.map((line) => `  ${line}`)].map((line) => `${line}\n`).join("");
}

function colorOf(state: RunJobState): Style {
  if (state === "success") return "green";
  if (state === "not-created" || state === "creating") return "dim";
  return state === "running" || state === "ready" ? "blue" : "red";
}
