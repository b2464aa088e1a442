import { spawnSync } from "node:child_process";
import path from "node:path";
import { atMost, low } from "../measure.ts";
import type { Row } from "../row.ts";

const script = path.resolve(import.meta.dirname, "../../../vscode/test/run/figures/main.ts");

/** What the script prints: milliseconds, several of each, and bytes. */
interface Figures {
  readonly activation: readonly number[];
  readonly load: readonly number[];
  readonly emptyActivation: readonly number[];
  readonly emptyLoad: readonly number[];
  readonly firstDiagnostics: readonly number[];
  readonly diagnostics: readonly number[];
  readonly loadedBytes: number;
  readonly packageBytes: number;
}

/** The extension in a real VS Code: its start by VS Code's own measure beside an extension that does nothing, and how soon mistakes are shown. */
export async function run(): Promise<Row[]> {
  const figures = measure();
  const empty = low(figures.emptyLoad);
  const shown = (name: string, value: number, reference: number): Row => ({
    ...atMost(name, value, "ms", reference, 1, "shown"),
    met: true,
  });
  return [
    atMost("activation of the extension in VS Code", low(figures.activation), "ms", 50, 1, "at most 50 ms"),
    shown("  activation of an empty extension", low(figures.emptyActivation), 50),
    atMost("load of its bundle", low(figures.load), "ms", empty, 1.5, "at most 1.5 times an empty extension's"),
    atMost("loaded at activation, minified", figures.loadedBytes / 1000, "kB", 150, 1, "under 150 kB"),
    atMost("size of the .vsix", figures.packageBytes / 1e6, "MB", 2.5, 1, "under 2.5 MB"),
    atMost("diagnostics of 200 units after opening", low(figures.diagnostics), "ms", 100, 1, "under 100 ms"),
    shown("  the first ones, with the checker to load", low(figures.firstDiagnostics), 100),
  ];
}

function measure(): Figures {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--conditions=source", script], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The extension could not be measured: ${stdout}${stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}");
}
