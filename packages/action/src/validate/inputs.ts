import path from "node:path";
import { isInside } from "@analytics-engines/runs/files";
import { readConnection } from "../connection/inputs.ts";
import { createInputReader, type Env, type InputReader } from "../github/inputs.ts";
import { readFamilies, readFolderOfWorkspace } from "../workspace/family-inputs.ts";
import { mayHaveProject, type ProjectValues } from "../workspace/has-project.ts";
import { failOnChoices, readPatterns, workspaceOf } from "../workspace/inputs.ts";

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
    connection: reader.flag("online", false) ? readConnection(reader) : undefined,
  };
  reader.finish();
  return inputs;
}

function readSarifFile(reader: InputReader, workspace: string, workingDirectory: string): string | undefined {
  const text = reader.line("sarif-file");
  if (text === undefined) return undefined;
  const file = path.resolve(workingDirectory, text);
  if (isInside(workspace, file) && file !== workspace) return file;
  reader.refuse("Input sarif-file must be a file of the workspace, relative to working-directory.");
  return undefined;
}
