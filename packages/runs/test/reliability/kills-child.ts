// A run that kills its own process (SIGKILL) some turns of the event loop after the Nth event on the network: a request leaves, its answer
// begins, a piece of it arrives. A run that ends by itself prints the number of events.
import { readFileSync } from "node:fs";
import { type FastRun, runFast } from "./run-fast.ts";

interface Input extends FastRun {
  /** 0 for never. */
  readonly at: number;
  readonly turns: number;
}

const { at, turns, ...run }: Input = JSON.parse(readFileSync(0, "utf8"));
let events = 0;

function event(): void {
  events += 1;
  if (events === at) void die();
}

async function die(): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  process.kill(process.pid, "SIGKILL");
}

async function watchedFetch(request: Request): Promise<Response> {
  event();
  const response = await fetch(request);
  event();
  if (response.body === null) return response;
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      event();
      controller.enqueue(chunk);
    },
    flush: event,
  });
  return new Response(response.body.pipeThrough(watch), response);
}

await runFast(run, 200, { fetch: watchedFetch });
process.stdout.write(`${events}\n`);
process.exit(0);
