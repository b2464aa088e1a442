import { spawnSync } from "node:child_process";
import path from "node:path";
import { low, quantile } from "../quantiles.ts";
import { atMost, type Row, under, withoutTarget } from "../report/rows.ts";

const script = path.resolve(import.meta.dirname, "../../../vscode/test/run/figures/main.ts");

const MAX_ACTIVATION_MS = 50;

/** The script installs VS Code first where it is missing. */
const TIMEOUT_SECONDS = 900;

/** One activation as VS Code measures it, in whole milliseconds. */
type Activation = Record<"load" | "call" | "finish", number>;
type Times =
  | "load"
  | "startLoad"
  | "emptyLoad"
  | "apiLoad"
  | "firstDiagnostics"
  | "diagnostics"
  | "lenses"
  | "plainLenses"
  | "manyLenses"
  | "plainManyLenses"
  | "typing"
  | "plainTyping";

/** The script's output: lists of milliseconds, and bytes. */
interface Figures extends Record<Times, readonly number[]>, Record<"loadedBytes" | "packageBytes", number> {
  readonly activations: readonly Activation[];
  readonly emptyActivations: readonly Activation[];
  readonly firstPages: readonly Record<"requests" | "milliseconds", number>[];
}

/** The extension in a real VS Code: its start beside an extension that does nothing, and how soon it shows mistakes. */
export async function measureExtension(): Promise<Row[]> {
  const figures = measure();
  const { activations, emptyActivations, firstPages } = figures;
  const activation = low(activations.map(({ load, call, finish }) => load + call + finish));
  const part = (name: string, of: keyof Activation) =>
    withoutTarget(`  of it ${name}`, low(activations.map((one) => one[of])), "ms", MAX_ACTIVATION_MS);
  const requests = Math.max(...firstPages.map((page) => page.requests));
  const loadTarget = "at most 1.5 times an empty extension's";
  return [
    under("activation of the extension in VS Code", activation, "ms", MAX_ACTIVATION_MS, "at most 50 ms"),
    part("the load of its bundle", "load"),
    part("the call of activate", "call"),
    part("what activate waits for", "finish"),
    // VS Code also counts as `finish` the wait for the extensions that it activates at the same time.
    withoutTarget(
      "  of an empty extension",
      low(emptyActivations.map(({ load, call }) => load + call)),
      "ms",
      MAX_ACTIVATION_MS,
    ),
    atMost("load of its bundle, measured finely", low(figures.load), "ms", low(figures.emptyLoad), 1.5, loadTarget),
    withoutTarget(
      "  and of what it starts with",
      low(figures.startLoad),
      "ms",
      low(figures.apiLoad),
      "shown beside VS Code's API alone",
    ),
    under("loaded at activation, minified", figures.loadedBytes / 1000, "kB", 150),
    under("size of the .vsix", figures.packageBytes / 1e6, "MB", 2.5),
    under("diagnostics of 200 units after opening", low(figures.diagnostics), "ms", 100),
    under("  the first ones, with the checker to load", low(figures.firstDiagnostics), "ms", 100),
    under("lenses of 200 units after the text", low(figures.lenses), "ms", 300, "of it VS Code waits 250 ms"),
    withoutTarget("  of plain JSON, with a lens that needs no work", low(figures.plainLenses), "ms", 300),
    under("lenses of 10,000 units after the text", low(figures.manyLenses), "ms", 2000),
    withoutTarget("  of plain JSON, with a lens that needs no work", low(figures.plainManyLenses), "ms", 2000),
    under(
      "p95 of a key until its frame, beyond plain JSON",
      quantile(figures.typing, 0.95) - quantile(figures.plainTyping, 0.95),
      "ms",
      10,
    ),
    withoutTarget("  of it plain JSON's", quantile(figures.plainTyping, 0.95), "ms", 100),
    under("first page of a directory of 2,000 entries", requests, "requests", 1, "one request"),
    withoutTarget("  shown after", low(firstPages.map(({ milliseconds }) => milliseconds)), "ms", 100),
  ];
}

function measure(): Figures {
  const { stdout, stderr, status, error } = spawnSync(process.execPath, ["--conditions=source", script], {
    encoding: "utf8",
    timeout: TIMEOUT_SECONDS * 1000,
  });
  if (status !== 0) throw new Error(`The extension could not be measured: ${error ?? ""}${stdout}${stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}");
}
