// An extension that measures from within the extension host, when it is told to: what VS Code says of activations, and how soon a file that was
// opened has its diagnostics.
const vscode = require("vscode");
const { writeFileSync } = require("node:fs");

exports.activate = ({ subscriptions }) => {
  subscriptions.push(
    vscode.commands.registerCommand("probe.measure", async () => {
      const diagnostics = [];
      // The first one finds the checker not loaded yet.
      for (const name of ["first", "second", "third", "fourth", "fifth"]) diagnostics.push(await openAndWait(name));
      await vscode.commands.executeCommand("perfview.show");
      writeFileSync(process.env.PROBE_REPORT, JSON.stringify({ diagnostics, startup: await startupReport() }));
    }),
  );
};

/** Milliseconds from the opening of a file to its diagnostics. */
async function openAndWait(name) {
  const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, `${name}.pa.json`);
  const isIt = (other) => other.toString() === uri.toString();
  let opened;
  const shown = new Promise((resolve) => {
    subscribe(vscode.workspace.onDidOpenTextDocument, (document) => {
      if (!isIt(document.uri)) return false;
      opened = performance.now();
      return true;
    });
    subscribe(vscode.languages.onDidChangeDiagnostics, ({ uris }) => {
      if (!uris.some(isIt) || vscode.languages.getDiagnostics(uri).length < 200) return false;
      resolve(performance.now());
      return true;
    });
  });
  await vscode.window.showTextDocument(uri);
  return (await shown) - opened;
}

function subscribe(event, listen) {
  const listener = event((value) => {
    if (listen(value)) listener.dispose();
  });
}

/** The text of VS Code's "Startup Performance", once it holds the activations. */
async function startupReport() {
  for (;;) {
    const text = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "perf")?.getText() ?? "";
    if (text.includes("Extension Activation Stats")) return text;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
