import path from "node:path";
import type { SweepJob } from "@analytics-engines/core/files";
import {
  type Issue,
  MAX_CHARACTERS,
  type ParameterFile,
  type ReadOptions,
  readParameterFile,
} from "@analytics-engines/core/parameters";
import type { SourceDigest } from "../folder/run-options.ts";
import { type Contents, listTree, readContents, type TreeFile } from "../git/commits.ts";
import type { Git } from "../git/git.ts";
import { readInRoot, rootOf } from "./confine.ts";
import { decodeText } from "./open-file.ts";

/** The largest parameter file of a repository that others write to, bytes: far above what the service accepts in one request. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** A parameter file that was read and checked. */
export interface CheckedFile {
  /** As the user named it, with `/`. */
  readonly path: string;
  /** The text; empty where the file could not be read. */
  readonly text: string;
  /** `undefined` where the file could not be read: `problem` says why; and for a sweep and the files that it reads. */
  readonly parameters: ParameterFile | undefined;
  readonly issues: readonly Issue[];
  /** What is wrong with the file as a whole: the rest of a sentence that begins with its name. */
  readonly problem: string | undefined;
  /** The jobs of a sweep, and the files that they come from. */
  readonly sweep?: CheckedSweep;
}

/** What a sweep asks for. */
export interface CheckedSweep {
  /** Empty if the sweep or one of its files has errors. */
  readonly jobs: readonly SweepJob[];
  /** The sweep first, with the digest of the bytes of each file. */
  readonly sources: readonly SourceDigest[];
}

/** Says which byte keeps a file from being text, and how to save it: the rest of a sentence that begins with its name. */
export function noTextProblem(bytes: Buffer): string {
  // Decoded with a replacement for each byte that is none of UTF-8. A file can contain that character itself.
  const pieces = bytes.toString("utf8").split("\ufffd");
  let offset = 0;
  let line = 1;
  for (const piece of pieces) {
    offset += Buffer.byteLength(piece);
    line += piece.split("\n").length - 1;
    if (!bytes.subarray(offset, offset + 3).equals(REPLACEMENT)) break;
    offset += REPLACEMENT.length;
  }
  const byte = bytes[offset]?.toString(16).toUpperCase().padStart(2, "0");
  return `is not UTF-8 text (line ${line} has the byte 0x${byte}): save it as UTF-8, in Excel with the file type "CSV UTF-8"`;
}

/** U+FFFD in UTF-8. */
const REPLACEMENT = Buffer.from("\ufffd");

/** The largest file whose text can have as many characters as core reads, bytes. */
const MAX_TEXT_BYTES = 3 * MAX_CHARACTERS;

/** The text of a file of the user, wherever it is, or why there is none: the rest of a sentence that begins with its name. Never throws. */
export function readText(file: string, maxBytes = MAX_TEXT_BYTES): FileText {
  return textOf(path.resolve(file), undefined, maxBytes);
}

/** The text of a file, or why there is none: the rest of a sentence that begins with its name. */
type FileText = { readonly text: string } | { readonly problem: string; readonly isNoText?: true };

/**
 * Reads and checks a parameter file. Never throws for what the file is or holds.
 *
 * @param folder what the path is relative to; absolute
 * @param rules.root the folder that the file may not lie outside of: see `rootOf`
 */
export function checkFile(
  folder: string,
  name: string,
  reading: ReadOptions = {},
  {
    root = rootOf(folder, name, {}),
    maxBytes,
  }: { readonly root?: string; readonly maxBytes?: number | undefined } = {},
): CheckedFile {
  const read = readConfined(folder, name, root, maxBytes);
  if ("problem" in read) return { path: name, text: "", parameters: undefined, issues: [], problem: read.problem };
  return checkText(name, read.text, reading);
}

/** The text of a file of a project, or why there is none: see `checkFile`. */
export function readConfined(folder: string, name: string, root: string, maxBytes = MAX_TEXT_BYTES): FileText {
  return textOf(path.resolve(folder, name), root, maxBytes);
}

function textOf(file: string, root: string | undefined, maxBytes: number): FileText {
  const read = readInRoot(file, root, maxBytes);
  if ("problem" in read) return read;
  if ("largerThan" in read) return { problem: sizeProblem(maxBytes) };
  return textOrProblem(read.content);
}

function textOrProblem(content: Buffer): FileText {
  const text = decodeText(content);
  return text === undefined ? { problem: noTextProblem(content), isNoText: true } : { text };
}

/** Why a file is not read: the rest of a sentence that begins with its name. */
function sizeProblem(maxBytes: number): string {
  return `is larger than ${maxBytes / 1024 / 1024} MiB, too large for a parameter file: divide it`;
}

/** Checks the text of a parameter file. */
export function checkText(name: string, text: string, reading: ReadOptions): CheckedFile {
  const parameters = readParameterFile(text, { ...reading, path: name });
  return { path: name, text, parameters, issues: parameters.issues, problem: undefined };
}

/** The ids of a file's results: its units; `result` for a job without units. */
export function resultIds(parameters: Pick<ParameterFile, "units"> | undefined): readonly string[] {
  return parameters === undefined || parameters.units.length === 0 ? ["result"] : parameters.units;
}

/** Reads the text of a file as a commit has it; `undefined` if the commit has no such file. */
export async function readCommittedText(
  git: Git,
  commit: string,
  file: string,
  maxBytes: number,
): Promise<FileText | undefined> {
  const name = path.posix.normalize(file);
  const entry = (await listTree(git, commit, name)).find((treeFile) => treeFile.path === name);
  return entry && committedText(entry, await readContents(git, objectsOf([entry]), maxBytes), maxBytes);
}

/** The objects with the contents of files. */
export function objectsOf(files: readonly TreeFile[]): string[] {
  return files.filter(({ isFile }) => isFile).map(({ id }) => id);
}

/** The text of a committed file, or why there is none: the rest of a sentence that begins with its name. */
export function committedText(file: TreeFile | undefined, contents: Contents, maxBytes = MAX_FILE_BYTES): FileText {
  if (file === undefined) return { problem: "is missing" };
  if (!file.isFile) return { problem: "is a link: name the file that it leads to instead" };
  const content = contents.get(file.id);
  if (content === undefined) return { problem: sizeProblem(maxBytes) };
  return textOrProblem(content);
}
