import path from "node:path";
import { isInside } from "@analytics-engines/runs/files";
import { readConnection } from "../connection/inputs.ts";
import { createInputReader, type Env, type InputReader, type StepWith } from "../github/step.ts";
import {
  failOnChoices,
  joinProject,
  mayHaveProject,
  type ProjectValues,
  readFamilies,
  readFolderOfWorkspace,
  readPatterns,
  workspaceOf,
} from "../workspace/inputs.ts";

export type ValidateInputs = Readonly<ReturnType<typeof readValidateInputs>> & ProjectValues;

/**
 * Reads and checks the inputs of `validate`. Paths are absolute.
 *
 * @throws UserError that names each wrong input and what is allowed
 */
export function readValidateInputs(env: Env) {
  const reader = createInputReader();
  const workspace = workspaceOf(env);
  const workingDirectory = readFolderOfWorkspace(reader, env);
  const set = reader.line("set");
  const inputs = {
    workspace,
    workingDirectory,
    /** Whether a project file has to be read. */
    hasProject: mayHaveProject(workingDirectory, set),
    /** The set of the project file. */
    set,
    files: readPatterns(reader),
    families: readFamilies(reader),
    failOn: reader.choice("fail-on", failOnChoices, "error"),
    /** Whether absolute dates get a hint, for files that are computed every night. */
    hintAbsoluteDates: reader.flag("hint-absolute-dates", false),
    sarifFile: readSarifFile(reader, workspace, workingDirectory),
    /** The service to ask about references; `undefined` to check offline. */
    connection: reader.flag("online", false) ? readConnection(reader, env) : undefined,
  };
  reader.finish();
  return inputs;
}

function readSarifFile(reader: InputReader, workspace: string, workingDirectory: string): string | undefined {
  const text = reader.path("sarif-file");
  if (text === undefined) return undefined;
  const file = path.resolve(workingDirectory, text);
  if (isInside(workspace, file) && file !== workspace) return file;
  reader.refuse("Input sarif-file must be a file of the workspace, relative to working-directory.");
  return undefined;
}

/** The inputs with what the project file of the working directory says: see `joinProject`. */
export function joinValidateProject({ inputs, ...step }: StepWith<ValidateInputs>): ValidateInputs {
  const { files, families, connection } = inputs;
  const ownInputs = {
    files: files.length === 0 ? undefined : [...files],
    families: Object.keys(families).length === 0 ? undefined : { ...families },
  };
  const { settings, values } = joinProject(inputs, ownInputs, connection?.baseUrl, step);
  return { ...inputs, ...values, checks: settings.checks.value };
}
