import { createWindowModel, type VirtualClock } from "@analytics-engines/core/testing";

export interface UnitServiceOptions {
  readonly clock: VirtualClock;
  /** Requests that a window allows, over all clients. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** In the order of their creation. */
  readonly jobs: readonly JobCourse[];
  readonly unitsPerJob: number;
}

export interface JobCourse {
  readonly seconds: number;
  /** The job reports this power of the elapsed share of its time as its progress. */
  readonly exponent: number;
}

interface Job extends JobCourse {
  readonly createdAt: number;
}

const PATH = /\/pa\/v3\/calculations\/([0-9a-f]{32})(\/status|\/units\/[^/]+\/result)?$/;
const MAX_AGE_SECONDS = 5;

/**
 * A minimal service that runs jobs of units to success: create, status, result, and one rate limit. The simulator would spend most of the
 * time on computing 10,000 results.
 */
export function createUnitService(options: UnitServiceOptions) {
  const { clock, limit, windowSeconds, unitsPerJob } = options;
  const window = createWindowModel({ limit, windowSeconds, startedAt: clock.now() });
  const jobs = new Map<string, Job>();
  let requests = 0;

  function create(id: string): Job {
    const course = options.jobs[jobs.size];
    if (course === undefined) throw new Error(`The service expects ${options.jobs.length} jobs; ${id} is one more`);
    const job = { ...course, createdAt: clock.now() };
    jobs.set(id, job);
    return job;
  }

  function statusOf(id: string, isDone: boolean): unknown {
    const address = (unit: string) => `/analytics/engines/pa/v3/calculations/${id}/units/${unit}/result`;
    const units = Array.from({ length: unitsPerJob }, (_, index) => {
      const unit = `unit-${index}`;
      return [unit, isDone ? { status: "Success", result: address(unit) } : { status: "Executing" }];
    });
    const status = isDone ? "Completed" : "Executing";
    return { data: { calculationid: id, status, units: Object.fromEntries(units) } };
  }

  return {
    async fetch({ method, url }: Request): Promise<Response> {
      requests += 1;
      const { allowed, rateLimit, retryAfterSeconds } = window.take(clock.now());
      if (!allowed) return new Response(null, { status: 429, headers: { "retry-after": String(retryAfterSeconds) } });
      const headers = {
        "content-type": "application/json",
        "x-vendor-api-ratelimit-limit": String(rateLimit.limit),
        "x-vendor-api-ratelimit-remaining": String(rateLimit.remaining),
        "x-vendor-api-ratelimit-reset": String(rateLimit.resetSeconds),
      };
      const [, id, part] = PATH.exec(url) ?? [];
      const job = id === undefined ? undefined : method === "PUT" ? create(id) : jobs.get(id);
      if (id === undefined || job === undefined) return new Response("{}", { status: 404, headers });
      /** The elapsed share of the job's time. */
      const passed = Math.min(1, (clock.now() - job.createdAt) / 1000 / job.seconds);
      const isDone = passed === 1;
      if (part?.endsWith("/result")) return new Response('{"tables":{}}', { status: 200, headers });
      return new Response(JSON.stringify(statusOf(id, isDone)), {
        status: isDone ? 200 : 202,
        headers: {
          ...headers,
          "cache-control": `max-age=${MAX_AGE_SECONDS}`,
          "x-vendor-api-pickup-progress": String(Math.floor(100 * passed ** job.exponent)),
        },
      });
    },
    /** Received requests, with the refused ones. */
    get requests(): number {
      return requests;
    },
  };
}
