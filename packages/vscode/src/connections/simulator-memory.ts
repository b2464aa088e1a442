import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parseObject, property } from "@analytics-engines/core/basics";
import { retryBusy, writeContent } from "@analytics-engines/runs/files";
import * as z from "zod/mini";

/** A request that changed the state of the simulator. */
const rememberedRequest = z.object({
  /** When it was sent, milliseconds since 1970. */
  at: z.number(),
  method: z.string(),
  /** Path and query. */
  target: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type RememberedRequest = Readonly<z.infer<typeof rememberedRequest>>;

/** The requests to the simulator of a workspace, so that the next window finds its jobs. Contains no credentials. */
export type SimulatorMemory = ReturnType<typeof fileMemory>;

const DAY_SECONDS = 24 * 60 * 60;

/** The file of the memory in the storage of the extension. */
export function simulatorMemoryFile(folder: string): string {
  return path.join(folder, "simulator.jsonl");
}

/** A memory in a file of JSON lines in a folder. Ignores an incomplete last line. */
export function fileMemory(folder: string) {
  const file = simulatorMemoryFile(folder);
  let written: Promise<unknown> = Promise.resolve();
  return {
    /** The port of the last simulator, and the requests of the last day, in order. */
    async recall(now: number) {
      const text = await retryBusy(() => readFile(file, "utf8"), { path: file }).catch(() => "");
      const lines = text.split("\n").map((line): unknown => parseObject(line));
      const requests = lines
        .flatMap((line) => rememberedRequest.safeParse(line).data ?? [])
        .filter(({ at }) => at <= now && at > now - DAY_SECONDS * 1000);
      const port = property(lines[0], "port");
      return { port: typeof port === "number" ? port : 0, requests };
    },
    /** Replaces the memory with these requests. */
    async begin(port: number, requests: readonly RememberedRequest[]): Promise<void> {
      await mkdir(folder, { recursive: true });
      const text = [{ port }, ...requests].map((line) => `${JSON.stringify(line)}\n`).join("");
      await writeContent(file, text);
    },
    add(request: RememberedRequest): Promise<void> {
      const line = `${JSON.stringify(request)}\n`;
      const add = written.then(() => writeContent(file, line, { flag: "a" }));
      written = add.catch(() => undefined);
      return add;
    },
  };
}
