import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isObject } from "@analytics-engines/core/basics";
import { replaceFile, syncPlaced } from "../../files/disk.ts";
import { openInside } from "../../files/inside.ts";
import { readWhole, sha256 } from "../../files/open-file.ts";
import { systemReason, UserError } from "../../user-error.ts";
import { MANIFEST_DIGEST, MANIFEST_NAME, RESTORE } from "./format.ts";
import type { Manifest } from "./manifest.ts";

/**
 * Reads and checks `manifest.json` of a run folder. Unknown fields are left out.
 * @throws UserError, which names the place, for a manifest that is missing, damaged or of another version
 */
export async function readManifest(folder: string): Promise<Manifest> {
  return (await findManifest(folder)) ?? missingManifest(folder);
}

/** The run folder that a user names: by its own name, or by that of its manifest. */
export function runFolderOf(name: string): string {
  return basename(name) === MANIFEST_NAME ? dirname(name) : name;
}

/** The manifest of a folder; `undefined` where it has none. Throws as `readManifest`. */
export async function findManifest(folder: string): Promise<Manifest | undefined> {
  const text = await findTextInside(folder, MANIFEST_NAME);
  return text === undefined ? undefined : readManifestText(text, join(folder, MANIFEST_NAME));
}

/** When the manifest of a folder was last written, milliseconds since 1970; 0 where it has none. */
export async function manifestWrittenAt(folder: string): Promise<number> {
  return (await stat(join(folder, MANIFEST_NAME)).catch(() => undefined))?.mtimeMs ?? 0;
}

/** What can be read of a manifest, and what is wrong with the rest. */
export interface ReadableManifest {
  readonly manifest: Manifest;
  readonly problems: readonly string[];
}

/**
 * Reads what can be read of `manifest.json`, to show it: leaves out malformed files and units, and reads an altered manifest. Programs that
 * continue or verify a run use `readManifest`.
 * @throws UserError for a manifest that is missing, is not JSON, or is of another version
 */
export async function readReadableManifest(folder: string): Promise<ReadableManifest> {
  const path = join(folder, MANIFEST_NAME);
  const value = parseManifest((await findTextInside(folder, MANIFEST_NAME)) ?? missingManifest(folder), path);
  const problems = isAltered(value) ? [alteredManifest(path)] : [];
  const { readableFields } = await loadFields();
  const manifest = readableFields(value, path, (problem) => problems.push(problem));
  return { manifest, problems };
}

/**
 * Reads and checks a manifest whose digest is recorded elsewhere.
 * @param options whether a user names this very file, and what to say where it cannot be read
 * @throws UserError where it cannot be read, is too large, is not a file, or is damaged
 */
export async function readDigestedManifest(
  path: string,
  options: { readonly isNamedByUser?: boolean; readonly explain: (reason: string) => string },
): Promise<{ readonly manifest: Manifest; readonly manifestSha256: string }> {
  const { isNamedByUser = false, explain } = options;
  const content = await readWhole(path, { isNamedByUser, maxBytes: MAX_RECORD_BYTES }).catch((error: unknown) => {
    if (error instanceof UserError) throw error;
    throw new UserError(explain(systemReason(error)));
  });
  return { manifest: await readManifestText(content.toString("utf8"), path), manifestSha256: sha256(content) };
}

/**
 * Reads and checks the text of a manifest. Throws as `readManifest`.
 * @param path the name of the manifest in messages
 */
export async function readManifestText(text: string, path: string): Promise<Manifest> {
  const value = parseManifest(text, path);
  if (isAltered(value)) throw new UserError(alteredManifest(path));
  const { readFields } = await loadFields();
  return readFields(value, path);
}

/** Loaded with the first manifest, because a new run reads none and the schema takes 10 MB of memory. */
const loadFields = () => import("./read-fields.ts");

/** Reads a text file of a run folder; `undefined` where the folder has no such file. */
export async function findTextInside(folder: string, name: string): Promise<string | undefined> {
  const path = join(folder, name);
  const opened = await openInside(folder, name);
  if ("reason" in opened) {
    if (opened.kind === "missing") return undefined;
    throw new UserError(`${path} cannot be read: ${opened.reason}. Put the file of the run in its place.`);
  }
  try {
    if (opened.bytes > MAX_RECORD_BYTES) throw tooLarge(path, opened.bytes);
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await opened.read());
  } finally {
    await opened.close();
  }
}

/** How many bytes a manifest, or a line of a journal, has at most. A string cannot hold many more. The manifest of 100,000 jobs has 130 MB. */
export const MAX_RECORD_BYTES = 500_000_000;

/**
 * Parses the JSON of a manifest or of a line of a journal.
 * @param name of the record in messages
 * @throws UserError
 */
export function parseRecord(text: string, name: string): unknown {
  if (text.length > MAX_RECORD_BYTES) throw tooLarge(name, text.length);
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError(`${name} is not JSON.`);
  }
}

function tooLarge(name: string, size: number): UserError {
  return new UserError(
    `${name} is too large: it has ${size} bytes, and at most ${MAX_RECORD_BYTES} are read. No run writes so much: get the run folder again from where the run stored it.`,
  );
}

function missingManifest(folder: string): never {
  throw new UserError(`${folder} is not a run folder: it has no ${MANIFEST_NAME}. Name the folder of a run.`);
}

function parseManifest(text: string, path: string): unknown {
  try {
    return parseRecord(text, path);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${error.message.replace(/\.$/, "")}: it was altered or truncated. ${RESTORE}`);
  }
}

/** Whether a manifest does not have the content that its digest is of. Manifests of earlier versions have no digest. */
function isAltered(value: unknown): boolean {
  if (!isObject(value) || !(MANIFEST_DIGEST in value)) return false;
  const { [MANIFEST_DIGEST]: digest, ...content } = value;
  return sha256(JSON.stringify(content, null, 2)) !== digest;
}

function alteredManifest(path: string): string {
  return `${path} was altered after the run wrote it: its content does not match its ${MANIFEST_DIGEST}. ${RESTORE}`;
}

/** Writes `manifest.json` at once: a reader, or a kill, finds either the old or the new one whole. */
export function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  return replaceFile(folder, MANIFEST_NAME, manifestText(manifest));
}

/** Syncs the manifest that an earlier process wrote, so that it also survives a power cut. */
export function syncManifest(folder: string): Promise<void> {
  return syncPlaced(folder, MANIFEST_NAME);
}

/** The manifest as JSON, in a piece for each file: the whole text of 100,000 files would double the memory of a run. */
export function* manifestText(manifest: Manifest): Generator<string> {
  const hash = createHash("sha256");
  for (const piece of openText(manifest)) {
    hash.update(piece);
    yield piece;
  }
  yield `,\n  "${MANIFEST_DIGEST}": "${hash.update(CLOSING).digest("hex")}"${CLOSING}\n`;
}

const CLOSING = "\n}";

/** The JSON of a manifest without its closing bracket. */
function* openText({ files, ...head }: Manifest): Generator<string> {
  if (files.length === 0) {
    yield JSON.stringify({ ...head, files }, null, 2).slice(0, -CLOSING.length);
    return;
  }
  yield `${JSON.stringify(head, null, 2).slice(0, -CLOSING.length)},\n  "files": [\n`;
  for (const [index, file] of files.entries()) {
    // No string of JSON contains a line break.
    const text = JSON.stringify(file, null, 2).replaceAll("\n", "\n    ");
    yield `${index === 0 ? "" : ",\n"}    ${text}`;
  }
  yield "\n  ]";
}
