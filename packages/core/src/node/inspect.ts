import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { defectOf, HEAD_BYTES, type JsonContent, mayBeJson } from "../jobs/defect.ts";
import type { Expected } from "../jobs/expected-result.ts";
import type { StoredFile } from "../jobs/types.ts";
import { outlineResult } from "../results/outline.ts";

/** Larger results are looked into as streams: parsed, they would stand in memory several times over. */
const MAX_PARSED_BYTES = 32 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

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
  const found = mayBeJson(contentType, head)
    ? await (content === undefined ? lookThrough(path) : lookAt(content))
    : { findings: {} };
  const defect = defectOf({ contentType, bytes, head, ...found }, expects, redact);
  return defect === undefined ? found.findings : { ...found.findings, defect };
}

interface Found {
  readonly findings: Pick<StoredFile, "tables" | "dates">;
  readonly json?: JsonContent;
}

function lookAt(content: Buffer): Found {
  const text = content.toString("utf8").replace(/^\uFEFF/, "");
  try {
    const value: unknown = JSON.parse(text);
    return { findings: outlineResult(value), json: { state: "parsed", value } };
  } catch {
    return { findings: {}, json: { state: "broken" } };
  }
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function lookThrough(path: string): Promise<Found> {
  // Seldom needed, so loaded when it is.
  const [{ isJsonStream }, { outlineResultStream }] = await Promise.all([
    import("../results/stream/json-check.ts"),
    import("../results/stream/outline-stream.ts"),
  ]);
  const openStream = () => createReadStream(path, { highWaterMark: CHUNK_BYTES });
  if (!(await isJsonStream(openStream()))) return { findings: {}, json: { state: "broken" } };
  const outline = await outlineResultStream(openStream());
  return { findings: outline ?? {}, json: { state: "long", tables: outline?.tables.length ?? 0 } };
}
