import { createPollPlan } from "@analytics-engines/core";
import { seededRandom } from "@analytics-engines/core/testing";
import { mean, quantile } from "../measure.ts";
import { atMost, type Row } from "../report.ts";
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
  const second = measure(() => followPlan(1));
  const fixedTwo = measure(() => fixed(2));
  /** A limit, beside the figure of reads at a fixed interval. */
  const limited = (name: string, value: number, unit: string, peer: number, limit: number) =>
    atMost(`polling, ${name}`, value, unit, peer, limit / peer, `at most ${limit} ${unit}`);
  return [
    limited("max-age 5: mean lag", five.meanLag, "s", fixedFive.meanLag, 2.6),
    limited("max-age 5: reads a job", five.reads, "reads", fixedFive.reads, 6),
    limited("max-age 1: mean lag", second.meanLag, "s", fixedTwo.meanLag, 0.65),
    limited("max-age 1: lag, 95 %", second.lateLag, "s", fixedTwo.lateLag, 1.5),
    limited("max-age 1: reads a job", second.reads, "reads", fixedTwo.reads, 11.5),
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

function measure(pollingOf: () => Polling): Figures {
  const random = seededRandom(1);
  const lags: number[] = [];
  let reads = 0;
  for (let index = 0; index < JOBS; index++) {
    const job = drawJob(random);
    const polling = pollingOf();
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

function drawJob(random: () => number): SimulatedJob {
  const duration = logUniform(random, 1, 600);
  const exponent = 0.5 + 1.5 * random();
  const most = random() < 0.2 ? 95 : 99;
  return { duration, progressAt: (age) => Math.min(most, Math.floor(100 * (age / duration) ** exponent)) };
}
