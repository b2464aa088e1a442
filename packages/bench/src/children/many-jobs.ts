// Runs many jobs of one unit into a run folder against a service in this process, and says the peak memory. Arguments: jobs, folder.
import { basicAuth, type Clock, createClient, systemClock } from "@analytics-engines/core";
import { limitHeapGrowth, type RunFile, runToFolder } from "@analytics-engines/runs";
import { peakBytes } from "./peak-memory.mjs";

const [count = "1000", folder = "."] = process.argv.slice(2);
const digest = "0".repeat(64);
const result = JSON.stringify({ version: "1", tables: {} });

/** Waits for a status are over at once; limits of time hold. */
const clock: Clock = {
  now: () => systemClock.now(),
  setTimer: (ms, callback) => systemClock.setTimer(ms < 10_000 ? 0 : ms, callback),
};

let answers = 0;

async function answer({ method, url }: Request): Promise<Response> {
  // Each answer has a key of its own: an answer with a key that came before belongs to another request.
  const headers = { "content-type": "application/json", "x-vendor-api-request-key": `key-${++answers}` };
  if (url.endsWith("/currencies")) return Response.json({ data: {} }, { headers });
  if (url.endsWith("/result")) return new Response(result, { headers });
  const id = url.split("/calculations/")[1]?.split("/")[0] ?? "";
  const status = method === "PUT" ? "Executing" : "Completed";
  const units = { one: { status: method === "PUT" ? "Executing" : "Success" } };
  const body = { data: { calculationid: id, status, units }, meta: { units: {} } };
  return Response.json(body, { status: method === "PUT" ? 202 : 200, headers });
}

/** A file whose request is made when it is needed, as from one that is read again. */
class LazyFile implements RunFile {
  readonly family = "pa";
  readonly sha256 = digest;
  readonly parametersSha256 = digest;
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
  get request() {
    const unit = { componentid: "WEIGHTS", accounts: [{ id: `Client:/${this.path}.ACCT`, holdingsmode: "B&H" }] };
    return { data: { one: { ...unit, dates: { startdate: "20240101", enddate: "20241231", frequency: "Monthly" } } } };
  }
}

const files = Array.from({ length: Number(count) }, (_, index) => new LazyFile(`parameters/${index}.pa.json`));
const client = createClient({ baseUrl: "https://api.example", auth: basicAuth("A-1", "key"), clock, fetch: answer });
// As the command and the Action do.
limitHeapGrowth(files.length);
const started = performance.now();
const { status } = await runToFolder(files, {
  client,
  clock,
  folder,
  tool: "bench/1",
  service: "https://api.example",
});
if (status !== "success") throw new Error(`the run ended as ${status}`);
console.log(JSON.stringify({ mebibytes: peakBytes() / 2 ** 20, milliseconds: performance.now() - started }));
process.exit(0);
