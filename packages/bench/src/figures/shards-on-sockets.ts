import { basicAuth, createClient, createPacer, memoryJournal, runJobs } from "@analytics-engines/core";
import { createSimulator } from "@analytics-engines/simulator";
import { makeWeightsJobs } from "../data/weights-jobs.ts";
import { repeat } from "../measure.ts";
import { median } from "../quantiles.ts";
import { atMost, type Row } from "../report/rows.ts";
import { discard, jobIdsAfter } from "../virtual/setting.ts";

const JOBS = 480;

/** A run ends in the third window or in the fourth, as its status reads happen to fall: a single run says little. */
const ROUNDS = 3;

/**
 * 480 jobs of 4 s over real sockets, with 600 requests in a window of 10 s: one process with 160 jobs at once beside 8 and 64 shards with 20
 * jobs at once each.
 */
export async function measureShardsOnSockets(): Promise<Row[]> {
  const rounds = await repeat(ROUNDS, async () => ({
    one: await run(1, 160),
    eight: await run(8, 20),
    sixtyFour: await run(64, 20),
  }));
  const runs = rounds.flatMap((round) => Object.values(round));
  const refused = runs.reduce((sum, each) => sum + each.refused, 0);
  const requests = runs.reduce((sum, each) => sum + each.requests, 0);
  const seconds = (name: "one" | "eight" | "sixtyFour") => median(rounds.map((round) => round[name].seconds));
  const row = (shards: number, makespan: number) =>
    atMost(
      `shards on sockets, ${shards} with 20 jobs at once beside one with 160: makespan`,
      makespan,
      "s",
      seconds("one"),
      1.1,
      "at most 1.1 times one process",
    );
  return [
    atMost("shards on sockets: answered 429", refused, "requests", requests, 0, "none"),
    row(8, seconds("eight")),
    row(64, seconds("sixtyFour")),
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
