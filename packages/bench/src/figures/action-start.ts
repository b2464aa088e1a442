import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { atMost, low, runNode } from "../measure.ts";
import type { Row } from "../row.ts";

const runs = 30;
const action = path.resolve(import.meta.dirname, "../../../action/dist/run.js");
const noteFetch = path.resolve(import.meta.dirname, "../children/note-fetch.mjs");
const countBytes = path.resolve(import.meta.dirname, "../children/count-bytes.mjs");
const parameters = {
  data: { first: { componentid: "A".repeat(64), accounts: [{ id: "Client:/Growth/GLOBAL.ACCT" }] } },
};

/**
 * How fast the built Action refuses bad input, and how fast it is ready for its first request. Of what passes until that is at the server, a
 * script with nothing but `fetch` takes a good half too: Node loads its HTTP client then, for whoever is the first to touch it. So the
 * Action is ready so much after the start of an empty Node as its request is at the server after that of the script.
 */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "action-start-"));
  try {
    writeFileSync(path.join(folder, "one.pa.json"), JSON.stringify(parameters));
    const times: Record<"empty" | "refused" | "called" | "arrived" | "peerArrived", number[]> = {
      empty: [],
      refused: [],
      called: [],
      arrived: [],
      peerArrived: [],
    };
    for (let i = 0; i < runs; i += 1) {
      times.empty.push((await runNode(["-e", "0"])).milliseconds);
      times.refused.push(await refuse(folder));
      const ours = await firstRequest(folder, noteFetch, [action]);
      times.called.push(ours.called);
      times.arrived.push(ours.arrived);
      const peer = await firstRequest(folder, noteFetch, ["-e", "fetch(process.env['INPUT_BASE-URL'])"]);
      times.peerArrived.push(peer.arrived);
    }
    const { bytes } = await firstRequest(folder, countBytes, [action]);
    const empty = low(times.empty);
    const row = (name: string, list: readonly number[], limit: number, target: string) =>
      atMost(name, low(list), "ms", empty, limit, target);
    const shown = (name: string, list: readonly number[]) => ({ ...row(name, list, 1, "shown"), met: true });
    const ready = empty + low(times.arrived) - low(times.peerArrived);
    return [
      row("action stops at bad input", times.refused, 2, "at most 2 times an empty Node"),
      atMost(
        "action ready for its first request, Node's HTTP client apart",
        ready,
        "ms",
        empty,
        3,
        "at most 3 times an empty Node",
      ),
      shown("  with that loaded as well: hands it to fetch", times.called),
      shown("  its request arrives at the server", times.arrived),
      shown("  a script with nothing but fetch: its request arrives", times.peerArrived),
      atMost("bytes loaded until the first request", bytes / 1000, "kB", 250, 1, "under 250 kB"),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function refuse(folder: string): Promise<number> {
  const result = await runNode([action], inputs("not an address", folder), folder);
  if (result.code !== 1 || !result.stdout.includes("base-url")) {
    throw new Error(`The action did not refuse a bad base-url: ${result.stdout}${result.stderr}`);
  }
  return result.milliseconds;
}

interface FirstRequest {
  /** When fetch was called, milliseconds since the process was asked for. */
  readonly called: number;
  /** When the request was at the server, likewise. */
  readonly arrived: number;
  /** Of the files loaded until then. */
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
