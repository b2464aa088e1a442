// Measures the extension in a real VS Code. Prints one line of JSON: lists of milliseconds, and bytes.
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
import { packageExtension, packFolder } from "../../../package-vsix.ts";
import { type Host, withHost } from "../host.ts";
import { workbench } from "../ui/page.ts";
import { workbenchAddress } from "../workbench.ts";

/** The first diagnostics take 67 to 200 ms in one window or another, so the low fifth of five windows tells little. A window takes 17 s. */
const WINDOWS = 8;
/** The time limit of the probe is shorter. */
const REPORT_SECONDS = 120;

/** The report of the probe about one window. */
interface Probed {
  readonly startup: string;
  /** Milliseconds. The first time includes loading the code. */
  readonly diagnostics: readonly number[];
}

const temporary = mkdtempSync(path.join(tmpdir(), "vscode-figures-"));
try {
  const vsix = await packageExtension();
  const report = path.join(temporary, "report.json");
  const extensions = [vsix, packProbe()];
  // VS Code's server starts processes to look for ports.
  const settings = { "remote.autoForwardPorts": false };
  const options = { extensions, settings, env: { PROBE_REPORT: report } };
  const open = async ({ page, server }: Host) => {
    page.setDefaultTimeout(60_000);
    await page.goto(workbenchAddress(server.host, { folder: newFolder() }));
    await workbench(page).viewsButton.waitFor();
  };
  const probed = await withHost("figures", options, open, async (host) => {
    const all: Probed[] = [];
    while (all.length < WINDOWS) {
      if (all.length > 0) await open(host);
      rmSync(report, { force: true });
      await workbench(host.page).command("Probe: Measure");
      all.push(await readReport(report));
    }
    return all;
  });
  const figures = {
    activations: probed.map(({ startup }) => activationMilliseconds(startup)),
    firstDiagnostics: probed.map(({ diagnostics }) => diagnostics[0]),
    diagnostics: probed.flatMap(({ diagnostics }) => diagnostics.slice(1)),
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

/** The load, the call and the end of the activation, from the row of the extension: Extension, Eager, Load Code, Call Activate, Finish Activate, Event, By. */
function activationMilliseconds(startup: string): number {
  const row = startup.split("\n").find((line) => line.startsWith("| analytics-engines.analytics-engines "));
  const [load = Number.NaN, call = Number.NaN, finish = Number.NaN] = (row ?? "").split("|").slice(3, 6).map(Number);
  const milliseconds = load + call + finish;
  if (!Number.isFinite(milliseconds)) throw new Error(`VS Code says nothing of the extension:\n${startup}`);
  return milliseconds;
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
