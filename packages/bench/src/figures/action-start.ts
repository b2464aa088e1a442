import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { benchFolder, repeat, runNode } from "../measure.ts";
import { low } from "../quantiles.ts";
import { atMost, type Row, under, withoutTarget } from "../report/rows.ts";

const ROUNDS = 30;
const action = path.resolve(import.meta.dirname, "../../../action/dist/run.js");
const noteFetch = path.resolve(import.meta.dirname, "../children/note-fetch.mjs");
const countBytes = path.resolve(import.meta.dirname, "../children/count-bytes.mjs");
const parameters = {
  data: { first: { componentid: "A".repeat(64), accounts: [{ id: "Client:/Growth/GLOBAL.ACCT" }] } },
};

/**
 * How soon the built Action refuses bad input, and how soon it is ready for its first request. Node loads its HTTP client at the first
 * call of `fetch`, in any script, which takes half of the time until the request arrives. So the time to be ready is that of an empty
 * Node, plus what the Action's request takes longer to arrive than that of a script with nothing but `fetch`.
 */
export async function measureActionStart(): Promise<Row[]> {
  using folder = benchFolder("action-start");
  writeFileSync(path.join(folder.path, "one.pa.json"), JSON.stringify(parameters));
  const all = await repeat(ROUNDS, async () => ({
    empty: (await runNode(["-e", "0"])).milliseconds,
    refused: await refuse(folder.path),
    ours: await firstRequest(folder.path, noteFetch, [action]),
    peer: await firstRequest(folder.path, noteFetch, ["-e", "fetch(process.env['INPUT_BASE-URL'])"]),
  }));
  const { bytes } = await firstRequest(folder.path, countBytes, [action]);
  const start = low(all.map(({ empty }) => empty));
  const refused = low(all.map((one) => one.refused));
  const called = low(all.map(({ ours }) => ours.called));
  const arrived = low(all.map(({ ours }) => ours.arrived));
  const peerArrived = low(all.map(({ peer }) => peer.arrived));
  const ready = start + arrived - peerArrived;
  const readyName = "action ready for its first request, Node's HTTP client apart";
  return [
    atMost("action stops at bad input", refused, "ms", start, 2, "at most 2 times an empty Node"),
    atMost(readyName, ready, "ms", start, 3, "at most 3 times an empty Node"),
    withoutTarget("  with that loaded as well: hands it to fetch", called, "ms", start),
    withoutTarget("  its request arrives at the server", arrived, "ms", start),
    withoutTarget("  a script with nothing but fetch: its request arrives", peerArrived, "ms", start),
    under("bytes loaded until the first request", bytes / 1000, "kB", 265),
  ];
}

async function refuse(folder: string): Promise<number> {
  const { code, stdout, stderr, milliseconds } = await runNode([action], inputs("not an address", folder), folder);
  if (code !== 1 || !stdout.includes("base-url")) {
    throw new Error(`The action did not refuse a bad base-url: ${stdout}${stderr}`);
  }
  return milliseconds;
}

interface FirstRequest {
  /** Milliseconds from the start of the process until it calls fetch. */
  readonly called: number;
  /** Milliseconds from the start of the process until the request is at the server. */
  readonly arrived: number;
  /** Size of the modules that the process loads until then. */
  readonly bytes: number;
}

/** Runs a script against a server that notes when the first request arrives, then refuses it. */
async function firstRequest(folder: string, preload: string, script: readonly string[]): Promise<FirstRequest> {
  const bytesFile = path.join(folder, "bytes.txt");
  const fetchFile = path.join(folder, "fetch.json");
  writeFileSync(bytesFile, "");
  writeFileSync(fetchFile, "{}");
  let arrived = Number.NaN;
  let bytes = Number.NaN;
  const server = createServer((_request, response) => {
    if (Number.isNaN(arrived)) {
      arrived = performance.now();
      const lines = readFileSync(bytesFile, "utf8").trim().split("\n");
      bytes = lines.reduce((sum, line) => sum + Number.parseInt(line, 10), 0);
    }
    response.writeHead(401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = address !== null && typeof address === "object" ? `http://127.0.0.1:${address.port}` : "";
  rmSync(path.join(folder, "run"), { recursive: true, force: true });
  const started = performance.now();
  const env = { ...inputs(url, folder), BYTES_FILE: bytesFile, FETCH_FILE: fetchFile };
  const result = await runNode(["--import", preload, ...script], env, folder);
  await new Promise((resolve) => server.close(resolve));
  if (Number.isNaN(arrived)) throw new Error(`No request was sent: ${result.stdout}${result.stderr}`);
  const { called = Number.NaN }: { called?: number } = JSON.parse(readFileSync(fetchFile, "utf8"));
  return { called: called - performance.timeOrigin - started, arrived: arrived - started, bytes };
}

function inputs(baseUrl: string, folder: string): Record<string, string> {
  return {
    "INPUT_BASE-URL": baseUrl,
    INPUT_USERNAME: "user-1",
    INPUT_PASSWORD: "not-a-secret",
    INPUT_FILES: "*.pa.json",
    "INPUT_WORKING-DIRECTORY": folder,
    "INPUT_OUTPUT-DIR": "run",
    INPUT_ARTIFACTS: "none",
    GITHUB_WORKSPACE: folder,
  };
}
