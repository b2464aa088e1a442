import type { Readable } from "node:stream";
import { UserError } from "../user-error.ts";
import type { Git } from "./git.ts";

/** Receives the content of an object; `undefined` where it is larger than the limit. The next object waits for the promise. */
export type TakeObject = (id: string, content: Buffer | undefined) => void | Promise<void>;

/**
 * Reads contents by object id, with one process, in the order of the ids.
 *
 * @param limit bytes
 * @throws UserError where the clone lacks one
 */
export async function readObjects(git: Git, ids: readonly string[], limit: number, take: TakeObject): Promise<void> {
  if (ids.length === 0) return;
  const input = ids.map((id) => `${id}\n`).join("");
  await git.pipe(["cat-file", "--batch"], input, (output) => readBatch(output, limit, take));
}

/** Reads contents that fit into memory together, by object id; `undefined` for an object that is larger than the limit. Throws as `readObjects`. */
export async function readContents(git: Git, ids: Iterable<string>, limit: number): Promise<Contents> {
  const contents = new Map<string, Buffer | undefined>();
  await readObjects(git, [...new Set(ids)], limit, (id, content) => void contents.set(id, content));
  return contents;
}

/** By object id. */
export type Contents = ReadonlyMap<string, Buffer | undefined>;

/** `OBJECT TYPE SIZE`, a line feed, the content, a line feed; and so on. */
async function readBatch(output: Readable, limit: number, take: TakeObject): Promise<void> {
  let pending: Buffer[] = [];
  let length = 0;
  let head: { readonly id: string; readonly size: number } | undefined;
  let skip = 0;
  for await (const data of output) {
    let chunk: Buffer = data;
    while (chunk.length > 0) {
      if (skip > 0) {
        const passed = Math.min(skip, chunk.length);
        skip -= passed;
        chunk = chunk.subarray(passed);
      } else if (head === undefined) {
        const end = chunk.indexOf(10);
        pending.push(end < 0 ? chunk : chunk.subarray(0, end));
        chunk = end < 0 ? chunk.subarray(chunk.length) : chunk.subarray(end + 1);
        if (end < 0) continue;
        head = readHead(Buffer.concat(pending).toString("utf8"));
        pending = [];
        if (head.size > limit) {
          await take(head.id, undefined);
          skip = head.size + 1;
          head = undefined;
        }
      } else {
        const part = chunk.subarray(0, head.size + 1 - length);
        pending.push(part);
        length += part.length;
        chunk = chunk.subarray(part.length);
        if (length <= head.size) continue;
        await take(head.id, Buffer.concat(pending, head.size));
        pending = [];
        length = 0;
        head = undefined;
      }
    }
  }
}

function readHead(line: string): { readonly id: string; readonly size: number } {
  const [id = "", type, size = ""] = line.split(" ");
  if (type !== "blob" || !/^\d+$/.test(size))
    throw new UserError(`git has no content for ${id}: ${type ?? "nothing"}. Check out without a filter.`);
  return { id, size: Number(size) };
}
