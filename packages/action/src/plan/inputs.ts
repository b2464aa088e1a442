import path from "node:path";
import type { FamilyId } from "@analytics-engines/core/families/facts";
import type { UnknownProperties } from "@analytics-engines/core/parameters";
import { isInside } from "@analytics-engines/runs/contain";
import { createInputReader, type Env, type InputReader } from "../github/inputs.ts";
import { readFamilies } from "../workspace/family-inputs.ts";
import { readPatterns, readUnknownProperties, readWorkingDirectory } from "../workspace/inputs.ts";

/** The most legs of a matrix that GitHub runs. */
export const MAX_SHARDS = 256;

/** The inputs of `plan`, checked. */
export interface PlanInputs {
  /** Absolute. */
  readonly workingDirectory: string;
  /** Globs, relative to the working directory; `!` excludes. Where none names files, all parameter files below it are meant. */
  readonly files: readonly string[];
  /** Families by glob, for files without a family in their name. */
  readonly families: Readonly<Record<string, FamilyId>>;
  /** How severe a property is that the models do not have. */
  readonly unknownProperties: UnknownProperties;
  readonly size: Size;
  /** The commit to plan. */
  readonly headRef: string;
  /** The branch, tag or commit that the files are compared with; `undefined` to plan all files. */
  readonly baseRef: string | undefined;
}

/** The number of shards, or of units in each. */
export type Size = { readonly shards: number } | { readonly unitsPerShard: number };

const usualUnits = 200;

/** Reads and checks the inputs. Throws UserError that name each wrong input and what is allowed. */
export function readPlanInputs(env: Env): PlanInputs {
  const reader = createInputReader();
  const inputs = {
    workingDirectory: readFolder(reader, env),
    files: readPatterns(reader),
    families: readFamilies(reader),
    unknownProperties: readUnknownProperties(reader),
    size: readSize(reader),
    headRef: reader.line("head-ref") ?? "HEAD",
    baseRef: readBase(reader, env),
  };
  reader.finish();
  return inputs;
}

function readFolder(reader: InputReader, env: Env): string {
  const folder = readWorkingDirectory(reader, env);
  if (!isInside(path.resolve(env["GITHUB_WORKSPACE"] || process.cwd()), folder))
    reader.refuse("Input working-directory must be a folder of the workspace.");
  return folder;
}

function readSize(reader: InputReader): Size {
  const shards = reader.integer("shards", { min: 1, max: MAX_SHARDS });
  const unitsPerShard = reader.integer("units-per-shard", { min: 1, max: 1_000_000 });
  if (shards !== undefined && unitsPerShard !== undefined)
    reader.refuse("Inputs shards and units-per-shard both set the size of the plan: set one of them.");
  return shards === undefined ? { unitsPerShard: unitsPerShard ?? usualUnits } : { shards };
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
