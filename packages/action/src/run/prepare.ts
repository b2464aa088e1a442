import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { readManifest } from "@analytics-engines/core/node";
import type { ParameterFile } from "@analytics-engines/core/parameters";
import { whyNoArtifacts } from "../github/artifacts.ts";
import { count } from "../github/format.ts";
import { Problem, Problems } from "../github/problem.ts";
import { annotateIssues } from "../workspace/annotate-issues.ts";
import { checkPaths, findParameterFiles } from "../workspace/find-files.ts";
import { checkArtifactCount } from "./artifacts.ts";
import { checkFiles, type ReadyFile } from "./check-files.ts";
import type { RunContext } from "./run-files.ts";

/**
 * Everything that is checked before anything is sent: the place of the run folder, the artifact store, the parameter files. What is wrong
 * with files is annotated at its line.
 *
 * @throws Problem(s): then nothing was sent.
 */
export async function prepare({ inputs, env, log }: RunContext): Promise<readonly ReadyFile[]> {
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
  const paths = inputs.resume
    ? await readEarlierPaths(runFolder, workingDirectory)
    : await findParameterFiles(inputs.files, workingDirectory, runFolder);

  log.group(`Checking ${count(paths.length, "parameter file")}`);
  const { parameters, ready, problems } = await checkFiles(paths, workingDirectory);
  const issues = parameters.map((file) => ({ path: file.path ?? "", issues: file.issues }));
  annotateIssues(log, issues, { workingDirectory, workspace: env["GITHUB_WORKSPACE"] || undefined });
  const errors = issues.flatMap((file) => file.issues).filter(({ severity }) => severity === "error").length;
  for (const file of ready) log.line(`${file.run.path}: ${file.run.family}, ${count(unitCount(file), "unit")}`);
  log.endGroup();

  if (errors > 0 || problems.length > 0) {
    const found = errors === 0 ? "" : `${count(errors, "error")} in parameter files. `;
    throw new Problems([...problems, `${found}Nothing was sent to the service.`]);
  }
  checkArtifactCount(
    inputs.artifacts,
    ready.length,
    ready.reduce((sum, file) => sum + unitCount(file), 0),
  );
  return ready;
}

/** The parameter files of the run that is resumed. Whether they are still the same is checked when the run goes on. */
async function readEarlierPaths(folder: string, workingDirectory: string): Promise<readonly string[]> {
  if (!existsSync(path.join(folder, "manifest.json")))
    throw new Problem(`Input resume-from: there is no run in ${folder}: it holds no manifest.json.`);
  const paths = (await readManifest(folder)).files.map((file) => file.path);
  const missing = paths.filter((file) => !existsSync(path.join(workingDirectory, file)));
  if (missing.length > 0)
    throw new Problems(
      missing.map((file) => `${file} is part of the run to be resumed, and is not in ${workingDirectory}.`),
    );
  checkPaths(paths, workingDirectory);
  return paths;
}

/** What the results of a file are called; a job without units has one. */
export function resultIds(parameters: ParameterFile | undefined): readonly string[] {
  return parameters === undefined || parameters.units.length === 0 ? ["result"] : parameters.units;
}

function unitCount({ parameters }: ReadyFile): number {
  return resultIds(parameters).length;
}
