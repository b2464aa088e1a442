import path from "node:path";
import type { UnknownProperties } from "@analytics-engines/core/parameters";
import type { ShardInputs } from "@analytics-engines/runs/plan";
import { UserError } from "@analytics-engines/runs/user-error";
import { type ConnectionInputs, readConnection } from "../connection/inputs.ts";
import { createInputReader, type Env, type InputReader } from "../github/inputs.ts";
import type { StepWith } from "../github/step.ts";
import {
  type FailOn,
  failOnChoices,
  readPatterns,
  readUnknownProperties,
  readWorkingDirectory,
} from "../workspace/inputs.ts";
import { readShard, readShare } from "./shard-inputs.ts";

/** The inputs of `run`, checked. Paths are absolute. */
export interface RunInputs extends ConnectionInputs {
  /** Globs, relative to the working directory; `!` excludes. Not used when a run is resumed: its manifest names the files. */
  readonly files: readonly string[];
  /** The part of a plan that is run instead of `files`. Not used when a run is resumed. */
  readonly shard: ShardInputs | undefined;
  /** The manifest of an earlier run that is computed again; absolute. `files` may name some of its files. */
  readonly reproduce: string | undefined;
  /** The part of the service's rate limit that the run may use; `undefined` for an equal share of the shards, or all of it. */
  readonly rateShare: number | undefined;
  readonly workingDirectory: string;
  /** The run folder: a new one, or with `resume` the one to go on in. */
  readonly runFolder: string;
  readonly resume: boolean;
  readonly maxConcurrency: number;
  readonly timeoutMinutes: number;
  readonly wait: boolean;
  readonly cancelOnAbort: boolean;
  /** How severe a property is that the models do not have. */
  readonly unknownProperties: UnknownProperties;
  readonly failOn: FailOn;
  readonly cacheControl: string | undefined;
  /** Patterns of the units whose commentaries are requested, one or several in a line. */
  readonly commentary: readonly string[];
  readonly artifacts: ArtifactMode;
  readonly artifactName: string;
  readonly retentionDays: number | undefined;
  readonly summary: boolean;
  /** Whether the tables of results are written as CSV beside them. */
  readonly csv: boolean;
  /** Whether the run folder gets a `report.html`. */
  readonly report: boolean;
}

export type ArtifactMode = (typeof artifactModes)[number];

const artifactModes = ["run", "file", "unit", "none"] as const;

/** Reads and checks the inputs. Throws UserError that name each wrong input and what is allowed. */
export function readRunInputs(env: Env): RunInputs {
  const reader = createInputReader();
  const workingDirectory = readWorkingDirectory(reader, env);
  const resumeFrom = reader.line("resume-from");
  const shard = readShard(reader);
  const reproduce = reader.line("reproduce");
  if (reproduce !== undefined && shard !== undefined)
    reader.refuse("Inputs reproduce and plan both name the files: set one of them.");
  const inputs = {
    ...readConnection(reader),
    files: readFiles(reader, resumeFrom !== undefined || reproduce !== undefined, shard !== undefined),
    shard,
    reproduce: reproduce === undefined ? undefined : path.resolve(workingDirectory, reproduce),
    rateShare: readShare(reader),
    workingDirectory,
    runFolder: readRunFolder(reader, workingDirectory, resumeFrom),
    resume: resumeFrom !== undefined,
    maxConcurrency: reader.integer("max-concurrency", { min: 1, max: 500 }) ?? 10,
    // GitHub ends a job after six hours. The run ends before that, so that there is time to store the results.
    timeoutMinutes: reader.positive("timeout-minutes", 30 * 24 * 60) ?? 350,
    wait: reader.flag("wait", true),
    cancelOnAbort: reader.flag("cancel-on-abort", true),
    unknownProperties: readUnknownProperties(reader),
    failOn: reader.choice("fail-on", failOnChoices, "error"),
    cacheControl: readCache(reader),
    commentary: reader.lines("commentary"),
    artifacts: reader.choice("artifacts", artifactModes, "run"),
    artifactName: reader.line("artifact-name") ?? "analytics-run",
    retentionDays: reader.integer("retention-days", { min: 1, max: 400 }),
    summary: reader.flag("summary", true),
    csv: reader.flag("csv", true),
    report: reader.flag("report", true),
  };
  reader.finish();
  const { credentials } = inputs;
  if (credentials === undefined) throw new UserError("Credentials are missing.");
  return { ...inputs, credentials };
}

function readFiles(reader: InputReader, known: boolean, planned: boolean): readonly string[] {
  const files = readPatterns(reader);
  if (planned && files.length > 0) reader.refuse("Inputs files and plan both name the files: set one of them.");
  if (!known && !planned && !files.some((pattern) => !pattern.startsWith("!"))) {
    reader.refuse(
      "Input files is required: the parameter files as globs, one a line, such as parameters/**/*.pa.json.",
    );
  }
  return files;
}

function readRunFolder(reader: InputReader, workingDirectory: string, resumeFrom: string | undefined): string {
  return path.resolve(workingDirectory, resumeFrom ?? reader.line("output-dir") ?? "analytics-run");
}

/** The directives that the service accepts when a job is created: `no-store`, `max-age=N`, `max-stale` and `max-stale=N`. */
function readCache(reader: InputReader): string | undefined {
  const text = reader.line("cache");
  if (text === undefined) return undefined;
  const directives = text.split(",").map((each) => each.trim());
  if (directives.every((each) => /^(no-store|max-age=\d{1,9}|max-stale(=\d{1,9})?)$/.test(each)))
    return directives.join(", ");
  reader.refuse("Input cache must be no-store, max-age=SECONDS or max-stale=SECONDS, or several of them with commas.");
  return undefined;
}

/** A step that runs parameter files. */
export interface RunContext extends StepWith<RunInputs> {
  /** Aborted when the runner stops the step. */
  readonly signal: AbortSignal;
}
