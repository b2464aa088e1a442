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
import { loadedAtActivation } from "../../../build.ts";
import { packageExtension, packFolder } from "../../../package-vsix.ts";
import { type Host, withHost } from "../host.ts";
import { workbench } from "../ui/page.ts";
import { workbenchAddress } from "../workbench.ts";

const windows = 5;

interface Activation {
  /** The bundle's file and all that it loads at once. */
  readonly load: number;
  /** `load`, and all of `activate`. */
  readonly all: number;
}

interface Probed {
  readonly diagnostics: readonly number[];
  readonly startup: string;
}

const temporary = mkdtempSync(path.join(tmpdir(), "vscode-figures-"));
try {
  const vsix = await packageExtension();
  const folder = path.join(temporary, "folder");
  mkdirSync(folder);
  for (const name of ["first", "second", "third", "fourth", "fifth"]) {
    writeFileSync(path.join(folder, `${name}.pa.json`), unitsWithMistakes(200));
  }
  const report = path.join(temporary, "report.json");
  const extensions = [vsix, packEmpty(), packProbe()];
  const options = { extensions, bare: true, env: { PROBE_REPORT: report } };
  const open = async ({ page, server }: Host) => {
    page.setDefaultTimeout(60_000);
    await page.goto(workbenchAddress(server.host, { folder }));
    await workbench(page).statusBar("No Connection").waitFor();
  };
  const probed = await withHost("figures", options, open, async (host) => {
    const all: Probed[] = [];
    for (let i = 0; i < windows; i += 1) {
      if (i > 0) await open(host);
      rmSync(report, { force: true });
      await workbench(host.page).command("Measure");
      while (!existsSync(report)) await wait(50);
      all.push(JSON.parse(readFileSync(report, "utf8")));
      await workbench(host.page).command("View: Close All Editors");
    }
    return all;
  });
  const own = probed.map(({ startup }) => activationOf(startup, "analytics-engines.analytics-engines"));
  const empty = probed.map(({ startup }) => activationOf(startup, "analytics-engines.analytics-empty"));
  const figures = {
    activation: own.map(({ all }) => all),
    load: own.map(({ load }) => load),
    emptyActivation: empty.map(({ all }) => all),
    emptyLoad: empty.map(({ load }) => load),
    firstDiagnostics: probed.map(({ diagnostics }) => diagnostics[0]),
    diagnostics: probed.flatMap(({ diagnostics }) => diagnostics.slice(1)),
    loadedBytes: loadedAtActivation().bytes,
    packageBytes: statSync(vsix).size,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

/** The row of an extension: Extension, Eager, Load Code, Call Activate, Finish Activate, Event, By. */
function activationOf(startup: string, id: string): Activation {
  const row = startup.split("\n").find((line) => line.startsWith(`| ${id} `));
  const [load = Number.NaN, call = Number.NaN, finish = Number.NaN] = (row ?? "").split("|").slice(3, 6).map(Number);
  if (!Number.isFinite(load + call + finish)) throw new Error(`VS Code says nothing of ${id}:\n${startup}`);
  return { load, all: load + call + finish };
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

/** An extension that is activated as ours is, and does nothing. */
function packEmpty(): string {
  return pack("analytics-empty", { activationEvents: ["onStartupFinished"] }, (folder) => {
    writeFileSync(path.join(folder, "extension.cjs"), "exports.activate = () => {};\n");
  });
}

function packProbe(): string {
  const contributes = { commands: [{ command: "probe.measure", title: "Measure", category: "Probe" }] };
  return pack("probe", { contributes }, (folder) => {
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
