import { basicAuth, createClient, createPacer, type Fetch, memoryJournal, runJobs } from "@analytics-engines/core";
import { createVirtualClock, seededRandom, type VirtualClock } from "@analytics-engines/core/testing";
import { mean } from "../quantiles.ts";
import { atMost, type Row, withoutTarget } from "../report/rows.ts";
import { oracleSeconds } from "./oracle.ts";
import { discard, jobIdsAfter, logUniform, slowNetwork } from "./setting.ts";
import { createUnitService } from "./unit-service.ts";

const ALL_JOBS = 1000;
const UNITS_PER_JOB = 10;
/** Requests in a window: more than one shard needs, but from some number of shards on, the requests decide and not the jobs. */
const ALL_LIMIT = 600;
/** So few that a part stays unused, since each shard sends whole requests: 64 shards use 64 of 100. */
const TIGHT_LIMIT = 100;
const tightSizes = [32, 64];
/** So many that the jobs in progress decide, not the requests. */
const WIDE_LIMIT = 2400;
const WINDOW_SECONDS = 60;
/** Jobs in progress at once in each shard, as in the Action. */
const CONCURRENCY = 10;
const sizes = [1, 2, 4, 8, 16, 32, 64];
/** One list of jobs can end late by chance, with a long job that begins last. */
const FIRST_LIST = 4;
const lists = [FIRST_LIST, 5, 6];
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
  /** Which list of jobs, by the seed of their durations. Default: the first. */
  readonly list?: number;
}

interface Figures extends Setting {
  readonly seconds: number;
  readonly refused: number;
  readonly requests: number;
  /** The makespan of an oracle on these shards, seconds. */
  readonly bound: number;
}

/**
 * 10,000 units in 1,000 jobs of 5 to 300 s (log-uniform) on virtual time. 1 to 64 independent shards run them, each with its share of one
 * limit of 600 requests in a fixed window of 60 s; then many shards with a limit of 100 requests, and 1 to 64 shards of 20 jobs at once with a
 * limit of 2,400, where shards pay.
 */
export async function measureShards(): Promise<Row[]> {
  const all: Figures[] = [];
  for (const size of sizes) all.push(await simulate({ jobs: ALL_JOBS, shards: size, limit: ALL_LIMIT }));
  const tight: Figures[] = [];
  for (const size of tightSizes) tight.push(await simulate({ jobs: ALL_JOBS, shards: size, limit: TIGHT_LIMIT }));
  const wide: Figures[][] = [];
  for (const shards of sizes) {
    const runs: Figures[] = [];
    for (const list of lists)
      runs.push(await simulate({ jobs: ALL_JOBS, shards, limit: WIDE_LIMIT, concurrency: 20, list }));
    wide.push(runs);
  }
  const everything = [...all, ...tight, ...wide.flat()];
  const refused = everything.reduce((sum, one) => sum + one.refused, 0);
  const requests = everything.reduce((sum, one) => sum + one.requests, 0);
  const gainName = "shards: twice as many gain less than 5 %, from";
  const courses = drawCourses(ALL_JOBS, FIRST_LIST);
  const usefulShards = workBound(courses, CONCURRENCY) / limitBound(ALL_JOBS, ALL_LIMIT);
  return [
    atMost("shards, 1 to 64: answered 429", refused, "requests", requests, 0, "none"),
    ...all.map(({ shards, seconds, bound }) =>
      atMost(`shards, 10,000 units on ${shards}: makespan`, seconds, "s", bound, 1.25, "at most 1.25 times an oracle"),
    ),
    withoutTarget(
      gainName,
      enough(all),
      "shards",
      usefulShards,
      "shown beside the number of shards that uses the whole limit",
    ),
    ...tight.map(({ shards, limit, seconds, bound }) =>
      withoutTarget(
        `shards, ${limit} requests a window, on ${shards}: makespan`,
        seconds,
        "s",
        bound,
        "shown beside an oracle",
      ),
    ),
    ...wide.map((runs) => {
      const name = `shards, ${WIDE_LIMIT} requests a window, ${runs[0]?.shards} with 20 jobs at once: makespan`;
      const bound = mean(runs.map((run) => run.bound));
      return atMost(name, mean(runs.map(({ seconds }) => seconds)), "s", bound, 1.1, "at most 1.1 times an oracle");
    }),
    ...(await compareWithOne()),
    await lastOne(),
  ];
}

