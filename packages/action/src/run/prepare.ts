import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { type ParameterFile, splitPatterns, unmatchedPatterns } from "@analytics-engines/core/parameters";
import { type Manifest, type ManifestShard, type RunFile, readManifest } from "@analytics-engines/runs";
import { whyNoArtifacts } from "../github/artifacts.ts";
import { count } from "../github/format.ts";
import { Problem, Problems } from "../github/problem.ts";
import type { Reproduction } from "../reproduce/reproduction.ts";
import type { ShardFiles } from "../shards/shard-files.ts";
import { annotateIssues } from "../workspace/annotate-issues.ts";
import { checkPaths, findParameterFiles } from "../workspace/find-files.ts";
import { checkArtifactCount } from "./artifacts.ts";
import { checkFiles, type ReadyFile } from "./check-files.ts";
import type { RunContext } from "./context.ts";

/** What is about to be run. */
export interface Prepared {
  readonly files: readonly RunFile[];
  /** What stands in each, by path. */
  readonly parameters: ReadonlyMap<string, ParameterFile>;
  /** Which part of a plan it is; `undefined` where it is none. */
  readonly shard: ManifestShard | undefined;
  /** Which earlier run it computes again; `undefined` where it computes none. */
  readonly reproduction: Reproduction | undefined;
  /** Patterns of the units whose commentaries are asked for; `undefined` for none, or those of the run that is resumed. */
  readonly commentary: readonly string[] | undefined;
}

/**
 * Everything that is checked before anything is sent: the place of the run folder, the artifact store, the parameter files. What is wrong
 * with files is annotated at its line.
 *
 * @throws Problem(s): then nothing was sent.
 */
export async function prepare(context: RunContext): Promise<Prepared> {
  const { inputs, env, log } = context;
  const { workingDirectory, runFolder } = inputs;
  const missing = inputs.artifacts === "none" ? undefined : whyNoArtifacts(env);
  if (missing !== undefined)
    throw new Problem(
      `Artifacts cannot be stored: ${missing}. Use artifacts: none and keep ${runFolder} by other means.`,
    );
  if (!inputs.resume && existsSync(runFolder) && readdirSync(runFolder).length > 0) {
    throw new Problem(
      `The run folder ${runFolder} is not empty. Set output-dir to another, or resume-from to go on with the run in it.`,
    );
  }
  const earlier = inputs.resume ? await readEarlier(runFolder) : undefined;
  const planned = earlier === undefined ? await readPlanned(inputs) : undefined;
  const reproduction = await readReproduced(context);
  const paths =
    earlier !== undefined
      ? earlier.files.map((file) => file.path)
      : (planned?.paths ??
        reproduction?.paths ??
        (await findParameterFiles(inputs.files, workingDirectory, runFolder)));
  const of =
    earlier !== undefined ? "the run to be resumed" : planned !== undefined ? "the plan" : "the run to reproduce";
  if ((earlier ?? planned ?? reproduction) !== undefined) checkThere(paths, workingDirectory, of);

  log.group(`Checking ${count(paths.length, "parameter file")}`);
  const { parameters, ready, problems } = await checkFiles(paths, workingDirectory, {
    families: planned?.families ?? reproduction?.families,
    unknownProperties: inputs.unknownProperties,
  });
  const issues = parameters.map((file) => ({ path: file.path ?? "", issues: file.issues }));
  annotateIssues(log, issues, { workingDirectory, workspace: env["GITHUB_WORKSPACE"] || undefined });
  const errors = issues.flatMap((file) => file.issues).filter(({ severity }) => severity === "error").length;
  for (const file of ready) log.line(`${file.run.path}: ${file.run.family}, ${count(unitCount(file), "unit")}`);
  log.endGroup();

  if (errors > 0 || problems.length > 0) {
    const found = errors === 0 ? "" : `${count(errors, "error")} in parameter files. `;
    throw new Problems([...problems, `${found}Nothing was sent to the service.`]);
  }
  planned?.check(ready.map(({ run }) => run));
  const files = reproduction?.pin(ready.map(({ run }) => run)) ?? ready.map(({ run }) => run);
  const commentary = inputs.commentary.flatMap(splitPatterns);
  tellUnmatched(context, commentary, ready);
  checkArtifactCount(
    inputs.artifacts,
    ready.length,
    ready.reduce((sum, file) => sum + unitCount(file), 0),
  );
  return {
    files,
    parameters: new Map(ready.map(({ run, parameters: file }) => [run.path, file])),
    shard: earlier?.shard ?? planned?.manifest,
    reproduction,
    commentary: commentary.length === 0 ? undefined : commentary,
  };
}

/** The run that is resumed. Whether its parameter files are still the same is checked when it goes on. */
async function readEarlier(folder: string): Promise<Manifest> {
  if (!existsSync(path.join(folder, "manifest.json")))
    throw new Problem(`Input resume-from: there is no run in ${folder}: it holds no manifest.json.`);
  return await readManifest(folder);
}

async function readPlanned({ shard }: RunContext["inputs"]): Promise<ShardFiles | undefined> {
  if (shard === undefined) return undefined;
  const { shardFiles } = await import("../shards/shard-files.ts");
  return shardFiles(shard);
}

async function readReproduced({ inputs, log }: RunContext): Promise<Reproduction | undefined> {
  const { reproduce, files, baseUrl } = inputs;
  if (reproduce === undefined) return undefined;
  const { readReproduction } = await import("../reproduce/reproduction.ts");
  return readReproduction(reproduce, files, new URL(baseUrl).origin, log);
}

/** Refuses files that another step named, and that are not there or must not be read. */
function checkThere(paths: readonly string[], workingDirectory: string, of: string): void {
  const missing = paths.filter((file) => !existsSync(path.join(workingDirectory, file)));
  if (missing.length > 0)
    throw new Problems(missing.map((file) => `${file} is part of ${of}, and is not in ${workingDirectory}.`));
  checkPaths(paths, workingDirectory);
}

/** Warns of patterns that select no unit: a misspelt one must not pass unseen. */
function tellUnmatched({ log }: RunContext, patterns: readonly string[], ready: readonly ReadyFile[]): void {
  const units = ready.flatMap(({ run, parameters }) => resultIds(parameters).map((unit) => ({ path: run.path, unit })));
  for (const said of unmatchedPatterns(patterns, units)) log.annotate("warning", said);
}

/** What the results of a file are called; a job without units has one. */
export function resultIds(parameters: ParameterFile | undefined): readonly string[] {
  return parameters === undefined || parameters.units.length === 0 ? ["result"] : parameters.units;
}

function unitCount({ parameters }: ReadyFile): number {
  return resultIds(parameters).length;
}
