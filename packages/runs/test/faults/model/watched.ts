import { basicAuth, type Client, createClient } from "@analytics-engines/core";
import { createVirtualClock, type VirtualClock } from "@analytics-engines/core/testing";
import { createSimulator, type Simulator } from "@analytics-engines/simulator";
import { createDelivery, type Delivery, isResult } from "./delivery.ts";

const ORIGIN = "https://api.example";
export const user = { username: "DEMO-1", password: "hunter2-hunter2" };

/** Texts that may appear only in requests. */
export const secrets: readonly string[] = [user.password, btoa(`${user.username}:${user.password}`)];

/** A simulated service whose traffic with the client is watched. */
export interface Watched {
  readonly clock: VirtualClock;
  readonly simulator: Simulator;
  readonly delivery: Delivery;
  /** Promises that the client broke, as sentences. */
  readonly broken: string[];
  /** The bodies that the client read, each with the path of the request that it was made for. */
  readonly given: { readonly path: string; readonly pieces: Uint8Array[] }[];
  /** A client as a new process has it: it does not know what the service told earlier clients. */
  connect(): Client;
}

/** @param seed of the simulator */
export function watchedService(seed: number, inlineSeconds: number): Watched {
  const clock = createVirtualClock();
  const simulator = createSimulator({
    clock,
    profile: "strict",
    seed,
    users: [user],
    jobSeconds: [3, 90],
    inlineSeconds,
  });
  const delivery = createDelivery(simulator, clock);
  const broken: string[] = [];
  const given: Watched["given"] = [];
  /** Addresses of results from which a byte has arrived. */
  const begun = new Set<string>();

  async function watch(request: Request, held: { until: number }): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (clock.now() < held.until) broken.push(`${request.method} ${pathname} was sent before Retry-After had passed`);
    if (request.method === "GET" && begun.has(pathname)) broken.push(`${pathname} was asked for after a byte of it`);
    const { path, response } = await delivery.reach(request);
    if (response.status === 429) {
      const seconds = Number(response.headers.get("retry-after") ?? 0);
      held.until = Math.max(held.until, clock.now() + 1000 * seconds);
    }
    if (response.body === null || response.status >= 400) return response;
    const pieces: Uint8Array[] = [];
    given.push({ path, pieces });
    return new Response(
      relay(response.body, (piece) => {
        pieces.push(piece.slice());
        // A status document that is also the result does not count: the client may ask for the same address again.
        if (isResult(path, response.status)) begun.add(path);
      }),
      response,
    );
  }

  return {
    clock,
    simulator,
    delivery,
    broken,
    given,
    connect() {
      const held = { until: 0 };
      const auth = basicAuth(user.username, user.password);
      const fetch = (request: Request) => watch(request, held);
      return createClient({ baseUrl: ORIGIN, auth, clock, random: () => 0.5, fetch });
    },
  };
}

/** A body that is read on demand, and reports each piece. */
function relay(body: ReadableStream<Uint8Array>, onPiece: (piece: Uint8Array) => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        const { value } = await reader.read();
        if (value === undefined) return controller.close();
        onPiece(value);
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
