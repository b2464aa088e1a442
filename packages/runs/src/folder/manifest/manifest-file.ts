import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { placeFile, replaceFile, syncPlaced } from "../../files/disk.ts";
import { tryOpenInside } from "../../files/find-inside.ts";
import { UserError } from "../../user-error.ts";
import type { Manifest, ManifestFile, ManifestShard, ManifestUnit } from "./manifest.ts";
import {
  count,
  countWithin,
  type JsonPlace,
  json,
  list,
  MAX_RECORD_BYTES,
  optional,
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

const MANIFEST_NAME = "manifest.json";
/** The most shards of a plan, since a list of all of them is made. GitHub runs 256. */
const MAX_SHARDS = 10_000;

/** Writes `manifest.json` at once: a reader, or a kill, finds either the old or the new one whole. */
export function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  return replaceFile(folder, MANIFEST_NAME, manifestText(manifest));
}

/** Writes the first `manifest.json` of a folder at once: a reader, or a kill, finds either none or the whole one. */
export function beginManifest(folder: string, manifest: Manifest): Promise<void> {
  return placeFile(folder, MANIFEST_NAME, manifestText(manifest));
}

/** Syncs the first manifest, so that it also survives a power cut. */
export function syncManifest(folder: string): Promise<void> {
  return syncPlaced(folder, MANIFEST_NAME);
}

/** The last field of a manifest: SHA-256 of its JSON without that field, indented by two spaces. */
const DIGEST = "contentSha256";

/** The manifest as JSON, in a piece for each file: the whole text of 100,000 files would double the memory of a run. */
export function* manifestText(manifest: Manifest): Generator<string> {
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
    // No string of JSON contains a line break.
    const text = JSON.stringify(file, null, 2).replaceAll("\n", "\n    ");
    yield `${index === 0 ? "" : ",\n"}    ${text}`;
  }
  yield "\n  ]";
}

function digestOf(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

/**
 * Reads and checks `manifest.json` of a run folder. Unknown fields are left out.
 * @throws UserError, which names the place, for a manifest that is missing, damaged or of another version
 *
 * @example
 * ```ts
 * import { readManifest } from "@analytics-engines/runs";
 *
 * const { status, files } = await readManifest("analytics-run");
 * ```
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = await findManifest(folder);
  if (manifest === undefined)
    throw new UserError(`${folder} is not a run folder: it has no ${MANIFEST_NAME}. Name the folder of a run.`);
  return manifest;
}

/** The manifest of a folder; `undefined` where it has none. Throws as `readManifest`. */
export async function findManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, MANIFEST_NAME);
  const opened = await tryOpenInside(folder, MANIFEST_NAME);
  if (!("reason" in opened)) return readManifestText((await readRecord(opened.handle, path)).toString("utf8"), path);
  if (opened.kind === "missing") return undefined;
  throw new UserError(`${path} cannot be read: ${opened.reason}. Put the manifest of the run in its place.`);
}

/** The bytes of a manifest that a user names, also through a link. @throws UserError where it is too large or not a file; errors of the disk */
export async function readManifestBytes(file: string): Promise<Buffer> {
  return readRecord(await open(file), file);
}

async function readRecord(handle: FileHandle, path: string): Promise<Buffer> {
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new UserError(`${path} is not a file: name the manifest of a run.`);
    if (stats.size > MAX_RECORD_BYTES) throw tooLarge(path, stats.size);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/**
 * Reads and checks the text of a manifest. Throws as `readManifest`.
 * @param path the name of the manifest in messages
 */
export function readManifestText(content: string, path: string): Manifest {
  const place = parsed(content, path);
  checkDigest(place);
  return parseManifest(place);
}

const RESTORE = "Restore it from the run's artifact or a backup.";

function parsed(content: string, path: string): JsonPlace {
  try {
    return json(content, path);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${error.message.replace(/\.$/, "")}: it was altered or truncated. ${RESTORE}`);
  }
}

/** Manifests of earlier versions have no digest. */
function checkDigest({ value, at }: JsonPlace): void {
  if (typeof value !== "object" || value === null || !(DIGEST in value)) return;
  const { [DIGEST]: digest, ...content } = value;
  if (digest === digestOf(JSON.stringify(content, null, 2))) return;
  throw new UserError(`${at} was altered after the run wrote it: its content does not match its ${DIGEST}. ${RESTORE}`);
}

function parseManifest(place: JsonPlace): Manifest {
  const version = property(place, "version");
  if (version.value !== 1)
    throw new UserError(`${version.at} is not 1: another version of the tool wrote the run folder. Use that version.`);
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

function parseShard(place: JsonPlace): ManifestShard {
  return {
    index: countWithin(property(place, "index"), 1, MAX_SHARDS),
    total: countWithin(property(place, "total"), 1, MAX_SHARDS),
    planSha256: text(property(place, "planSha256")),
    files: list(property(place, "files"), (file) => ({
      path: text(property(file, "path")),
      shard: countWithin(property(file, "shard"), 1, MAX_SHARDS),
    })),
  };
}

function parseFile(place: JsonPlace): ManifestFile {
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

function parseUnit(place: JsonPlace): ManifestUnit {
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
