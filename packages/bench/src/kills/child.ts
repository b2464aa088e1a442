// A run that kills its own process (SIGKILL) some turns of the event loop after the Nth event on the network: a request leaves, its answer
// begins, a piece of it arrives. A run that ends by itself prints the number of events.
import { readFileSync } from "node:fs";
import { basicAuth, createClient } from "@analytics-engines/core";
import { type RunFile, runToFolder } from "@analytics-engines/runs";
import { fastClock, patience } from "../reliability/fast-clock.ts";

const SPEED = 200;
interface Input {
  readonly url: string;
  readonly folder: string;
  readonly files: readonly RunFile[];
  /** 0 for never. */
  readonly at: number;
  readonly turns: number;
}

const { url, folder, files, at, turns }: Input = JSON.parse(readFileSync(0, "utf8"));
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

const clock = fastClock(SPEED);
const auth = basicAuth("DEMO-1", "demo");
const client = createClient({ baseUrl: url, auth, clock, fetch: watchedFetch, ...patience(SPEED) });
await runToFolder(files, { client, folder, clock, tool: "kills/1", service: url, resume: true });
console.log(events);
process.exit(0);
