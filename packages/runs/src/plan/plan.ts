import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { count, type FamilyId } from "@analytics-engines/core/basics";
import type * as z from "zod/mini";
import { sha256 } from "../files/open-file.ts";
import type { PlannedFile } from "../folder/manifest/manifest.ts";
import { parseRecord } from "../folder/manifest/manifest-file.ts";
import { readAs } from "../folder/manifest/read-fields.ts";
import { countWithin, family, list, object, text, textList } from "../folder/manifest/schema-parts.ts";
import type { RunFile } from "../folder/run-options.ts";
import { UserError } from "../user-error.ts";
import type { PlanEntry, PlannedJob, PlanSelection } from "./find-planned.ts";

/** How parameter files are divided among shards. No text of it is ever put into a script: it is passed on as one opaque word. */
export interface Plan {
  /** The commit that was planned. */
  readonly commit: string;
  /** Sorted by path. */
  readonly files: readonly PlanFile[];
  /** `digestShard` of the files of each shard, in order. */
  readonly digests: readonly string[];
}

interface PlanFile extends PlannedFile {
  readonly family: FamilyId;
  /** `markOf` its parameters. */
  readonly mark: string;
}

/** The longest plan, characters. GitHub passes an input as one variable of the environment, and Linux accepts 128 KiB, with the name. */
export const MAX_PLAN_LENGTH = 131_000;

/** The longest text that a plan is unpacked to, bytes: far more than a plan of MAX_PLAN_LENGTH characters holds. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

type Digested = Pick<RunFile, "path" | "family" | "parametersSha256">;

/** The digest of what must be the same when the shard runs: its files, their families and their parameters. Hex. */
export function digestShard(files: readonly Digested[]): string {
  return sha256(JSON.stringify(files.map(({ path, family, parametersSha256 }) => [path, family, parametersSha256])));
}

/** How many characters of Base64 a mark has: 18 bits. A plan must stay short, and the digest of the shard proves. */
const MARK_LENGTH = 3;

/** A short digest of the parameters of a file, which says which of the files differs from the plan. Base64. */
export function markOf({ parametersSha256 }: Pick<RunFile, "parametersSha256">): string {
  return Buffer.from(parametersSha256, "hex").toString("base64url").slice(0, MARK_LENGTH);
}

/** The digest of a plan: equal for plans of the same files with the same parameters, divided the same way, also of different commits. Hex. */
export function digestPlan({ files, digests }: Plan): string {
  return sha256(JSON.stringify([digests, files.map(({ path, family, shard }) => [path, family, shard])]));
}

/** The plan as one word of letters, digits, `-` and `_`. */
export function encodePlan({ commit, files, digests }: Plan): string {
  const packed = JSON.stringify({
    version: 1,
    commit,
    digests,
    paths: files.map(({ path }) => path),
    families: files.map(({ family }) => family),
    shards: files.map(({ shard }) => shard),
    marks: files.map(({ mark }) => mark).join(""),
  });
  const bytes = Buffer.from(packed);
  // The highest quality takes ten times as long and saves a tenth.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params }).toString("base64url");
}

/**
 * Reads what `encodePlan` wrote. @throws UserError for any other text
 * @param setting what the user calls the plan, for messages: `Input plan`
 */
export function decodePlan(word: string, setting: string): Plan {
  const packed = unpack(word);
  const files = packed?.paths.flatMap((path, index) => {
    const [family, shard] = [packed.families[index], packed.shards[index]];
    const mark = packed.marks.slice(index * MARK_LENGTH, (index + 1) * MARK_LENGTH);
    return family === undefined || shard === undefined || shard > packed.digests.length
      ? []
      : { path, family, shard, mark };
  });
  if (
    packed !== undefined &&
    files?.length === packed.paths.length &&
    packed.marks.length === files.length * MARK_LENGTH
  )
    return { commit: packed.commit, files, digests: packed.digests };
  throw new UserError(`${setting} is not a plan: pass on what plan wrote, unchanged.`);
}

/** What `encodePlan` packs; `undefined` for any other text. */
function unpack(word: string): z.output<typeof packedPlan> | undefined {
  if (!/^[\w-]+$/.test(word)) return undefined;
  try {
    const bytes = brotliDecompressSync(Buffer.from(word, "base64url"), { maxOutputLength: MAX_TEXT_BYTES });
    return readAs(packedPlan, parseRecord(bytes.toString("utf8"), "plan"), "plan");
  } catch {
    return undefined;
  }
}

const packedPlan = object({
  version: countWithin(1, 1),
  commit: text,
  digests: textList,
  paths: textList,
  families: list(family),
  shards: list(countWithin(1, Number.MAX_SAFE_INTEGER)),
  marks: text,
});

/** The number of shards, or of units in each. */
export type PlanSize = { readonly shards: number } | { readonly unitsPerShard: number };

/** How many units a shard gets where nothing is set. */
export const USUAL_UNITS = 200;

/** A parameter file and the shard that computes it. */
interface PlanJob extends PlannedJob {
  readonly path: string;
  readonly shard: number;
}

