import { existsSync } from "node:fs";
import path from "node:path";
import { count } from "@analytics-engines/core/basics";
import { splitPatterns, unmatchedPatterns } from "@analytics-engines/core/parameters";
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
import type { ShardFiles } from "@analytics-engines/runs/plan";
import type { ChecksPlan, Reproduction } from "@analytics-engines/runs/review";
import type { Manifest, RunFile } from "@analytics-engines/runs/run";
import { missingArtifactStore } from "../github/artifacts.ts";
import { requireFolder } from "../workspace/require-folder.ts";
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
  const planned = earlier === undefined ? await readPlanned(inputs) : undefined;
  const reproduction = await readReproduced(inputs);
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
    // It is seldom needed, so it is loaded only then.
    const { annotateIssues } = await import("../workspace/annotate-issues.ts");
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
  const commentary = inputs.commentary.flatMap(splitPatterns);
  // A misspelt pattern selects nothing, so a warning reports it.
  for (const warning of unmatchedPatterns(commentary, units)) log.annotate("warning", warning);
  const checks = await openChecksOf(inputs);
  return {
    files: reproduction === undefined ? ready : await pin(context, reproduction, ready),
    /** The parsed parameter files and jobs of sweeps, by path. */
    parameters,
    /** Which part of a plan the run computes; `undefined` for a run without a plan. */
    shard: earlier?.shard ?? planned?.manifest,
    /** The earlier run that is computed again; `undefined` for a new run. */
    reproduction,
    /** Patterns of the units whose commentaries are requested; `undefined` for none, or those of the resumed run. */
    commentary: commentary.length === 0 ? undefined : commentary,
    /** The checks of the results; `undefined` for none. */
    checks,
  };
}

function findInputFiles({ files: patterns, families = {}, workingDirectory }: RunContext["inputs"]): readonly string[] {
  requireFolder(workingDirectory);
  return requireFiles(findFiles(workingDirectory, { patterns, families }), patterns, workingDirectory);
}

/** The run that is resumed. A new run needs no code to read one. */
async function readEarlier(folder: string): Promise<Manifest> {
  const run = await import("./read-run.ts");
  return run.readEarlier(folder);
}

async function readPlanned({ shard }: RunContext["inputs"]): Promise<ShardFiles | undefined> {
  if (shard === undefined) return undefined;
  const { shardFiles } = await import("./file-sources.ts");
  return shardFiles(shard, { plan: "Input plan", shard: "Input shard" });
}

async function readReproduced({ reproduce, files }: RunContext["inputs"]): Promise<Reproduction | undefined> {
  if (reproduce === undefined) return undefined;
  const { openReproduction } = await import("./file-sources.ts");
  return openReproduction(reproduce, files);
}

async function openChecksOf(inputs: RunContext["inputs"]): Promise<ChecksPlan | undefined> {
  if (inputs.checks.length === 0 && inputs.junitFile === undefined) return undefined;
  const { openRunChecks } = await import("./checks.ts");
  return openRunChecks(inputs);
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
  const { pinnedDateLines } = await import("./file-sources.ts");
  for (const line of pinnedDateLines(dates)) log.line(line);
  return files;
}
