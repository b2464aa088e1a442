// Writes one result to disk. Arguments: fetch | client, URL, size, folder.
import { createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { printFigures } from "./peak-memory.mjs";

const [way, url = "", size = "1", folder = "."] = process.argv.slice(2);
// The time is that of the transfer alone: another figure measures the import of the client.
const transfer = way === "client" ? await byClient() : byFetch;
const started = performance.now();
await transfer();
const milliseconds = performance.now() - started;
printFigures({ milliseconds });
process.exit(0);

async function byFetch(): Promise<void> {
  const answer = await fetch(`${url}/analytics/engines/fi/v3/calculations/${size}/result`);
  if (answer.body === null) throw new Error("no body");
  await pipeline(answer.body, createWriteStream(path.join(folder, "fetch.json")));
}

/** As a run does it: streams, digests, syncs, renames. */
async function byClient(): Promise<() => Promise<void>> {
  const { bearerToken, createClient } = await import("@analytics-engines/core");
  const { createRunNames, createRunStore } = await import("@analytics-engines/runs");
  const { nodeFetch } = await import("@analytics-engines/runs/run");
  return async () => {
    const client = createClient({ baseUrl: url, auth: bearerToken("t"), fetch: nodeFetch({}) });
    const store = createRunStore(folder, createRunNames([{ key: "one.fi.json", units: ["result"] }]));
    const { data } = await client.fi.calculations.result(size);
    await store.store("one.fi.json", "result", "result", data);
  };
}
