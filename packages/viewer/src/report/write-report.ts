import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { decodeResultBytes } from "@analytics-engines/core/results";
import {
  findInside,
  type Manifest,
  type ManifestUnit,
  type OpenStored,
  openStored,
  readManifest,
  readStoredCommentary,
} from "@analytics-engines/runs";
import { allUnits, unitKey } from "../run/viewed-run.ts";
import { byteText } from "../text.ts";
import { base64Stream } from "./block-streams.ts";
import { BLOCK_END, blockStart, pageEnd, pageStart } from "./page.ts";
import { type Embedded, type EmbeddedRun, type EmbeddedText, INDEX_ID, type ReportIndex } from "./report-index.ts";
import { tablesToJson } from "./tables-json.ts";

export interface ReportOptions {
  /** The run folder. */
  readonly folder: string;
  /** The file to write; `report.html` in the folder by default. */
  readonly out?: string;
  /** A larger result is left out, and the report says where it is. Bytes as stored; 64 MB by default. */
  readonly largestResult?: number;
  /** Results beyond so many bytes together are left out in the same way; 256 MB by default. */
  readonly largestTotal?: number;
  /** The folder of another run, whose units those of this one are shown beside. */
  readonly earlierFolder?: string;
  /** Why the result of a unit (`PATH#UNIT`) is not put into the page, a sentence; undefined where it is. */
  readonly leaveOut?: (key: string) => string | undefined;
  /** The unit (`PATH#UNIT`) that is open at first. */
  readonly first?: string | undefined;
}

const LARGEST_RESULT = 64_000_000;
const LARGEST_TOTAL = 256_000_000;

/**
 * Writes a run folder as one page that opens from disk: no other file, no network. Results are streamed into it, compressed, so that
 * memory does not grow with the run; the file is there whole or not at all.
 * @throws RunFolderError when there is no manifest or it is damaged
 */
export async function writeReport(options: ReportOptions): Promise<{ file: string; bytes: number }> {
  const { folder, earlierFolder, largestResult = LARGEST_RESULT, largestTotal = LARGEST_TOTAL } = options;
  const manifest = await readManifest(folder);
  const earlier = earlierFolder === undefined ? undefined : await readManifest(earlierFolder);
  const { viewerCode, chartsCode } = await import("@analytics-engines/viewer/assets");
  const file = path.resolve(options.out ?? path.join(folder, "report.html"));
  const partial = `${file}.${process.pid}.partial`;
  await mkdir(path.dirname(file), { recursive: true });
  const page = createWriteStream(partial, { flags: "wx" });
  try {
    await write(page, pageStart(viewerCode, chartsCode));
    const room: Room = { total: 0, largestResult, largestTotal };
    const embedAll = (from: string, of: Manifest, name: string) =>
      embedRun(page, from, of, name, room, options.leaveOut);
    const index: ReportIndex = {
      ...(await embedAll(folder, manifest, "unit")),
      ...(earlier && earlierFolder !== undefined && { earlier: await embedAll(earlierFolder, earlier, "earlier") }),
      ...(options.first !== undefined && { first: options.first }),
    };
    await write(page, blockStart(INDEX_ID));
    await pack(page, Readable.from([JSON.stringify(index)]));
    await write(page, BLOCK_END + pageEnd(viewerCode));
    await new Promise<void>((resolve, reject) => page.on("error", reject).end(resolve));
    await rename(partial, file);
    return { file, bytes: page.bytesWritten };
  } catch (error) {
    page.destroy();
    await rm(partial, { force: true });
    throw error;
  }
}

/** What a page may still hold. */
interface Room {
  total: number;
  readonly largestResult: number;
  readonly largestTotal: number;
}

