import { realpathSync } from "node:fs";
import { count } from "@analytics-engines/core/basics";
import {
  listReferences,
  listSweepReferences,
  type Reference,
  type ResolvedReference,
  resolveReferences,
  withReferenceIssues,
} from "@analytics-engines/core/parameters";
import {
  type CheckedFile,
  checkFiles,
  checkProjectGlobs,
  findChecksFiles,
  findFiles,
  fixFile,
  isInside,
  MAX_FILE_BYTES,
  requireFiles,
} from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import { connect } from "../connection/connect.ts";
import { type ConnectionInputs, maskCredentials } from "../connection/inputs.ts";
import { type Env, type Log, runStep, type StepWith } from "../github/step.ts";
import { requireFolder } from "../workspace/inputs.ts";
import { joinValidateProject, readValidateInputs, type ValidateInputs } from "./inputs.ts";
import { type Findings, reportValidation } from "./report.ts";

/** Checks the parameter files, asks the service about the names in them if the inputs say so, and reports. Returns the exit code. */
async function validate(step: StepWith<ValidateInputs>): Promise<number> {
  checkFolder(step.inputs.workingDirectory, step.inputs.workspace);
  const context = step.inputs.hasProject ? { ...step, inputs: joinValidateProject(step) } : step;
  const { inputs, log } = context;
  const { workingDirectory, fixedValues, connection, files: patterns, families } = inputs;
  // Checks files and the globs of the project file are checked too, unless the step names files.
  const isWholeProject = step.inputs.files.length === 0;
  const selection = findFiles(workingDirectory, { patterns, families });
  const isEnough = isWholeProject && selection.files.length > 0;
  const parameterFiles = isEnough ? selection.files : requireFiles(selection, patterns, workingDirectory);
  const checksFiles = isWholeProject ? findChecksFiles(workingDirectory, inputs.checks, { allowsUnmatched: true }) : [];
  const globs = isWholeProject ? checkProjectGlobs(workingDirectory) : undefined;
  const paths = [...parameterFiles, ...checksFiles];
  log.line(`Checking ${count(paths.length, "file")} in ${workingDirectory}`);
  const checkedFiles = await checkFiles(workingDirectory, paths, {
    reading: inputs,
    maxBytes: MAX_FILE_BYTES,
    isOfAnyKind: true,
  });
  const checked = [...(globs === undefined ? [] : [globs]), ...checkedFiles.map((file) => fixFile(file, fixedValues))];
  const files = checked.map((file) => ({ ...file, problem: file.problem && `${file.path} ${file.problem}.` }));
  if (connection === undefined) return reportValidation(context, { files, unasked: [] });

  let findings: Findings = { files, unasked: [] };
  let exitCode = 1;
  try {
    findings = await checkReferences(files, connection, context);
  } finally {
    // The offline findings are reported even if the service cannot be asked.
    exitCode = await reportValidation(context, findings);
  }
  return exitCode;
}

function checkFolder(workingDirectory: string, workspace: string): void {
  requireFolder(workingDirectory);
  // A pull request can put a link in the place of the folder.
  if (!isInside(realpathSync(workspace), realpathSync(workingDirectory)))
    throw new UserError(
      `Input working-directory: ${workingDirectory} is a link that leads outside of the workspace. Name a folder of the workspace.`,
    );
}

/**
 * Asks the service about every reference in files without errors. An unknown one becomes a warning at its place.
 *
 * @throws ServiceError if the service refuses the credentials or cannot be reached.
 */
async function checkReferences(
  files: readonly CheckedFile[],
  connection: ConnectionInputs,
  { env, log }: { readonly env: Env; readonly log: Log },
): Promise<Findings> {
  maskCredentials(log, connection.credentials);
  const client = await connect(connection, env, log);
  log.line(`Asking ${connection.baseUrl} about the references in the files`);
  const references = files.flatMap((file) =>
    referencesOf(file).map((reference) => ({ path: reference.range?.path ?? file.path, reference })),
  );
  const resolved = await resolveReferences(
    references.map(({ reference }) => reference),
    client,
  );
  log.line(`${count(differentIn(resolved), "reference")} looked up`);
  const byPath = Map.groupBy(resolved, (_, index) => references[index]?.path);
  const hasEntry = new Set(files.map(({ path }) => path));
  // The template and the rows of a sweep have an entry only if they have issues.
  const others = Array.from(byPath, ([path = ""]): CheckedFile => {
    return { path, text: "", parameters: undefined, issues: [], problem: undefined };
  }).filter(({ path }) => !hasEntry.has(path));
  const withIssues = (file: CheckedFile): CheckedFile => {
    return { ...file, issues: withReferenceIssues(file.issues, byPath.get(file.path) ?? []) };
  };
  return {
    files: [...files.map(withIssues), ...others.map(withIssues).filter(({ issues }) => issues.length > 0)],
    unasked: unaskedOf(resolved),
  };
}

function referencesOf({ sweep, parameters }: CheckedFile): readonly Reference[] {
  if (sweep !== undefined) return listSweepReferences(sweep.jobs);
  return parameters === undefined ? [] : listReferences(parameters);
}

/** The number of different references about which the service was asked. */
function differentIn(resolved: readonly ResolvedReference[]): number {
  const answeredReferences = resolved.filter(
    (reference) => reference.isKnown !== undefined || reference.why === "unanswered",
  );
  return new Set(answeredReferences.map(({ kind, engine, id }) => JSON.stringify([kind, engine, id]))).size;
}

/** The references that got no answer, in a sentence for each reason. References to data that the service does not list are not counted. */
function unaskedOf(resolved: readonly ResolvedReference[]): readonly string[] {
  const reasons = new Map<string, number>();
  for (const reference of resolved)
    if (reference.isKnown === undefined && reference.why === "unanswered")
      reasons.set(reference.reason, (reasons.get(reference.reason) ?? 0) + 1);
  return Array.from(reasons, ([reason, number]) => `${count(number, "reference")} could not be checked: ${reason}`);
}

// The runner starts this file.
await runStep(
  async (step) => validate({ ...step, inputs: readValidateInputs(step.env) }),
  // A step that failed did not check anything.
  () => ({ valid: "false" }),
);
