import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { basicAuth, createClient } from "@analytics-engines/core";
import { runToFolder } from "@analytics-engines/runs";
import { createSimulator, knownGood } from "@analytics-engines/simulator";
import { shown } from "../measure.ts";
import type { Row } from "../row.ts";

const jobs = 100;

/** The pieces of a run over sockets: requests a job by operation, and what everything but the waiting takes. */
export async function run(): Promise<Row[]> {
  const simulator = createSimulator({ seed: 1, jobSeconds: 0.5, maxAgeSeconds: 1 });
  const { url, close } = await simulator.listen({ port: 0 });
  const folder = mkdtempSync(path.join(tmpdir(), "run-steps-"));
  try {
    const client = createClient({ baseUrl: url, auth: basicAuth("DEMO-1", "demo") });
    const known = knownGood();
    const files = Array.from({ length: jobs }, (_, index) => {
      const account = { id: known.accounts.small, holdingsmode: "B&H" };
      const currencyisocode = ["USD", "EUR", "GBP", "JPY"][index % 4];
      const dates = {
        enddate: `2024${String((index % 12) + 1).padStart(2, "0")}${String((index % 25) + 1).padStart(2, "0")}`,
        frequency: "Single",
      };
      const request = {
        data: { one: { componentid: known.components.pa.weights, accounts: [account], dates, currencyisocode } },
      };
      const sha256 = createHash("sha256").update(JSON.stringify(request)).digest("hex");
      return { path: `job-${index}.pa.json`, family: "pa", request, sha256, parametersSha256: sha256 } as const;
    });
    const cpuBefore = process.cpuUsage();
    const started = performance.now();
    const manifest = await runToFolder(files, { client, folder, tool: "bench/1", service: url, concurrency: 10 });
    const wall = performance.now() - started;
    const cpu = process.cpuUsage(cpuBefore);
    if (manifest.status !== "success") throw new Error(`the run ended with ${manifest.status}`);
    const steps = new Map<string, number>();
    for (const request of simulator.requests) steps.set(request.operation, (steps.get(request.operation) ?? 0) + 1);
    return [
      ...[...steps].map(([operation, count]) => shown(`requests a job: ${operation}`, count / jobs, "requests", 1)),
      shown("time a job, 10 at once, jobs of 0.5 s", wall / jobs, "ms", 1500 / 10),
      shown("processor time a job, simulator included", (cpu.user + cpu.system) / 1000 / jobs, "ms", wall / jobs),
    ];
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}
