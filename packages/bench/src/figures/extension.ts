import { spawnSync } from "node:child_process";
import path from "node:path";
import { low } from "../measure.ts";
import { type Row, under } from "../report.ts";

const script = path.resolve(import.meta.dirname, "../../../vscode/test/run/figures/main.ts");

/** The script installs VS Code first where it is missing. */
const TIMEOUT_SECONDS = 900;

/** The script's output: lists of milliseconds, and bytes. */
interface Figures extends Record<"activations" | "firstDiagnostics" | "diagnostics", readonly number[]> {
  readonly packageBytes: number;
}

/** The extension in a real VS Code: its activation, and how soon it shows mistakes. */
export async function measureExtension(): Promise<Row[]> {
  const { activations, firstDiagnostics, diagnostics, packageBytes } = measure();
  return [
    under("activation of the extension in VS Code", low(activations), "ms", 50, "at most 50 ms"),
    under("diagnostics of 200 units after opening, with the checker to load", low(firstDiagnostics), "ms", 120),
    under("diagnostics of 200 units after opening", low(diagnostics), "ms", 100),
    under("size of the .vsix", packageBytes / 1e6, "MB", 2.5),
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
