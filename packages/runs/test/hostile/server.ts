import { createServer, type Socket } from "node:net";
import type { Clock } from "@analytics-engines/core/basics";
import { type Connection, createExchange, type Exchange } from "./exchange.ts";
import { createHistory, type History, type Step } from "./history.ts";
import { createService } from "./service/answer.ts";
import { createJobs, type Jobs } from "./service/jobs.ts";
import type { Kind } from "./service/kinds.ts";
import { type Target, targetOf } from "./service/target.ts";
import { EXCHANGE_HEADER, type StillTime } from "./still-time.ts";
import { encode } from "./wire/encode.ts";
import { createRequestReader, type WireRequest } from "./wire/read-requests.ts";

/** What goes wrong, and at which request. */
export interface Plan {
  readonly step: Step;
  /** The marker of the parameter file whose requests meet the fault. Default: those of any. */
  readonly marker?: string;
  /** How many such requests meet the fault. Default: 1. */
  readonly strikes?: number;
  readonly play: (exchange: Exchange) => Promise<void>;
}

export interface HostileServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly history: History;
  readonly jobs: Jobs;
  /** How many requests came to the other origin. */
  readonly foreignRequests: () => number;
  arm(plan: Plan): void;
  /** Nothing goes wrong from now on, on any connection. */
  heal(): void;
  close(): Promise<void>;
}

interface Options {
  readonly kind: Kind;
  readonly clock: Clock;
  readonly time: StillTime;
  /** Pauses the process of the client. */
  readonly leap: (seconds: number) => void;
  readonly username: string;
  readonly password: string;
}

/** A service for the jobs of one kind on raw sockets of loopback, which a plan can make answer wrong. */
export async function openHostileServer({
  kind,
  clock,
  time,
  leap,
  username,
  password,
}: Options): Promise<HostileServer> {
  const history = createHistory(clock.now);
  const jobs = createJobs(kind, history, clock.now);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const answerTo = createService(kind, jobs, history, authorization);
  const sockets = new Set<Socket>();
  const connections = new Set<Connection>();
  /** Jobs whose create the server answered with a reset, and about which the client has had no answer since. */
  const unheard = new Set<string>();
  let plan: (Plan & { remainingStrikes: number }) | undefined;
  let foreign = 0;

  const server = createServer((socket) => {
    sockets.add(socket);
    // Small pieces leave at once, and do not wait until the other side has acknowledged the one before.
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    const connection: Connection = { id: connections.size + 1, socket };
    connections.add(connection);
    const read = createRequestReader();
    let last: Promise<void> = Promise.resolve();
    socket.on("data", (bytes) => {
      for (const request of read(Buffer.from(bytes))) last = last.then(() => handle(connection, request));
    });
  });
  const other = createServer((socket) => {
    foreign += 1;
    socket.on("error", () => {});
    socket.destroy();
  });

  async function handle(connection: Connection, request: WireRequest): Promise<void> {
    const number = Number(request.headers.get(EXCHANGE_HEADER) ?? 0);
    const target = targetOf(kind, jobs, request, (jobId) => unheard.has(jobId));
    const { step, jobId, unitId } = target;
    const { method, path } = request;
    const named = { ...(jobId !== undefined && { jobId }), ...(unitId !== undefined && { unitId }) };
    history.add({ type: "request", exchange: number, connection: connection.id, method, path, step, ...named });
    const exchange = createExchange({
      number,
      kind,
      request,
      target,
      connection,
      authorization,
      job: jobs.get(jobId ?? ""),
      otherJob: jobs.all.find(({ id }) => id !== jobId),
      foreignOrigin: urlOf(other),
      time,
      history,
      act: () => answerTo(target, request),
      later: (seconds, work) => void clock.setTimer(1000 * seconds, work),
      leap,
    });
    if (connection.isDead) exchange.reset();
    else await (isStruck(target) ? strike(exchange) : answer(exchange));
  }

  function isStruck({ step, marker }: Target): boolean {
    if (plan === undefined || plan.remainingStrikes === 0) return false;
    if (plan.marker !== undefined && marker !== plan.marker) return false;
    return step === plan.step || (plan.step === "look" && step === "create" && marker === plan.marker);
  }

  async function strike(exchange: Exchange): Promise<void> {
    const { step, jobId } = exchange.target;
    if (plan?.step === "look" && step === "create") {
      exchange.act();
      if (jobId !== undefined) unheard.add(jobId);
      exchange.reset();
      return;
    }
    if (plan === undefined) return;
    plan.remainingStrikes -= 1;
    if (jobId !== undefined) unheard.delete(jobId);
    history.add({ type: "fault", exchange: exchange.number, ...(jobId !== undefined && { jobId }) });
    await plan.play(exchange);
  }

  async function answer(exchange: Exchange): Promise<void> {
    const { connection } = exchange;
    const own = encode(exchange.act());
    const { previous, late, isDisplaced } = connection;
    connection.previous = own;
    delete connection.late;
    if (late !== undefined) await exchange.send(late);
    await exchange.send(isDisplaced && previous !== undefined ? previous : own);
  }

  await Promise.all([listen(server), listen(other)]);
  return {
    url: urlOf(server),
    history,
    jobs,
    foreignRequests: () => foreign,
    arm: (armed) => {
      plan = { ...armed, remainingStrikes: armed.strikes ?? 1 };
    },
    heal() {
      plan = undefined;
      unheard.clear();
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed(server), closed(other)]);
    },
  };
}

type Listener = ReturnType<typeof createServer>;

function listen(server: Listener): Promise<void> {
  return new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
}

function closed(server: Listener): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}

function urlOf(server: Listener): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on a port.");
  return `http://127.0.0.1:${address.port}`;
}
