import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "../../packages/cli/build.ts";
import { createSimulator, defaultUser, type Listening } from "../../packages/simulator/src/index.ts";
import { freePort } from "../free-port.ts";
import { root } from "../steps.ts";
import { codeBlocks, readDocuments } from "./documents.ts";
import { copiedBlocks, pageScript } from "./page-script.ts";
import { runShell, writeProgram } from "./shell.ts";

// The test does what a reader does with a page of docs/: it starts in an empty folder, saves the files and runs the commands from top to
// bottom in one shell, and replaces only the address and the credentials of the service. Nothing is installed that the page does not install.
const world = mkdtempSync(path.join(tmpdir(), "pages-"));
let service: Listening;

/** The pages without parts for the reader to copy as they are: the reference, and a guide that has a test of its own. */
const others = /^docs\/(?:reference\/|adding-a-family\.md)/;
const pages = readDocuments()
  .filter(({ file }) => file.startsWith("docs/") && !others.test(file))
  .map((document) => ({ file: document.file, document }));
const played = pages.filter(({ document }) => codeBlocks(document, "sh").length > 0);

beforeAll(async () => {
  await ensureBuilt();
  service = await createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1 }).listen();
  const node = `exec ${process.execPath} --conditions=source --disable-warning=ExperimentalWarning`;
  program("bin/node", `${node} "$@"`);
  program("bin/npm", `${node} ${path.join(import.meta.dirname, "npm.mjs")} ${root} "$@"`);
  program("bin/gh", `${node} ${path.join(import.meta.dirname, "gh.mjs")} ${world} "$@"`);
  // What `npm install --global` makes available.
  program("commands/cli/analytics-engines", `${node} ${path.join(root, "packages/cli/dist/main.js")} "$@"`);
  const simulator = path.join(root, "packages/simulator/src/command.ts");
  program("commands/simulator/analytics-engines-simulator", `${node} ${simulator} "$@"`);
  // The artifact of a run that `gh run download` downloads.
  mkdirSync(path.join(world, "parameters"));
  cpSync(path.join(root, "docs/examples/weights.pa.json"), path.join(world, "parameters/weights.pa.json"));
  const run = `commands/cli/analytics-engines run "parameters/*.json" --base-url ${service.url} --output analytics-run`;
  const made = await runAsReader(run, world, {
    ANALYTICS_USERNAME: defaultUser.username,
    ANALYTICS_API_KEY: defaultUser.password,
  });
  expect(made).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await service.close();
  rmSync(world, { recursive: true, force: true });
});

function program(name: string, script: string): void {
  writeProgram(path.join(world, name), script);
}

/** Runs a script with the programs of the examples, and those that it installs, and no other of ours. */
function runAsReader(script: string, folder: string, more: Readonly<Record<string, string>> = {}) {
  const global = path.join(world, `global-${path.basename(folder)}`);
  mkdirSync(global, { recursive: true });
  return runShell(script, folder, {
    PATH: [path.join(world, "bin"), global, "/usr/bin", "/bin"].join(path.delimiter),
    HOME: folder,
    GLOBAL_BIN: global,
    COMMANDS: path.join(world, "commands"),
    ...more,
  });
}

/**
 * The script with what a reader replaces: the address and the credentials of the service. A reader also types on only when the simulator in
 * the background has said that it listens.
 */
async function asReader(script: string): Promise<string> {
  const listens = "until (: < /dev/tcp/127.0.0.1/8080) 2> /dev/null; do sleep 0.1; done";
  return script
    .replaceAll(/^analytics-engines-simulator --port 8080 &$/gm, (line) => `${line}\n${listens}`)
    .replaceAll("https://api.vendor.example", service.url)
    .replaceAll("USERNAME-SERIAL", defaultUser.username)
    .replaceAll("API_KEY=...", `API_KEY=${defaultUser.password}`)
    .replaceAll("8080", `${await freePort()}`);
}

describe("the pages of docs/", () => {
  it.each(pages)("$file says of each block what a reader does with it", ({ document }) => {
    expect(() => copiedBlocks(document)).not.toThrow();
  });

  it("that have commands are played, the first steps among them", () => {
    const files = played.map(({ file }) => file);
    expect(files).toEqual(expect.arrayContaining(["docs/getting-started-action.md", "docs/getting-started-client.md"]));
  });

  it.each(played)("$file works from top to bottom in one shell", async ({ document }) => {
    const folder = mkdtempSync(path.join(world, "reader-"));
    const { code, output } = await runAsReader(await asReader(pageScript(document)), folder);
    expect(code, output).toBe(0);
  });
});
