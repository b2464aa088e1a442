// Measures the extension in a real VS Code, beside an extension that does nothing. Prints one line of JSON: lists of milliseconds, and bytes.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { loadedAtActivation } from "../../../bundle.ts";
import { packageExtension, packFolder } from "../../../package-vsix.ts";
import { type Host, withHost } from "../host.ts";
import { workbench } from "../ui/page.ts";
import { workbenchAddress } from "../workbench.ts";
import { measureWriting } from "./writing.ts";

/** The first diagnostics take 67 to 200 ms in one window or another, so the low fifth of five windows tells little. */
const WINDOWS = 12;
/** The time limit of the probe is shorter. */
const REPORT_SECONDS = 120;

/** Whole milliseconds, as VS Code counts them. */
interface Activation {
  /** Loads the file of the bundle and everything that it requires. */
  readonly load: number;
  /** Calls `activate`. */
  readonly call: number;
  /** Waits until the promise of `activate` resolves. */
  readonly finish: number;
}

/** The report of the probe about one window. Times are in milliseconds. */
interface Probed {
  /** By the name of an extension, more exact than the times of VS Code. */
  readonly loads: Readonly<Record<string, number>>;
  readonly startup: string;
  /** The first time includes loading the code. */
  readonly diagnostics: readonly number[];
  readonly firstPage: { readonly requests: number; readonly milliseconds: number; readonly rows: number };
}

const temporary = mkdtempSync(path.join(tmpdir(), "vscode-figures-"));
try {
  const vsix = await packageExtension();
  const report = path.join(temporary, "report.json");
  // The cost of any useful extension: one that does nothing need not load VS Code's API.
  const withApi = 'const vscode = require("vscode");\n';
  const extensions = [vsix, packEmpty("analytics-empty", ""), packEmpty("analytics-api", withApi), packProbe()];
  // Typing is compared with that in plain JSON.
  const builtIn = ["json", "json-language-features"];
  // VS Code's server starts processes to look for ports.
  const settings = { "remote.autoForwardPorts": false };
  const options = { extensions, builtIn, settings, env: { PROBE_REPORT: report } };
  let folder = "";
  const open = async ({ page, server }: Host) => {
    page.setDefaultTimeout(60_000);
    folder = newFolder();
    await page.goto(workbenchAddress(server.host, { folder }));
    await workbench(page).viewsButton.waitFor();
  };
  const { probed, writing } = await withHost("figures", options, open, async (host) => {
    const all: Probed[] = [];
    while (all.length < WINDOWS) {
      if (all.length > 0) await open(host);
      rmSync(report, { force: true });
      await workbench(host.page).command("Probe: Measure");
      all.push(await readReport(report));
    }
    return { probed: all, writing: await measureWriting(host.page, folder) };
  });
  const loadsOf = (name: string) => probed.flatMap(({ loads }) => loads[name] ?? []);
  const figures = {
    activations: probed.map(({ startup }) => activationOf(startup, "analytics-engines")),
    emptyActivations: probed.map(({ startup }) => activationOf(startup, "analytics-empty")),
    load: loadsOf("analytics-engines"),
    startLoad: loadsOf("start"),
    emptyLoad: loadsOf("analytics-empty"),
    apiLoad: loadsOf("analytics-api"),
    firstDiagnostics: probed.map(({ diagnostics }) => diagnostics[0]),
    diagnostics: probed.flatMap(({ diagnostics }) => diagnostics.slice(1)),
    firstPages: probed.map(({ firstPage }) => firstPage),
    ...writing,
    loadedBytes: loadedAtActivation().bytes,
    packageBytes: statSync(vsix).size,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

/** A folder with files to open. Each window needs its own: VS Code reopens the editors of a folder that had a window. */
function newFolder(): string {
  const folder = mkdtempSync(path.join(temporary, "folder-"));
  for (const name of ["first", "second", "third", "fourth", "fifth"]) {
    writeFileSync(path.join(folder, `${name}.pa.json`), unitsWithMistakes(200));
  }
  return folder;
}

/** The report of the probe, once it is complete. */
async function readReport(report: string): Promise<Probed> {
  const end = Date.now() + REPORT_SECONDS * 1000;
  for (;;) {
    const probed = existsSync(report) ? parsed(readFileSync(report, "utf8")) : undefined;
    if (probed?.error !== undefined) throw new Error(`The probe failed: ${probed.error}`);
    if (probed !== undefined) return probed;
    if (Date.now() > end) throw new Error(`The probe did not report within ${REPORT_SECONDS} s`);
    await wait(50);
  }
}

/** Undefined while the file is incomplete. */
function parsed(text: string): (Probed & { readonly error?: string }) | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The row of an extension: Extension, Eager, Load Code, Call Activate, Finish Activate, Event, By. */
function activationOf(startup: string, name: string): Activation {
  const id = `analytics-engines.${name}`;
  const row = startup.split("\n").find((line) => line.startsWith(`| ${id} `));
  const [load = Number.NaN, call = Number.NaN, finish = Number.NaN] = (row ?? "").split("|").slice(3, 6).map(Number);
  if (!Number.isFinite(load + call + finish)) throw new Error(`VS Code says nothing of ${id}:\n${startup}`);
  return { load, call, finish };
}

function unitsWithMistakes(count: number): string {
  const unit = {
    componentid: "0A".repeat(32),
    accounts: [{ id: "Client:/A.ACCT", holdingsmode: "B&H" }],
    dates: { startdate: "-1M", enddate: "0M", frequency: "Monthly" },
    colour: 1,
  };
  const units = Array.from({ length: count }, (_, index) => [`unit-${index}`, unit]);
  return `${JSON.stringify({ data: Object.fromEntries(units) }, null, 2)}\n`;
}

/** An extension that is activated like ours and does nothing. Its code starts with `top`. */
function packEmpty(name: string, top: string): string {
  return pack(name, { activationEvents: ["onStartupFinished"] }, (folder) => {
    writeFileSync(path.join(folder, "extension.cjs"), `${top}exports.activate = () => {};\n`);
  });
}

function packProbe(): string {
  const contributes = { commands: [{ command: "probe.measure", title: "Measure", category: "Probe" }] };
  // Runs before the work that waits until VS Code has started.
  return pack("probe", { contributes, activationEvents: ["workspaceContains:first.pa.json"] }, (folder) => {
    copyFileSync(path.join(import.meta.dirname, "probe.cjs"), path.join(folder, "extension.cjs"));
  });
}

function pack(name: string, more: object, write: (folder: string) => void): string {
  const folder = path.join(temporary, name);
  mkdirSync(folder);
  write(folder);
  const engines = { vscode: "^1.101.0" };
  const manifest = {
    name,
    publisher: "analytics-engines",
    version: "1.0.0",
    engines,
    main: "./extension.cjs",
    ...more,
  };
  const rest = { license: "Apache-2.0", files: ["**"], description: "Used to measure" };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ ...manifest, ...rest }));
  writeFileSync(path.join(folder, "README.md"), "Used to measure.\n");
  writeFileSync(path.join(folder, "LICENSE"), "Apache-2.0\n");
  const vsix = path.join(temporary, `${name}.vsix`);
  packFolder(folder, vsix);
  return vsix;
}
