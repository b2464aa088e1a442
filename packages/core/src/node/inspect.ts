import { readFile } from "node:fs/promises";
import type { StoredFile } from "../jobs/types.ts";
import { outlineResult } from "../results/outline.ts";
import { isJson } from "./content-types.ts";

/** Larger results are not parsed: they would stand in memory several times over. */
const MAX_BYTES = 32 * 1024 * 1024;

type Findings = Pick<StoredFile, "tables" | "dates" | "defect">;

let last: Promise<unknown> = Promise.resolve();

/** Looks into a stored JSON result, one at a time: its tables and dates, and whether it is JSON at all. */
export function inspect(path: string, contentType: string, bytes: number): Promise<Findings> {
  if (!isJson(contentType) || bytes > MAX_BYTES) return Promise.resolve({});
  const looked = last.then(() => look(path));
  last = looked.catch(() => {});
  return looked;
}

async function look(path: string): Promise<Findings> {
  const text = (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { defect: `It is not valid JSON, though it arrived whole (${Buffer.byteLength(text)} bytes).` };
  }
  return outlineResult(json);
}
