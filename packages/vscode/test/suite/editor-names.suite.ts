import assert from "node:assert/strict";
import { knownGood } from "@analytics-engines/simulator";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { checkParameterText } from "../../src/editor/language/text/checked-text.ts";
import { showUncheckedNames } from "../../src/editor/providers/status.ts";
import { activated, activeExtension, connectToSimulator, openFile, writeFile } from "../support/in-vscode.ts";
import { replace } from "../support/questions.ts";
import { until } from "../support/until.ts";

type World = Awaited<ReturnType<typeof connectToSimulator>>;

const file = (unit: object) => `${JSON.stringify({ data: { weights: unit } }, null, 2)}\n`;

/** The position right behind the first occurrence of a text. */
function behind(document: vscode.TextDocument, text: string): vscode.Position {
  const at = document.getText().indexOf(text);
  assert.notEqual(at, -1, `${text} is in the document`);
  return document.positionAt(at + text.length);
}

const labelOf = ({ label }: vscode.CompletionItem) => (typeof label === "string" ? label : label.label);

async function complete(document: vscode.TextDocument, position: vscode.Position, wanted: string) {
  return until(`${wanted} among the completions`, async () => {
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      position,
    );
    return items.find((item) => labelOf(item) === wanted);
  });
}

describe("names in parameter files", () => {
  const { accounts, columns, components, groups } = knownGood();
  let world: World;
  before(async () => {
    await activated();
    world = await connectToSimulator();
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await world.close();
  });

  it("complete a component by its name and insert its id", async () => {
    const document = await openFile("by-name.pa.json", file({ componentid: "Bond Ch" }));
    const item = await complete(document, behind(document, '"Bond Ch'), "Bond Characteristics");
    assert.ok(typeof item.label === "object");
    assert.match(item.label.description ?? "", /Client:\/Income\/BOND_REVIEW/);
    assert.ok(item.range instanceof vscode.Range);
    const edit = new vscode.WorkspaceEdit();
    assert.ok(typeof item.insertText === "string");
    edit.replace(document.uri, item.range, item.insertText);
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.getText(), file({ componentid: components.pa.bonds }));
  });

  it("complete a component along the path of its document", async () => {
    const document = await openFile("by-path.pa.json", file({ componentid: "Client:/Growth/WEEKLY_REVIEW" }));
    const review = await complete(document, behind(document, "Client:/Growth/W"), "WEEKLY_REVIEW");
    assert.equal(review.command?.command, "editor.action.triggerSuggest");
    const item = await complete(document, behind(document, "WEEKLY_REVIEW"), "Weights");
    assert.equal(item.insertText, JSON.stringify(components.pa.weights));
    assert.equal(
      item.filterText,
      '"Client:/Growth/WEEKLY_REVIEW',
      "VS Code keeps only what the typed text is found in",
    );
  });

  it("complete accounts by directory, and list entries by name", async () => {
    const unit = {
      componentid: components.pa.weights,
      accounts: [{ id: "Client:/Growth/" }],
      dates: { startdate: "-1M", enddate: "0M", frequency: "" },
      columns: [{ id: "" }],
      currencyisocode: "",
    };
    const document = await openFile("directories.pa.json", file(unit));
    await complete(document, behind(document, "Client:/Growth/"), "GLOBAL_EQUITY.ACCT");
    await complete(document, behind(document, "Client:/Growth/"), "Regions/");
    await complete(document, behind(document, '"frequency": "'), "Monthly");
    const total = await complete(
      document,
      document.positionAt(document.getText().lastIndexOf('"id": "') + 7),
      "Port. Total Return",
    );
    assert.equal(total.insertText, JSON.stringify(columns.totalReturn));
    const currency = await complete(document, behind(document, '"currencyisocode": "'), "EUR");
    assert.equal(currency.insertText, '"EUR"');
  });

  it("complete only what the service has", async () => {
    const unit = { componentid: components.pa.weights, benchmarks: [{ id: "" }], currencyisocode: "" };
    const document = await openFile("only-service.pa.json", file(unit));
    await complete(document, behind(document, '"currencyisocode": "'), "EUR");
    const offered = async (before: string) => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        behind(document, before),
      );
      return items.map(labelOf);
    };
    const currencies = await offered('"currencyisocode": "');
    assert.deepEqual(
      currencies.filter((label) => label.includes("USD")),
      ["USD"],
    );
    const benchmarks = await offered('"id": "');
    assert.deepEqual(
      benchmarks.filter((label) => /BMK|BENCH|ACCT/.test(label)),
      [],
    );
  });

  it("appear beside ids, with details in hovers", async () => {
    const unit = { componentid: components.pa.weights, groups: [{ id: groups.sector }] };
    const document = await openFile("hints.pa.json", file(unit));
    const hints = await until("two hints", async () => {
      const all = await vscode.commands.executeCommand<vscode.InlayHint[]>(
        "vscode.executeInlayHintProvider",
        document.uri,
        new vscode.Range(0, 0, document.lineCount, 0),
      );
      return all.length === 2 && all;
    });
    const [component] = hints;
    assert.equal(component?.label, "Weights");
    assert.deepEqual(component.position, behind(document, `"${components.pa.weights}"`));
    await until("the hover", async () => {
      const [hover] = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        behind(document, '"componentid": "'),
      );
      const said = (hover?.contents ?? []).map((part) => (typeof part === "string" ? part : part.value)).join("\n");
      return /Weights/.test(said) && /General/.test(said) && /WEEKLY/.test(said);
    });
  });

  it("stay at their places while the text has syntax errors", async () => {
    const document = await openFile("broken.pa.json", file({ componentid: components.pa.weights }));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(1, 0), '  "half": \n');
    await vscode.workspace.applyEdit(edit);
    await until("the hint", async () => {
      const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
        "vscode.executeInlayHintProvider",
        document.uri,
        new vscode.Range(0, 0, document.lineCount, 0),
      );
      return hints[0]?.position.isEqual(behind(document, `"${components.pa.weights}"`));
    });
  });

  it("warn about unknown ids and offer the closest ones", async () => {
    const wrong = accounts.equity.replace("EQUITY", "EQUTY");
    const document = await openFile(
      "unknown.pa.json",
      file({ componentid: components.pa.weights, accounts: [{ id: wrong }] }),
    );
    const [warning] = await until("a warning", () => {
      const found = vscode.languages
        .getDiagnostics(document.uri)
        .filter(({ message }) => /knows no account/.test(message));
      return found.length > 0 && found;
    });
    assert.equal(warning?.severity, vscode.DiagnosticSeverity.Warning);
    assert.equal(document.getText(warning.range), JSON.stringify(wrong));
    const edit = await until("the fix", async () => {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        document.uri,
        warning.range,
      );
      return actions.find(({ title }) => title.includes("GLOBAL_EQUITY.ACCT"))?.edit;
    });
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.getText(), file({ componentid: components.pa.weights, accounts: [{ id: accounts.equity }] }));
    await until("no warning", () => vscode.languages.getDiagnostics(document.uri).length === 0);
  });

  it("lead to the entry of the Explorer, and to the other files that use an id", async () => {
    const text = file({ componentid: components.pa.weights, accounts: [{ id: accounts.europe }] });
    const other = await writeFile("nested/uses.pa.json", text);
    // Neither Action nor command finds these.
    for (const name of ["run/manifest.json", "run/journal.jsonl"]) await writeFile(`nested/${name}`, "{}");
    for (const folder of ["run/x", ".hidden", "node_modules/p"]) await writeFile(`nested/${folder}/uses.pa.json`, text);
    const document = await openFile("go-to.pa.json", text);
    const place = behind(document, "EUROPE_");
    const uses = await vscode.commands.executeCommand<vscode.Location[]>(
      "vscode.executeReferenceProvider",
      document.uri,
      place,
    );
    assert.deepEqual(
      uses.map(({ uri }) => vscode.workspace.asRelativePath(uri, false)).filter((name) => /go-to|uses/.test(name)),
      ["go-to.pa.json", "nested/uses.pa.json"],
    );
    assert.equal(uses.find(({ uri }) => uri.toString() === other.toString())?.range.start.line, 6);
    const definitions = await vscode.commands.executeCommand<vscode.LocationLink[]>(
      "vscode.executeDefinitionProvider",
      document.uri,
      place,
    );
    assert.deepEqual(
      definitions.map(({ targetUri }) => targetUri.scheme),
      ["analytics-engines-entry"],
    );
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new vscode.Selection(place, place);
    await vscode.commands.executeCommand("editor.action.revealDefinition");
    const entry = await until("the entry", () => {
      const shown = vscode.window.activeTextEditor?.document;
      return shown?.uri.scheme === "analytics-engines-entry" && shown;
    });
    assert.deepEqual(JSON.parse(entry.getText()), { kind: "account", path: accounts.europe });
    await until("the row of the Explorer", async () => {
      const [row] = (await activeExtension()).explorer.view.selection();
      return row?.item.kind === "account" && row.item.path === accounts.europe;
    });
  });

  it("resolve relative dates by the service", async () => {
    const dates = { startdate: "-1M", enddate: "0M", frequency: "Monthly" };
    const unit = { componentid: components.pa.contribution, accounts: [{ id: accounts.equity }], dates };
    const document = await openFile("service-dates.pa.json", file(unit));
    await until("the days of the service", async () => {
      const all = await vscode.commands.executeCommand<vscode.InlayHint[]>(
        "vscode.executeInlayHintProvider",
        document.uri,
        new vscode.Range(0, 0, document.lineCount, 0),
      );
      const days = all.filter(({ label }) => /^\d{4}-\d\d-\d\d$/.test(String(label)));
      return days.length === 2 && days.every(({ tooltip }) => /from the service$/.test(String(tooltip)));
    });
    assert.ok(world.simulator.requests.some(({ path }) => path.endsWith("/pa/v3/dates")));
  });

  it("give one finding for one wrong value, also in an untitled file", async () => {
    const text = file({ componentid: components.pa.weights, currencyisocode: "USDD" });
    const opened = await vscode.workspace.openTextDocument({ language: "analytics-engines", content: text });
    await vscode.window.showTextDocument(opened);
    await vscode.commands.executeCommand("analyticsEngines.editor.pickFamily", "pa");
    const [finding, ...others] = await until("the finding of the service", () => {
      const all = vscode.languages.getDiagnostics(opened.uri);
      return all.length === 1 && /knows no currency/.test(all[0]?.message ?? "") && all;
    });
    assert.deepEqual(others, []);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      opened.uri,
      finding?.range ?? new vscode.Range(0, 0, 0, 0),
    );
    assert.ok(
      actions.some(({ title }) => title.includes("`USD`")),
      actions.map(({ title }) => title).join(),
    );
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("are said to be unchecked until they are looked up, as after a restart of the window", async () => {
    type Item = Pick<vscode.LanguageStatusItem, "dispose"> & { readonly text?: string };
    const items = new Set<Item>();
    const restore = replace(vscode.languages, {
      createLanguageStatusItem() {
        const item: Item = { dispose: () => void items.delete(item) };
        items.add(item);
        return item;
      },
    });
    const subscriptions: vscode.Disposable[] = [];
    const answered = new vscode.EventEmitter<vscode.TextDocument | undefined>();
    const changed = new vscode.EventEmitter<void>();
    const checkedDocuments = new vscode.EventEmitter<vscode.TextDocument>();
    let [isWanted, isChecked] = [true, false];
    try {
      const text = file({ componentid: components.pa.weights });
      const document = await openFile("unchecked.pa.json", text);
      const latest = () => checkParameterText(text, { path: "unchecked.pa.json" });
      const checks = { isChecked: () => isChecked, onDidChange: answered.event };
      const gate = { isWanted: () => isWanted, onDidChange: changed.event };
      showUncheckedNames({ subscriptions }, { latest, onDidCheck: checkedDocuments.event }, checks, gate);
      const texts = () => Array.from(items, (item) => item.text);
      checkedDocuments.fire(document);
      assert.deepEqual(texts(), ["Names not checked yet"]);
      isChecked = true;
      answered.fire(document);
      assert.deepEqual(texts(), []);
      // Another connection, which has not answered.
      isChecked = false;
      changed.fire();
      assert.deepEqual(texts(), ["Names not checked yet"]);
      isWanted = false;
      changed.fire();
      assert.deepEqual(texts(), []);
    } finally {
      restore();
      for (const one of subscriptions) one.dispose();
    }
  });

  it("send no requests if the setting turns them off", async () => {
    const settings = vscode.workspace.getConfiguration("analyticsEngines.editor");
    await settings.update("names", false, vscode.ConfigurationTarget.Workspace);
    // A new simulator has no requests in progress.
    const { simulator, close } = await connectToSimulator();
    try {
      const document = await openFile("off.vault.json", file({ componentid: components.vault.totalReturns }));
      const place = behind(document, '"componentid": "');
      await vscode.commands.executeCommand("vscode.executeHoverProvider", document.uri, place);
      assert.deepEqual(simulator.requests, []);
      await settings.update("names", true, vscode.ConfigurationTarget.Workspace);
      await until("questions", () => simulator.requests.length > 0);
    } finally {
      await close();
      await settings.update("names", undefined, vscode.ConfigurationTarget.Workspace);
    }
  });
});
