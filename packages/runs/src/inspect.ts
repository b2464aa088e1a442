import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import {
  defectOf,
  type Expected,
  HEAD_BYTES,
  type JsonContent,
  mayBeJson,
  type StoredFile,
  TAIL_BYTES,
} from "@analytics-engines/core/jobs";
import { outlineResult } from "@analytics-engines/core/results";
import { jsonText, textOnly } from "./json-text.ts";
import { readHead, readTail } from "./read-ends.ts";

/** Larger results are looked into as streams: parsed, they would stand in memory several times over. */
const MAX_PARSED_BYTES = 32 * 1024 * 1024;
/** Looked through in a few milliseconds: what else the run does goes on between them. */
const CHUNK_BYTES = 1024 * 1024;

type Findings = Pick<StoredFile, "tables" | "dates" | "defect">;

/** What is known of a stored result before it is looked into. */
export interface Inspected {
  readonly path: string;
  readonly contentType: string;
  readonly bytes: number;
  /** What it must be. Default: JSON where its type says so, and anything else. */
  readonly expects?: Expected | undefined;
  /** Takes credentials out of what is quoted of it; without it nothing is quoted. */
  readonly redact?: ((text: string) => string) | undefined;
}

let last: Promise<unknown> = Promise.resolve();

/** Looks into a stored result, one at a time: its tables and dates, and whether it is what it must be. */
export function inspect(file: Inspected): Promise<Findings> {
  const looked = last.then(() => look(file));
  last = looked.catch(() => {});
  return looked;
}

async function look({ path, contentType, bytes, expects = "document", redact }: Inspected): Promise<Findings> {
  const content = bytes > MAX_PARSED_BYTES ? undefined : await readFile(path);
  const head = content?.subarray(0, HEAD_BYTES) ?? (await readHead(path));
  const tail = content?.subarray(-TAIL_BYTES) ?? (await readTail(path));
  const found = mayBeJson(contentType, head)
    ? await (content === undefined ? lookThrough(path) : lookAt(content))
    : { findings: {} };
  const defect = defectOf({ contentType, bytes, head, tail, ...found }, expects, redact);
  return defect === undefined ? found.findings : { ...found.findings, defect };
}

interface Found {
  readonly findings: Pick<StoredFile, "tables" | "dates">;
  readonly json?: JsonContent;
}

const broken: Found = { findings: {}, json: { state: "broken" } };

async function lookAt(content: Buffer): Promise<Found> {
  let value: unknown;
  try {
    value = JSON.parse(await jsonText(content));
  } catch {
    return broken;
  }
  return { findings: outlineResult(value), json: { state: "parsed", value } };
}

/** Mostly one pass. What has no outline, because it is no STACH or no JSON, is looked through again to tell which of the two. */
async function lookThrough(path: string): Promise<Found> {
  // Seldom needed, so loaded when it is.
  const { isJsonStream, outlineResultStream } = await import("@analytics-engines/core/results/stream");
  const openStream = () => textOnly(createReadStream(path, { highWaterMark: CHUNK_BYTES }));
  try {
    const outline = await outlineResultStream(openStream());
    if (outline !== undefined) return { findings: outline, json: { state: "long", tables: outline.tables.length } };
    return (await isJsonStream(openStream())) ? { findings: {}, json: { state: "long", tables: 0 } } : broken;
  } catch (error) {
    if (error instanceof TypeError) return broken;
    throw error;
  }
}
