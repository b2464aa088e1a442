import { existsSync } from "node:fs";
import path from "node:path";
import { count } from "@analytics-engines/core/basics";
import { type Manifest, readManifest } from "@analytics-engines/runs";
import {
  checkFiles,
  findFiles,
  findSweep,
  hasEntries,
  MAX_FILE_BYTES,
  parametersByPath,
  requireFiles,
  resultIds,
  toRunFiles,
} from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/host";
import { shardFiles } from "@analytics-engines/runs/plan";
import {
  type ChecksPlan,
  openChecks,
  openReproduction,
  pinnedDateLines,
  type Reproduction,
} from "@analytics-engines/runs/review";
import type { RunFile } from "@analytics-engines/runs/run";
import { missingArtifactStore } from "../github/artifacts.ts";
import { annotateIssues } from "../workspace/annotate.ts";
import { requireFolder } from "../workspace/inputs.ts";
import type { RunContext } from "./inputs.ts";

/** Everything that a run needs before it starts. */
export type Prepared = Awaited<ReturnType<typeof prepare>>;

/**
 * Checks everything before anything is sent: the place of the run folder, the artifact store, the parameter files. Issues of files are
 * annotated at their lines.
 *
 * @throws UserError: nothing was sent
 */
export async function prepare(context: RunContext) {
  const { inputs, env, log } = context;
  const { workingDirectory, runFolder, fixFile = (file) => file } = inputs;
  const missing = inputs.artifacts === "none" ? undefined : missingArtifactStore(env);
  if (missing !== undefined)
    throw new UserError(
      `Artifacts cannot be stored: ${missing}. Use artifacts: none and keep ${runFolder} by other means.`,
    );
  if (!inputs.resume && hasEntries(runFolder)) {
    throw new UserError(
      `The run folder ${runFolder} is not empty. Set output-dir to another, or resume-from to resume the run in it.`,
    );
  }
  const earlier = inputs.resume ? await readEarlier(runFolder) : undefined;
  const planned =
    earlier === undefined && inputs.shard !== undefined
      ? shardFiles(inputs.shard, { plan: "Input plan", shard: "Input shard" })
      : undefined;
  const reproduction =
    inputs.reproduce === undefined ? undefined : await openReproduction(inputs.reproduce, inputs.files);
  const fileList =
    (earlier && { paths: earlier.files.map((file) => file.path), source: "the run to be resumed" }) ??
    (planned && { paths: planned.paths, source: "the plan" }) ??
    (reproduction && { paths: reproduction.paths, source: "the run to reproduce" });
  const paths = fileList === undefined ? findInputFiles(inputs) : requireGiven(fileList, workingDirectory);

  log.group(`Checking ${count(paths.length, "parameter file")}`);
  const families = planned?.families ?? reproduction?.families;
  const checkedFiles = await checkFiles(workingDirectory, paths, {
    reading: (file) => ({
      unknownProperties: inputs.unknownProperties ?? "error",
      families: inputs.families,
      family: families?.get(file),
    }),
    maxBytes: MAX_FILE_BYTES,
    areJobs: fileList !== undefined,
  });
  const checked = checkedFiles.map(fixFile);
  if (checked.some(({ issues }) => issues.length > 0)) {
    annotateIssues(
      log,
      checked.map((file) => ({ path: file.path, issues: file.issues })),
      { workingDirectory, workspace: env["GITHUB_WORKSPACE"] || undefined },
    );
  }
  const { ready, problems } = toRunFiles(checked, workingDirectory);
  const parameters = parametersByPath(checked);
  const units = ready.flatMap((file) =>
    resultIds(parameters.get(file.path)).map((unit) => ({ path: file.path, unit })),
  );
  for (const { path: file, family } of ready)
    log.line(`${file}: ${family}, ${count(units.filter((unit) => unit.path === file).length, "unit")}`);
  log.endGroup();

  const errors = checked.flatMap((file) => file.issues).filter(({ severity }) => severity === "error").length;
  if (errors > 0 || problems.length > 0) {
    const errorText = errors === 0 ? "" : `${count(errors, "error")} in parameter files. `;
    throw new UserError([
      ...problems,
      `${errorText}Nothing was sent to the service. Correct the files and run the job again.`,
    ]);
  }
  planned?.check(ready);
  const checks = await openRunChecks(inputs);
  return {
    files: reproduction === undefined ? ready : await pin(context, reproduction, ready),
    /** The parsed parameter files and jobs of sweeps, by path. */
    parameters,
    /** Which part of a plan the run computes; `undefined` for a run without a plan. */
    shard: earlier?.shard ?? planned?.manifest,
    /** The earlier run that is computed again; `undefined` for a new run. */
    reproduction,
    /** The checks of the results; `undefined` for none. */
    checks,
  };
}

function findInputFiles({ files: patterns, families = {}, workingDirectory }: RunContext["inputs"]): readonly string[] {
  requireFolder(workingDirectory);
  return requireFiles(findFiles(workingDirectory, { patterns, families }), patterns, workingDirectory);
}

/** Reads the checks files and the earlier run. @throws UserError for a mistake in them: nothing was sent */
async function openRunChecks({ workingDirectory, ...inputs }: RunContext["inputs"]): Promise<ChecksPlan | undefined> {
  const { checks, earlierRun: earlier, junitFile: junit } = inputs;
  if (checks.length === 0 && junit === undefined) return undefined;
  return openChecks(workingDirectory, { checks, earlier, junit });
}

/** Refuses files that an earlier step named and that are missing. */
function requireGiven(
  { paths, source }: { readonly paths: readonly string[]; readonly source: string },
  workingDirectory: string,
): readonly string[] {
  const missing = paths.filter(
    (file) => !existsSync(path.join(workingDirectory, findSweep(workingDirectory, file) ?? file)),
  );
  if (missing.length === 0) return paths;
  throw new UserError(
    missing.map(
      (file) => `${file} is part of ${source}, and is not in ${workingDirectory}. Check out a commit that has it.`,
    ),
  );
}

async function pin(
  { inputs, log }: RunContext,
  reproduction: Reproduction,
  ready: readonly RunFile[],
): Promise<readonly RunFile[]> {
  const { files, notes, warnings, dates } = reproduction.pin(ready, new URL(inputs.baseUrl).origin);
  for (const note of notes) log.line(note);
  for (const warning of warnings) log.annotate("warning", warning);
  for (const line of pinnedDateLines(dates)) log.line(line);
  return files;
}

/** The run that is resumed. Whether its parameter files are still the same is checked when the run continues. */
async function readEarlier(folder: string): Promise<Manifest> {
  if (!existsSync(path.join(folder, "manifest.json")))
    throw new UserError(
      `Input resume-from: there is no run in ${folder}: it has no manifest.json. Name the folder of a run.`,
    );
  return await readManifest(folder);
}
