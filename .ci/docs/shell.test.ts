import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureBuilt } from "../../packages/cli/build.ts";
import { contribution } from "../../packages/cli/test/support/results.ts";
import { isFull } from "../../packages/core/test/support/sample.ts";
import { createSimulator, defaultUser, type Listening } from "../../packages/simulator/src/index.ts";
import { root } from "../steps.ts";
import { codeBlocks, readDocuments } from "./documents.ts";
import { runShell, writeProgram } from "./shell.ts";

// The test runs the shell examples of the READMEs one after another, in a folder with the examples of the project: a README shows parts of
// many tasks. play.test.ts plays the pages of docs/ as a whole. A simulator plays the service. Commands that install packages, and other
// people's commands, are checked but not run.
const programs = mkdtempSync(path.join(tmpdir(), "programs-"));
let service: Listening;

beforeAll(async () => {
  await ensureBuilt();
  service = await createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1 }).listen();
  program("analytics-engines", `exec ${process.execPath} ${path.join(root, "packages/cli/dist/main.js")} "$@"`);
  // The simulator of the examples runs already.
  program("analytics-engines-simulator", 'echo "Simulator listening"');
  program("npx", `exec ${process.execPath} ${path.join(import.meta.dirname, "npx.mjs")} "$@"`);
  // It verifies what GitHub has signed.
  program("gh", '[ "$1 $2" = "attestation verify" ] && [ -f "$3" ]');
  program("npm", `exec ${process.execPath} ${path.join(import.meta.dirname, "npm.mjs")} ${root} "$@"`);
});
afterAll(async () => {
  await service.close();
  rmSync(programs, { recursive: true, force: true });
});

function program(name: string, script: string): void {
  writeProgram(path.join(programs, name), script);
}

/** A description of the service, with no operations. */
const specification = 'openapi: "3.0.3"\ninfo: {title: Analytics Engines, version: "1"}\npaths: {}\n';

/** A folder for the examples: parameter files, results of two days, a description of the service, and a run if the examples only read it. */
async function workplace(script: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "reader-"));
  for (const place of ["docs/examples", "parameters"])
    cpSync(path.join(root, "docs/examples"), path.join(folder, place), { recursive: true });
  const result = JSON.stringify(contribution);
  for (const day of ["monday", "tuesday"]) {
    mkdirSync(path.join(folder, day));
    writeFileSync(path.join(folder, day, "weights.json"), day === "monday" ? result : result.replace("60.12", "61.00"));
  }
  writeFileSync(path.join(folder, "openapi.yaml"), specification);
  const who = ["-c", "user.name=Quant", "-c", "user.email=quant@house.example"];
  for (const args of [
    ["init", "--quiet"],
    ["add", "--all"],
    [...who, "commit", "--quiet", "--message=x"],
  ])
    spawnSync("git", args, { cwd: folder });
  if (script.includes("analytics-run") && !script.includes("analytics-engines run ")) {
    const run = `analytics-engines run parameters/weights.pa.json --base-url ${service.url} --output analytics-run`;
    expect(await runAsReader(run, folder)).toMatchObject({ code: 0 });
  }
  return folder;
}

function runAsReader(script: string, folder: string) {
  return runShell(script, folder, {
    PATH: `${programs}:${process.env["PATH"]}`,
    HOME: folder,
    ANALYTICS_USERNAME: defaultUser.username,
    ANALYTICS_API_KEY: defaultUser.password,
  });
}

/** `npm test` follows one README, `npm run test:full` all. */
const sample = ["README.md"];

const documents = readDocuments()
  .filter(({ file }) => !file.startsWith("docs/") && (isFull || sample.includes(file)))
  .map((document) => ({ file: document.file, blocks: codeBlocks(document, "sh") }))
  .filter(({ blocks }) => blocks.length > 0);

it.each(documents)("the commands of $file work for a reader", async ({ blocks }) => {
  const folder = await workplace(blocks.map(({ code }) => code).join("\n"));
  try {
    for (const { line, code } of blocks) {
      const script = code
        .replaceAll(/https:\/\/api\.vendor\.example|http:\/\/127\.0\.0\.1:\d+/g, service.url)
        .replace(/^export ANALYTICS_.*$/gm, "");
      const { code: ended, output } = await runAsReader(script, folder);
      // The command exits with 1 for files with issues and tables that differ, and with 2 for wrong use.
      expect([0, 1], `line ${line}: ${output}`).toContain(ended);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
