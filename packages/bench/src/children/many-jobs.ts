// Runs many jobs of one unit into a run folder, against a service in this process. Arguments: jobs, folder.
import { basicAuth, createClient } from "@analytics-engines/core";
import { type Clock, systemClock } from "@analytics-engines/core/basics";
import { type RunFile, runToFolder } from "@analytics-engines/runs";
import { printFigures } from "./peak-memory.mjs";

const [count = "1000", folder = "."] = process.argv.slice(2);
const digest = "0".repeat(64);
const result = JSON.stringify({ version: "1", tables: {} });

/** Waits between status reads end at once; time limits do not. */
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
  const isNew = method === "PUT";
  const units = { one: { status: isNew ? "Executing" : "Success" } };
  const data = { calculationid: id, status: isNew ? "Executing" : "Completed", units };
  return Response.json({ data, meta: { units: {} } }, { status: isNew ? 202 : 200, headers });
}

/** Makes its request on use, like a file that is read again. */
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

const SERVICE = "https://api.example";
const files = Array.from({ length: Number(count) }, (_, index) => new LazyFile(`parameters/${index}.pa.json`));
const client = createClient({ baseUrl: SERVICE, auth: basicAuth("A-1", "key"), clock, fetch: answer });
const { status } = await runToFolder(files, { client, clock, folder, tool: "bench/1", service: SERVICE });
if (status !== "success") throw new Error(`the run ended as ${status}`);
printFigures({});
process.exit(0);
