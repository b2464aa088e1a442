import { basicAuth, createClient, createPacer, memoryJournal, runJobs } from "@analytics-engines/core";
import { createSimulator } from "@analytics-engines/simulator";
import { makeWeightsJobs } from "../data/weights-jobs.ts";
import { atMost, type Row } from "../report/rows.ts";
import { discard, jobIdsAfter } from "../virtual/setting.ts";

const JOBS = 480;

/**
 * 480 jobs of 4 s over real sockets, with 600 requests in a window of 10 s: one process with 160 jobs at once beside 8 and 64 shards with 20
 * jobs at once each.
 */
export async function measureShardsOnSockets(): Promise<Row[]> {
  const one = await run(1, 160);
  const eight = await run(8, 20);
  const sixtyFour = await run(64, 20);
  const [refused, requests] = [one, eight, sixtyFour].reduce(
    ([refusedCount, count], run) => [refusedCount + run.refused, count + run.requests],
    [0, 0],
  );
  const row = (shards: number, seconds: number) =>
    atMost(
      `shards on sockets, ${shards} with 20 jobs at once beside one with 160: makespan`,
      seconds,
      "s",
      one.seconds,
      1.1,
      "at most 1.1 times one process",
    );
  return [
    atMost("shards on sockets: answered 429", refused, "requests", requests, 0, "none"),
    row(8, eight.seconds),
    row(64, sixtyFour.seconds),
  ];
}

/** Runs the jobs on this many shards. Throws if a job fails. */
async function run(shards: number, concurrency: number) {
  const simulator = createSimulator({
    jobSeconds: 4,
    rateLimit: { limit: 600, windowSeconds: 10 },
    maxRunningUnits: JOBS,
    maxRequests: 10 * JOBS,
  });
  const { url, close } = await simulator.listen();
  const jobs = makeWeightsJobs(JOBS);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: shards }, async (_, index) => {
      const pacer = createPacer({ share: 1 / shards });
      const client = createClient({ baseUrl: url, auth: basicAuth("DEMO-1", "demo"), pacer });
      const outcomes = await runJobs(
        jobs.filter((_job, number) => number % shards === index),
        { client, newJobId: jobIdsAfter(index * JOBS), journal: memoryJournal(), store: discard, concurrency },
      );
      for (const { key, status, problem } of outcomes)
        if (status !== "success") throw new Error(`${key} ended with ${status}: ${problem?.message}`);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await close();
  const refused = simulator.requests.filter(({ status }) => status === 429).length;
  return { seconds, refused, requests: simulator.requests.length };
}
