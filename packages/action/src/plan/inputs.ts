import { type PlanSize, USUAL_UNITS } from "@analytics-engines/runs/plan";
import { createInputReader, type Env, type InputReader } from "../github/inputs.ts";
import { readFamilies, readFolderOfWorkspace } from "../workspace/family-inputs.ts";
import { readPatterns } from "../workspace/inputs.ts";

/** The most legs of a matrix that GitHub runs. */
export const MAX_MATRIX_JOBS = 256;

export type PlanInputs = Readonly<ReturnType<typeof readPlanInputs>>;

/** Reads and checks the inputs of `plan`. @throws UserError that names each wrong input and what is allowed */
export function readPlanInputs(env: Env) {
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
