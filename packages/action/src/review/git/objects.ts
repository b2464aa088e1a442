import { spawn } from "node:child_process";
import { once } from "node:events";
import { Problem } from "../../github/problem.ts";
import type { Git } from "./git.ts";

/** The contents of a clone by object id, read one after the other by one process. */
export interface Objects extends AsyncDisposable {
  /** The bytes of a file; undefined where it has more than `limit`. */
  read(id: string, limit: number): Promise<Buffer | undefined>;
}

export function openObjects({ command }: Git): Objects {
  const child = spawn("git", [...command.args, "cat-file", "--batch-command"], {
    env: command.env,
    stdio: ["pipe", "pipe", "ignore"],
  });
  // A process that ends early is told by its output, which ends too.
  child.stdin.on("error", () => {});
  const closed = once(child, "close").catch(() => {});
  const output = child.stdout[Symbol.asyncIterator]();
  let pending = Buffer.alloc(0);

  const more = async (): Promise<void> => {
    const { done, value } = await output.next();
    if (done) throw new Problem("git cat-file ended before it had answered.");
    pending = Buffer.concat([pending, value]);
  };
  const take = (length: number) => {
    const taken = pending.subarray(0, length);
    pending = pending.subarray(length);
    return taken;
  };
  const readHeader = async () => {
    while (!pending.includes(10)) await more();
    const [id, type, size] = take(pending.indexOf(10) + 1)
      .toString()
      .trimEnd()
      .split(" ");
    if (type !== "blob") throw new Problem(`The clone has no file ${id}.`);
    return Number(size);
  };
  const readBytes = async (size: number) => {
    const parts: Buffer[] = [];
    let left = size;
    while (left > 0) {
      if (pending.length === 0) await more();
      const part = take(Math.min(left, pending.length));
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  };

  return {
    async read(id, limit) {
      child.stdin.write(`info ${id}\n`);
      const size = await readHeader();
      if (size > limit) return undefined;
      child.stdin.write(`contents ${id}\n`);
      const bytes = await readBytes((await readHeader()) + 1);
      return bytes.subarray(0, -1);
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      child.kill();
      await closed;
    },
  };
}
