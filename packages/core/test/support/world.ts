import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSimulator, type Simulator, type SimulatorOptions } from "../../../simulator/src/index.ts";
import {
  basicAuth,
  type Client,
  type ClientOptions,
  createClient,
  defectOfBytes,
  type Expected,
  type ResultBody,
} from "../../src/index.ts";
import { IncompleteBodyError } from "../../src/jobs/errors.ts";
import { runJobs } from "../../src/jobs/run/run.ts";
import type {
  JobOutcome,
  JobRequest,
  Journal,
  JournalEntry,
  Leftover,
  ResultStore,
  RunEvent,
  RunOptions,
  StoredFile,
} from "../../src/jobs/types.ts";
import { createVirtualClock, type VirtualClock } from "../../src/testing/index.ts";
import { messageOf } from "../../src/text/errors.ts";

export const ORIGIN = "https://api.example";

/** A simulated service on virtual time, with a client, and a journal and a store in memory that outlive executions. */
export interface World {
  readonly clock: VirtualClock;
  readonly simulator: Simulator;
  readonly client: Client;
  readonly entries: JournalEntry[];
  readonly store: MemoryStore;
  readonly events: RunEvent[];
  /** Runs the requests to the end on virtual time; a second call resumes. */
  run(requests: readonly JobRequest[], options?: WorldRunOptions): Promise<readonly JobOutcome[]>;
  /** The requests that the simulator received, as `METHOD last-word status`. */
  traffic(): string[];
}

export interface WorldRunOptions extends RunOptions {
  readonly client?: Client;
  readonly journal?: Journal;
  readonly store?: ResultStore;
}

/** Makes a world. Its simulator reads the service's documents strictly: it gives no second chance, so the client must not need one. */
export function createWorld(options: SimulatorOptions & { readonly client?: Partial<ClientOptions> } = {}): World {
  const clock = createVirtualClock();
  const { client: clientOptions, ...simulated } = options;
  const simulator = createSimulator({ clock, profile: "strict", jobSeconds: 30, maxAgeSeconds: 5, ...simulated });
  const auth = basicAuth("DEMO-1", "demo");
  const client = createClient({
    baseUrl: ORIGIN,
    auth,
    clock,
    random: () => 0.5,
    fetch: simulator.fetch,
    ...clientOptions,
  });
  const entries: JournalEntry[] = [];
  const store = memoryStore();
  const events: RunEvent[] = [];
  const journal: Journal = {
    get earlier() {
      return [...entries];
    },
    append: async (entry) => void entries.push(entry),
  };
  return {
    clock,
    simulator,
    client,
    entries,
    store,
    events,
    run: (requests, runOptions) =>
      clock.run(() =>
        runJobs(requests, {
          client,
          clock,
          journal: { earlier: journal.earlier, append: journal.append },
          store,
          random: () => 0.5,
          onEvent: (event) => void events.push(event),
          ...runOptions,
        }),
      ),
    traffic: () =>
      simulator.requests.map(
        ({ method, operation, status }) => `${method} ${operation.split(".").at(-1)} ${status ?? "-"}`,
      ),
  };
}

/** A client with `answer` in front of the world's service: a response is the answer, `undefined` passes the request on. */
export function clientBefore(world: World, answer: (request: Request) => Response | undefined): Client {
  return createClient({
    baseUrl: ORIGIN,
    auth: basicAuth("DEMO-1", "demo"),
    clock: world.clock,
    random: () => 0.5,
    fetch: async (request) => answer(request) ?? world.simulator.fetch(request),
  });
}

/** A store in memory: bytes by `KEY/UNIT/KIND`. `halves` has the length of what arrived of bodies that broke off. */
export interface MemoryStore extends ResultStore {
  readonly files: Map<string, Uint8Array>;
  readonly halves: Map<string, number>;
}

