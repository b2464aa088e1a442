import { spawnSync } from "node:child_process";
import path from "node:path";
import { atMost, low, shown } from "../measure.ts";
import type { Row } from "../row.ts";

const script = path.resolve(import.meta.dirname, "../../../vscode/test/run/figures/main.ts");

const activationMs = 50;

/** VS Code is installed first where it is not there yet. */
const timeoutSeconds = 900;

/** One activation as VS Code counts it, in whole milliseconds. */
interface Activation {
  readonly load: number;
  readonly call: number;
  readonly finish: number;
}

/** What the script prints: milliseconds, several of each, and bytes. */
interface Figures {
  readonly activations: readonly Activation[];
  readonly emptyActivations: readonly Activation[];
  readonly load: readonly number[];
  readonly startLoad: readonly number[];
  readonly emptyLoad: readonly number[];
  readonly apiLoad: readonly number[];
  readonly firstDiagnostics: readonly number[];
  readonly diagnostics: readonly number[];
  readonly firstPages: readonly { readonly requests: number; readonly milliseconds: number }[];
  readonly loadedBytes: number;
  readonly packageBytes: number;
}

/** The extension in a real VS Code: its start by VS Code's own measure beside an extension that does nothing, and how soon mistakes are shown. */
export async function run(): Promise<Row[]> {
  const figures = measure();
  const { activations, emptyActivations, firstPages } = figures;
  const all = ({ load, call, finish }: Activation) => load + call + finish;
  const part = (name: string, of: (one: Activation) => number) =>
    shown(`  of it ${name}`, low(activations.map(of)), "ms", activationMs);
  const first = low(figures.firstDiagnostics);
  return [
    atMost("activation of the extension in VS Code", low(activations.map(all)), "ms", activationMs, 1, "at most 50 ms"),
    part("the load of its bundle", ({ load }) => load),
    part("the call of activate", ({ call }) => call),
    part("what activate waits for", ({ finish }) => finish),
    // What it promised is awaited behind the extensions that are activated with it.
    shown("  of an empty extension", low(emptyActivations.map(({ load, call }) => load + call)), "ms", activationMs),
    atMost(
      "load of its bundle, measured finely",
      low(figures.load),
      "ms",
      low(figures.emptyLoad),
      1.5,
      "at most 1.5 times an empty extension's",
    ),
    shown("  and of what it starts with", low(figures.startLoad), "ms", low(figures.apiLoad), "VS Code's API alone"),
    atMost("loaded at activation, minified", figures.loadedBytes / 1000, "kB", 150, 1, "under 150 kB"),
    atMost("size of the .vsix", figures.packageBytes / 1e6, "MB", 2.5, 1, "under 2.5 MB"),
    atMost("diagnostics of 200 units after opening", low(figures.diagnostics), "ms", 100, 1, "under 100 ms"),
    atMost("  the first ones, with the checker to load", first, "ms", 100, 1, "under 100 ms"),
    atMost(
      "first page of a directory of 2,000 entries",
      Math.max(...firstPages.map(({ requests }) => requests)),
      "requests",
      1,
      1,
      "one request",
    ),
    shown("  shown after", low(firstPages.map(({ milliseconds }) => milliseconds)), "ms", 100),
  ];
}

function measure(): Figures {
  const { stdout, stderr, status, error } = spawnSync(process.execPath, ["--conditions=source", script], {
    encoding: "utf8",
    timeout: timeoutSeconds * 1000,
  });
  if (status !== 0) throw new Error(`The extension could not be measured: ${error ?? ""}${stdout}${stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}");
}
