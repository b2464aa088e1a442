import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { tryOpenInside } from "./find-inside.ts";
import { placeFile, replaceFile, syncPlaced } from "./folder.ts";
import type { Manifest, ManifestFile, ManifestShard, ManifestUnit } from "./manifest.ts";
import {
  count,
  countWithin,
  json,
  LARGEST_RECORD,
  list,
  optional,
  type Place,
  property,
  resultPath,
  text,
  tooLarge,
} from "./parse.ts";
import {
  readDates,
  readErrorItem,
  readExpected,
  readFamily,
  readJobStatus,
  readProblem,
  readTables,
  readTexts,
  readUnitStatus,
} from "./read-outcome.ts";
import { readReproduction } from "./read-reproduction.ts";
import { RunFolderError } from "./run-folder-error.ts";

const MANIFEST_NAME = "manifest.json";
/** Far more than a plan has; a list of all shards is made of it. */
const MOST_SHARDS = 10_000;

/** Writes `manifest.json` so that a reader, or a kill, meets the old or the new one whole. */
export function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  return replaceFile(folder, MANIFEST_NAME, textOf(manifest));
}

/** Writes the first `manifest.json` of a folder, so that a reader, or a kill, meets none or the whole one. */
export function beginManifest(folder: string, manifest: Manifest): Promise<void> {
  return placeFile(folder, MANIFEST_NAME, textOf(manifest));
}

/** After this the manifest that was begun also survives a power cut. */
export function syncManifest(folder: string): Promise<void> {
  return syncPlaced(folder, MANIFEST_NAME);
}

/** The last field of a manifest: SHA-256 of its JSON without that field, indented by two spaces. */
const DIGEST = "contentSha256";

/**
 * The manifest as JSON, a piece for each file: of 100,000 files the whole text would be as large as all else that a run keeps in memory.
 */
export function* textOf(manifest: Manifest): Generator<string> {
  const hash = createHash("sha256");
  for (const piece of openText(manifest)) {
    hash.update(piece);
    yield piece;
  }
  yield `,\n  "${DIGEST}": "${hash.update(CLOSING).digest("hex")}"${CLOSING}\n`;
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
    // No string of JSON holds a line break.
    const text = JSON.stringify(file, null, 2).replaceAll("\n", "\n    ");
    yield `${index === 0 ? "" : ",\n"}    ${text}`;
  }
  yield "\n  ]";
}

function digestOf(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

/**
 * Reads and checks `manifest.json` of a run folder. Fields that are not known are left out.
 * @throws RunFolderError when there is none, it is of another version, or it is damaged; the message names the place
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = await findManifest(folder);
  if (manifest === undefined) throw new RunFolderError(`${folder} is no run folder: it has no ${MANIFEST_NAME}.`);
  return manifest;
}

/** The same, or `undefined` when there is no manifest. */
export async function findManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, MANIFEST_NAME);
  const opened = await tryOpenInside(folder, MANIFEST_NAME);
  if (!("reason" in opened)) return readManifestText((await readRecord(opened.handle, path)).toString("utf8"), path);
  if (opened.kind === "missing") return undefined;
  throw new RunFolderError(`${path} is not read: ${opened.reason}. Put the run's own manifest in its place.`);
}

/** The bytes of a manifest that a user names: it may be reached by a link. @throws RunFolderError where it is too large or no file, and what the disk says */
export async function readManifestBytes(file: string): Promise<Buffer> {
  return readRecord(await open(file), file);
}

async function readRecord(handle: FileHandle, path: string): Promise<Buffer> {
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new RunFolderError(`${path} is no file: name the manifest of a run.`);
    if (stats.size > LARGEST_RECORD) throw tooLarge(path, stats.size);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/**
 * The same of the text of a manifest.
 * @param path What messages call it.
 */
export function readManifestText(content: string, path: string): Manifest {
  const place = parsed(content, path);
  checkDigest(place);
  return parseManifest(place);
}

const RESTORE = "Restore it from the run's artifact or a backup.";

function parsed(content: string, path: string): Place {
  try {
    return json(content, path);
  } catch (error) {
    if (!(error instanceof RunFolderError)) throw error;
    throw new RunFolderError(`${error.message.replace(/\.$/, "")}: it was altered or cut short. ${RESTORE}`);
  }
}

/** Manifests of earlier versions have no digest. */
function checkDigest({ value, at }: Place): void {
  if (typeof value !== "object" || value === null || !(DIGEST in value)) return;
  const { [DIGEST]: digest, ...content } = value;
  if (digest === digestOf(JSON.stringify(content, null, 2))) return;
  throw new RunFolderError(
    `${at} was altered after the run wrote it: its content does not match its ${DIGEST}. ${RESTORE}`,
  );
}

function parseManifest(place: Place): Manifest {
  const version = property(place, "version");
  if (version.value !== 1)
    throw new RunFolderError(`${version.at} is not 1: the run folder is of another version of the tool.`);
  return {
    version: 1,
    tool: text(property(place, "tool")),
    service: text(property(place, "service")),
    startedAt: text(property(place, "startedAt")),
    ...optional(place, "finishedAt", text),
    status: readJobStatus(property(place, "status")),
    ...optional(place, "shard", parseShard),
    ...optional(place, "reproduces", readReproduction),
    ...optional(place, "commentary", readTexts),
    files: list(property(place, "files"), parseFile),
  };
}

function parseShard(place: Place): ManifestShard {
  return {
    index: countWithin(property(place, "index"), 1, MOST_SHARDS),
    total: countWithin(property(place, "total"), 1, MOST_SHARDS),
    planSha256: text(property(place, "planSha256")),
    files: list(property(place, "files"), (file) => ({
      path: text(property(file, "path")),
      shard: countWithin(property(file, "shard"), 1, MOST_SHARDS),
    })),
  };
}

function parseFile(place: Place): ManifestFile {
  return {
    path: text(property(place, "path")),
    family: readFamily(property(place, "family")),
    sha256: text(property(place, "sha256")),
    parametersSha256: text(property(place, "parametersSha256")),
    ...optional(place, "expects", readExpected),
    ...optional(place, "jobId", text),
    requestKeys: readTexts(property(place, "requestKeys")),
    status: readJobStatus(property(place, "status")),
    ...optional(place, "problem", readProblem),
    units: list(property(place, "units"), parseUnit),
  };
}

function parseUnit(place: Place): ManifestUnit {
  return {
    id: text(property(place, "id")),
    status: readUnitStatus(property(place, "status")),
    ...optional(place, "file", resultPath),
    ...optional(place, "contentType", text),
    ...optional(place, "bytes", count),
    ...optional(place, "sha256", text),
    ...optional(place, "info", resultPath),
    ...optional(place, "infoBytes", count),
    ...optional(place, "infoSha256", text),
    ...optional(place, "commentary", resultPath),
    ...optional(place, "commentaryBytes", count),
    ...optional(place, "commentarySha256", text),
    warnings: readTexts(property(place, "warnings")),
    errors: list(property(place, "errors"), readErrorItem),
    ...optional(place, "dates", readDates),
    ...optional(place, "tables", readTables),
  };
}
