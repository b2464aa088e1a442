// An extension that measures from within the extension host: how long the code of extensions loads, what VS Code says of activations, how soon a file
// that was opened has its diagnostics, and what the first page of a large directory costs.
const vscode = require("vscode");
const { writeFileSync } = require("node:fs");
const Module = require("node:module");

/** Long enough for a busy machine: who waits longer waits in vain. */
const seconds = 30;

/**
 * Milliseconds that the file of an extension takes to load, by the extension's name, and under "start" what ours loads when it is activated. VS Code
 * counts whole ones.
 */
const loads = {};

const load = Module._load;
Module._load = function (request, ...rest) {
  const [, extension, chunk] =
    /\.(analytics-\w+)-[^/]*\/(?:dist\/)?extension\.cjs$|^\.\/(start)\.cjs$/.exec(request) ?? [];
  const name = extension ?? chunk;
  const started = performance.now();
  const loaded = load.call(this, request, ...rest);
  if (name !== undefined) loads[name] ??= performance.now() - started;
  return loaded;
};

/** A lens that needs no work: how soon VS Code itself shows one. */
const lenses = {
  provideCodeLenses: () => [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title: "Probe", command: "" })],
};

exports.activate = ({ subscriptions }) => {
  subscriptions.push(
    vscode.languages.registerCodeLensProvider({ pattern: "**/{few,many}-?.json" }, lenses),
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
  return { loads, startup, diagnostics, firstPage: await within(firstPage(), "the first page of a directory") };
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

/** Requests and milliseconds until the simulator's directory of 2,000 accounts shows its first page in the Explorer, and how many rows that has. */
async function firstPage() {
  const { explorer } = await extension().activate();
  const { provider } = explorer.view;
  await vscode.commands.executeCommand("analyticsEngines.connections.useSimulator");
  let row;
  for (const label of ["Accounts", "Client:", "Mandates"]) {
    const rows = await provider.getChildren(row);
    const items = await Promise.all(rows.map((one) => provider.getTreeItem(one)));
    row = rows[items.findIndex((item) => item.label === label)];
    if (row === undefined) throw new Error(`There is no "${label}" among ${items.map((item) => item.label)}`);
  }
  let requests = 0;
  const { fetch } = globalThis;
  globalThis.fetch = (request, ...rest) => {
    // Meanwhile the open files ask for the names of their other values.
    if (String(request.url ?? request).includes("/lookups/")) requests += 1;
    return fetch(request, ...rest);
  };
  const started = performance.now();
  const rows = await provider.getChildren(row);
  const milliseconds = performance.now() - started;
  globalThis.fetch = fetch;
  return { requests, milliseconds, rows: rows.length };
}

function within(promise, what) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`waited ${seconds} s for ${what}`)), seconds * 1000);
    Promise.resolve(promise)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
