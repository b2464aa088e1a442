// A run of many jobs in a process of its own. After every 250 jobs it prints the number of finished jobs and its memory in MiB: the heap
// after a garbage collection, and the resident set.
import { readFileSync } from "node:fs";
import { basicAuth, createClient } from "@analytics-engines/core";
import { type RunFile, runToFolder } from "@analytics-engines/runs";
import { fastClock, patience } from "../reliability/fast-clock.ts";

const SPEED = 100;
interface Input {
  readonly url: string;
  readonly folder: string;
  readonly files: readonly RunFile[];
}

const { url, folder, files }: Input = JSON.parse(readFileSync(0, "utf8"));
const clock = fastClock(SPEED);
const client = createClient({ baseUrl: url, auth: basicAuth("DEMO-1", "demo"), clock, ...patience(SPEED) });
let over = 0;

function printSample(): void {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  console.log(JSON.stringify({ over, heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20 }));
}

await runToFolder(files, {
  client,
  folder,
  clock,
  tool: "soak/1",
  service: url,
  resume: true,
  concurrency: 150,
  onEvent(event) {
    if (event.type !== "job-finished") return;
    over += 1;
    if (over % 250 === 0) printSample();
  },
});
printSample();
process.exit(0);
