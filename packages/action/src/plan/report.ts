import { count } from "../github/format.ts";
import { code, table } from "../github/markdown.ts";
import { outputLimit } from "../github/outputs.ts";
import { writeSummary } from "../github/summary.ts";
import type { PlanContext } from "./context.ts";
import type { Found } from "./find-changed.ts";
import type { Job } from "./read-files.ts";

/** A parameter file and the shard that computes it. */
export interface PlannedJob extends Job {
  readonly path: string;
  readonly shard: number;
}

interface Planned extends Omit<Found, "files"> {
  readonly planned: readonly PlannedJob[];
  /** The plan for `run`. */
  readonly text: string;
}

interface Shard {
  readonly index: number;
  readonly total: number;
  readonly shard: string;
  readonly files: number;
  readonly units: number;
}

/** Tells what was planned: outputs, summary. */
export async function report({ log, outputs }: PlanContext, result: Planned): Promise<void> {
  const { planned, text, commit, base } = result;
  const shards = shardsOf(planned);
  const matrix = JSON.stringify({ include: shards });
  outputs.set({
    "has-changes": `${planned.length > 0}`,
    matrix,
    plan: text,
    files: filesOutput(planned, outputLimit - matrix.length - text.length),
    "file-count": `${planned.length}`,
    "unit-count": `${unitsOf(planned)}`,
    "shard-count": `${shards.length}`,
    "head-sha": commit,
    "base-sha": base ?? "",
  });
  for (const { shard, files, units } of shards)
    log.line(`Shard ${shard}: ${count(files, "file")}, ${count(units, "unit")}`);
  log.line(headline(result, shards));
  await writeSummary(() => renderSummary(result, shards));
}

function shardsOf(planned: readonly PlannedJob[]): readonly Shard[] {
  const total = Math.max(0, ...planned.map(({ shard }) => shard));
  return Array.from({ length: total }, (_, at) => {
    const index = at + 1;
    const files = planned.filter(({ shard }) => shard === index);
    return { index, total, shard: `${index}/${total}`, files: files.length, units: unitsOf(files) };
  });
}

function unitsOf(jobs: readonly Job[]): number {
  return jobs.reduce((sum, { units }) => sum + units, 0);
}

/** The output `files`. Empty where it would be too long: half of the files would be worse than none, and `plan` has all. */
function filesOutput(planned: readonly PlannedJob[], limit: number): string {
  const text = JSON.stringify(planned.map(({ path, family, units, shard }) => ({ path, family, units, shard })));
  return text.length <= limit ? text : "[]";
}

function headline({ planned, unchanged, commit, base }: Planned, shards: readonly Shard[]): string {
  const of = `commit ${commit.slice(0, 12)}`;
  const than = base === undefined ? "" : `, compared with ${base.slice(0, 12)}`;
  const rest =
    base === undefined
      ? ""
      : ` ${count(unchanged, "file")} ${unchanged === 1 ? "asks" : "ask"} for the same as before.`;
  if (planned.length === 0) return `Nothing to run of ${of}${than}.${rest}`;
  return `${count(planned.length, "file")} with ${count(unitsOf(planned), "unit")} of ${of}${than}, in ${count(shards.length, "shard")}.${rest}`;
}

function renderSummary(result: Planned, shards: readonly Shard[]): string {
  const rows = shards.map(({ shard, files, units }) => [code(shard), `${files}`, `${units}`]);
  return `## Analytics plan\n\n${headline(result, shards)}\n${rows.length === 0 ? "" : `\n${table(["Shard", "Files", "Units"], rows)}`}`;
}
