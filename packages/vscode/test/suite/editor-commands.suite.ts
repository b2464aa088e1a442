import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { type CheckTextOptions, checkParameterText } from "../../src/editor/language/text/checked-text.ts";
import { lensesOf as lensesBeforeAndAfterCheck } from "../../src/editor/providers/lenses.ts";
import { describeFamily } from "../../src/editor/providers/status.ts";
import { activated, openFile, workspaceFolder, writeFile } from "../support/in-vscode.ts";
import { replace } from "../support/questions.ts";
import { until } from "../support/until.ts";

const component = "0A".repeat(32);
const file = (units: object) => `${JSON.stringify({ data: units }, null, 2)}\n`;

async function lensesOf({ uri }: vscode.TextDocument) {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
  return lenses.map(({ range, command }) => ({ line: range.start.line, ...command }));
}

/** Picks the items of lists by their labels, in this order. Returns a function that restores VS Code's own lists. */
function pickLabels(labels: string[]): () => void {
  const showQuickPick = async (items: readonly vscode.QuickPickItem[]) => {
    const item = items.find(({ label }) => label === labels[0]);
    if (item !== undefined) labels.shift();
    return item;
  };
  return replace(vscode.window, { showQuickPick });
}

function git(...args: string[]): void {
  const who = ["-c", "user.name=Suite", "-c", "user.email=suite@example.test"];
  execFileSync("git", [...who, ...args], { cwd: workspaceFolder().fsPath, stdio: "ignore" });
}

