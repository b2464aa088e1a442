import { basicAuth, createClient, createPacer, type Fetch, memoryJournal, runJobs } from "@analytics-engines/core";
import { createVirtualClock, seededRandom, type VirtualClock } from "@analytics-engines/core/testing";
import { atMost, type Row } from "../report.ts";
import { oracleSeconds } from "./oracle.ts";
import { discard, jobIdsAfter, logUniform, slowNetwork } from "./setting.ts";
import { createUnitService } from "./unit-service.ts";

const ALL_JOBS = 1000;
const UNITS_PER_JOB = 10;
/** Requests in a window: more than one shard needs, but from some number of shards on, the requests decide and not the jobs. */
const ALL_LIMIT = 600;
/** So few that a part stays unused, since each shard sends whole requests. */
const TIGHT_LIMIT = 100;
/** So many that the jobs in progress decide, not the requests. */
const WIDE_LIMIT = 2400;
const WINDOW_SECONDS = 60;
/** Jobs in progress at once in each shard, as in the Action. */
const CONCURRENCY = 10;
const sizes = [1, 4, 16, 64];
const BASE_URL = "https://service.example";

interface Setting {
  readonly jobs: number;
  readonly shards: number;
  /** Requests in a window, over all shards. */
  readonly limit: number;
  /** Jobs in progress at once in each shard. Default: 10, as in the Action. */
  readonly concurrency?: number;
  /** Whether the first shard has all jobs but one of each other. */
  readonly isUneven?: boolean;
}

interface Figures extends Setting {
  readonly seconds: number;
  readonly refused: number;
  readonly requests: number;
  /** The makespan of an oracle on these shards, seconds. */
  readonly bound: number;
}

/**
 * 10,000 units in 1,000 jobs of 5 to 300 s (log-uniform) on virtual time. 1 to 64 independent shards run them, each with its share of one limit
 * of 600 requests in a fixed window of 60 s; then shards of 20 jobs at once beside one process with as many jobs.
 */
export async function measureShards(): Promise<Row[]> {
  const runs: Figures[] = [];
  for (const shards of sizes) runs.push(await simulate({ jobs: ALL_JOBS, shards, limit: ALL_LIMIT }));
  const refused = runs.reduce((sum, run) => sum + run.refused, 0);
  const requests = runs.reduce((sum, run) => sum + run.requests, 0);
  return [
    atMost("shards, 1 to 64: answered 429", refused, "requests", requests, 0, "none"),
    ...runs.map(({ shards, seconds, bound }) =>
      atMost(`shards, 10,000 units on ${shards}: makespan`, seconds, "s", bound, 1.25, "at most 1.25 times an oracle"),
    ),
    await besideOneProcess(ALL_LIMIT, 8),
    await besideOneProcess(WIDE_LIMIT, 64),
    await lastOne(),
  ];
}

/** Shards of 20 jobs at once beside one process with as many jobs at once: shards cost little where requests are scarce, and where they are not. */
async function besideOneProcess(limit: number, shards: number): Promise<Row> {
  const whole = await simulate({ jobs: ALL_JOBS, shards: 1, limit, concurrency: 20 * shards });
  const divided = await simulate({ jobs: ALL_JOBS, shards, limit, concurrency: 20 });
  const name = `shards, ${limit} requests a window, ${shards} with 20 jobs at once beside one with ${20 * shards}: makespan`;
  // Either may need one window more than the other, which is a fifth of five windows.
  return atMost(name, divided.seconds, "s", whole.seconds, 1.25, "at most 1.25 times one process");
}

/** The last of 8 shards, alone with 100 jobs, beside the time that its share of a tight limit would need. */
async function lastOne(): Promise<Row> {
  const [jobs, shards, limit] = [107, 8, TIGHT_LIMIT];
  const { seconds } = await simulate({ jobs, shards, limit, isUneven: true });
  const shareBound = limitBound(jobs - shards + 1, Math.floor(limit / shards));
  const name = `shards, ${limit} requests a window, 100 jobs on the last of 8: makespan`;
  return atMost(name, seconds, "s", shareBound, 0.5, "at most half of its share alone");
}

/** Runs the jobs on this many shards. Throws if a job or a result is missing at the end. */
export async function simulate({
  jobs,
  shards,
  limit,
  concurrency = CONCURRENCY,
  isUneven = false,
}: Setting): Promise<Figures> {
  const clock = createVirtualClock();
  const courses = drawCourses(jobs);
  const service = createUnitService({
    clock,
    limit,
    windowSeconds: WINDOW_SECONDS,
    jobs: courses,
    unitsPerJob: UNITS_PER_JOB,
  });
  const network = slowNetwork(clock, service.fetch);
  const jobNumbers = Array.from({ length: jobs }, (_, job) => job);
  const shardOf = (job: number) => (isUneven && job >= shards ? 0 : job % shards);
  const jobsOfShards = Array.from({ length: shards }, (_, shard) => jobNumbers.filter((job) => shardOf(job) === shard));
  const startedAt = clock.now();
  const run = (jobsOfShard: readonly number[], index: number) =>
    runShard(jobsOfShard, { index, jobs, shards, concurrency }, network.fetch, clock);
  await clock.run(() => Promise.all(jobsOfShards.map(run)));
  const seconds = (clock.now() - startedAt) / 1000;
  const bound = oracleSeconds({
    shards: jobsOfShards.map((jobsOfShard) => jobsOfShard.map((job) => courses[job]?.seconds ?? 0)),
    concurrency,
    limit,
    windowSeconds: WINDOW_SECONDS,
    unitsPerJob: UNITS_PER_JOB,
  });
  return { jobs, shards, limit, seconds, refused: network.refused, requests: service.requests, bound };
}

/** The same for every number of shards. */
function drawCourses(count: number) {
  const random = seededRandom(4);
  return Array.from({ length: count }, () => ({
    seconds: logUniform(random, 5, 300),
    exponent: 0.5 + 1.5 * random(),
  }));
}

/** Each job takes a create, a status read and one read of each result; the last request can leave when the last window begins. */
function limitBound(count: number, limit: number): number {
  return (Math.ceil((count * (2 + UNITS_PER_JOB)) / limit) - 1) * WINDOW_SECONDS;
}

async function runShard(
  jobNumbers: readonly number[],
  {
    index,
    jobs,
    shards,
    concurrency,
  }: Required<Pick<Setting, "jobs" | "shards" | "concurrency">> & { readonly index: number },
  fetch: Fetch,
  clock: VirtualClock,
): Promise<void> {
  const random = seededRandom(100 + index);
  const pacer = createPacer({ clock, share: 1 / shards });
  const client = createClient({ baseUrl: BASE_URL, auth: basicAuth("DEMO-1", "demo"), fetch, clock, random, pacer });
  const outcomes = await runJobs(jobNumbers.map(jobRequest), {
    client,
    clock,
    random,
    newJobId: jobIdsAfter(index * jobs),
    journal: memoryJournal(),
    store: discard,
    concurrency,
  });
  for (const { key, status, problem, units } of outcomes) {
    const stored = units.filter((unit) => unit.stored !== undefined).length;
    if (status !== "success" || stored !== UNITS_PER_JOB)
      throw new Error(`${key} ended with ${status}, ${stored} results: ${problem?.message}`);
  }
}

function jobRequest(job: number) {
  const data = Object.fromEntries(Array.from({ length: UNITS_PER_JOB }, (_, unit) => [`unit-${unit}`, {}]));
  return { key: `job-${job}.pa.json`, family: "pa", body: { data } } as const;
}
