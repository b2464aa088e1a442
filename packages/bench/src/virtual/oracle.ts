/** Jobs on shards, and what they share. */
export interface OracleSetting {
  /** The seconds that each job of each shard takes, in the order in which the shard begins them. */
  readonly shards: readonly (readonly number[])[];
  /** Jobs in progress at once in each shard: from the create to the last result. */
  readonly concurrency: number;
  /** Requests in a window, over all shards. */
  readonly limit: number;
  readonly windowSeconds: number;
  readonly unitsPerJob: number;
}

/** What goes first while requests are scarce. */
type First = "creates" | "reads";

interface Running {
  readonly shard: number;
  readonly endsAt: number;
}

interface Finished {
  readonly shard: number;
  requests: number;
}

/**
 * The makespan, seconds, of an oracle: it knows when each job ends, reads its status once, sends what its jobs need over all shards from one
 * queue, and waits for no answer. It takes the better one of two orders: creates first, or status and results first.
 */
export function oracleSeconds(setting: OracleSetting): number {
  return Math.min(play(setting, "creates"), play(setting, "reads"));
}

function play({ shards, concurrency, limit, windowSeconds, unitsPerJob }: OracleSetting, first: First): number {
  const waiting = shards.map((seconds) => [...seconds]);
  const freePlaces = shards.map(() => concurrency);
  let running: Running[] = [];
  const finished: Finished[] = [];
  let now = 0;
  let lastRequestAt = 0;
  let remaining = limit;

  function send(requests: number): void {
    remaining -= requests;
    lastRequestAt = now;
  }

  /** Begins a job of each shard in turn. */
  function create(): void {
    for (let isDone = false; !isDone; ) {
      isDone = true;
      for (const [shard, jobs] of waiting.entries()) {
        const seconds = jobs[0];
        if (seconds === undefined || freePlaces[shard] === 0 || remaining === 0) continue;
        jobs.shift();
        freePlaces[shard] = (freePlaces[shard] ?? 0) - 1;
        send(1);
        running.push({ shard, endsAt: now + seconds });
        isDone = false;
      }
    }
  }

  function read(): void {
    for (let job = finished[0]; job !== undefined && remaining > 0; job = finished[0]) {
      const requests = Math.min(job.requests, remaining);
      job.requests -= requests;
      send(requests);
      if (job.requests > 0) return;
      finished.shift();
      freePlaces[job.shard] = (freePlaces[job.shard] ?? 0) + 1;
    }
  }

  for (let windowEnd = windowSeconds; ; ) {
    for (const { shard } of running.filter(({ endsAt }) => endsAt <= now))
      finished.push({ shard, requests: 1 + unitsPerJob });
    running = running.filter(({ endsAt }) => endsAt > now);
    if (first === "creates") create();
    read();
    create();
    if (running.length === 0 && finished.length === 0 && waiting.every((jobs) => jobs.length === 0))
      return lastRequestAt;
    now = running.reduce((next, { endsAt }) => Math.min(next, endsAt), windowEnd);
    if (now < windowEnd) continue;
    windowEnd += windowSeconds;
    remaining = limit;
  }
}
