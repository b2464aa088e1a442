// An extension that measures from within the extension host: what VS Code says of activations, and how soon a file that was opened has its diagnostics.
const vscode = require("vscode");
const { writeFileSync } = require("node:fs");

/** Long enough for a busy machine: who waits longer waits in vain. */
const seconds = 30;

exports.activate = ({ subscriptions }) => {
  subscriptions.push(
    vscode.commands.registerCommand("probe.measure", async () => {
      const report = await measure().catch((error) => ({ error: error.stack }));
      writeFileSync(process.env.PROBE_REPORT, JSON.stringify(report));
    }),
  );
};

async function measure() {
  await within(activated(), "the activation of the extension");
  const diagnostics = [];
  // The first one finds nothing of the editor's code loaded yet.
  for (const name of ["first", "second", "third", "fourth", "fifth"]) diagnostics.push(await openAndWait(name));
  await within(vscode.commands.executeCommand("perfview.show"), "VS Code's page of its start");
  const startup = await startupReport();
  return { startup, diagnostics };
}

const extension = () => vscode.extensions.getExtension("analytics-engines.analytics-engines");

/** VS Code activates the extension by itself, after its own start. */
async function activated() {
  while (!extension().isActive) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Milliseconds from the opening of a file to its diagnostics. VS Code keeps back the event that tells of them for 50 ms: they are looked for. */
async function openAndWait(name) {
  const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, `${name}.pa.json`);
  const isIt = (document) => document.uri.toString() === uri.toString();
  if (vscode.workspace.textDocuments.some(isIt)) throw new Error(`${name} is open before it is opened`);
  const shown = new Promise((resolve) => {
    const listener = vscode.workspace.onDidOpenTextDocument((document) => {
      if (!isIt(document)) return;
      listener.dispose();
      const opened = performance.now();
      const look = () => {
        if (vscode.languages.getDiagnostics(uri).length >= 200) resolve(performance.now() - opened);
        else setImmediate(look);
      };
      look();
    });
  });
  await within(vscode.window.showTextDocument(uri), `the editor of ${name}`);
  return within(shown, `the diagnostics of ${name}`);
}

/** The text of VS Code's "Startup Performance", once it holds the activations. */
async function startupReport() {
  const text = () => vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "perf")?.getText() ?? "";
  const end = Date.now() + seconds * 1000;
  while (!text().includes("Extension Activation Stats")) {
    if (Date.now() > end) throw new Error(`VS Code's page of its start has no activations:\n${text()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return text();
}

function within(promise, what) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`waited ${seconds} s for ${what}`)), seconds * 1000);
    Promise.resolve(promise)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
