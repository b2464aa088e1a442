import { realpathSync } from "node:fs";
import { count } from "@analytics-engines/core/basics";
import {
  checkFiles,
  findChecksFiles,
  findFiles,
  isInside,
  MAX_FILE_BYTES,
  requireFiles,
} from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/host";
import type { StepWith } from "../github/step.ts";
import { requireFolder } from "../workspace/require-folder.ts";
import { checkReferences } from "./check-references.ts";
import type { Findings } from "./counts.ts";
import type { ValidateInputs } from "./inputs.ts";
import { joinValidateProject } from "./join-project.ts";
import { reportValidation } from "./report.ts";

/** Checks the parameter files, asks the service about the names in them if the inputs say so, and reports. Returns the exit code. */
export async function validate(step: StepWith<ValidateInputs>): Promise<number> {
  checkFolder(step.inputs.workingDirectory, step.inputs.workspace);
  const context = step.inputs.hasProject ? { ...step, inputs: joinValidateProject(step) } : step;
  const { inputs, log } = context;
  const { workingDirectory, fixFile = (file) => file, connection, files: patterns, families } = inputs;
  const parameterFiles = requireFiles(findFiles(workingDirectory, { patterns, families }), patterns, workingDirectory);
  // Checks files are checked too, unless the step names files.
  const checksFiles = step.inputs.files.length > 0 ? [] : findChecksFiles(workingDirectory, inputs.checks);
  const paths = [...parameterFiles, ...checksFiles];
  log.line(`Checking ${count(paths.length, "file")} in ${workingDirectory}`);
  const checkedFiles = await checkFiles(workingDirectory, paths, {
    reading: inputs,
    maxBytes: MAX_FILE_BYTES,
    hasChecks: true,
  });
  const checked = checkedFiles.map(fixFile);
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
