import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { OAuthConfiguration } from "./auth.ts";
import type { Faults } from "./faults/faults.ts";
import { type JobView, viewJobs } from "./jobs/view.ts";
import { defaultUser, type SimulatorOptions } from "./options.ts";
import { createApp } from "./routes/app.ts";
import { createService, type ReceivedRequest } from "./service.ts";

/** A simulated service. Its state is in memory, and shared by `fetch` and all sockets. */
export interface Simulator {
  /** Answers a request without a socket, in place of the global `fetch`. Connection faults throw the same errors. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Opens a real HTTP server on 127.0.0.1; port 0 (the default) is any free one. */
  listen(options?: { readonly port?: number }): Promise<Listening>;
  /** The requests received, oldest first; the latest `maxRequests` at least. */
  readonly requests: readonly ReceivedRequest[];
  /** The jobs as they are now, in the order of their creation. */
  readonly jobs: readonly JobView[];
  /** The rules of faults. They can change while the simulator runs. */
  readonly faults: Faults;
  /** Makes an OAuth client for a user (default: the first), and returns its configuration. */
  oauthConfiguration(origin: string, username?: string): Promise<OAuthConfiguration>;
}

export interface Listening {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  /** Ends all connections, at once. */
  close(): Promise<void>;
}

/**
 * Creates a simulated service.
 *
 * @throws RangeError for a number or a fault that cannot work
 * @throws FaultSyntaxError for a text that is not a fault rule
 * @example
 * ```ts
 * import { basicAuth, createClient } from "@analytics-engines/core";
 * import { createSimulator, defaultUser } from "@analytics-engines/simulator";
 *
 * const simulator = createSimulator({ jobSeconds: 2, faults: ["status#2=reset"] });
 * const auth = basicAuth(defaultUser.username, defaultUser.password);
 * const client = createClient({ baseUrl: "https://service.example", auth, fetch: simulator.fetch });
 * console.log((await client.lookups.currencies.list()).status, simulator.requests.length);
 * ```
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const service = createService(options);
  const app = createApp(service);
  return {
    get requests() {
      return service.log.entries;
    },
    get jobs() {
      return viewJobs(service);
    },
    faults: service.faults,
    async fetch(input, init) {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      return abortable(Promise.resolve(app.fetch(request)), request.signal);
    },
    oauthConfiguration: (origin, username = service.settings.users[0]?.username ?? defaultUser.username) =>
      service.oauth.createClient(username, new URL(origin).origin),
    listen({ port = 0 } = {}) {
      const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
      // An idle connection outlives the pause between two polls, so that no poll meets a closing connection.
      const server = createServer({ keepAliveTimeout: 65_000 }, listener);
      server.on("connection", (socket) => {
        const fault = service.faults.next({ operation: "connection" });
        if (fault?.kind === "refused") socket.destroy();
        else if (fault !== undefined) socket.resetAndDestroy();
      });
      return new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, "127.0.0.1", () => {
          const address = server.address();
          const actual = typeof address === "object" ? address?.port : port;
          const close = () =>
            new Promise<void>((onClosed) => {
              server.close(() => onClosed());
              server.closeAllConnections();
            });
          resolve({ url: `http://127.0.0.1:${actual}`, close });
        });
      });
    },
  };
}

/** Rejects when the caller aborts, as `fetch` does. */
function abortable(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
