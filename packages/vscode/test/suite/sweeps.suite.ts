import assert from "node:assert/strict";
import { knownGood } from "@analytics-engines/simulator";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { StartedRun } from "../../src/jobs/commands.ts";
import type { Viewer } from "../../src/results/viewers/viewer.ts";
import { activated, connectToSimulator, openFile, workspaceFolder, writeFile } from "../support/in-vscode.ts";
import { answerQuestions, replace } from "../support/questions.ts";
import { until } from "../support/until.ts";

const { components } = knownGood();

const template = {
  componentid: components.pa.weights,
  accounts: [{ id: "filled by each row", holdingsmode: "B&H" }],
  dates: { enddate: "0M", frequency: "Single" },
};
const sweep = {
  template: "weights.template.json",
  rows: "accounts.csv",
  id: "{name}",
  fill: { "/accounts/0/id": "Client:/{account}.ACCT", "/currencyisocode": "{currency}" },
};
const rows = 'name,account,currency\r\neu,Growth/GLOBAL_EQUITY,EUR\r\n"u""s","Growth/GLOBAL_EQUITY",USD\r\n';

/** Writes a sweep with its files into a folder of the workspace. Returns their addresses. */
async function writeSweep(folder: string, csv = rows) {
  return {
    template: await writeFile(`${folder}/weights.template.json`, JSON.stringify(template, undefined, 2)),
    csv: await writeFile(`${folder}/accounts.csv`, csv),
    sweep: await writeFile(`${folder}/accounts.pa.sweep.json`, JSON.stringify(sweep, undefined, 2)),
  };
}

async function show(uri: vscode.Uri): Promise<vscode.TextDocument> {
  return (await vscode.window.showTextDocument(uri, { preview: false })).document;
}

/** The diagnostics of a file as a reader sees them: the line, and the text that is underlined. */
async function problems(uri: vscode.Uri): Promise<string[]> {
  const document = await vscode.workspace.openTextDocument(uri);
  return vscode.languages
    .getDiagnostics(uri)
    .filter(({ source }) => source === "Analytics Engines")
    .map(({ range }) => `${range.start.line + 1} ${document.getText(range)}`);
}

function untilProblems(uri: vscode.Uri, expected: readonly string[]): Promise<unknown> {
  return until(`the problems ${JSON.stringify(expected)}`, async () => {
    return JSON.stringify(await problems(uri)) === JSON.stringify(expected);
  });
}

async function replaceText(document: vscode.TextDocument, before: string, text: string): Promise<void> {
  const at = document.getText().indexOf(before);
  assert.notEqual(at, -1, `${before} is in the document`);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(at), document.positionAt(at + before.length)), text);
  await vscode.workspace.applyEdit(edit);
}

async function lensTitles(uri: vscode.Uri): Promise<string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
  return lenses.flatMap(({ command }) => command?.title ?? []);
}

/** What a command says instead of doing its work. */
async function refusal(name: string, ...args: unknown[]): Promise<string> {
  const questions = answerQuestions();
  try {
    await vscode.commands.executeCommand(`analyticsEngines.${name}`, ...args);
    return (await until("the message", () => questions.said.at(-1))).message;
  } finally {
    questions.restore();
  }
}

