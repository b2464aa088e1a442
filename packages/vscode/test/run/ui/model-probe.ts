import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { packFolder } from "../../../package-vsix.ts";

/** The manifest of an extension that uses the tools as a language model does. */
const manifest = {
  name: "model-probe",
  publisher: "test",
  version: "1.0.0",
  engines: { vscode: "^1.101.0" },
  main: "./main.js",
  files: ["**"],
  capabilities: { untrustedWorkspaces: { supported: true } },
  contributes: {
    commands: [
      { command: "modelProbe.count", title: "Model Probe: Count Tools" },
      { command: "modelProbe.run", title: "Model Probe: Run a File" },
    ],
  },
};

const main = `
const vscode = require("vscode");
exports.activate = ({ subscriptions }) => {
  // VS Code lists every tool that a manifest declares. An answer, or an error of the extension, comes only from a registered one.
  const count = async () => {
    const declared = vscode.lm.tools.filter(({ name }) => name.startsWith("analyticsEngines_"));
    const answers = await Promise.allSettled(
      declared.map(({ name }) => vscode.lm.invokeTool(name, { input: {}, toolInvocationToken: undefined })),
    );
    const isMissing = ({ reason }) => String(reason).includes("does not have an implementation registered");
    const usable = answers.filter((answer) => !isMissing(answer));
    vscode.window.showWarningMessage("A model can use " + usable.length + " of " + declared.length + " tools");
  };
  const run = async () => {
    const options = { input: { files: ["weights.pa.json"] }, toolInvocationToken: undefined };
    const { content } = await vscode.lm.invokeTool("analyticsEngines_runOnSimulator", options);
    const { started, status } = JSON.parse(content[0].value);
    vscode.window.showWarningMessage("The model's run: " + (started ? status : "declined"));
  };
  subscriptions.push(
    vscode.commands.registerCommand("modelProbe.count", count),
    vscode.commands.registerCommand("modelProbe.run", run),
  );
};
`;

/** Packs the extension into a folder of its own, which is removed with the probe. */
export function packModelProbe(): Disposable & { readonly vsix: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "model-probe-"));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(path.join(folder, "main.js"), main);
  writeFileSync(path.join(folder, "LICENSE"), "For tests.\n");
  const vsix = path.join(folder, "model-probe.vsix");
  packFolder(folder, vsix);
  return { vsix, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
