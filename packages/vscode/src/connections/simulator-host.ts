import type { Clock, Fetch } from "@analytics-engines/core";
import type { Listening, Simulator } from "@analytics-engines/simulator";
import type { RememberedRequest, SimulatorMemory } from "./simulator-memory.ts";

export interface SimulatorHostOptions {
  readonly memory: SimulatorMemory;
  readonly clock: Clock;
  /** How requests reach loopback. */
  readonly fetch: Fetch;
  readonly jobSeconds: number;
}

/** A simulator on loopback, and how to talk to it. */
export interface RunningSimulator {
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
  /** Sends, and remembers what changes the simulator. */
  readonly fetch: Fetch;
  stop(): Promise<void>;
}

/**
 * Starts the built-in simulator. Its state follows from its seed, the time and the requests it was sent; so those that it was sent before the
 * window closed are given to it again, at their times, and it knows its jobs as if it had never stopped.
 */
export async function startSimulator({
  memory,
  clock,
  fetch,
  jobSeconds,
}: SimulatorHostOptions): Promise<RunningSimulator> {
  const { createSimulator, defaultUser } = await import("@analytics-engines/simulator");
  const { port, requests } = await memory.recall(clock.now());
  const past = pastClock(clock);
  // The same file may be run again and again here, which the service would refuse while it keeps the first job.
  const simulator = createSimulator({ clock: past.clock, jobSeconds, maxAgeSeconds: 1, duplicates: "allow" });
  const authorization = `Basic ${btoa(`${defaultUser.username}:${defaultUser.password}`)}`;
  for (const request of requests) {
    past.at(request.at);
    await replay(simulator, request, authorization);
  }
  past.end();
  const { url, close } = await listen(simulator, port);
  await memory.begin(Number(new URL(url).port), requests);
  return { baseUrl: url, ...defaultUser, fetch: remembering(fetch, memory, clock), stop: close };
}

/** A clock that stands where it is put, until it is the real one. What waits on it jumps ahead. */
function pastClock(real: Clock): { readonly clock: Clock; at(time: number): void; end(): void } {
  let time: number | undefined = 0;
  return {
    clock: {
      now: () => time ?? real.now(),
      setTimer(ms, callback) {
        if (time === undefined) return real.setTimer(ms, callback);
        time += ms;
        let wanted = true;
        queueMicrotask(() => wanted && callback());
        return () => {
          wanted = false;
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

/** On the port it had, so that addresses that were kept stay right; on any other where that is taken. */
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
    const spent = /\/result$/.test(pathname) ? response.status === 200 : response.status === 201;
    if (method === "GET" && spent) await remember("");
    return response;
  };
}
