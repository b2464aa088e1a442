import { count } from "@analytics-engines/core/basics";
import { UserError } from "@analytics-engines/runs/host";
import { type DividedPlan, dividePlan, findPlanned, MAX_PLAN_LENGTH, openGit } from "@analytics-engines/runs/plan";
import type { StepWith } from "../github/step.ts";
import { annotateIssues } from "../workspace/annotate-issues.ts";
import { MAX_MATRIX_JOBS, type PlanInputs } from "./inputs.ts";
import { reportPlan } from "./report.ts";

/** Reads the parameter files of a commit, divides them among shards, and reports the plan. @throws UserError if a file has errors */
export async function planFiles(context: StepWith<PlanInputs>): Promise<void> {
  const { inputs, env, log } = context;
  using git = await openGit(inputs.workingDirectory, env);
  const names = { head: "Input head-ref", base: "Input base-ref" };
  const selection = await findPlanned(git, { ...inputs, names });
  const workspace = env["GITHUB_WORKSPACE"] || undefined;
  annotateIssues(log, selection.files, { workingDirectory: inputs.workingDirectory, workspace });
  const plan = dividePlan(selection, inputs.size, inputs.maxShards);
  if (plan.tooMany !== undefined && inputs.maxShards === MAX_MATRIX_JOBS)
    log.annotate(
      "warning",
      `The units would need ${plan.tooMany} shards, but GitHub runs at most ${MAX_MATRIX_JOBS}: the shards are larger.`,
    );
  checkLength(plan);
  await reportPlan(context, plan);
}

function checkLength({ text, jobs }: DividedPlan): void {
  if (text.length <= MAX_PLAN_LENGTH) return;
  throw new UserError(
    `The plan of ${count(jobs.length, "file")} takes ${text.length} characters, and an input of a step can have ${MAX_PLAN_LENGTH}: plan them in several jobs, each with other files.`,
  );
}
