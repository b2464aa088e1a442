import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { atMost, median, runNode } from "../measure.ts";
import type { Row } from "../row.ts";

const runs = 15;
const action = path.resolve(import.meta.dirname, "../../../action/dist/run.js");
const parameters = {
  data: { first: { componentid: "A".repeat(64), accounts: [{ id: "Client:/Growth/GLOBAL.ACCT" }] } },
};

/** How fast the built Action refuses bad input, and how fast it is ready for its first request. */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "action-start-"));
  try {
    writeFileSync(path.join(folder, "one.pa.json"), JSON.stringify(parameters));
    const empty: number[] = [];
    const refused: number[] = [];
    const ready: number[] = [];
    for (let i = 0; i < runs; i += 1) {
      empty.push((await runNode(["-e", "0"])).milliseconds);
      refused.push(await refuse(folder));
      ready.push((await firstRequest(folder, [])).milliseconds);
    }
    const { bytes } = await firstRequest(folder, ["--import", `${import.meta.dirname}/../children/count-bytes.mjs`]);
    return [
      atMost("action stops at bad input", median(refused), "ms", median(empty), 2, "at most 2 times an empty Node"),
      atMost(
        "action ready for its first request",
        median(ready),
        "ms",
        median(empty),
        3,
        "at most 3 times an empty Node",
      ),
      atMost("bytes loaded until then", bytes / 1000, "kB", 250, 1, "under 250 kB"),
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

/** Runs the action against a server that notes when the first request arrives, then refuses it. */
async function firstRequest(folder: string, flags: string[]): Promise<{ milliseconds: number; bytes: number }> {
  const bytesFile = path.join(folder, "bytes.txt");
  writeFileSync(bytesFile, "");
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
  const result = await runNode([...flags, action], { ...inputs(url, folder), BYTES_FILE: bytesFile }, folder);
  await new Promise((resolve) => server.close(resolve));
  if (Number.isNaN(arrived)) throw new Error(`The action sent no request: ${result.stdout}${result.stderr}`);
  return { milliseconds: arrived - started, bytes };
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
