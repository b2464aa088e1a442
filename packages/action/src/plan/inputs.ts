import path from "node:path";
import type { FamilyId } from "@analytics-engines/core/families/facts";
import type { UnknownProperties } from "@analytics-engines/core/parameters";
import { createInputReader, type Env, type InputReader } from "../github/inputs.ts";
import { readFamilies, readPatterns, readUnknownProperties, readWorkingDirectory } from "../workspace/inputs.ts";

/** GitHub runs at most so many legs of a matrix. */
export const shardLimit = 256;

/** The inputs of `plan`, checked. */
export interface PlanInputs {
  /** Absolute. */
  readonly workingDirectory: string;
  /** Globs, relative to the working directory; `!` excludes. Where none names files, all parameter files below it are meant. */
  readonly files: readonly string[];
  /** Families by glob, for files whose name does not tell. */
  readonly families: Readonly<Record<string, FamilyId>>;
  /** How severe a property is that the models do not have. */
  readonly unknownProperties: UnknownProperties;
  readonly size: Size;
  /** The commit that is planned. */
  readonly headRef: string;
  /** The branch, tag or commit against which only changes are planned; `undefined` where all files are. */
  readonly baseRef: string | undefined;
}

/** How many shards, or how many units each is to have. */
export type Size = { readonly shards: number } | { readonly unitsPerShard: number };

const usualUnits = 200;

/** Reads and checks the inputs. Throws `Problems` that name each wrong input and what is allowed. */
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
  const relative = path.relative(path.resolve(env["GITHUB_WORKSPACE"] || process.cwd()), folder);
  if (relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
    reader.refuse("Input working-directory must be a folder of the workspace.");
  return folder;
}

function readSize(reader: InputReader): Size {
  const shards = reader.integer("shards", { min: 1, max: shardLimit });
  const unitsPerShard = reader.integer("units-per-shard", { min: 1, max: 1_000_000 });
  if (shards !== undefined && unitsPerShard !== undefined)
    reader.refuse("Inputs shards and units-per-shard are two ways to say one thing: set one of them.");
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
