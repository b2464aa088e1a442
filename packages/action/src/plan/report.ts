import { count } from "@analytics-engines/core/basics";
import { code, table } from "@analytics-engines/runs/host";
import type { PlannedJob, PlanSelection } from "@analytics-engines/runs/plan";
import { jsonOutput, MAX_OUTPUT_LENGTH } from "../github/outputs.ts";
import type { StepWith } from "../github/step.ts";
import { writeSummary } from "../github/summary.ts";
import type { PlanInputs } from "./inputs.ts";

/** A parameter file and the shard that computes it. */
interface ShardJob extends PlannedJob {
  readonly path: string;
  readonly shard: number;
}

interface Planned extends Omit<PlanSelection, "files"> {
  readonly planned: readonly ShardJob[];
  /** The plan for `run`. */
  readonly text: string;
}

type Shard = ReturnType<typeof shardsOf>[number];

/** Reports a plan: outputs, summary. */
export async function reportPlan({ log, outputs }: StepWith<PlanInputs>, result: Planned): Promise<void> {
  const { planned, text, commit, base } = result;
  const shards = shardsOf(planned);
  const files = planned.map(({ path, family, units, shard }) => ({ path, family, units, shard }));
  const matrix = JSON.stringify({ include: shards });
  outputs.set({
    "has-changes": `${planned.length > 0}`,
    matrix,
    plan: text,
    files: jsonOutput(files, "[]", MAX_OUTPUT_LENGTH - matrix.length - text.length),
    "file-count": `${planned.length}`,
    "unit-count": `${plannedUnits(planned)}`,
    "shard-count": `${shards.length}`,
    "head-sha": commit,
    "base-sha": base ?? "",
  });
  for (const { shard, files, units } of shards)
    log.line(`Shard ${shard}: ${count(files, "file")}, ${count(units, "unit")}`);
  log.line(headline(result, shards));
  await writeSummary(() => renderSummary(result, shards));
}

function shardsOf(planned: readonly ShardJob[]) {
  const total = Math.max(0, ...planned.map(({ shard }) => shard));
  return Array.from({ length: total }, (_, at) => {
    const index = at + 1;
    const files = planned.filter(({ shard }) => shard === index);
    return { index, total, shard: `${index}/${total}`, files: files.length, units: plannedUnits(files) };
  });
}

/** The number of results of several jobs. */
export function plannedUnits(jobs: readonly PlannedJob[]): number {
  return jobs.reduce((sum, { units }) => sum + units, 0);
}

function headline({ planned, unchanged, commit, base }: Planned, shards: readonly Shard[]): string {
  const of = `commit ${commit.slice(0, 12)}`;
  const than = base === undefined ? "" : `, compared with ${base.slice(0, 12)}`;
  const rest =
    base === undefined
      ? ""
      : ` ${count(unchanged, "file")} ${unchanged === 1 ? "asks" : "ask"} for the same as before.`;
  if (planned.length === 0) return `Nothing to run of ${of}${than}.${rest}`;
  return `${count(planned.length, "file")} with ${count(plannedUnits(planned), "unit")} of ${of}${than}, in ${count(shards.length, "shard")}.${rest}`;
}

function renderSummary(result: Planned, shards: readonly Shard[]): string {
  const rows = shards.map(({ shard, files, units }) => [code(shard), `${files}`, `${units}`]);
  return `## Analytics plan\n\n${headline(result, shards)}\n${rows.length === 0 ? "" : `\n${table(["Shard", "Files", "Units"], rows)}`}`;
}
