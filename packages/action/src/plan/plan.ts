import { count } from "@analytics-engines/core/basics";
import { code, table, UserError } from "@analytics-engines/runs/progress";
import {
  type DividedPlan,
  dividePlan,
  findPlanned,
  MAX_PLAN_LENGTH,
  openGit,
  type PlanSize,
  planHeadline,
  plannedUnits,
  USUAL_UNITS,
} from "@analytics-engines/runs/run";
import {
  createInputReader,
  type Env,
  type InputReader,
  jsonOutput,
  MAX_OUTPUT_LENGTH,
  runStep,
  type StepWith,
  writeSummary,
} from "../github/step.ts";
import { annotateIssues } from "../workspace/annotate.ts";
import { readFamilies, readFolderOfWorkspace, readPatterns } from "../workspace/inputs.ts";

/** The most legs of a matrix that GitHub runs. */
const MAX_MATRIX_JOBS = 256;

type PlanInputs = Readonly<ReturnType<typeof readPlanInputs>>;

/** Reads and checks the inputs of `plan`. @throws UserError that names each wrong input and what is allowed */
function readPlanInputs(env: Env) {
  const reader = createInputReader();
  const inputs = {
    workingDirectory: readFolderOfWorkspace(reader, env),
    files: readPatterns(reader),
    /** The set of the project file of the commit. */
    set: reader.line("set"),
    families: readFamilies(reader),
    ...readSize(reader),
    /** The commit to plan. */
    headRef: reader.line("head-ref") ?? "HEAD",
    /** The branch, tag or commit that the files are compared with; `undefined` to plan all files. */
    baseRef: readBase(reader, env),
  };
  reader.finish();
  return inputs;
}

/** The size of the plan, and the most shards that it may have: with `units-per-shard`, the input `shards` is that limit. */
function readSize(reader: InputReader): { readonly size: PlanSize; readonly maxShards: number } {
  const shards = reader.integer("shards", 1, MAX_MATRIX_JOBS);
  const unitsPerShard = reader.integer("units-per-shard", 1, 1_000_000);
  const maxShards = shards ?? MAX_MATRIX_JOBS;
  if (shards !== undefined && unitsPerShard === undefined) return { size: { shards }, maxShards };
  return { size: { unitsPerShard: unitsPerShard ?? USUAL_UNITS }, maxShards };
}

function readBase(reader: InputReader, env: Env): string | undefined {
  const changedOnly = reader.flag("changed-only", false);
  const base = reader.line("base-ref") ?? (env["GITHUB_BASE_REF"] || undefined);
  if (!changedOnly) return undefined;
  if (base === undefined)
    reader.refuse(
      "Input base-ref is required with changed-only, except in workflows of pull requests: the branch, tag or commit to compare with.",
    );
  return base;
}

/** Reads the parameter files of a commit, divides them among shards, and reports the plan. @throws UserError if a file has errors */
async function planFiles(context: StepWith<PlanInputs>): Promise<void> {
  const { inputs, env, log } = context;
  using git = await openGit(inputs.workingDirectory, env);
  const inputNames = { head: "Input head-ref", base: "Input base-ref" };
  const selection = await findPlanned(git, { ...inputs, names: inputNames });
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

/** Reports a plan: outputs, summary. */
async function reportPlan({ log, outputs }: StepWith<PlanInputs>, plan: DividedPlan): Promise<void> {
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

// The runner starts this file.
await runStep(async (step) => {
  await planFiles({ ...step, inputs: readPlanInputs(step.env) });
  return 0;
});
