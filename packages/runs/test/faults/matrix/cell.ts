import {
  basicAuth,
  createClient,
  type JobOutcome,
  type JournalEntry,
  oauthCredentials,
  type RunEvent,
  runJobs,
} from "@analytics-engines/core";
import type { Clock } from "@analytics-engines/core/basics";
import { createVirtualClock, type VirtualClock } from "@analytics-engines/core/testing";
import { createSimulator, type Simulator } from "@analytics-engines/simulator";
import { oauthClient, oauthConfig, secrets, user } from "../../../../core/test/support/service/credentials.ts";
import { type MemoryStore, memoryStore } from "../../../../core/test/support/world.ts";
import { type CellFault, type Kind, requestOf, type Step, type Times } from "./axes.ts";
import { heldFetch } from "./held-fetch.ts";

export interface Cell {
  readonly kind: Kind;
  readonly step: Step;
  /** Absent for a run without a fault, with which the others are compared. */
  readonly fault?: CellFault;
  readonly times: Times;
  readonly clockStep?: ClockStep;
}

/** A step of the machine's clock. Timers do not notice it. */
export interface ClockStep {
  /** Negative: backwards. */
  readonly seconds: number;
  /** Just before the first request of the cell's step, or before the run is resumed. */
  readonly before: "request" | "resume";
}

/** What became of the job of a cell. */
export interface Observed {
  /** Whether there was a request for the fault to meet. */
  readonly met: boolean;
  /** The outcome at the end of the run with the fault. */
  readonly first: JobOutcome;
  /** The outcome after the run was resumed without a fault; the same as `first` if the job was canceled. */
  readonly last: JobOutcome;
  readonly store: MemoryStore;
  readonly simulator: Simulator;
  /** Promises that were broken on the way, as sentences. */
  readonly broken: readonly string[];
}

const JOB_SECONDS = 60;
const ORIGIN = "https://api.example";
let holding: VirtualClock | undefined;
/** The clock of the cell in progress. */
export const clockOfCell = () => holding;

