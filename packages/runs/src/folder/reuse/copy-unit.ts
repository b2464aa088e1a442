import { extname } from "node:path";
import type { Expected, ReadKind, ResultBody, ResultStore, StoredFile, UnitOutcome } from "@analytics-engines/core";
import { chunkStream } from "@analytics-engines/core/results";
import { nodeHost } from "../../files/inside.ts";
import { openChecked, type StoredEntry } from "../results/open-checked.ts";
import { contentTypeOf } from "../results/run-store.ts";
import type { Candidate } from "./find-candidates.ts";
import type { ReuseSource } from "./reuse-source.ts";

/** Where the copy of a unit goes. */
interface CopyTarget {
  readonly key: string;
  readonly store: ResultStore;
  /** What the result must be. */
  readonly expects: Expected;
}

/**
 * Copies the result of an earlier unit, and its info document, through the store of the new run, after their bytes were compared with the
 * digests in the manifest.
 * @returns the outcome of the unit, or why nothing can be reused
 */
export async function copyUnit(
  source: ReuseSource,
  { id, earlier, startedAt }: Candidate,
  target: CopyTarget,
): Promise<UnitOutcome | { readonly reason: string }> {
  const stored = await copyFile(source, id, "result", earlier, target);
  if ("reason" in stored) return stored;
  const { info: file, infoBytes: bytes, infoSha256: sha256 } = earlier;
  const info = file === undefined ? undefined : await copyFile(source, id, "info", { file, bytes, sha256 }, target);
  if (info !== undefined && "reason" in info) return info;
  const { name: run, manifestSha256 } = source;
  const { warnings } = earlier;
  const reused = { run, manifestSha256, startedAt };
  return { id, status: "success", stored, ...(info && { info }), reused, warnings, errors: [] };
}

async function copyFile(
  { folder }: ReuseSource,
  unitId: string,
  kind: ReadKind,
  entry: StoredEntry & { readonly contentType?: string | undefined },
  { key, store, expects }: CopyTarget,
): Promise<StoredFile | { readonly reason: string }> {
  const opened = await openChecked(folder, entry, nodeHost(), 0);
  if ("reason" in opened) return { reason: `${entry.file}: ${opened.reason}` };
  const { file = "", contentType = contentTypeOf(extname(file).slice(1)) } = entry;
  try {
    await store.prepare?.(key, unitId, kind);
    const body = bodyOf(chunkStream(opened.stream()), contentType, opened.bytes);
    const stored = await store.store(key, unitId, kind, body, kind === "info" ? "info" : expects);
    if (stored.sha256 !== entry.sha256?.toLowerCase()) return { reason: `${file} changed while it was copied` };
    if (stored.defect !== undefined) return { reason: `${file} is not a result: ${stored.defect}` };
    return stored.end === undefined ? stored : { reason: `the end of ${file} is not proved` };
  } finally {
    await opened.close();
  }
}

function bodyOf(stream: ReadableStream<Uint8Array>, contentType: string, contentLength: number): ResultBody {
  const answer = () => new Response(stream);
  return {
    contentType,
    contentLength,
    stream,
    // `Response.bytes` is not in the first versions of Node 22.
    bytes: async () => new Uint8Array(await answer().arrayBuffer()),
    text: () => answer().text(),
    json: () => answer().json(),
  };
}
