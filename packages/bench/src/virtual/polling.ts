import { createPollPlan } from "@analytics-engines/core";
import { seededRandom } from "@analytics-engines/core/testing";
import { atMost, shown } from "../measure.ts";
import type { Plot } from "../report/plot.ts";
import type { Row } from "../row.ts";
import { logUniform } from "./random.ts";

const jobs = 20_000;

interface SimulatedJob {
  /** Seconds. */
  readonly duration: number;
  readonly progressAt: (age: number) => number;
}

/** When to read next, seconds from the job's creation, given the answers so far. */
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
 * Reading the status of 20,000 jobs, latencies apart: how many reads a job takes until one finds it done, and how long it
 * has been done by then (the lag). Jobs of 1 to 600 s, log-uniform; progress in whole percents along a power curve of
 * exponent 0.5 to 2; each fifth job's stands still from 95 %. The create and each status answer carry `max-age`.
 */
export async function run(): Promise<Row[]> {
  const five = measure(() => followPlan(5));
  const fixedFive = measure(() => fixed(5));
  const one = measure(() => followPlan(1));
  const fixedTwo = measure(() => fixed(2));
  const longStalls = measure(() => followPlan(5), true);
  return [
    atMost("polling, max-age 5: mean lag", five.meanLag, "s", fixedFive.meanLag, 1, "not above every 5 s"),
    atMost("polling, max-age 5: reads a job", five.reads, "reads", fixedFive.reads, 9 / fixedFive.reads, "at most 9"),
    ...oracle(5, five),
    atMost(
      "polling, max-age 1: mean lag",
      one.meanLag,
      "s",
      fixedTwo.meanLag,
      0.75 / fixedTwo.meanLag,
      "at most 0.75 s",
    ),
    atMost(
      "polling, max-age 1: lag, 95 %",
      one.lateLag,
      "s",
      fixedTwo.lateLag,
      1.5 / fixedTwo.lateLag,
      "at most 1.5 s",
    ),
    atMost("polling, max-age 1: reads a job", one.reads, "reads", fixedTwo.reads, 14 / fixedTwo.reads, "at most 14"),
    ...oracle(1, one),
    shown(
      "polling, max-age 5, stalls up to half the time: mean lag",
      longStalls.meanLag,
      "s",
      fixedFive.meanLag,
      "every 5 s",
    ),
    shown(
      "polling, max-age 5, stalls up to half the time: reads",
      longStalls.reads,
      "reads",
      fixedFive.reads,
      "every 5 s",
    ),
  ];
}

/** How late each way notices an end, by the reads that it needs. */
export function lagPlot(): Plot {
  const point = (pollingOf: (job: SimulatedJob) => Polling, label: string) => {
    const { reads, meanLag } = measure(pollingOf);
    return { x: reads, y: meanLag, label };
  };
  return {
    name: "bench-polling",
    title: "Polling: mean lag against status reads a job",
    x: { label: "status reads a job", log: true },
    y: { label: "mean lag, seconds", log: true },
    series: [
      {
        name: "every so many seconds",
        points: [1, 2, 5, 10, 20].map((seconds) => point(() => fixed(seconds), `${seconds} s`)),
      },
      {
        name: "ours, by max-age",
        points: [1, 2, 5, 10, 20].map((seconds) => point(() => followPlan(seconds), `${seconds} s`)),
      },
    ],
  };
}

/** What is possible: one read, at the end if `max-age` allows it. */
function oracle(maxAge: number, ours: Figures): Row[] {
  const best = measure((job) => ({ nextAt: () => Math.max(maxAge, job.duration), observe: () => {} }));
  return [
    shown(`polling, max-age ${maxAge}: an oracle's mean lag`, best.meanLag, "s", ours.meanLag, "ours"),
    shown(`polling, max-age ${maxAge}: an oracle's reads a job`, best.reads, "reads", ours.reads, "ours"),
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
  for (let index = 0; index < jobs; index++) {
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
  lags.sort((a, b) => a - b);
  const meanLag = lags.reduce((sum, lag) => sum + lag, 0) / jobs;
  return { reads: reads / jobs, meanLag, lateLag: lags[Math.floor(jobs * 0.95)] ?? Number.NaN };
}

/** `longStalls`: jobs that stall reach 95 % after half to all of their time, instead of where their curve does. */
function drawJob(random: () => number, longStalls: boolean): SimulatedJob {
  const duration = logUniform(random, 1, 600);
  const exponent = 0.5 + 1.5 * random();
  const stalls = random() < 0.2;
  const rise = duration * (stalls && longStalls ? 0.5 + 0.5 * random() : 1);
  const most = stalls ? 95 : 99;
  return { duration, progressAt: (age) => Math.min(most, Math.floor(100 * (age / rise) ** exponent)) };
}