describe("the editor commands", () => {
  before(activated);
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("offer to run a file and each of its units, above them", async () => {
    const document = await openFile(
      "lenses.pa.json",
      file({ one: { componentid: component }, two: { componentid: component } }),
    );
    const lenses = await until("the lenses", async () => {
      const all = (await lensesOf(document)).filter(({ command }) => command?.startsWith("analyticsEngines.jobs."));
      return all.length === 3 && all;
    });
    assert.deepEqual(
      lenses.map(({ line, command, arguments: args }) => [line, command, args?.[1]]),
      [
        [0, "analyticsEngines.jobs.runFile", undefined],
        [2, "analyticsEngines.jobs.runUnit", "one"],
        [5, "analyticsEngines.jobs.runUnit", "two"],
      ],
    );
    assert.equal(String(lenses[0]?.arguments?.[0]), document.uri.toString());
  });

  it("give no lenses before the first check, since a late answer delays the lenses of all files", async () => {
    const document = await openFile("waiting-lenses.pa.json", file({ one: { componentid: component } }));
    const never = { latest: () => undefined, check: () => new Promise<never>(() => undefined) };
    assert.deepEqual(await lensesBeforeAndAfterCheck(document, never), []);
    const options: CheckTextOptions = { path: "waiting-lenses.pa.json", families: {}, hintAbsoluteDates: false };
    const latest = checkParameterText(document.getText(), options);
    assert.equal((await lensesBeforeAndAfterCheck(document, { ...never, latest: () => latest })).length, 2);
  });

  it("show the number of errors in place of Run", async () => {
    const document = await openFile(
      "broken-lenses.pa.json",
      file({ one: { componentid: 1 }, two: { componentid: 2 } }),
    );
    const titles = await until("the lenses", async () => {
      const all = (await lensesOf(document)).map(({ title }) => title ?? "");
      return all.some((title) => title.includes("errors")) && all;
    });
    assert.ok(titles.some((title) => title.includes("2 errors")));
    assert.ok(titles.every((title) => !title.includes("Run")));
  });

  it("keep the lenses of all other units when one has an error, unless the text is not JSON", async () => {
    const units = { one: { componentid: component }, two: { componentid: 2 }, three: { componentid: component } };
    const document = await openFile("one-broken.pa.json", file(units));
    const shown = () => lensesOf(document).then((all) => all.map(({ line, title }) => `${line} ${title}`));
    const expected = [
      "0 $(error) 1 error to fix",
      "2 $(play) Run Unit",
      "5 $(error) 1 error to fix",
      "8 $(play) Run Unit",
    ];
    await until(
      "the lenses",
      async () => (await shown()).filter((lens) => !/Compare/.test(lens)).join() === expected.join(),
    );
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(12, 0), "oops");
    await vscode.workspace.applyEdit(edit);
    // No unit of a text that is not JSON can run.
    await until("the lenses of a text with a syntax error", async () => {
      const lenses = (await shown()).filter((lens) => !/Compare/.test(lens));
      return lenses.length === 1 && lenses[0] === "0 $(error) 1 error to fix";
    });
    await vscode.commands.executeCommand("undo");
    await until(
      "the lenses of the text without it",
      async () => (await shown()).filter((lens) => !/Compare/.test(lens)).join() === expected.join(),
    );
  });

  it("keep the lenses of a long file near the lines in view, and list and fold all its units", async () => {
    const count = 2000;
    const accounts = [{ id: "Client:/A.ACCT", holdingsmode: "B&H" }, { id: "Client:/B.ACCT" }];
    const units = Array.from({ length: count }, (_, index) => [`unit-${index}`, { componentid: component, accounts }]);
    const document = await openFile("long.pa.json", file(Object.fromEntries(units)));
    const withLens = async (unit: number) =>
      (await lensesOf(document)).some(({ arguments: args }) => args?.[1] === `unit-${unit}`);
    await until("the first lenses", () => withLens(0));
    assert.ok((await lensesOf(document)).length < 500);
    assert.equal(await withLens(count - 1), false);
    const end = new vscode.Position(document.lineCount - 1, 0);
    vscode.window.activeTextEditor?.revealRange(new vscode.Range(end, end));
    await until("the last lenses", () => withLens(count - 1));
    assert.equal(await withLens(0), false);
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      "vscode.executeDocumentSymbolProvider",
      document.uri,
    );
    assert.deepEqual(
      symbols.map(({ name }) => name),
      units.map(([id]) => id),
    );
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      "vscode.executeFoldingRangeProvider",
      document.uri,
    );
    assert.deepEqual(
      folds.map(({ start, end }) => [start, end + 1]),
      symbols.map(({ range }) => [range.start.line, range.end.line]),
    );
  });

  it("show the changes since HEAD as text", async () => {
    const before = file({ one: { componentid: component, currencyisocode: "USD" } });
    const document = await openFile("compared.pa.json", before);
    git("init", "--quiet");
    git("add", "compared.pa.json");
    git("commit", "--quiet", "-m", "first");
    await vscode.commands.executeCommand("git.openRepository", workspaceFolder().fsPath);
    await until("the lens", async () =>
      (await lensesOf(document)).some(({ command }) => command === "analyticsEngines.results.compare"),
    );
    const edit = new vscode.WorkspaceEdit();
    const at = document.positionAt(before.indexOf("USD"));
    edit.replace(document.uri, new vscode.Range(at, at.translate(0, 3)), "EUR");
    await vscode.workspace.applyEdit(edit);
    await vscode.commands.executeCommand("analyticsEngines.results.compare", document.uri, "HEAD");
    const page = await until("the page", () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.path === "/compared.pa.json.changes.md"),
    );
    assert.match(page.getText(), /`currencyisocode`: `USD` replaced by `EUR`/);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("show the changes of a sweep since HEAD by its rows, whichever of its files has changed", async () => {
    const template = { componentid: component, accounts: [{ id: "" }] };
    const sweep = { template, rows: "rows.csv", id: "{account}", fill: { "/accounts/0/id": "Client:/{account}.ACCT" } };
    const document = await openFile("compared.pa.sweep.json", JSON.stringify(sweep));
    await writeFile("rows.csv", "account\nA\n");
    git("add", "compared.pa.sweep.json", "rows.csv");
    git("commit", "--quiet", "-m", "a sweep");
    await writeFile("rows.csv", "account\nA\nB\n");
    const page = await until("the changes", async () => {
      await vscode.commands.executeCommand("analyticsEngines.results.compare", document.uri, "HEAD");
      const shown = vscode.workspace.textDocuments.find(({ uri }) => uri.path === "/compared.pa.sweep.json.changes.md");
      return shown?.getText().includes("Row") && shown;
    });
    assert.equal(page.getText().split("\n").slice(2).join("\n"), "- Row `B` added.\n");
  });

  it("open a new file of the selected family and variant, with the cursor at the first gap", async () => {
    const restore = pickLabels(["Parameter File", "pa", "A component for an account"]);
    await Promise.resolve(vscode.commands.executeCommand("analyticsEngines.editor.newFile")).finally(restore);
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.languageId, "analytics-engines");
    assert.match(editor.document.uri.path, /parameters(-\d+)?\.pa\.json$/);
    const line = editor.document.lineAt(editor.selection.active.line).text;
    assert.equal(line.trim().replace(/,$/, ""), '"componentid": ""');
    assert.equal(line[editor.selection.active.character], '"');
    await until("its check", () =>
      vscode.languages
        .getDiagnostics(editor.document.uri)
        .every(({ severity }) => severity !== vscode.DiagnosticSeverity.Error),
    );
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("open a new sweep, checks file and project file, each without errors at once", async () => {
    const labelsToPick: string[] = [];
    const restore = pickLabels(labelsToPick);
    try {
      for (const [labels, expected] of [
        [["Sweep", "quant"], /sweep(-\d+)?\.quant\.sweep\.json$/],
        [["Checks File"], /results(-\d+)?\.checks\.json$/],
        [["Project File"], /analytics-engines\.json$/],
      ] as const) {
        labelsToPick.push(...labels);
        await vscode.commands.executeCommand("analyticsEngines.editor.newFile");
        const document = vscode.window.activeTextEditor?.document;
        assert.ok(document);
        assert.match(document.uri.path, expected);
        await until("its check", () =>
          vscode.languages
            .getDiagnostics(document.uri)
            .every(({ severity }) => severity !== vscode.DiagnosticSeverity.Error),
        );
        assert.ok(document.getText().length > 10);
        if (labels[0] !== "Sweep") continue;
        const titles = await until("the lenses of the sweep", async () => {
          const all = (await lensesOf(document)).map(({ title }) => title);
          return all.includes("$(play) Run File") && all;
        });
        assert.ok(titles.includes("1 unit"), titles.join());
      }
    } finally {
      restore();
      for (const document of vscode.workspace.textDocuments.filter(({ isUntitled }) => isUntitled)) {
        await vscode.window.showTextDocument(document);
        await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      }
    }
  });

  it("show the family of a file, how it was found, and what is not checked", () => {
    const said = (text: string, path: string, options: CheckTextOptions = {}) => {
      const { text: family, detail, severity } = describeFamily(checkParameterText(text, { path, ...options }));
      return `${family} | ${detail}${severity === vscode.LanguageStatusSeverity.Warning ? " !" : ""}`;
    };
    assert.equal(said("{", "a.pa.json"), "pa: Portfolio Analysis | by the file name");
    assert.equal(said('{"$schema": "x/quant.schema.json"}', "a.json"), "quant: Quant | by its $schema");
    assert.equal(said("{}", "n/a.json", { families: { "n/*": "fi" } }), "fi: Fixed Income | by the setting");
    assert.equal(
      said("{}", "a.pa.json", { template: "linkedTemplate" }),
      "linked-template: Linked template | selected by you",
    );
    assert.equal(said("{}", "a.json"), "Family unknown | select the family of the file !");
    const large = `{}${" ".repeat(5 * 1024 * 1024)}`;
    assert.equal(said(large, "a.pa.json"), "pa: Portfolio Analysis | over 5 MB: checked for syntax only !");
    assert.equal(describeFamily(undefined).busy, true);
  });

  it("use the family that the user selects until the user removes it", async () => {
    const document = await openFile("picked.json", file({ one: { componentid: 1 } }));
    assert.equal(document.languageId, "json");
    await vscode.commands.executeCommand("analyticsEngines.editor.pickFamily", "spar");
    await until("the language", () => document.languageId === "analytics-engines");
    const said = () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .map(({ message }) => message)
        .join();
    const asSpar = await until("what spar says of it", said);
    let isOver = false;
    const command = vscode.commands.executeCommand("analyticsEngines.editor.pickFamily").then(() => {
      isOver = true;
    });
    await until("the list, whose first entry takes it back", async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      return isOver;
    });
    await command;
    await until("what its content says", () => said() !== asSpar);
  });

  it("complete by the schema, including snippets", async () => {
    const text = '{\n  "data": {\n    "unit": {\n      \n    },\n    "other": \n  }\n}\n';
    const document = await openFile("schema.pa.json", text);
    const offered = async (line: number, character: number, name: string) => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        new vscode.Position(line, character),
      );
      return items.filter(({ label }) => (typeof label === "string" ? label : label.label) === name);
    };
    const [property, ...twice] = await offered(3, 6, "componentid");
    assert.deepEqual(twice, [], "offered once");
    assert.ok(property?.documentation instanceof vscode.MarkdownString);
    const [snippet] = await offered(5, 13, "Unit");
    assert.ok(snippet?.insertText instanceof vscode.SnippetString);
    assert.match(snippet.insertText.value, /componentid/);
  });

  it("complete documented values, and examples only without a connection and marked", async () => {
    const unit = { componentid: component, accounts: [{ id: "", holdingsmode: "" }], dates: { frequency: "" } };
    const document = await openFile("values.pa.json", file({ unit }));
    const offered = async (name: string) => {
      const at = document.positionAt(document.getText().indexOf(`"${name}": "`) + name.length + 5);
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        at,
      );
      return items.map(({ label }) => (typeof label === "string" ? label : `${label.label} (${label.description})`));
    };
    assert.deepEqual((await offered("holdingsmode")).sort(), ["B&H (default)", "EXT", "OMS", "TBR", "VLT", "null"]);
    assert.ok((await offered("id")).includes("BMK:WORLD (example)"));
    const frequencies = await offered("frequency");
    assert.deepEqual(
      frequencies.filter((label) => label.includes("Monthly")),
      ["Monthly"],
    );
  });

  it("rename a unit, and refuse a name that another unit has", async () => {
    const document = await openFile("rename.pa.json", file({ one: { componentid: component }, two: {} }));
    const rename = (name: string) =>
      vscode.commands.executeCommand<vscode.WorkspaceEdit>(
        "vscode.executeDocumentRenameProvider",
        document.uri,
        new vscode.Position(2, 6),
        name,
      );
    await vscode.workspace.applyEdit(await rename('monthly "A"'));
    assert.match(document.lineAt(2).text, /^ {4}"monthly \\"A\\"": \{$/);
    await assert.rejects(async () => rename("two"), /already has a unit "two"\. Choose another name\./);
  });

  it("show the day of a relative date, and replace relative dates by their days", async () => {
    const dates = { startdate: "-1M", enddate: "0M", frequency: "Monthly", calendar: "SEVENDAY" };
    const document = await openFile("relative.pa.json", file({ one: { componentid: component, dates } }));
    const now = new Date();
    const monthEnd = (back: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 - back, 0)).toISOString().slice(0, 10);
    const isMonthEnd = monthEnd(0) === now.toISOString().slice(0, 10);
    const [start, end] = isMonthEnd ? [monthEnd(1), monthEnd(0)] : [monthEnd(2), monthEnd(1)];
    const hints = await until("the days", async () => {
      const all = await vscode.commands.executeCommand<vscode.InlayHint[]>(
        "vscode.executeInlayHintProvider",
        document.uri,
        new vscode.Range(0, 0, document.lineCount, 0),
      );
      return all.length === 2 && all;
    });
    assert.deepEqual(
      hints.map(({ label }) => label),
      [start, end],
    );
    const at = document.positionAt(document.getText().indexOf("-1M") + 1);
    const [hover] = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      document.uri,
      at,
    );
    const said = (hover?.contents ?? []).map((part) => (typeof part === "string" ? part : part.value)).join("\n");
    assert.ok(said.includes(start ?? ""), said);
    await vscode.commands.executeCommand("analyticsEngines.editor.pinDates");
    const pinned = { ...dates, startdate: start?.replaceAll("-", ""), enddate: end?.replaceAll("-", "") };
    assert.equal(document.getText(), file({ one: { componentid: component, dates: pinned } }));
  });

  it("offer the outline by unit, the folding and the formatting of JSON", async () => {
    const document = await openFile("structure.pa.json", '{"data":{"unit":{"componentid":"x"}}}');
    const [unit] = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      "vscode.executeDocumentSymbolProvider",
      document.uri,
    );
    assert.equal(unit?.name, "unit");
    assert.equal(unit.children[0]?.name, "componentid");
    await vscode.commands.executeCommand("editor.action.formatDocument");
    await until("the format", () => document.lineCount === 7);
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      "vscode.executeFoldingRangeProvider",
      document.uri,
    );
    assert.equal(folds.length, 3);
  });

  it("mark an error in each of 200 units", async () => {
    const accounts = [{ id: "Client:/A.ACCT", holdingsmode: "B&H" }];
    const unit = { componentid: component, accounts, dates: { startdate: "-1M", enddate: "0M", frequency: "Monthly" } };
    const units = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`unit-${index}`, { ...unit, colour: 1 }]),
    );
    const { uri } = await openFile("many.pa.json", file(units));
    const diagnostics = await until("the diagnostics", () => {
      const all = vscode.languages.getDiagnostics(uri);
      return all.length >= 200 && all;
    });
    assert.equal(new Set(diagnostics.map(({ range }) => range.start.line)).size, 200);
  });
});
