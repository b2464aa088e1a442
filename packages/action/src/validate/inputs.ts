import path from "node:path";
import type { FamilyId } from "@analytics-engines/core/families/facts";
import type { UnknownProperties } from "@analytics-engines/core/parameters";
import { isInside } from "@analytics-engines/runs/contain";
import { UserError } from "@analytics-engines/runs/user-error";
import type { ConnectionInputs } from "../connection/inputs.ts";
import { createInputReader, type Env, type InputReader } from "../github/inputs.ts";
import { readFamilies } from "../workspace/family-inputs.ts";
import {
  type FailOn,
  failOnChoices,
  readPatterns,
  readUnknownProperties,
  readWorkingDirectory,
} from "../workspace/inputs.ts";

/** The inputs of `validate`, checked. Paths are absolute. */
export interface ValidateInputs {
  /** `GITHUB_WORKSPACE`. Nothing outside of it is read or written. */
  readonly workspace: string;
  readonly workingDirectory: string;
  /** Globs, relative to the working directory; `!` excludes. Where none names files, all parameter files below it are meant. */
  readonly files: readonly string[];
  /** Families by glob, for files without a family in their name. */
  readonly families: Readonly<Record<string, FamilyId>>;
  /** How severe a property is that the models do not have. */
  readonly unknownProperties: UnknownProperties;
  readonly failOn: FailOn;
  /** Whether absolute dates get a hint, for files that are computed every night. */
  readonly hintAbsoluteDates: boolean;
  readonly sarifFile: string | undefined;
  /** The service to ask about references; `undefined` to check offline. */
  readonly connection: ConnectionInputs | undefined;
}

/**
 * Reads and checks the inputs. What reads a connection is loaded where there is one.
 *
 * @throws UserError that name each wrong input and what is allowed.
 */
export async function readValidateInputs(env: Env): Promise<ValidateInputs> {
  const reader = createInputReader();
  const workspace = path.resolve(env["GITHUB_WORKSPACE"] || process.cwd());
  const workingDirectory = readWorkingDirectory(reader, env);
  if (!isInside(workspace, workingDirectory))
    reader.refuse("Input working-directory must be a folder of the workspace.");
  const online = reader.flag("online", false);
  const inputs = {
    workspace,
    workingDirectory,
    files: readPatterns(reader),
    families: readFamilies(reader),
    unknownProperties: readUnknownProperties(reader),
    failOn: reader.choice("fail-on", failOnChoices, "error"),
    hintAbsoluteDates: reader.flag("hint-absolute-dates", false),
    sarifFile: readSarifFile(reader, workspace, workingDirectory),
  };
  const connection = online ? (await import("../connection/inputs.ts")).readConnection(reader) : undefined;
  reader.finish();
  if (connection === undefined) return { ...inputs, connection };
  const { credentials } = connection;
  if (credentials === undefined) throw new UserError("Credentials are missing.");
  return { ...inputs, connection: { ...connection, credentials } };
}

function readSarifFile(reader: InputReader, workspace: string, workingDirectory: string): string | undefined {
  const text = reader.line("sarif-file");
  if (text === undefined) return undefined;
  const file = path.resolve(workingDirectory, text);
  if (isInside(workspace, file) && file !== workspace) return file;
  reader.refuse("Input sarif-file must be a file of the workspace, relative to working-directory.");
  return undefined;
}
