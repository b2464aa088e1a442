// Brings one result to disk and says the peak memory and the time. Arguments: fetch | client, URL, MiB, folder.
import { createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { peakBytes } from "./peak-memory.mjs";

const [way, url = "", mebibytes = "1", folder = "."] = process.argv.slice(2);
// Loading the client is a figure of its own: the stopwatch runs for the transfer alone.
const bring = way === "client" ? await byClient() : byFetch;
const cpu = process.cpuUsage();
const started = performance.now();
await bring();
const milliseconds = performance.now() - started;
const { user, system } = process.cpuUsage(cpu);
console.log(
  JSON.stringify({
    milliseconds,
    cpuMilliseconds: (user + system) / 1000,
    mebibytes: peakBytes() / 2 ** 20,
  }),
);
process.exit(0);

async function byFetch(): Promise<void> {
  const answer = await fetch(`${url}/analytics/engines/fi/v3/calculations/${mebibytes}/result`);
  if (answer.body === null) throw new Error("no body");
  await pipeline(answer.body, createWriteStream(path.join(folder, "fetch.json")));
}

/** As a run does it: streamed, digested, synced, renamed. */
async function byClient(): Promise<() => Promise<void>> {
  const { bearerToken, createClient } = await import("@analytics-engines/core");
  const { createRunNames, createRunStore } = await import("@analytics-engines/runs");
  return async () => {
    const client = createClient({ baseUrl: url, auth: bearerToken("t") });
    const store = createRunStore(folder, createRunNames([{ key: "one.fi.json", units: ["result"] }]));
    const { data } = await client.fi.calculations.result(mebibytes);
    await store.store("one.fi.json", "result", "result", data);
  };
}
