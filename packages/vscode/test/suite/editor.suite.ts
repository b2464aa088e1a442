import assert from "node:assert/strict";
import { findFiles } from "@analytics-engines/runs/files";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { awkwardFamilies, awkwardFound, writeAwkwardTree } from "../../../runs/test/support/awkward-tree.ts";
import { findInFolder } from "../../src/common/find-files.ts";
import { activated, openFile, workspaceFolder } from "../support/in-vscode.ts";
import { until } from "../support/until.ts";

const component = "0A".repeat(32);

function diagnosticsOf({ uri }: vscode.TextDocument): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "Analytics Engines");
}

const codeOf = ({ code }: vscode.Diagnostic) => (typeof code === "object" ? String(code.value) : String(code));

/** The diagnostics as a reader sees them: severity, code, the text that is underlined. */
function seen(document: vscode.TextDocument): string[] {
  return diagnosticsOf(document).map(
    (diagnostic) =>
      `${vscode.DiagnosticSeverity[diagnostic.severity]} ${codeOf(diagnostic)} ${document.getText(diagnostic.range)}`,
  );
}

async function replaceAll(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(edit);
}

const file = (unit: object, meta?: object) => `${JSON.stringify({ data: { weights: unit }, meta }, null, 2)}\n`;

describe("the editor of parameter files", () => {
  before(activated);
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("marks errors at their exact places, with a link to their description", async () => {
    const document = await openFile(
      "ranges.pa.json",
      file({ ComponentId: component, accounts: [{ id: 5 }], colour: "red" }),
    );
    assert.equal(document.languageId, "analytics-engines");
    await until("diagnostics", () => diagnosticsOf(document).length === 3);
    assert.deepEqual(seen(document), [
      'Hint letter-case "ComponentId"',
      "Error wrong-type 5",
      'Error unknown-property "colour"',
    ]);
    const [, wrong] = diagnosticsOf(document);
    assert.deepEqual(wrong?.range, new vscode.Range(6, 16, 6, 17));
    const { code } = wrong;
    assert.ok(typeof code === "object");
    assert.match(code.target.toString(), /^https:\/\/.*\/docs\/files\/parameter-files\.md#wrong-type$/);
    await vscode.commands.executeCommand("analyticsEngines.editor.openDocs", "wrong-type");
  });

  it("links to the other place of an issue", async () => {
    const dates = { startdate: "20240401", enddate: "20240331", frequency: "Monthly" };
    const document = await openFile("related.pa.json", file({ componentid: component, dates }));
    const [issue] = await until("diagnostics", () => diagnosticsOf(document)[0] && diagnosticsOf(document));
    assert.equal(issue && codeOf(issue), "dates-reversed");
    const [related] = issue?.relatedInformation ?? [];
    assert.equal(related && document.getText(related.location.range), '"20240331"');
  });

  it("checks a changed text again, and clears a closed file", async () => {
    const uri = vscode.Uri.joinPath(workspaceFolder(), "changing.pa.json");
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode("{"));
    // Opened as a user does: VS Code keeps documents that an extension opens for minutes.
    await vscode.commands.executeCommand("vscode.open", uri);
    const document = await until("the document", () =>
      vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString()),
    );
    await until("a syntax error", () => seen(document).some((line) => line.startsWith("Error syntax")));
    await replaceAll(document, file({ componentid: component }));
    await until("no error", () => diagnosticsOf(document).length === 0);
    await replaceAll(document, file({ componentid: 1 }));
    await until("a wrong type", () => seen(document).join() === "Error wrong-type 1");
    await document.save();
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    await until("no diagnostics of a closed file", () => diagnosticsOf(document).length === 0);
  });

  it("offers a fix for an issue, and applies all safe fixes at once", async () => {
    const text = file({ ComponentID: component, Accounts: [{ ID: "BMK:A" }] }, { format: "jsonstach" });
    const document = await openFile("fixes.pa.json", text);
    await until("diagnostics", () => diagnosticsOf(document).length > 2);
    const place = document.positionAt(text.indexOf("ComponentID"));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      new vscode.Range(place, place),
    );
    const fix = actions.find(({ isPreferred }) => isPreferred);
    assert.ok(fix?.edit, `a preferred fix among ${actions.map(({ title }) => title).join(", ")}`);
    await vscode.workspace.applyEdit(fix.edit);
    assert.match(document.getText(), /"componentid"/);
    assert.match(document.getText(), /"Accounts"/);
    await vscode.commands.executeCommand("analyticsEngines.editor.fixAll");
    assert.equal(
      document.getText(),
      file({ componentid: component, accounts: [{ id: "BMK:A" }] }, { format: "JsonStach" }),
    );
  });

  it("fixes on save if the settings ask for it", async () => {
    const settings = vscode.workspace.getConfiguration("editor", { languageId: "analytics-engines" });
    await settings.update(
      "codeActionsOnSave",
      { "source.fixAll": "always" },
      vscode.ConfigurationTarget.Workspace,
      true,
    );
    try {
      const document = await openFile("on-save.pa.json", file({}));
      await replaceAll(document, file({ ComponentID: component }));
      await document.save();
      assert.equal(document.getText(), file({ componentid: component }));
    } finally {
      await settings.update("codeActionsOnSave", undefined, vscode.ConfigurationTarget.Workspace, true);
    }
  });

  it("detects a parameter file by its $schema, and leaves other JSON alone", async () => {
    const text = `{\n  "$schema": "./schemas/quant.schema.json",\n  "data": { "unit": { "formula": 1 } }\n}\n`;
    const document = await openFile("prices.json", text);
    await until("the language", () => document.languageId === "analytics-engines");
    await until("diagnostics", () => seen(document).join() === 'Error unknown-property "formula"');
    const other = await openFile("other.json", '{ "name": "package", "data": {} }');
    await vscode.languages.setTextDocumentLanguage(document, "json");
    // Files are checked in the order in which they are opened.
    const later = await openFile("later.json", text);
    await until("the language of a later file", () => later.languageId === "analytics-engines");
    assert.equal(other.languageId, "json");
    assert.equal(document.languageId, "json", "what the user takes back stays as it is");
  });

  it("detects a parameter file by the setting", async () => {
    const settings = vscode.workspace.getConfiguration("analyticsEngines.editor");
    await settings.update("families", { "nightly/**/*.json": "pa" }, vscode.ConfigurationTarget.Workspace);
    try {
      const document = await openFile("nightly/run.json", file({ componentid: 1 }));
      await until("the language", () => document.languageId === "analytics-engines");
      await until("diagnostics", () => seen(document).join() === "Error wrong-type 1");
    } finally {
      await settings.update("families", undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it("finds the parameter files that the Action and the command find", async () => {
    const settings = vscode.workspace.getConfiguration("analyticsEngines.editor");
    const folder = vscode.Uri.joinPath(workspaceFolder(), "awkward");
    const families = Object.fromEntries(
      Object.entries(awkwardFamilies).map(([glob, family]) => [`awkward/${glob}`, family]),
    );
    const below = (names: readonly string[]) => names.map((name) => `awkward/${name}`);
    const find = async (patterns?: readonly string[]) => {
      const { files } = await findInFolder(folder, patterns && { patterns });
      return files.map((uri) => vscode.workspace.asRelativePath(uri, false));
    };
    writeAwkwardTree(folder.fsPath);
    await settings.update("families", families, vscode.ConfigurationTarget.Workspace);
    try {
      assert.deepEqual(await find(), below(awkwardFound));
      for (const patterns of [["**/*.pa.json"], ["*/b/**/*.json", "!**/1.*"], ["awkward/**/.*/*.json"], ["*/[a-c]/*"]])
        assert.deepEqual(
          await find(patterns),
          findFiles(workspaceFolder().fsPath, { patterns }).files,
          patterns.join(),
        );
    } finally {
      await settings.update("families", undefined, vscode.ConfigurationTarget.Workspace);
      await vscode.workspace.fs.delete(folder, { recursive: true });
    }
  });

  it("warns about an unknown property if the setting asks for it, but not about a misspelled one", async () => {
    const settings = vscode.workspace.getConfiguration("analyticsEngines.editor");
    const text = file({ componentid: component, liquidity: true, currencyisocod: "USD" });
    const misspelled = 'Error unknown-property "currencyisocod"';
    const document = await openFile("gained.pa.json", text);
    await until("errors", () => seen(document).join() === `Error unknown-property "liquidity",${misspelled}`);
    await settings.update("unknownProperties", "warning", vscode.ConfigurationTarget.Workspace);
    try {
      await until("a warning", () => seen(document).join() === `Warning unknown-property "liquidity",${misspelled}`);
      const [, { message } = { message: "" }] = diagnosticsOf(document);
      assert.match(message, /Did you mean `currencyisocode`\?/);
    } finally {
      await settings.update("unknownProperties", undefined, vscode.ConfigurationTarget.Workspace);
    }
  });
});
