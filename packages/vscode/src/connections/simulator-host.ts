import { mkdir, readFile, stat } from "node:fs/promises";
import type { Fetch } from "@analytics-engines/core";
import { type Clock, parseObject, property } from "@analytics-engines/core/basics";
import { retryBusy, writeContent } from "@analytics-engines/runs/files";
import { createSimulator, defaultUser, type Listening, type Simulator } from "@analytics-engines/simulator";
import * as z from "zod/mini";
import { simulatorMemoryFile } from "./connection-list.ts";

/**
 * Starts the built-in simulator. Its state follows from its seed, the time and its requests, so it replays the requests of earlier windows at
 * their times: it then has the same jobs as before.
 * @param fetch sends requests to loopback
 * @param ownPort the port of the simulator that this one replaces
 * @returns also the credentials, and a `fetch` that remembers the requests that change the simulator
 */
export async function startSimulator(
  memory: SimulatorMemory,
  clock: Clock,
  fetch: Fetch,
  jobSeconds: number,
  ownPort?: number,
) {
  const { port: lastPort, requests } = await memory.recall(clock.now());
  const port = ownPort ?? lastPort;
  const past = pastClock(clock);
  // The service refuses a second run of the same parameters while it keeps the first job; the simulator allows it.
  const simulator = createSimulator({ clock: past.clock, jobSeconds, maxAgeSeconds: 1, duplicates: "allow" });
  const authorization = `Basic ${btoa(`${defaultUser.username}:${defaultUser.password}`)}`;
  for (const request of requests) {
    past.at(request.at);
    await replay(simulator, request, authorization);
  }
  past.end();
  const { url, close } = await listen(simulator, port);
  const usedPort = Number(new URL(url).port);
  await memory.begin(usedPort, clock.now());
  return { baseUrl: url, port: usedPort, ...defaultUser, fetch: remembering(fetch, memory, clock), stop: close };
}

/** A clock that shows past times, which timers move ahead, until `end`; from then on it is the real clock. */
function pastClock(real: Clock): { readonly clock: Clock; at(time: number): void; end(): void } {
  let time: number | undefined = 0;
  return {
    clock: {
      now: () => time ?? real.now(),
      setTimer(ms, callback) {
        if (time === undefined) return real.setTimer(ms, callback);
        time += ms;
        let isActive = true;
        queueMicrotask(() => isActive && callback());
        return () => {
          isActive = false;
        };
      },
    },
    at(next) {
      time = Math.max(time ?? 0, next);
    },
    end() {
      time = undefined;
    },
  };
}

async function replay(simulator: Simulator, request: RememberedRequest, authorization: string): Promise<void> {
  const { method, target, headers, body } = request;
  const response = await simulator
    .fetch(`http://127.0.0.1${target}`, {
      method,
      headers: { ...headers, authorization },
      ...(method === "GET" || method === "HEAD" ? {} : { body }),
    })
    .catch(() => undefined);
  await response?.body?.cancel();
}

/** Listens on the same port as before, so that stored addresses stay valid; on any other port if it is in use. */
async function listen(simulator: Simulator, port: number): Promise<Listening> {
  try {
    return await simulator.listen({ port });
  } catch {
    return simulator.listen();
  }
}

function remembering(fetch: Fetch, memory: SimulatorMemory, clock: Clock): Fetch {
  return async (request) => {
    const { method, url } = request;
    const { pathname, search } = new URL(url);
    const remember = async (body: string) => {
      const headers = Object.fromEntries([...request.headers].filter(([name]) => name !== "authorization"));
      await memory.add({ at: clock.now(), method, target: pathname + search, headers, body });
    };
    if (method !== "GET") await remember(await request.clone().text());
    const response = await fetch(request);
    const isConsumed = /\/result$/.test(pathname) ? response.status === 200 : response.status === 201;
    if (method === "GET" && isConsumed) await remember("");
    return response;
  };
}

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

/** The requests to the simulators of a folder, so that each window finds the jobs of the others. Contains no credentials. */
export type SimulatorMemory = ReturnType<typeof fileMemory>;

const DAY_SECONDS = 24 * 60 * 60;

/** A memory in a file of JSON lines in a folder. Ignores an incomplete last line. */
export function fileMemory(folder: string) {
  const file = simulatorMemoryFile(folder);
  /** The requests that the simulator of this window has had, as lines. */
  const seen = new Set<string>();
  /** Size and time of the file at the last look. */
  let seenVersion = "";
  let written: Promise<unknown> = Promise.resolve();

  async function read(now: number) {
    const text = await retryBusy(() => readFile(file, "utf8"), { path: file }).catch(() => "");
    const lines = text.split("\n").map((line): unknown => parseObject(line));
    const requests = lines
      .flatMap((line) => rememberedRequest.safeParse(line).data ?? [])
      .filter(({ at }) => at <= now && at > now - DAY_SECONDS * 1000);
    const port = property(lines[0], "port");
    return { port: typeof port === "number" ? port : 0, requests };
  }

  return {
    /** The port of the last simulator, and the requests of the last day, in order. */
    async recall(now: number) {
      const memory = await read(now);
      for (const request of memory.requests) seen.add(JSON.stringify(request));
      return memory;
    },
    /** Whether another window has sent requests that the simulator of this one does not know. */
    async isBehind(now: number): Promise<boolean> {
      const { size, mtimeMs } = await stat(file).catch(() => ({ size: 0, mtimeMs: 0 }));
      const version = `${size} ${mtimeMs}`;
      if (version === seenVersion) return false;
      seenVersion = version;
      return (await read(now)).requests.some((request) => !seen.has(JSON.stringify(request)));
    },
    /** Drops the requests of earlier days, but none that another window has added meanwhile. */
    async begin(port: number, now: number): Promise<void> {
      await mkdir(folder, { recursive: true });
      const { requests } = await read(now);
      const text = [{ port }, ...requests].map((line) => `${JSON.stringify(line)}\n`).join("");
      await writeContent(file, text);
    },
    add(request: RememberedRequest): Promise<void> {
      const line = `${JSON.stringify(request)}\n`;
      seen.add(line.trimEnd());
      const add = written.then(() => writeContent(file, line, { flag: "a" }));
      written = add.catch(() => undefined);
      return add;
    },
  };
}
