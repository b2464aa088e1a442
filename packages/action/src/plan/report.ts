import { count } from "@analytics-engines/core/basics";
import { code, table } from "@analytics-engines/runs/host";
import { type DividedPlan, planHeadline, plannedUnits } from "@analytics-engines/runs/plan";
import { jsonOutput, MAX_OUTPUT_LENGTH } from "../github/outputs.ts";
import type { StepWith } from "../github/step.ts";
import { writeSummary } from "../github/summary.ts";
import type { PlanInputs } from "./inputs.ts";

/** Reports a plan: outputs, summary. */
export async function reportPlan({ log, outputs }: StepWith<PlanInputs>, plan: DividedPlan): Promise<void> {
  const { jobs, shards, text, commit, base } = plan;
  const files = jobs.map(({ path, family, units, shard }) => ({ path, family, units, shard }));
  const matrix = JSON.stringify({ include: shards });
  outputs.set({
    "has-changes": `${jobs.length > 0}`,
    matrix,
    plan: text,
    files: jsonOutput(files, "[]", MAX_OUTPUT_LENGTH - matrix.length - text.length),
    "file-count": `${jobs.length}`,
    "unit-count": `${plannedUnits(jobs)}`,
    "shard-count": `${shards.length}`,
    "head-sha": commit,
    "base-sha": base ?? "",
  });
  for (const { shard, files, units } of shards)
    log.line(`Shard ${shard}: ${count(files, "file")}, ${count(units, "unit")}`);
  log.line(planHeadline(plan));
  await writeSummary(() => renderSummary(plan));
}

function renderSummary(plan: DividedPlan): string {
  const rows = plan.shards.map(({ shard, files, units }) => [code(shard), `${files}`, `${units}`]);
  return `## Analytics plan\n\n${planHeadline(plan)}\n${rows.length === 0 ? "" : `\n${table(["Shard", "Files", "Units"], rows)}`}`;
}
