import {
  basicAuth,
  type Client,
  createClient,
  memoryJournal,
  type ResultStore,
  runJobs,
} from "@analytics-engines/core";
import type { FamilyId } from "@analytics-engines/core/families";
import { decodeResultBytes, type Table } from "@analytics-engines/core/results";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { createSimulator } from "@analytics-engines/simulator";

/** A job of one family for tests; `body` is its parameter file. */
export interface SimulatedJob {
  readonly family: FamilyId;
  readonly body: object;
}

export type SimulatedJobs = Readonly<Record<string, SimulatedJob>>;

/**
 * The tables of jobs that the simulator computes, by `KEY/UNIT`: as a user gets them from the service.
 *
 * @param jobs the jobs, or a function that first creates what they name
 */
export async function simulatedTables(
  jobs: SimulatedJobs | ((client: Client) => Promise<SimulatedJobs>),
): Promise<Map<string, Table[]>> {
  const clock = createVirtualClock();
  const { fetch } = createSimulator({ clock, jobSeconds: 1 });
  const client = createClient({ baseUrl: "http://localhost", auth: basicAuth("DEMO-1", "demo"), fetch, clock });
  const tables = new Map<string, Table[]>();
  const store: ResultStore = {
    async store(key, unitId, kind, body) {
      const bytes = await body.bytes();
      if (kind === "result") tables.set(`${key}/${unitId}`, await decodeResultBytes(bytes));
      return { file: `${key}/${unitId}`, contentType: body.contentType, bytes: bytes.length, sha256: "" };
    },
  };
  await clock.run(async () => {
    const made = typeof jobs === "function" ? await jobs(client) : jobs;
    const requests = Object.entries(made).map(([key, job]) => ({ key, ...job }));
    return runJobs(requests, { client, clock, journal: memoryJournal(), store });
  });
  return tables;
}
