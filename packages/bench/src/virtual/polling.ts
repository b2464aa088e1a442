import { createPollPlan } from "@analytics-engines/core";
import { seededRandom } from "@analytics-engines/core/testing";
import { mean, quantile } from "../quantiles.ts";
import { atMost, type Row, withoutTarget } from "../report/rows.ts";
import { logUniform } from "./setting.ts";

const JOBS = 20_000;

interface SimulatedJob {
  /** Seconds. */
  readonly duration: number;
  readonly progressAt: (age: number) => number;
}

/** Plans the next read from the answers so far. Times are in seconds since the job's creation. */
interface Polling {
  readonly nextAt: () => number;
  readonly observe: (age: number, percent: number) => void;
}

interface Figures {
  readonly reads: number;
  readonly meanLag: number;
  readonly lateLag: number;
}

/**
 * Status reads of 20,000 jobs without network latency: how many reads a job takes until one finds it done, and how long it has been done
 * by then (the lag). Jobs take 1 to 600 s (log-uniform) and report whole percents along a power curve of exponent 0.5 to 2; every fifth
 * job stalls at 95 %. The create and each status answer carry `max-age`.
 */
export async function measurePolling(): Promise<Row[]> {
  const five = measure(() => followPlan(5));
  const fixedFive = measure(() => fixed(5));
  const one = measure(() => followPlan(1));
  const fixedTwo = measure(() => fixed(2));
  const stalls = measure(() => followPlan(5), true);
  const stallsName = "polling, max-age 5, stalls up to half the time";
  /** A limit, beside the figure of reads at a fixed interval. */
  const limited = (
    name: string,
    value: number,
    unit: string,
    peer: number,
    limit: number,
    target = `at most ${limit} ${unit}`,
  ) => atMost(`polling, ${name}`, value, unit, peer, limit / peer, target);
  return [
    limited("max-age 5: mean lag", five.meanLag, "s", fixedFive.meanLag, 2.6),
    limited("max-age 5: reads a job", five.reads, "reads", fixedFive.reads, 6, "at most 6"),
    ...oracle(5, five),
    limited("max-age 1: mean lag", one.meanLag, "s", fixedTwo.meanLag, 0.65),
    limited("max-age 1: lag, 95 %", one.lateLag, "s", fixedTwo.lateLag, 1.5),
    limited("max-age 1: reads a job", one.reads, "reads", fixedTwo.reads, 11.5, "at most 11.5"),
    ...oracle(1, one),
    withoutTarget(`${stallsName}: mean lag`, stalls.meanLag, "s", fixedFive.meanLag, "shown beside every 5 s"),
    withoutTarget(`${stallsName}: reads`, stalls.reads, "reads", fixedFive.reads, "shown beside every 5 s"),
  ];
}

/** The best possible: one read, at the end of the job if `max-age` allows it. */
function oracle(maxAge: number, ours: Figures): Row[] {
  const best = measure((job) => ({ nextAt: () => Math.max(maxAge, job.duration), observe: () => {} }));
  return [
    withoutTarget(
      `polling, max-age ${maxAge}: an oracle's mean lag`,
      best.meanLag,
      "s",
      ours.meanLag,
      "shown beside ours",
    ),
    withoutTarget(
      `polling, max-age ${maxAge}: an oracle's reads a job`,
      best.reads,
      "reads",
      ours.reads,
      "shown beside ours",
    ),
  ];
}

function followPlan(maxAgeSeconds: number): Polling {
  const plan = createPollPlan({ createdAt: 0 });
  plan.observe({ at: 0, maxAgeSeconds });
  return {
    nextAt: () => plan.nextAt() / 1000,
    observe: (age, progress) => plan.observe({ at: age * 1000, maxAgeSeconds, progress }),
  };
}

function fixed(interval: number): Polling {
  let next = interval;
  return {
    nextAt: () => next,
    observe: () => {
      next += interval;
    },
  };
}

function measure(pollingOf: (job: SimulatedJob) => Polling, longStalls = false): Figures {
  const random = seededRandom(1);
  const lags: number[] = [];
  let reads = 0;
  for (let index = 0; index < JOBS; index++) {
    const job = drawJob(random, longStalls);
    const polling = pollingOf(job);
    for (;;) {
      const age = polling.nextAt();
      reads += 1;
      if (age >= job.duration) {
        lags.push(age - job.duration);
        break;
      }
      polling.observe(age, job.progressAt(age));
    }
  }
  return { reads: reads / JOBS, meanLag: mean(lags), lateLag: quantile(lags, 0.95) };
}

/** With `longStalls`, stalling jobs reach 95 % after half to all of their time, not where their curve reaches it. */
function drawJob(random: () => number, longStalls: boolean): SimulatedJob {
  const duration = logUniform(random, 1, 600);
  const exponent = 0.5 + 1.5 * random();
  const stalls = random() < 0.2;
  const rise = duration * (stalls && longStalls ? 0.5 + 0.5 * random() : 1);
  const most = stalls ? 95 : 99;
  return { duration, progressAt: (age) => Math.min(most, Math.floor(100 * (age / rise) ** exponent)) };
}
