import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** A request that changed what the simulator knows. */
export interface RememberedRequest {
  /** When it was sent, milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the simulator of a workspace was told, so that a window that opens again finds its jobs. Simulated data alone; no credentials. */
export interface SimulatorMemory {
  /** The port it had, and the requests of the last day, in order. */
  recall(now: number): Promise<{ readonly port: number; readonly requests: readonly RememberedRequest[] }>;
  /** Starts the memory anew with what is still wanted. */
  begin(port: number, requests: readonly RememberedRequest[]): Promise<void>;
  add(request: RememberedRequest): Promise<void>;
}

const daySeconds = 24 * 60 * 60;

/** A memory in a file of a folder: JSON lines, of which a last one that was cut off is ignored. */
export function fileMemory(folder: string): SimulatorMemory {
  const file = path.join(folder, "simulator.jsonl");
  let written: Promise<unknown> = Promise.resolve();
  return {
    async recall(now) {
      const text = await readFile(file, "utf8").catch(() => "");
      const lines = text.split("\n").map(parse);
      const requests = lines.filter(isRequest).filter(({ at }) => at <= now && at > now - daySeconds * 1000);
      const first = lines[0];
      const port = first !== undefined && "port" in first && typeof first.port === "number" ? first.port : 0;
      return { port, requests };
    },
    async begin(port, requests) {
      await mkdir(folder, { recursive: true });
      await writeFile(file, [{ port }, ...requests].map((line) => `${JSON.stringify(line)}\n`).join(""));
    },
    add(request) {
      const add = written.then(() => appendFile(file, `${JSON.stringify(request)}\n`));
      written = add.catch(() => undefined);
      return add;
    },
  };
}

function parse(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRequest(line: object | undefined): line is RememberedRequest {
  if (line === undefined) return false;
  const { at, method, target, headers, body }: Readonly<Record<string, unknown>> = { ...line };
  return (
    typeof at === "number" &&
    typeof method === "string" &&
    typeof target === "string" &&
    typeof headers === "object" &&
    headers !== null &&
    Object.values(headers).every((value) => typeof value === "string") &&
    typeof body === "string"
  );
}
