import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import type { StoredFile } from "../jobs/types.ts";
import { outlineResult } from "../results/outline.ts";
import { isJson } from "./content-types.ts";

/** Larger results are looked into as streams: parsed, they would stand in memory several times over. */
const MAX_PARSED_BYTES = 32 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

type Findings = Pick<StoredFile, "tables" | "dates" | "defect">;

let last: Promise<unknown> = Promise.resolve();

/** Looks into a stored JSON result, one at a time: its tables and dates, and whether it is JSON at all. */
export function inspect(path: string, contentType: string, bytes: number): Promise<Findings> {
  if (!isJson(contentType)) return Promise.resolve({});
  const looked = last.then(() => (bytes > MAX_PARSED_BYTES ? lookThrough(path, bytes) : look(path)));
  last = looked.catch(() => {});
  return looked;
}

async function look(path: string): Promise<Findings> {
  const text = (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return noJson(Buffer.byteLength(text));
  }
  return outlineResult(json);
}

async function lookThrough(path: string, bytes: number): Promise<Findings> {
  // Seldom needed, so loaded when it is.
  const [{ isJsonStream }, { outlineResultStream }] = await Promise.all([
    import("../results/stream/json-check.ts"),
    import("../results/stream/outline-stream.ts"),
  ]);
  const open = () => createReadStream(path, { highWaterMark: CHUNK_BYTES });
  if (!(await isJsonStream(open()))) return noJson(bytes);
  return (await outlineResultStream(open())) ?? {};
}

function noJson(bytes: number): Findings {
  return { defect: `It is not valid JSON, though it arrived whole (${bytes} bytes).` };
}