export function memoryStore(): MemoryStore {
  const files = new Map<string, Uint8Array>();
  const types = new Map<string, string>();
  const halves = new Map<string, number>();
  const describe = (name: string, bytes: Uint8Array, contentType: string, body?: ResultBody, expects?: Expected) => {
    const defect = defectOfBytes(bytes, contentType, expects ?? "document", body?.redact);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const file: StoredFile = { file: name, contentType, bytes: bytes.length, sha256 };
    return defect === undefined ? file : { ...file, defect };
  };
  return {
    files,
    halves,
    async prepare(key, unitId, kind) {
      files.delete(`${key}/${unitId}/${kind}`);
      halves.delete(`${key}/${unitId}/${kind}`);
    },
    async store(key, unitId, kind, body, expects) {
      const name = `${key}/${unitId}/${kind}`;
      halves.set(name, 0);
      const pieces: Uint8Array[] = [];
      try {
        for await (const piece of body.stream) {
          pieces.push(piece);
          halves.set(name, (halves.get(name) ?? 0) + piece.length);
        }
      } catch (error) {
        throw new IncompleteBodyError(messageOf(error), halves.get(name) ?? 0, { cause: error });
      }
      const bytes = Buffer.concat(pieces);
      halves.delete(name);
      files.set(name, bytes);
      types.set(name, body.contentType);
      return describe(name, bytes, body.contentType, body, expects);
    },
    async recover(key, unitId, kind, expects): Promise<Leftover | undefined> {
      const name = `${key}/${unitId}/${kind}`;
      const bytes = files.get(name);
      if (bytes !== undefined) {
        return { state: "whole", file: describe(name, bytes, types.get(name) ?? "", undefined, expects) };
      }
      const half = halves.get(name);
      return half === undefined ? undefined : { state: "partial", bytes: half };
    },
  };
}

const example = (name: string): Record<string, unknown> => {
  const { $schema: _, ...request } = JSON.parse(
    readFileSync(new URL(`../../../../docs/examples/${name}`, import.meta.url), "utf8"),
  );
  return request;
};

/** A valid request for each way to answer. Two `pa` requests differ only in their name, so they are not duplicates. */
export const requests = {
  /** One unit, `weights`. */
  pa: (key = "weights.pa.json", account = "Client:/Growth/GLOBAL_EQUITY.ACCT"): JobRequest => ({
    key,
    family: "pa",
    body: paBody(["weights"], account),
  }),
  paUnits: (units: readonly string[], key = "units.pa.json"): JobRequest => ({
    key,
    family: "pa",
    body: paBody(units, "Client:/Growth/GLOBAL_EQUITY.ACCT"),
  }),
  /** Units of an attribution against a benchmark: the service can write about them. */
  attribution: (units: readonly string[] = ["effects"], key = "effects.pa.json"): JobRequest => {
    const { data } = example("attribution.pa.json");
    const unit = typeof data === "object" && data !== null && "attribution" in data ? data.attribution : {};
    return { key, family: "pa", body: { data: Object.fromEntries(units.map((id) => [id, unit])) } };
  },
  quant: (key = "prices.quant.json"): JobRequest => ({ key, family: "quant", body: example("prices.quant.json") }),
  fi: (key = "bonds.fi.json"): JobRequest => ({ key, family: "fi", body: example("bonds.fi.json") }),
  fiab: (key = "batch.fiab.json"): JobRequest => ({ key, family: "fiab", body: example("batch.fiab.json") }),
  pub: (key = "book.pub.json"): JobRequest => ({ key, family: "pub", body: example("monthly-book.pub.json") }),
};

function paBody(units: readonly string[], account: string) {
  const body = example("weights.pa.json");
  const data = body["data"];
  const unit = typeof data === "object" && data !== null && "weights" in data ? data.weights : {};
  const one = { ...(typeof unit === "object" ? unit : {}), accounts: [{ id: account, holdingsmode: "B&H" }] };
  return { ...body, data: Object.fromEntries(units.map((id) => [id, one])) };
}

/** `count` different `pa` jobs of one unit: the names of their units differ. */
export function manyPa(count: number): JobRequest[] {
  return Array.from({ length: count }, (_, index) => {
    const request = requests.paUnits([`unit ${index}`], `job-${index}.pa.json`);
    return request;
  });
}

/** The only element. */
export function only<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined || list.length !== 1) throw new Error(`Expected one element, not ${list.length}`);
  return first;
}
