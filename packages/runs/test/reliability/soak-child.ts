// A run of many jobs in a process of its own. After every 25 jobs it prints the number of finished jobs and its memory in MiB: the heap
// after a garbage collection, and the resident set.
import { readFileSync } from "node:fs";
import { type FastRun, runFast } from "./run-fast.ts";

const run: FastRun = JSON.parse(readFileSync(0, "utf8"));
let over = 0;

function printSample(): void {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ over, heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20 })}\n`);
}

await runFast(run, 100, {
  concurrency: 150,
  onEvent(event) {
    if (event.type !== "job-finished") return;
    over += 1;
    if (over % 25 === 0) printSample();
  },
});
printSample();
process.exit(0);