/** Runs one job with the fault at the step, then resumes it without the fault. */
export async function runCell(cell: Cell): Promise<Observed> {
  const { kind, step, fault, times, clockStep } = cell;
  const clock = createVirtualClock();
  holding = clock;
  const simulator = createSimulator({
    clock,
    profile: "strict",
    users: [user],
    oauthClients: [oauthClient],
    tokenSeconds: 60,
    jobSeconds: kind.atOnce ? 0 : step === "cancel" ? 3600 : JOB_SECONDS,
    inlineSeconds: kind.atOnce ? JOB_SECONDS : 0,
  });
  const server = fault?.over === "sockets" ? await simulator.listen() : undefined;
  // The cells throw thousands of errors, and stack traces would take a quarter of the processor time.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return await clock.run(() => play(server?.url ?? ORIGIN));
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    holding = undefined;
    await server?.close();
  }

  async function play(origin: string): Promise<Observed> {
    const broken: string[] = [];
    const reach = server !== undefined ? heldFetch(clock) : simulator.fetch;
    let strikes = fault === undefined ? 0 : times === "once" ? 1 : Infinity;
    let met = false;
    let heldUntil = 0;
    let aheadMs = 0;
    const machineClock: Clock = { now: () => clock.now() + aheadMs, setTimer: clock.setTimer };
    const stepClock = (before: ClockStep["before"]) => {
      if (clockStep?.before === before) aheadMs = 1000 * clockStep.seconds;
    };

    async function aimed(request: Request): Promise<Response> {
      const url = new URL(request.url);
      if (url.origin !== origin) broken.push(`a request went to ${url.origin}`);
      if (clock.now() < heldUntil) broken.push("a request was sent before Retry-After had passed");
      simulator.faults.clear();
      if (isAt(step, request.method, url.pathname)) {
        met = true;
        stepClock("request");
      }
      if (isAt(step, request.method, url.pathname) && strikes > 0) {
        strikes -= 1;
        simulator.faults.add(`any#1=${fault?.text}`);
      }
      const response = await reach(request);
      const seconds = response.status === 429 ? Number(response.headers.get("retry-after") ?? 0) : 0;
      heldUntil = Math.max(heldUntil, clock.now() + 1000 * seconds);
      return response;
    }

    /** Whether a request is the one that the cell is about. */
    function isAt(step: Step, method: string, path: string): boolean {
      if (step === "token") return path === "/oauth/token";
      if (step === "create") return method === "PUT" || method === "POST";
      if (step === "cancel") return method === "DELETE";
      if (method !== "GET") return false;
      if (step === "info" || step === "result") return path.endsWith(`/${step}`);
      const [job] = simulator.jobs;
      const isStatus = kind.family === "fiab" ? path.endsWith(`/${job?.id}`) : path.endsWith("/status");
      if (!isStatus || job === undefined) return false;
      const isOver = clock.now() >= job.startedAt + 1000 * job.seconds;
      return step === "status" ? isOver : !isOver;
    }

    const entries: JournalEntry[] = [];
    const events: RunEvent[] = [];
    const store = memoryStore();
    const key = kind.example;
    const request = { key, family: kind.family, body: requestOf(kind) };

    /** One execution of the run, as a new process would do it. */
    async function execute(stopAfterSeconds?: number): Promise<JobOutcome> {
      heldUntil = 0;
      const options = { fetch: aimed, clock: machineClock };
      const auth =
        step === "token" ? oauthCredentials(oauthConfig(origin), options) : basicAuth(user.username, user.password);
      const client = createClient({ baseUrl: origin, auth, random: () => 0.5, ...options });
      const stop = new AbortController();
      const cancelTimer = stopAfterSeconds && clock.setTimer(1000 * stopAfterSeconds, () => stop.abort());
      const [outcome] = await runJobs([request], {
        client,
        clock: machineClock,
        store,
        random: () => 0.5,
        journal: { earlier: [...entries], append: async (entry) => void entries.push(entry) },
        onEvent: (event) => void events.push(event),
        signal: stop.signal,
      });
      if (cancelTimer) cancelTimer();
      if (outcome === undefined) throw new Error("A job has an outcome.");
      return outcome;
    }

    const first = await execute(step === "cancel" ? 20 : undefined);
    const creates = simulator.jobs.length;
    strikes = 0;
    stepClock("resume");
    // A canceled job starts again when the run is resumed; another test covers it.
    const last = first.status === "canceled" ? first : await execute();
    broken.push(...brokenPromises(cell, simulator, store, last, creates));
    const told = JSON.stringify([entries, events, first, last]);
    for (const secret of secrets) if (told.includes(secret)) broken.push("a secret was written down");
    return { met, first, last, store, simulator, broken };
  }
}

/** What must hold whatever goes wrong. */
function brokenPromises(
  { step, fault, times }: Cell,
  simulator: Simulator,
  store: MemoryStore,
  outcome: JobOutcome,
  createsBefore: number,
): string[] {
  // The client believes the service's own 404 if a second request also gets it.
  const believes = fault?.text === "404" && times === "always";
  const broken: string[] = [];
  const { jobs } = simulator;
  if (createsBefore > 1 || jobs.length > 1 || jobs.some(({ creates }) => creates > 1)) broken.push("a second job");
  const [job] = jobs;
  for (const unit of job?.units ?? []) {
    const told = outcome.units.find(({ id }) => id === unit.id);
    const isKept = store.files.has(`${outcome.key}/${unit.id}/result`);
    if (unit.resultReads > 1) broken.push(`the result of ${unit.id} was given twice`);
    if (unit.resultReads === 1 && !isKept && told?.status !== "lost")
      broken.push(`the result of ${unit.id} vanished and is called ${told?.status}`);
    if (told?.status === "lost" && unit.resultReads === 0 && !believes)
      broken.push(`${unit.id} is called lost and was never given`);
    if (told?.status === "success" && !isKept) broken.push(`${unit.id} is called a success without a result`);
  }
  if (step !== "cancel" && job?.state === "Cancelled") broken.push("the job was canceled unasked");
  if (outcome.status === "canceled" && !believes && job?.state !== "Cancelled")
    broken.push("it is called canceled and runs");
  if (outcome.jobId !== undefined && outcome.jobId !== job?.id) broken.push("a job is named that there is not");
  return broken;
}
