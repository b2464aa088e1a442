import path from "node:path";
import { basicAuth, createClient } from "@analytics-engines/core";
import { readSweep } from "@analytics-engines/core/files";
import { type RunFile, runToFolder } from "@analytics-engines/runs";
import { createSimulator, knownGood } from "@analytics-engines/simulator";
import { benchFolder } from "../measure.ts";
import { atMost, type Row } from "../report/rows.ts";

const UNITS = 1200;
const CHANGED = 12;
const SERVICE = "https://service.example";

/** The requests of a run of a sweep of which some rows changed since an earlier run, beside those of the earlier run. */
export async function measureReuse(): Promise<Row[]> {
  using folder = benchFolder("reuse");
  // A job is finished when its status is read first, so the figure does not depend on the machine.
  const simulator = createSimulator({ jobSeconds: 0, maxRequests: 10 * UNITS, duplicates: "allow" });
  const client = createClient({ baseUrl: SERVICE, auth: basicAuth("DEMO-1", "demo"), fetch: simulator.fetch });

  /** Runs the sweep into a folder of this name. Returns the number of requests. */
  async function run(name: string, changed: number, earlier?: string): Promise<number> {
    const before = simulator.requests.length;
    const { status, files } = await runToFolder(filesOf(changed), {
      client,
      tool: "bench/1",
      service: SERVICE,
      folder: path.join(folder.path, name),
      reuseFrom: earlier === undefined ? undefined : { folder: path.join(folder.path, earlier) },
    });
    const copied = files.flatMap(({ units }) => units).filter(({ reused }) => reused !== undefined).length;
    if (status !== "success" || copied !== (earlier === undefined ? 0 : UNITS - CHANGED))
      throw new Error(`the run ${name} ended as ${status} with ${copied} copied results`);
    return simulator.requests.length - before;
  }

  const whole = await run("earlier", 0);
  const reusing = await run("reusing", CHANGED, "earlier");
  const name = `requests of a run of ${UNITS.toLocaleString("en")} units, ${CHANGED} changed, with --reuse-from`;
  return [atMost(name, reusing, "requests", whole, 0.02, "at most 2 % of those of a whole run")];
}

/** The jobs of the sweep. The changed rows are spread over all of them. */
function filesOf(changed: number): RunFile[] {
  const { components, accounts } = knownGood();
  const step = UNITS / CHANGED;
  const rows = Array.from(
    { length: UNITS },
    (_, row) => `unit-${row},${row % step === 0 && row < changed * step ? "EUR" : "USD"}\n`,
  );
  const template = {
    componentid: components.pa.weights,
    accounts: [{ id: accounts.small, holdingsmode: "B&H" }],
    dates: { enddate: "0M", frequency: "Single" },
  };
  const sweep = { template, rows: "book.csv", id: "{name}", fill: { "/currencyisocode": "{currency}" } };
  const files = new Map([["book.csv", { text: `name,currency\n${rows.join("")}` }]]);
  const { jobs } = readSweep(JSON.stringify(sweep), "book.pa.sweep.json", { files });
  // Units are compared by digests that the run makes itself.
  const digest = "0".repeat(64);
  return jobs.map(({ path: file, family, request }) => {
    return { path: file, family, request, sha256: digest, parametersSha256: digest };
  });
}