/** A shard with what it computes, as a leg of a matrix needs it. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly total: number;
  /** `2/8` */
  readonly shard: string;
  readonly files: number;
  readonly units: number;
}

/** What decides to which shard a job is dealt. */
export interface WeightedJob {
  readonly path: string;
  /** The number of its results. */
  readonly units: number;
}

/** Files divided among shards. */
export interface DividedPlan extends Omit<PlanSelection, "files"> {
  /** Sorted by path. */
  readonly jobs: readonly PlanJob[];
  readonly shards: readonly Shard[];
  /** The plan for `run`, one word. */
  readonly text: string;
  /** How many shards the size asks for, where that is more than `maxShards`. */
  readonly tooMany: number | undefined;
  /** How many shards the size asks for, where there are fewer jobs to divide. */
  readonly tooFewJobs: number | undefined;
}

/**
 * Divides the files of a selection among shards.
 * @throws UserError, even if only one file has errors: no shard may start a run that another shard could not finish
 */
export function dividePlan({ files, ...selection }: PlanSelection, size: PlanSize, maxShards: number): DividedPlan {
  const jobs = jobsOf(files);
  const wish = "shards" in size ? size.shards : Math.max(1, Math.ceil(plannedUnits(jobs) / size.unitsPerShard));
  const numbers = dealJobs(jobs, Math.min(wish, maxShards));
  const shardJobs = jobs.map((job, index) => ({ ...job, shard: numbers[index] ?? 0 }));
  const total = Math.max(0, ...numbers);
  const groups = Array.from({ length: total }, (_, at) => shardJobs.filter(({ shard }) => shard === at + 1));
  const plan = {
    commit: selection.commit,
    files: shardJobs.map((job) => ({ path: job.path, family: job.family, shard: job.shard, mark: markOf(job) })),
    digests: groups.map(digestShard),
  };
  const shards = groups.map((group, at) => ({
    index: at + 1,
    total,
    shard: `${at + 1}/${total}`,
    files: group.length,
    units: plannedUnits(group),
  }));
  return {
    ...selection,
    jobs: shardJobs,
    shards,
    text: encodePlan(plan),
    tooMany: wish > maxShards ? wish : undefined,
    tooFewJobs: jobs.length > 0 && wish > jobs.length ? wish : undefined,
  };
}

/**
 * Deals jobs to shards: the largest first, each to the shard that has the fewest units so far. So no shard has more than the mean and the
 * units of one job. The result depends on paths and units alone, not on the order of the jobs.
 * @returns the number of each job's shard, from 1; every number up to the highest is used
 */
export function dealJobs(jobs: readonly WeightedJob[], shards: number): readonly number[] {
  const loads = new Array<number>(Math.min(shards, jobs.length)).fill(0);
  const numbers = new Array<number>(jobs.length).fill(0);
  const largestFirst = jobs
    .map(({ path, units }, index) => ({ path, units, index }))
    .sort((first, second) => second.units - first.units || (first.path < second.path ? -1 : 1));
  for (const { units, index } of largestFirst) {
    const shard = loads.indexOf(Math.min(...loads));
    loads[shard] = (loads[shard] ?? 0) + units;
    numbers[index] = shard + 1;
  }
  return numbers;
}

/** The jobs of files that can all be run. */
function jobsOf(files: readonly PlanEntry[]): readonly (PlannedJob & { readonly path: string })[] {
  const errors = files.flatMap(({ issues }) => issues).filter(({ severity }) => severity === "error").length;
  const problems = files.flatMap(({ problem }) => problem ?? []);
  if (errors > 0 || problems.length > 0) {
    const errorText = errors === 0 ? "" : `${count(errors, "error")} in parameter files. `;
    throw new UserError([...problems, `${errorText}Nothing is planned. Correct the files and plan again.`]);
  }
  return files.flatMap(({ path, job }) => (job === undefined ? [] : [{ path, ...job }]));
}

/** The number of results of several jobs. */
export function plannedUnits(jobs: readonly PlannedJob[]): number {
  return jobs.reduce((sum, { units }) => sum + units, 0);
}

/** A plan in a sentence or two. */
export function planHeadline({ jobs, shards, unchanged, commit, base, tooFewJobs }: DividedPlan): string {
  const of = `commit ${commit.slice(0, 12)}`;
  const than = base === undefined ? "" : `, compared with ${base.slice(0, 12)}`;
  const rest =
    base === undefined
      ? ""
      : ` ${count(unchanged, "file")} ${unchanged === 1 ? "asks" : "ask"} for the same as before.`;
  if (jobs.length === 0) return `Nothing to run of ${of}${than}.${rest}`;
  const why =
    tooFewJobs === undefined
      ? ""
      : ` A shard has at least one job, so ${count(jobs.length, "job")} fill no ${tooFewJobs} shards.`;
  return `${count(jobs.length, "file")} with ${count(plannedUnits(jobs), "unit")} of ${of}${than}, in ${count(shards.length, "shard")}.${why}${rest}`;
}
