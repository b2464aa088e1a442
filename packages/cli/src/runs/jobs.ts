import { count, printable } from "@analytics-engines/core/basics";
import {
  cancelRun,
  type RunJob,
  type RunJobState,
  type RunJobs,
  readManifest,
  readRunJobs,
} from "@analytics-engines/runs";
import type { ConnectOptions } from "@analytics-engines/runs/run";
import { connectCommand } from "../connection/connect.ts";
import { readSettings, type SettingOptions } from "../project.ts";
import { fitTable, type TextColumn, widthFor } from "../terminal/columns.ts";
import { type ExitCode, type Paint, paintFor, printableJson, type Style } from "../terminal/output.ts";

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
  { name: "parameter files", side: "left", isName: true },
  { name: "ids of the jobs", side: "left", isWhole: true },
  { name: "times of creation", side: "left" },
];

function listing(folder: string, jobs: readonly RunJob[], paint: Paint, width: number): string {
  const states = jobs.map(({ state }) => state);
  const counts = [...new Set(states)].map(
    (state) => `${states.filter((jobState) => jobState === state).length} ${state}`,
  );
  const rows = jobs.map(({ state, path, jobId = "", createdAt = "" }) =>
    [state, path, jobId, createdAt].map(printable),
  );
  const table = fitTable(rows, columns, width - INDENT.length);
  const lines = table.lines.flatMap(([first = "", ...others], index) => {
    const state = states[index] ?? "unknown";
    return [paint(colorOf(state), state) + first.slice(state.length), ...others];
  });
  const title = `${paint("bold", printable(folder))}: ${count(jobs.length, "job")}, ${counts.join(", ")}`;
  return [title, ...[...lines, ...table.notes].map((line) => INDENT + line)].map((line) => `${line}\n`).join("");
}

function colorOf(state: RunJobState): Style {
  if (state === "success") return "green";
  if (state === "not-created" || state === "creating") return "dim";
  return state === "running" || state === "ready" ? "blue" : "red";
}

export interface CancelOptions extends ConnectOptions, Pick<SettingOptions, "set"> {
  readonly json?: true;
}

/** The longest that canceling may take, seconds: a create whose answer was lost can arrive a minute later. */
const MAX_CANCEL_SECONDS = 120;

/** Cancels the jobs of a run folder on the service, and prints which ones. */
export async function cancelCommand(folder: string, options: CancelOptions): Promise<ExitCode> {
  const { connectionEntry } = readSettings(options, process.cwd());
  const { client } = await connectCommand(options, connectionEntry);
  // A folder without a run is a mistake of the user, and not a run without jobs.
  await readManifest(folder);
  const { canceled, failed } = await cancelRun(folder, client, { timeoutSeconds: MAX_CANCEL_SECONDS });
  if (options.json === true) process.stdout.write(`${printableJson({ version: 1, canceled, failed })}\n`);
  else {
    for (const jobId of canceled) process.stdout.write(`${printable(jobId)}: canceled\n`);
    for (const { jobId, reason } of failed)
      process.stdout.write(`${printable(jobId)}: may still run: ${printable(reason)}\n`);
    process.stdout.write(`${count(canceled.length, "job")} canceled. Run folder: ${printable(folder)}\n`);
  }
  return failed.length === 0 ? 0 : 1;
}
