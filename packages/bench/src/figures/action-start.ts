import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { benchFolder, low, repeat, runNode } from "../measure.ts";
import { atMost, type Row } from "../report.ts";

const ROUNDS = 12;
const action = path.resolve(import.meta.dirname, "../../../action/dist/run.js");
const parameters = {
  data: { first: { componentid: "A".repeat(64), accounts: [{ id: "Client:/Growth/GLOBAL.ACCT" }] } },
};

/** How soon the built Action refuses bad input, and how soon its first request arrives beside that of a script with nothing but `fetch`. */
export async function measureActionStart(): Promise<Row[]> {
  using folder = benchFolder("action-start");
  writeFileSync(path.join(folder.path, "weights.pa.json"), JSON.stringify(parameters));
  const rounds = await repeat(ROUNDS, async () => ({
    empty: (await runNode(["-e", "0"])).milliseconds,
    refused: await refuse(folder.path),
    action: await firstRequest(folder.path, [action]),
    fetch: await firstRequest(folder.path, ["-e", "fetch(process.env['INPUT_BASE-URL'])"]),
  }));
  const typical = (key: keyof (typeof rounds)[number]) => low(rounds.map((round) => round[key]));
  return [
    // The Actions toolkit loads an HTTP client of its own with its first function: half of the time.
    atMost("action stops at bad input", typical("refused"), "ms", typical("empty"), 4, "at most 4 times an empty Node"),
    atMost(
      "the first request of the action arrives",
      typical("action"),
      "ms",
      typical("fetch"),
      3,
      "at most 3 times a script with nothing but fetch",
    ),
  ];
}

async function refuse(folder: string): Promise<number> {
  const { code, stdout, stderr, milliseconds } = await runNode([action], inputs("not an address", folder), folder);
  if (code !== 1 || !stdout.includes("base-url")) {
    throw new Error(`The action did not refuse a bad base-url: ${stdout}${stderr}`);
  }
  return milliseconds;
}

/** Milliseconds from the start of a process until its first request is at a server, which refuses it. */
async function firstRequest(folder: string, script: readonly string[]): Promise<number> {
  let arrived = Number.NaN;
  const server = createServer((_request, response) => {
    if (Number.isNaN(arrived)) arrived = performance.now();
    response.writeHead(401).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = address !== null && typeof address === "object" ? `http://127.0.0.1:${address.port}` : "";
  rmSync(path.join(folder, "run"), { recursive: true, force: true });
  const started = performance.now();
  const { stdout, stderr } = await runNode(script, inputs(url, folder), folder);
  server.close();
  if (Number.isNaN(arrived)) throw new Error(`No request was sent: ${stdout}${stderr}`);
  return arrived - started;
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