/**
 * One process beside as many jobs at once in shards. Where requests are scarce, shards cannot be faster than one process; where they are not, 64
 * shards of 20 jobs are compared with the most jobs at once that one process has.
 */
async function compareWithOne(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const limit of [TIGHT_LIMIT, ALL_LIMIT, WIDE_LIMIT]) {
    const one = await simulate({ jobs: ALL_JOBS, shards: 1, limit, concurrency: 160 });
    const eight = await simulate({ jobs: ALL_JOBS, shards: 8, limit, concurrency: 20 });
    const name = `shards, ${limit} requests a window, 8 with 20 jobs at once beside one with 160: makespan`;
    rows.push(atMost(name, eight.seconds, "s", one.seconds, 1.1, "at most 1.1 times one process"));
  }
  const most = await simulate({ jobs: ALL_JOBS, shards: 1, limit: WIDE_LIMIT, concurrency: 500 });
  const many = await simulate({ jobs: ALL_JOBS, shards: 64, limit: WIDE_LIMIT, concurrency: 20 });
  const name = `shards, ${WIDE_LIMIT} requests a window, 64 with 20 jobs at once beside one with 500: makespan`;
  // More jobs at once than one process may have, so that the shards alone make the difference.
  const same = await simulate({ jobs: ALL_JOBS, shards: 1, limit: WIDE_LIMIT, concurrency: 64 * 20 });
  const sameName = `shards, ${WIDE_LIMIT} requests a window, 64 with 20 jobs at once beside one with 1,280: makespan`;
  return [
    ...rows,
    atMost(name, many.seconds, "s", most.seconds, 1, "at most that of one process"),
    atMost(sameName, many.seconds, "s", same.seconds, 1.1, "at most 1.1 times one process"),
  ];
}

/** The last of 8 shards, alone with 100 jobs, beside the time that its share of a tight limit would need. */
async function lastOne(): Promise<Row> {
  const [jobs, shards, limit] = [107, 8, TIGHT_LIMIT];
  const { seconds } = await simulate({ jobs, shards, limit, isUneven: true });
  const shareBound = limitBound(jobs - shards + 1, Math.floor(limit / shards));
  const name = `shards, ${limit} requests a window, 100 jobs on the last of 8: makespan`;
  return atMost(name, seconds, "s", shareBound, 0.5, "at most half of its share alone");
}

/** The smallest number of shards from which no doubling saves a twentieth of the time. */
function enough(all: readonly Figures[]): number {
  const lastWorth = all.findLastIndex(({ seconds }, index) => seconds < 0.95 * (all[index - 1]?.seconds ?? 0));
  return all[Math.max(0, lastWorth)]?.shards ?? Number.NaN;
}

/** Runs the jobs on this many shards. Throws if a job or a result is missing at the end. */
export async function simulate({
  jobs,
  shards,
  limit,
  concurrency = CONCURRENCY,
  isUneven = false,
  list = FIRST_LIST,
}: Setting): Promise<Figures> {
  const clock = createVirtualClock();
  const courses = drawCourses(jobs, list);
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
function drawCourses(count: number, list: number) {
  const random = seededRandom(list);
  return Array.from({ length: count }, () => ({
    seconds: logUniform(random, 5, 300),
    exponent: 0.5 + 1.5 * random(),
  }));
}

/** Each job takes a create, a status read and one read of each result; the last request can leave when the last window begins. */
function limitBound(count: number, limit: number): number {
  return (Math.ceil((count * (2 + UNITS_PER_JOB)) / limit) - 1) * WINDOW_SECONDS;
}

/** The least computing time with this number of jobs in progress at once. */
function workBound(courses: readonly { readonly seconds: number }[], atOnce: number): number {
  const durations = courses.map(({ seconds }) => seconds);
  return Math.max(...durations, durations.reduce((sum, seconds) => sum + seconds, 0) / atOnce);
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
