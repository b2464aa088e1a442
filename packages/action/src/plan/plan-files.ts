import { count } from "@analytics-engines/core/basics";
import { UserError } from "@analytics-engines/runs/host";
import {
  digestShard,
  divide,
  encodePlan,
  findPlanned,
  MAX_PLAN_LENGTH,
  openGit,
  type Plan,
  type PlannedJob,
  type ReadFile,
} from "@analytics-engines/runs/plan";
import type { Log } from "../github/log.ts";
import type { StepWith } from "../github/step.ts";
import { annotateIssues } from "../workspace/annotate-issues.ts";
import { MAX_MATRIX_JOBS, type PlanInputs, type Size } from "./inputs.ts";
import { plannedUnits, reportPlan } from "./report.ts";

/**
 * Reads the parameter files of a commit, divides them among shards, and reports the plan.
 *
 * @throws UserError, even if only one file has errors: no shard may start a run that another shard could not finish
 */
export async function planFiles(context: StepWith<PlanInputs>): Promise<void> {
  const { inputs, env, log } = context;
  using git = await openGit(inputs.workingDirectory, env);
  const selection = await findPlanned(git, inputs);
  const workspace = env["GITHUB_WORKSPACE"] || undefined;
  annotateIssues(log, selection.files, { workingDirectory: inputs.workingDirectory, workspace });
  const jobs = checkFiles(selection.files);
  const shards = shardCount(inputs.size, plannedUnits(jobs), log);
  const numbers = divide(jobs, shards);
  const planned = jobs.map((job, index) => ({ ...job, shard: numbers[index] ?? 0 }));
  const digests = Array.from({ length: Math.max(0, ...numbers) }, (_, index) =>
    digestShard(planned.filter(({ shard }) => shard === index + 1)),
  );
  const files = planned.map(({ path, family, shard }) => ({ path, family, shard }));
  await reportPlan(context, { ...selection, planned, text: encode({ commit: selection.commit, files, digests }) });
}

/** Refuses files that cannot be run. */
function checkFiles(files: readonly ReadFile[]): readonly (PlannedJob & { readonly path: string })[] {
  const errors = files.flatMap(({ issues }) => issues).filter(({ severity }) => severity === "error").length;
  const problems = files.flatMap(({ problem }) => problem ?? []);
  if (errors > 0 || problems.length > 0) {
    const errorText = errors === 0 ? "" : `${count(errors, "error")} in parameter files. `;
    throw new UserError([...problems, `${errorText}Nothing is planned. Correct the files and run the job again.`]);
  }
  return files.flatMap(({ path, job }) => (job === undefined ? [] : [{ path, ...job }]));
}

function shardCount(size: Size, units: number, log: Log): number {
  if ("shards" in size) return size.shards;
  const shards = Math.ceil(units / size.unitsPerShard);
  if (shards > MAX_MATRIX_JOBS)
    log.annotate(
      "warning",
      `${count(units, "unit")} by ${size.unitsPerShard} would be ${shards} shards, but GitHub runs at most ${MAX_MATRIX_JOBS}: the shards are larger.`,
    );
  return Math.max(1, Math.min(shards, MAX_MATRIX_JOBS));
}

function encode(plan: Plan): string {
  const text = encodePlan(plan);
  if (text.length <= MAX_PLAN_LENGTH) return text;
  throw new UserError(
    `The plan of ${count(plan.files.length, "file")} takes ${text.length} characters, and an input of a step can have ${MAX_PLAN_LENGTH}: plan them in several jobs, each with other files.`,
  );
}
