import path from "node:path";
import type { FamilyId } from "@analytics-engines/core/families/facts";
import type { UnknownProperties } from "@analytics-engines/core/parameters";
import type { ConnectionInputs } from "../connection/inputs.ts";
import { createInputReader, type Env, type InputReader } from "../github/inputs.ts";
import { Problem } from "../github/problem.ts";
import { readFamilies, readPatterns, readUnknownProperties, readWorkingDirectory } from "../workspace/inputs.ts";

/** The inputs of `validate`, checked. Paths are absolute. */
export interface ValidateInputs {
  /** `GITHUB_WORKSPACE`: nothing outside of it is read or written. */
  readonly workspace: string;
  readonly workingDirectory: string;
  /** Globs, relative to the working directory; `!` excludes. Where none names files, all parameter files below it are meant. */
  readonly files: readonly string[];
  /** Families by glob, for files whose name does not tell. */
  readonly families: Readonly<Record<string, FamilyId>>;
  /** How severe a property is that the models do not have. */
  readonly unknownProperties: UnknownProperties;
  readonly failOn: FailOn;
  /** Whether absolute dates are hinted at, as in files that are computed every night. */
  readonly hintAbsoluteDates: boolean;
  readonly sarifFile: string | undefined;
  /** The service to ask about references; `undefined` where nothing is to be asked. */
  readonly connection: ConnectionInputs | undefined;
}

export type FailOn = (typeof failOn)[number];

const failOn = ["error", "warning", "never"] as const;

/**
 * Reads and checks the inputs. What reads a connection is loaded where there is one.
 *
 * @throws `Problems` that name each wrong input and what is allowed.
 */
export async function readValidateInputs(env: Env): Promise<ValidateInputs> {
  const reader = createInputReader();
  const workspace = path.resolve(env["GITHUB_WORKSPACE"] || process.cwd());
  const workingDirectory = readWorkingDirectory(reader, env);
  if (!isWithin(workspace, workingDirectory))
    reader.refuse("Input working-directory must be a folder of the workspace.");
  const online = reader.flag("online", false);
  const inputs = {
    workspace,
    workingDirectory,
    files: readPatterns(reader),
    families: readFamilies(reader),
    unknownProperties: readUnknownProperties(reader),
    failOn: reader.choice("fail-on", failOn, "error"),
    hintAbsoluteDates: reader.flag("hint-absolute-dates", false),
    sarifFile: readSarifFile(reader, workspace, workingDirectory),
  };
  const connection = online ? (await import("../connection/inputs.ts")).readConnection(reader) : undefined;
  reader.finish();
  if (connection === undefined) return { ...inputs, connection };
  const { credentials } = connection;
  if (credentials === undefined) throw new Problem("Credentials are missing.");
  return { ...inputs, connection: { ...connection, credentials } };
}

function readSarifFile(reader: InputReader, workspace: string, workingDirectory: string): string | undefined {
  const text = reader.line("sarif-file");
  if (text === undefined) return undefined;
  const file = path.resolve(workingDirectory, text);
  if (isWithin(workspace, file) && file !== workspace) return file;
  reader.refuse("Input sarif-file must be a file of the workspace, relative to working-directory.");
  return undefined;
}

function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