describe("sweeps in the editor", () => {
  before(activated);
  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("mark a wrong cell in the CSV file, although the sweep is not open, until it is fixed", async () => {
    const files = await writeSweep("cells", rows.replace("EUR", "E UR"));
    const csv = await show(files.csv);
    await untilProblems(files.csv, ["2 E UR"]);
    await replaceText(csv, "E UR", "EUR");
    assert.ok(csv.isDirty);
    await untilProblems(files.csv, []);
    await replaceText(csv, '"u""s"', "eu");
    await untilProblems(files.csv, ["3 eu"]);
  });

  it("mark a cell in which a check has no limit, although the checks file is not open, until it is fixed", async () => {
    const between = { column: "Weight", maxFrom: "most" };
    const checks = { checks: [{ files: "cell-limits/**", between }] };
    await writeFile("cell-limits/book.checks.json", JSON.stringify(checks));
    const files = await writeSweep(
      "cell-limits",
      "name,account,currency,most\neu,Growth/GLOBAL_EQUITY,EUR,ten\nus,Growth/GLOBAL_EQUITY,USD,8\n",
    );
    const csv = await show(files.csv);
    await untilProblems(files.csv, ["2 ten"]);
    await replaceText(csv, "ten", "10");
    await untilProblems(files.csv, []);
    await replaceText(csv, ",8", ",");
    await untilProblems(files.csv, ["3 "]);
    await replaceText(csv, "USD,", "USD,8");
    await untilProblems(files.csv, []);
  });

  it("are found beside a file that opens, although VS Code did not report them", async () => {
    // The first file opens after the search of the workspace, in a folder of which VS Code reports nothing.
    await show((await writeSweep("watched")).csv);
    const settings = vscode.workspace.getConfiguration("files");
    await settings.update("watcherExclude", { "**/unwatched/**": true }, vscode.ConfigurationTarget.Workspace);
    try {
      const files = await writeSweep("unwatched", rows.replace("EUR", "E UR"));
      await show(files.csv);
      await untilProblems(files.csv, ["2 E UR"]);
    } finally {
      await settings.update("watcherExclude", undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it("follow quick changes of 100,000 rows, and give the outcome of the last one", async () => {
    // Rows that ask for the same have hints of their own.
    const many = Array.from({ length: 100_000 }, (_, index) => `a${index},Growth/A${index},EUR`).join("\n");
    const files = await writeSweep("large", `name,account,currency\n${many}\n`);
    await show(files.sweep);
    await until("the number of units", async () =>
      (await lensTitles(files.sweep)).includes("100,000 units in 200 jobs"),
    );
    const csv = await show(files.csv);
    for (const text of ["E", "E ", "E U"]) await replaceText(csv, csv.lineAt(7).text, `a6,Growth/A6,${text}`);
    await untilProblems(files.csv, ["8 E U"]);
    await replaceText(csv, "a6,Growth/A6,E U", "a6,Growth/A6,USD");
    await untilProblems(files.csv, []);
  });

  it("mark a wrong value in the template and in the sweep, and follow changes that are not saved", async () => {
    const files = await writeSweep("places");
    const sweepDocument = await show(files.sweep);
    assert.equal(sweepDocument.languageId, "analytics-engines");
    await untilProblems(files.sweep, []);
    const templateDocument = await show(files.template);
    await replaceText(templateDocument, '"Single"', "7");
    await untilProblems(files.template, ["11 7"]);
    await replaceText(templateDocument, '"frequency": 7', '"frequency": "Single"');
    await untilProblems(files.template, []);
    await replaceText(sweepDocument, "/currencyisocode", "/currencyisocod");
    await untilProblems(files.sweep, ['7 "/currencyisocod"']);
    await replaceText(sweepDocument, "/currencyisocod", "/currencyisocode");
    await untilProblems(files.sweep, []);
  });

  it("name a file that is missing, until it is there", async () => {
    const uri = await writeFile("missing/accounts.pa.sweep.json", JSON.stringify({ ...sweep, template }));
    await show(uri);
    await untilProblems(uri, ['1 "accounts.csv"']);
    await writeFile("missing/accounts.csv", rows);
    await untilProblems(uri, []);
  });

  it("read no file outside of the workspace", async () => {
    const document = await openFile("outside.pa.sweep.json", JSON.stringify({ ...sweep, rows: "../../etc/passwd" }));
    await until("the reason", () =>
      vscode.languages.getDiagnostics(document.uri).some(({ message }) => message.includes("outside of the workspace")),
    );
  });

  it("show how many units they ask for, or how many errors they have", async () => {
    const many = Array.from({ length: 1201 }, (_, index) => `a${index},Growth/A,EUR`).join("\n");
    const files = await writeSweep("counts", `name,account,currency\n${many}\n`);
    await show(files.sweep);
    const expected = ["$(play) Run File", "1,201 units in 3 jobs"];
    const titles = async () => (await lensTitles(files.sweep)).filter((title) => !title.includes("HEAD"));
    await until("the number of units", async () => JSON.stringify(await titles()) === JSON.stringify(expected));
    await replaceText(await show(files.csv), "Growth/A,EUR", "Growth/A,");
    await until("the number of errors", async () => (await titles()).join() === "$(error) 1 error to fix");
  });

  it("preview the request of the row at the cursor, and of one that the user picks", async () => {
    const files = await writeSweep("previews");
    const csv = await show(files.csv);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const place = csv.positionAt(csv.getText().indexOf("USD"));
    editor.selection = new vscode.Selection(place, place);
    const requestOf = () => vscode.window.activeTextEditor?.document;
    await vscode.commands.executeCommand("analyticsEngines.editor.previewRow");
    const preview = await until("the request", () => requestOf() !== csv && requestOf());
    const unit = { ...template, accounts: [{ id: "Client:/Growth/GLOBAL_EQUITY.ACCT", holdingsmode: "B&H" }] };
    assert.deepEqual(JSON.parse(preview.getText()), { data: { 'u"s': { ...unit, currencyisocode: "USD" } } });
    assert.equal(vscode.workspace.fs.isWritableFileSystem(preview.uri.scheme), undefined);

    const asked: string[] = [];
    const restore = replace(vscode.window, {
      showQuickPick: async (items: readonly vscode.QuickPickItem[]) => {
        asked.push(...items.map(({ label, description }) => `${label} ${description}`));
        return items[0];
      },
    });
    try {
      await vscode.commands.executeCommand("analyticsEngines.editor.previewRow", files.sweep);
    } finally {
      restore();
    }
    assert.deepEqual(asked, ["eu line 2", 'u"s line 3']);
    const picked = await until("the request that was picked", () => requestOf() !== preview && requestOf());
    assert.deepEqual(Object.keys(JSON.parse(picked.getText()).data), ["eu"]);
  });

  it("are compared with each other by their rows, and with no parameter file", async () => {
    const before = await writeSweep("before");
    const after = await writeSweep("after", rows.replace("EUR", "GBP").replace('"u""s"', "us"));
    await vscode.commands.executeCommand("analyticsEngines.results.compare", after.sweep, before.sweep);
    const page = await until("the changes", () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.path === "/accounts.pa.sweep.json.changes.md"),
    );
    assert.deepEqual(page.getText().split("\n").slice(2), [
      '- 1 row renamed: `u"s` to `us`.',
      "- `currencyisocode` of row `eu`: `EUR` replaced by `GBP`",
      "",
    ]);
    const file = await writeFile("after/one.pa.json", JSON.stringify({ data: { one: template } }));
    assert.match(
      await refusal("results.compare", after.sweep, file),
      /^Only one of one\.pa\.json and accounts\.pa\.sweep\.json is a sweep, so they cannot be compared\./,
    );
  });

  it("say that they have no dates to pin", async () => {
    await show((await writeSweep("commands")).sweep);
    assert.match(await refusal("editor.pinDates"), /^The dates of a sweep are in its template and its rows\./);
  });

  it("complete their members", async () => {
    const document = await openFile("members.pa.sweep.json", "{ }");
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      new vscode.Position(0, 1),
    );
    assert.ok(items.some(({ label }) => label === "exclude"));
  });

  it("are found wherever parameter files are", async () => {
    const { findInFolder } = await import("../../src/common/find-files.ts");
    await writeSweep("discovery");
    const { files } = await findInFolder(vscode.Uri.joinPath(workspaceFolder(), "discovery"));
    assert.deepEqual(
      files.map(({ path }) => path.split("/").at(-1)),
      ["accounts.pa.sweep.json"],
    );
  });
});

describe("sweeps on the service", () => {
  let world: Awaited<ReturnType<typeof connectToSimulator>>;
  before(async () => {
    world = await connectToSimulator({ duplicates: "allow" });
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await world.close();
  });

  async function runToEnd(uri: vscode.Uri) {
    const begun = await vscode.commands.executeCommand<StartedRun | undefined>("analyticsEngines.jobs.runFile", uri);
    assert.ok(begun, "the run began");
    return until("the end of the run", () => {
      const run = begun.current();
      return run?.state === "finished" ? run : undefined;
    });
  }

  it("run 40 accounts as one job, and remember their rows", async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `account-${index},Growth/GLOBAL_EQUITY,EUR`);
    const files = await writeSweep("forty", `name,account,currency\n${lines.join("\n")}\n`);
    const csv = await show(files.csv);
    await replaceText(csv, "account-39", "last");
    const count = world.simulator.jobs.length;
    const { record } = await runToEnd(files.sweep);
    assert.ok(!csv.isDirty, "the rows were saved");
    assert.deepEqual([record.end?.status, record.end?.succeeded], ["success", 40]);
    assert.deepEqual(
      world.simulator.jobs.slice(count).map(({ units }) => units.length),
      [40],
    );
    const [file] = record.files;
    assert.equal(file?.path, "forty/accounts.pa.sweep.json");
    assert.deepEqual(file.sweep?.rows.at(-1), { id: "last", file: "forty/accounts.csv", line: 41 });
    assert.deepEqual(
      file.sweep.sources.map(({ path }) => path),
      ["forty/accounts.pa.sweep.json", "forty/weights.template.json", "forty/accounts.csv"],
    );
    await show(files.sweep);
    await until("the outcome above the sweep", async () =>
      (await lensTitles(files.sweep)).some((title) => title.startsWith("✓")),
    );
  });

  it("are compared with their last run row by row, although a new row moved the others", async () => {
    const files = await writeSweep("compared");
    const csv = await show(files.csv);
    await runToEnd(files.sweep);
    await replaceText(csv, "eu,", "new,Growth/EUROPE_EQUITY,EUR\neu,");
    await runToEnd(files.sweep);
    const ref = [files.sweep, { unit: "eu" }];
    const viewer = await vscode.commands.executeCommand<Viewer>("analyticsEngines.results.compare", ...ref);
    const shown = await until("the comparison", () => viewer.shown?.compared !== undefined && viewer.shown);
    assert.deepEqual(
      [shown.key, shown.compared],
      ["compared/accounts.pa.sweep.json#eu", "compared/accounts.pa.sweep.json#eu"],
    );
    assert.ok((shown.tables[0]?.rows ?? 0) > 5);
  });

  it("are not sent with an error in one of their files", async () => {
    const files = await writeSweep("faulty", "name,account,currency\na,Growth/GLOBAL_EQUITY,\n");
    const count = world.simulator.requests.length;
    assert.equal(await vscode.commands.executeCommand("analyticsEngines.jobs.runFile", files.sweep), undefined);
    assert.equal(world.simulator.requests.length, count);
  });

  it("show an error of the service at the cell that it speaks of, until the cell is another", async () => {
    const files = await writeSweep("refused", rows.replace('"Growth/GLOBAL_EQUITY"', "Growth/NO_SUCH"));
    const csv = await show(files.csv);
    await runToEnd(files.sweep);
    const marked = () =>
      vscode.languages
        .getDiagnostics(files.csv)
        .filter(({ source }) => source === "Analytics Engines run")
        .map(({ range }) => csv.getText(range));
    await until("the error", () => marked().join() === "Growth/NO_SUCH");
    await replaceText(csv, "Growth/NO_SUCH", "Growth/GLOBAL_EQUITY");
    await until("no error", () => marked().length === 0);
  });

  it("warn at a cell or a place of the template that the service does not know, with few requests for 400 accounts", async () => {
    const accounts = Array.from(
      { length: 400 },
      (_, index) => `Mandates/MANDATE_${String(index + 1).padStart(4, "0")}`,
    );
    const csv = `name,account,currency\n${accounts.map((account, row) => `a${row},${account},EUR`).join("\n")}\n`;
    const files = await writeSweep("names", csv.replace("MANDATE_0399", "MANDAT_0399"));
    const count = world.simulator.requests.length;
    const document = await show(files.csv);
    const shownIn = (uri: vscode.Uri) =>
      vscode.languages.getDiagnostics(uri).filter(({ message }) => message.startsWith("The service knows no "));
    const [warning] = await until("the warning", () => shownIn(files.csv).length > 0 && shownIn(files.csv));
    assert.ok(warning);
    assert.deepEqual(
      [warning.range.start.line, document.getText(warning.range), warning.severity],
      [399, "Mandates/MANDAT_0399", vscode.DiagnosticSeverity.Warning],
    );
    assert.match(warning.message, /no account `Client:\/Mandates\/MANDAT_0399\.ACCT`\. Closest: .*MANDATE_0399/);
    const asked = world.simulator.requests.slice(count).map(({ operation }) => operation);
    assert.equal(asked.filter((operation) => operation === "lookups.accounts.list").length, 1);
    assert.ok(asked.length < 6, asked.join());

    await replaceText(document, "MANDAT_0399", "MANDATE_0399");
    await until("no warning", () => shownIn(files.csv).length === 0);
    const templateDocument = await show(files.template);
    await replaceText(templateDocument, components.pa.weights, "0".repeat(64));
    await until("the warning of the template", () =>
      shownIn(files.template).some(({ range }) => templateDocument.getText(range).includes("0000")),
    );
    assert.deepEqual(shownIn(files.csv), []);
  });

  it("complete accounts and currencies in a cell, without what the sweep adds, and quoted where it must be", async () => {
    const files = await writeSweep("cells", 'name,account,currency\na,,\nb,"Growth/GL",\n');
    const csv = await show(files.csv);
    const complete = (line: number, character: number, label: string) =>
      until(`${label} among the completions`, async () => {
        const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
          "vscode.executeCompletionItemProvider",
          csv.uri,
          new vscode.Position(line, character),
        );
        return items.find((item) => (typeof item.label === "string" ? item.label : item.label.label) === label);
      });
    const directory = await complete(1, 2, "Growth/");
    assert.ok(directory.insertText instanceof vscode.SnippetString);
    assert.equal(directory.insertText.value, "Growth/$0");
    const account = await complete(2, 12, "GLOBAL_EQUITY.ACCT");
    assert.equal(account.insertText, "Growth/GLOBAL_EQUITY");
    assert.ok(account.range instanceof vscode.Range);
    assert.equal(csv.getText(account.range), '"Growth/GL"');
    assert.equal(account.filterText?.startsWith('"Growth/'), true);
    assert.equal((await complete(1, 3, "EUR")).insertText, "EUR");
  });
});
