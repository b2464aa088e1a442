import { basicAuth, createClient, type JobRequest, memoryJournal, runJobs } from "@analytics-engines/core";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { NoopSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { low } from "../quantiles.ts";
import { atMost, type Row, withoutTarget } from "../report/rows.ts";
import { discard, jobIdsAfter } from "./setting.ts";
import { createUnitService } from "./unit-service.ts";

const JOBS = 1000;
const ROUNDS = 12;
/** The first rounds warm up the compiler. */
const WARM_UP = 2;

/**
 * The processor time of 10,000 jobs on virtual time, in rounds of 1,000 in turn: with a client that reports nothing, in a program without
 * OpenTelemetry, and in one that has registered it and drops the spans.
 */
export async function measureTelemetry(): Promise<Row[]> {
  const times = { off: [] as number[], absent: [] as number[], registered: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const off = await timeJobs(false);
    const absent = await timeJobs(true);
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new NoopSpanProcessor()] }));
    const registered = await timeJobs(true);
    trace.disable();
    context.disable();
    if (round < WARM_UP) continue;
    times.off.push(off);
    times.absent.push(absent);
    times.registered.push(registered);
  }
  const off = low(times.off);
  return [
    atMost(
      "a job, without OpenTelemetry",
      low(times.absent),
      "us",
      off,
      1.05,
      "at most 1.05 times a client that reports nothing",
    ),
    withoutTarget("  with OpenTelemetry registered", low(times.registered), "us", off, "shown"),
  ];
}

/** Microseconds of processor time a job. */
async function timeJobs(telemetry: boolean): Promise<number> {
  const clock = createVirtualClock();
  const jobs = Array.from({ length: JOBS }, () => ({ seconds: 20, exponent: 1 }));
  const service = createUnitService({ clock, limit: 1_000_000, windowSeconds: 60, jobs, unitsPerJob: 1 });
  const client = createClient({
    baseUrl: "https://service.example",
    auth: basicAuth("DEMO-1", "demo"),
    fetch: service.fetch,
    clock,
    telemetry,
  });
  const requests = jobs.map((_, index): JobRequest => {
    return { key: `${index}.pa.json`, family: "pa", body: { data: { "unit-0": { componentid: "WEIGHTS" } } } };
  });
  const before = process.cpuUsage();
  const outcomes = await clock.run(() =>
    runJobs(requests, {
      ...{ client, clock, journal: memoryJournal(), store: discard },
      newJobId: jobIdsAfter(0),
      concurrency: 50,
    }),
  );
  const { user, system } = process.cpuUsage(before);
  if (outcomes.some(({ status }) => status !== "success")) throw new Error("a job did not succeed");
  return (user + system) / JOBS;
}
