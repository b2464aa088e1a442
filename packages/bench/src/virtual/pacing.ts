import { basicAuth, createClient, type Fetch, memoryJournal, runJobs } from "@analytics-engines/core";
import { sleep } from "@analytics-engines/core/basics";
import { createVirtualClock, seededRandom, type VirtualClock } from "@analytics-engines/core/testing";
import { createSimulator } from "@analytics-engines/simulator";
import { makeWeightsJobs } from "../data/weights-jobs.ts";
import { mean } from "../measure.ts";
import { atMost, type Row, under, withoutTarget } from "../report.ts";
import { discard, jobIdsAfter, logUniform, slowNetwork } from "./setting.ts";

const LIMIT = 100;
const WINDOW_SECONDS = 60;
const WORKERS = 50;
const REQUESTS = 10_000;
const JOBS = 1000;
const BASE_URL = "https://service.example";

/**
 * The client and the runner against the simulated service on virtual time. The service allows 100 requests in a fixed window of 60 s, and
 * a request takes 50 to 150 ms. First 10,000 requests, 50 at once, beside a client that only obeys Retry-After; then 1,000 jobs of 5 to
 * 300 s (log-uniform), 50 at once.
 */
export async function measurePacing(): Promise<Row[]> {
  const paced = await tenThousand((service, clock) => {
    const client = createClient({ baseUrl: BASE_URL, auth: basicAuth("DEMO-1", "demo"), fetch: service, clock });
    return async () => {
      await client.pa.frequencies.list();
    };
  });
  const obedient = await tenThousand(obeyRetryAfter);
  // The last request may leave when the last window begins.
  const bound = (Math.ceil(REQUESTS / LIMIT) - 1) * WINDOW_SECONDS;
  const ran = await thousandJobs();
  return [
    atMost("pacing, 10,000 requests: answered 429", paced.refused, "requests", obedient.refused, 0, "none"),
    atMost("pacing, 10,000 requests: makespan", paced.seconds, "s", bound, 1.01, "within 1 % of the bound"),
    atMost("pacing, 1,000 jobs: answered 429", ran.refused, "requests", 1, 0, "none"),
    under("pacing, 1,000 jobs: makespan", ran.seconds, "s", 2400, "at most 2,400 s"),
    withoutTarget("pacing, 1,000 jobs: mean lag", ran.meanLag, "s", 14, "shown beside 14 s, asked for above 2,400 s"),
    withoutTarget("pacing, 1,000 jobs: status reads a job", ran.reads, "reads", 1, "shown beside an oracle"),
  ];
}

type MakeCall = (service: Fetch, clock: VirtualClock) => () => Promise<void>;

async function tenThousand(makeCall: MakeCall): Promise<{ seconds: number; refused: number }> {
  const clock = createVirtualClock();
  const simulator = createSimulator({ clock, rateLimit: { limit: LIMIT, windowSeconds: WINDOW_SECONDS } });
  const network = slowNetwork(clock, simulator.fetch);
  const call = makeCall(network.fetch, clock);
  const startedAt = clock.now();
  let remaining = REQUESTS;
  const work = async () => {
    while (remaining-- > 0) await call();
  };
  await clock.run(() => Promise.all(Array.from({ length: WORKERS }, work)));
  return { seconds: (clock.now() - startedAt) / 1000, refused: network.refused };
}

/** A simple client: sends at once, and again after the time that a 429 names. */
const obeyRetryAfter: MakeCall = (service, clock) => {
  const url = `${BASE_URL}/analytics/engines/pa/v3/frequencies`;
  const headers = { authorization: `Basic ${btoa("DEMO-1:demo")}`, accept: "application/json" };
  return async () => {
    for (;;) {
      const response = await service(new Request(url, { headers }));
      await response.text();
      if (response.status === 200) return;
      if (response.status !== 429) throw new Error(`the simulated service answered ${response.status}`);
      await sleep(clock, Number(response.headers.get("retry-after")) * 1000);
    }
  };
};

async function thousandJobs() {
  const clock = createVirtualClock();
  const random = seededRandom(3);
  const simulator = createSimulator({
    clock,
    rateLimit: { limit: LIMIT, windowSeconds: WINDOW_SECONDS },
    maxRunningUnits: JOBS,
    maxRequests: 10 * JOBS,
    jobSeconds: () => logUniform(random, 5, 300),
  });
  const seenAt = new Map<string, number>();
  const network = slowNetwork(clock, async (request) => {
    const response = await simulator.fetch(request);
    const id = /\/calculations\/([^/]+)\/status$/.exec(request.url)?.[1];
    if (id !== undefined && response.status === 200) seenAt.set(id, clock.now());
    return response;
  });
  const client = createClient({
    baseUrl: BASE_URL,
    auth: basicAuth("DEMO-1", "demo"),
    fetch: network.fetch,
    clock,
    random,
  });
  // The simulator draws a job's progress from its id.
  const newJobId = jobIdsAfter(0);
  const journal = memoryJournal();
  const runStartedAt = clock.now();
  const outcomes = await clock.run(() =>
    runJobs(makeWeightsJobs(JOBS), { client, clock, random, newJobId, journal, store: discard, concurrency: WORKERS }),
  );
  const seconds = (clock.now() - runStartedAt) / 1000;
  const failed = outcomes.find(({ status }) => status !== "success");
  if (failed !== undefined) throw new Error(`${failed.key} ended with ${failed.status}: ${failed.problem?.message}`);
  const lags = simulator.jobs.map(({ id, startedAt, seconds: duration }) => {
    const observedAt = seenAt.get(id);
    if (observedAt === undefined) throw new Error(`no status read showed the end of job ${id}`);
    return (observedAt - startedAt) / 1000 - duration;
  });
  const reads = mean(simulator.jobs.map(({ statusReads }) => statusReads));
  return { seconds, refused: network.refused, meanLag: mean(lags), reads };
}
