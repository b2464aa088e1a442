import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { systemClock } from "../../packages/core/src/basics.ts";
import { createSimulator, defaultUser } from "../../packages/simulator/src/index.ts";
import { root } from "../steps.ts";
import { freePort } from "../tests/free-port.ts";
import { unpackPackages } from "./packed.ts";
import { runShell, type ShellRun, writeProgram } from "./shell.ts";

/** The packages that a reader installs, as npm would get them. */
const packages = ["cli", "core", "runs", "simulator", "viewer"];

/** Finds the programs of the project on the path, and fetches nothing. */
const NPX = `while [ "\${1#-}" != "$1" ]; do shift; done
case $1 in @analytics-engines/cli) name=analytics-engines ;; *) name=$(echo "$1" | sed s,@analytics-engines/,analytics-engines-,) ;; esac
shift
exec "$name" "$@"`;

/** When a reader begins: the numbers of the simulator depend on the day. */
const FIRST_MOMENT = Date.parse("2026-10-15T09:00:00Z");

/**
 * A reader of the documents: a folder with the packed packages, programs that stand in for npm, npx and gh, and a simulator in the place of
 * the service.
 */
export async function createReader() {
  const unbuilt = packages.filter((name) => !existsSync(path.join(root, "packages", name, "dist")));
  if (unbuilt.length > 0) throw new Error(`Run npm run build first: ${unbuilt.join(", ")} is not built.`);
  const world = mkdtempSync(path.join(tmpdir(), "reader-"));
  unpackPackages(world, packages);
  const installed = path.join(world, "node_modules/@analytics-engines");
  const offsetMs = FIRST_MOMENT - Date.now();
  const clock = { ...systemClock, now: () => Date.now() + offsetMs };
  const startService = () => createSimulator({ clock, jobSeconds: 0.1, maxAgeSeconds: 1 }).listen();
  let service = await startService();
  const program = (name: string, script: string) => writeProgram(path.join(world, name), script);
  const fixedDate = pathToFileURL(path.join(import.meta.dirname, "fixed-date.mjs"));
  const node = `${process.execPath} --disable-warning=ExperimentalWarning --import ${fixedDate}`;
  program("bin/node", `exec ${node} "$@"`);
  program("bin/npm", `exec ${node} ${path.join(import.meta.dirname, "npm.mjs")} ${root} ${installed} "$@"`);
  program("bin/npx", NPX);
  program("bin/gh", `exec ${node} ${path.join(import.meta.dirname, "gh.mjs")} ${world} "$@"`);
  program("commands/cli/analytics-engines", `exec ${node} ${path.join(installed, "cli/dist/main.js")} "$@"`);
  program(
    "commands/simulator/analytics-engines-simulator",
    `exec ${node} ${path.join(installed, "simulator/dist/command.js")} "$@"`,
  );

  return {
    world,
    /** The packages as a project has them after `npm install`. */
    modules: path.join(world, "node_modules"),

    /** Gives the next document a service without jobs. */
    async renewService(): Promise<void> {
      await service.close();
      service = await startService();
    },

    /** Runs a script with the programs above, in a folder that is the reader's home. @param commands ours that are installed already */
    run(script: string, folder: string, commands: readonly string[] = []): Promise<ShellRun> {
      const global = path.join(world, `global-${path.basename(folder)}`);
      mkdirSync(global, { recursive: true });
      const paths = ["bin", ...commands.map((name) => `commands/${name}`)].map((name) => path.join(world, name));
      return runShell(script, folder, {
        PATH: [...paths, global, "/usr/bin", "/bin"].join(path.delimiter),
        HOME: folder,
        GLOBAL_BIN: global,
        COMMANDS: path.join(world, "commands"),
        DATE_OFFSET_MS: `${offsetMs}`,
        ANALYTICS_USERNAME: defaultUser.username,
        ANALYTICS_API_KEY: defaultUser.password,
      });
    },

    /**
     * A text with what a reader replaces: the address and the credentials of the service, and a port that is free. A reader also types on
     * only when a simulator in the background says that it listens.
     */
    async replace(text: string): Promise<string> {
      const isReady = "grep -qs listening simulator.log || ! kill -0 $!";
      return text
        .replaceAll(/^((?:npx )?analytics-engines-simulator .*?)(?: &)?$/gm, (_line, command: string) => {
          return `rm -f simulator.log; ${command} > simulator.log 2>&1 &\nuntil ${isReady}; do sleep 0.1; done; cat simulator.log`;
        })
        .replaceAll("https://api.vendor.example", service.url)
        .replaceAll("USERNAME-SERIAL", defaultUser.username)
        .replaceAll("API_KEY=...", `API_KEY=${defaultUser.password}`)
        .replaceAll("8080", `${await freePort()}`);
    },

    async close(): Promise<void> {
      await service.close();
      rmSync(world, { recursive: true, force: true });
    },
  };
}

export type Reader = Awaited<ReturnType<typeof createReader>>;

/** The longest part of an output that is compared: the rest of a table has the same kind of lines. */
const MAX_BLOCK_LINES = 60;

/**
 * The output of a script without what differs between two runs of it or between two builds: ids, durations, ports, progress, the size of
 * pages, the order of jobs that run at the same time, and the reader's folder. Cuts what one block prints after `MAX_BLOCK_LINES`.
 */
export function normalizeOutput(output: string, folder: string, maxBlockLines = MAX_BLOCK_LINES): string {
  const text = output
    .replaceAll(folder, "FOLDER")
    .replaceAll(/\b[0-9a-f]{16,}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, "ID")
    .replaceAll("'ID'", "ID")
    .replaceAll(/\b(commit|compared with) [0-9a-f]{12}\b/g, "$1 ID")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replaceAll(/\b\d+(?:\.\d+)? (ms|s|%)(?!\w)/g, "N $1")
    .replaceAll(/(\.html: )\d+ kB/g, "$1N kB")
    .replaceAll(/\b\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d(?:\.\d+)?)? UTC/g, "DAY TIME UTC")
    .replaceAll(/T\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "TTIMEZ")
    // How many of a million requests the rate limit leaves: a slow job is asked for more often.
    .replaceAll(/\b999[89]\d\d\b/g, "REMAINING")
    // What doctor says of this machine and of the rate limit.
    .replaceAll(/^(?:ok|warning) +(?:node|name|clock|rate limit|disk) .*\n(?: {27}.*\n)?/gm, "")
    .replaceAll(/^(?:Date: .*|\d+ of \d+ jobs? done.*|[Cc]hecking:? .*)\n/gm, "")
    .replaceAll(/(?:^\S+\.json: .*\n)+/gm, (lines) => `${lines.trimEnd().split("\n").sort().join("\n")}\n`);
  return text
    .split(/^(?=== )/m)
    .map((block) => cutBlock(block, maxBlockLines))
    .join("");
}

function cutBlock(block: string, maxLines: number): string {
  const lines = block.split("\n");
  const more = lines.length - maxLines;
  return more <= 0 ? block : `${lines.slice(0, maxLines).join("\n")}\n… ${more} lines more\n`;
}
