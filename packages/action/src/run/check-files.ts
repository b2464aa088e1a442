import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { FamilyId } from "@analytics-engines/core/families/facts";
import {
  canonicalText,
  type ParameterFile,
  type ReadOptions,
  readParameterFile,
} from "@analytics-engines/core/parameters";
import type { RunFile } from "@analytics-engines/runs";
import { decodeText } from "../workspace/decode-text.ts";

/** A parameter file without errors. */
export interface ReadyFile {
  readonly parameters: ParameterFile;
  readonly run: RunFile;
}

export interface CheckedFiles {
  /** Every file that is text, with its issues. */
  readonly parameters: readonly ParameterFile[];
  /** Those that can be run. */
  readonly ready: readonly ReadyFile[];
  /** What is wrong with whole files, a sentence each. */
  readonly problems: readonly string[];
}

interface CheckOptions extends Pick<ReadOptions, "unknownProperties"> {
  /** The families of files whose name and `$schema` do not tell. */
  readonly families?: ReadonlyMap<string, FamilyId> | undefined;
}

/**
 * Reads and checks parameter files, in order. Nothing is thrown for what they hold.
 */
export async function checkFiles(
  paths: readonly string[],
  workingDirectory: string,
  { families = new Map(), unknownProperties }: CheckOptions = {},
): Promise<CheckedFiles> {
  const parameters: ParameterFile[] = [];
  const ready: ReadyFile[] = [];
  const problems: string[] = [];
  for (const file of paths) {
    const bytes = await readFile(path.join(workingDirectory, file));
    const text = decodeText(bytes);
    if (text === undefined) {
      problems.push(`${file} is not UTF-8 text.`);
      continue;
    }
    const read = readParameterFile(text, { path: file, unknownProperties, ...familyOf(file, families) });
    parameters.push(read);
    if (read.template !== undefined)
      problems.push(`${file} holds a template, which is no job: exclude it from the input files.`);
    const run = toRun(file, read, bytes);
    if (run !== undefined) ready.push({ parameters: read, run });
  }
  return { parameters, ready, problems };
}

function toRun(file: string, parameters: ParameterFile, bytes: Uint8Array): RunFile | undefined {
  const { family, request } = parameters;
  if (family === undefined || request === undefined) return undefined;
  return { path: file, family, request, sha256: digest(bytes), parametersSha256: digest(canonicalText(parameters)) };
}

// Of Node, not of the web: loading that one takes longer than all digests of a run.
function digest(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

function familyOf(file: string, families: ReadonlyMap<string, FamilyId>): { readonly family?: FamilyId } {
  const family = families.get(file);
  return family === undefined ? {} : { family };
}
