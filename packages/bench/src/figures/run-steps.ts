import { basicAuth, createClient } from "@analytics-engines/core";
import { runToFolder } from "@analytics-engines/runs";
import { createSimulator } from "@analytics-engines/simulator";
import { makeWeightsJobs } from "../data/weights-jobs.ts";
import { benchFolder } from "../measure.ts";
import { type Row, shown } from "../report/rows.ts";

const jobs = 100;

/** The parts of a run over sockets: requests a job by operation, and the time of everything but the waits. */
export async function measureRunSteps(): Promise<Row[]> {
  const simulator = createSimulator({ seed: 1, jobSeconds: 0.5, maxAgeSeconds: 1 });
  const { url, close } = await simulator.listen({ port: 0 });
  using folder = benchFolder("run-steps");
  try {
    const client = createClient({ baseUrl: url, auth: basicAuth("DEMO-1", "demo") });
    const cpuBefore = process.cpuUsage();
    const started = performance.now();
    const options = { client, folder: folder.path, tool: "bench/1", service: url, concurrency: 10 };
    const manifest = await runToFolder(makeWeightsJobs(jobs), options);
    const wall = performance.now() - started;
    const cpu = process.cpuUsage(cpuBefore);
    if (manifest.status !== "success") throw new Error(`the run ended with ${manifest.status}`);
    const operations = Object.entries(Object.groupBy(simulator.requests, ({ operation }) => operation));
    return [
      ...operations.map(([operation, requests = []]) =>
        shown(`requests a job: ${operation}`, requests.length / jobs, "requests", 1),
      ),
      shown("time a job, 10 at once, jobs of 0.5 s", wall / jobs, "ms", 1500 / 10),
      shown("processor time a job, simulator included", (cpu.user + cpu.system) / 1000 / jobs, "ms", wall / jobs),
    ];
  } finally {
    await close();
  }
}
