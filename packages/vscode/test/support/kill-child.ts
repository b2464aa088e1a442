// A window that a test kills: it starts a run, reports when its job is on the service, and waits.
// Arguments: the service's address, the folder of the history, the id of the run.
import { basicAuth, createClient } from "@analytics-engines/core";
import { systemClock } from "@analytics-engines/core/basics";
import { prepareFile } from "../../src/jobs/start/prepare.ts";
import { executeWith } from "../../src/jobs/store/execute.ts";
import { createHistory } from "../../src/jobs/store/history.ts";
import { RunStore } from "../../src/jobs/store/run-store.ts";

const [baseUrl = "", base = "", id = "", text = ""] = process.argv.slice(2);
const connection = { id: "one", name: "One", baseUrl, auth: "basic", production: false } as const;
const client = createClient({ baseUrl, auth: basicAuth("DEMO-1", "demo") });
const history = createHistory({ all: () => [base], of: () => base });
const store = new RunStore({
  clock: systemClock,
  history,
  ...executeWith({
    connections: { all: () => [connection], client: async () => client },
    clock: systemClock,
    tool: "analytics-engines/0.1.0",
    findFolder: async () => undefined,
    onCheckFailure() {},
  }),
  limit: () => 100,
  rememberOpenRuns: async () => {},
  onChange() {
    if (store.run(id)?.jobs.some(({ jobId }) => jobId !== undefined)) process.stdout.write("running\n");
  },
});
const { file, request } = await prepareFile({ text, path: "weights.pa.json", families: {} });
const startedAt = new Date().toISOString();
const record = { version: 1, id, connection, startedAt, folder: history.runFolder(id, [file]), files: [file] } as const;
await store.start({ record, requests: [request] });