/** Puts the results of a run into the page. The blocks are called `NAME-0` and so on. */
async function embedRun(
  page: WriteStream,
  folder: string,
  manifest: Manifest,
  name: string,
  room: Room,
  leaveOut: ReportOptions["leaveOut"],
): Promise<EmbeddedRun> {
  const units: Record<string, Embedded> = {};
  const commentaries: Record<string, EmbeddedText> = {};
  for (const [index, ref] of allUnits(manifest).entries()) {
    const { unit } = ref;
    if (unit.file === undefined) continue;
    const key = unitKey(ref);
    const commentary = await embedCommentary(page, `${name}-commentary-${index}`, folder, unit);
    if (commentary !== undefined) Object.defineProperty(commentaries, key, { value: commentary, enumerable: true });
    const reason = leaveOut?.(key) ?? (await whyElsewhere(folder, unit.file, unit, room));
    const embedded = reason === undefined ? await embed(page, `${name}-${index}`, folder, unit) : elsewhere(reason);
    if (embedded.kind !== "elsewhere") room.total += unit.bytes ?? 0;
    // A unit may be called __proto__.
    Object.defineProperty(units, key, { value: embedded, enumerable: true });
  }
  return { manifest, units, commentaries };
}

/** Why a result has no place in the page, before it is read; undefined where it has one. */
async function whyElsewhere(
  folder: string,
  file: string,
  { contentType = "" }: ManifestUnit,
  { total, largestResult, largestTotal }: Room,
): Promise<string | undefined> {
  const found = await findInside(folder, file);
  if ("reason" in found) return `The result is not in the run folder: ${file}: ${found.reason}.`;
  if (embeddedKind(contentType) === undefined)
    return `A result of type ${contentType} is not shown here. It is in ${file}.`;
  if (found.bytes > largestResult)
    return `The result has ${byteText(found.bytes)}; results over ${byteText(largestResult)} are left out of the report. It is in ${file}.`;
  if (found.bytes > largestTotal - total)
    return `The result is left out, since the results before it fill the ${byteText(largestTotal)} that a report holds. It is in ${file}.`;
  return undefined;
}

/** Puts a result into the page, once it is what the manifest's digest says, or says why it is not there. */
async function embed(page: WriteStream, block: string, folder: string, unit: ManifestUnit): Promise<Embedded> {
  const stored = await openStored(folder, unit);
  if ("reason" in stored)
    return elsewhere(`${unit.file} was changed after the run stored it: ${stored.reason}. It is not shown.`);
  try {
    const kind = embeddedKind(unit.contentType ?? "");
    if (kind === undefined || kind === "tables") return await embedTables(page, block, unit, stored);
    await write(page, blockStart(block));
    await pack(page, Readable.from(stored.stream()));
    await write(page, BLOCK_END);
    return { kind, block };
  } finally {
    await stored.close();
  }
}

async function embedCommentary(
  page: WriteStream,
  block: string,
  folder: string,
  unit: ManifestUnit,
): Promise<EmbeddedText | undefined> {
  const stored = await readStoredCommentary(folder, unit);
  if (stored === undefined) return undefined;
  if ("reason" in stored) return elsewhere(stored.reason);
  await write(page, blockStart(block));
  await pack(page, Readable.from([stored.text]));
  await write(page, BLOCK_END);
  return { kind: "text", block };
}

/** A page cannot read Arrow: it is given the tables. */
async function embedTables(
  page: WriteStream,
  block: string,
  unit: ManifestUnit,
  stored: OpenStored,
): Promise<Embedded> {
  let json: string;
  try {
    json = tablesToJson(await decodeResultBytes(await stored.read(), unit.contentType));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return elsewhere(`The result cannot be read as a table: ${why}. It is in ${unit.file}.`);
  }
  await write(page, blockStart(block));
  await pack(page, Readable.from([json]));
  await write(page, BLOCK_END);
  return { kind: "tables", block };
}

function embeddedKind(contentType: string): "result" | "tables" | "text" | undefined {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (/[/+]json$/.test(type)) return "result";
  if (/arrow|feather/.test(type)) return "tables";
  return type.startsWith("text/") ? "text" : undefined;
}

function elsewhere(reason: string): EmbeddedText {
  return { kind: "elsewhere", reason };
}

/** Adds bytes to the page, compressed. The page's own pace holds the source back. */
async function pack(page: WriteStream, source: Readable): Promise<void> {
  await pipeline(source, createGzip(), base64Stream(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) await write(page, chunk);
  });
}

function write(page: WriteStream, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    page.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
