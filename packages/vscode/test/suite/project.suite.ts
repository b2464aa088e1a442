import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { digestParameters, readParameterFile } from "@analytics-engines/core/parameters";
import { createSimulator, type Simulator } from "@analytics-engines/simulator";
import { after, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { ConnectionInfo } from "../../src/connections/types.ts";
import type { StartedRun } from "../../src/jobs/commands.ts";
import type { RunView } from "../../src/jobs/store/run.ts";
import type { Viewer } from "../../src/results/viewers/viewer.ts";
import { activeExtension, connectToSimulator, workspaceFolder, writeFile } from "../support/in-vscode.ts";
import { answerQuestions, type Questions } from "../support/questions.ts";
import { until } from "../support/until.ts";

const unit = {
  componentid: "D53D3CEE248C7AE310F1C18BAD9465F7B24462654EE111BEC2E0066603598FDC",
  accounts: [{ id: "Client:/Growth/GLOBAL_EQUITY.ACCT", holdingsmode: "B&H" }],
  dates: { enddate: "0M", frequency: "Single" },
};

const writeJson = (name: string, value: unknown) => writeFile(name, JSON.stringify(value, undefined, 2));

async function runSet(name: string): Promise<RunView> {
  const run = await vscode.commands.executeCommand<StartedRun | undefined>("analyticsEngines.jobs.runSet", name);
  assert.ok(run, "the set runs");
  return until("the end of the run", () => {
    const current = run.current();
    assert.notEqual(current?.state, "paused", current?.problem);
    return current?.state === "finished" ? current : undefined;
  });
}

describe("a project file", () => {
  let simulator: Simulator;
  let info: ConnectionInfo;
  let questions: Questions;
  let close = async () => {};
  before(async () => {
    ({ simulator, info, close } = await connectToSimulator({ duplicates: "allow" }));
    questions = answerQuestions();
    await writeJson("set/a.pa.json", { data: { weights: unit } });
    await writeJson("set/legacy.json", { data: { old: unit } });
    await writeJson("set/draft.pa.json", { data: { draft: unit } });
  });
  after(async () => {
    questions.restore();
    await vscode.workspace.fs.delete(await writeFile("analytics-engines.json", ""));
    await close();
  });

  const project = (more: object = {}) => ({
    files: ["set/*.json", "!set/draft*"],
    families: { "set/legacy.json": "pa" },
    connections: { service: { baseUrl: info.baseUrl } },
    connection: "service",
    maxConcurrency: 3,
    sets: { nightly: { dates: { enddate: "20260130" }, currency: "EUR" } },
    ...more,
  });

  it("runs a set: its files and families, with its dates and currency", async () => {
    await writeJson("analytics-engines.json", project());
    const { record } = await runSet("nightly");
    assert.deepEqual(
      record.files.map(({ path, units, fixedValues }) => [path, units, fixedValues?.currency]),
      [
        ["set/a.pa.json", ["weights"], "EUR"],
        ["set/legacy.json", ["old"], "EUR"],
      ],
    );
    assert.deepEqual([record.end?.status, record.concurrency, record.connection.id], ["success", 3, info.id]);
    const uri = vscode.Uri.joinPath(workspaceFolder(), "set/a.pa.json");
    await vscode.window.showTextDocument(uri);
    const lenses = await until("the outcome above the file", async () => {
      const all = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 100);
      const titles = all.map(({ command }) => command?.title ?? "").filter((title) => title.startsWith("✓"));
      return titles.length > 0 ? titles : undefined;
    });
    assert.ok(
      lenses.every((title) => title.endsWith(", of the set nightly")),
      lenses.join("\n"),
    );
    const fixed = { ...unit, dates: { ...unit.dates, enddate: "20260130" }, currencyisocode: "EUR" };
    const sent = readParameterFile(JSON.stringify({ data: { weights: fixed } }), { family: "pa" });
    assert.equal(record.files[0]?.parametersSha256, await digestParameters(sent));
  });

  it("has Run Set above each of its sets, which runs that set as the file is now", async () => {
    const uri = await writeJson("analytics-engines.json", project({ sets: { nightly: {}, weekly: {} } }));
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const lenses = await until("the lenses", async () => {
      const all = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
      const ofSets = all.filter(({ command }) => command?.title === "$(play) Run Set");
      return ofSets.length === 2 && ofSets;
    });
    assert.deepEqual(
      lenses.map(({ range, command }) => [document.lineAt(range.start.line).text.trim(), command?.arguments?.[0]]),
      [
        ['"nightly": {},', "nightly"],
        ['"weekly": {}', "weekly"],
      ],
    );
    const edit = new vscode.WorkspaceEdit();
    const start = document.getText().indexOf('"weekly": {}') + '"weekly": {'.length;
    edit.insert(uri, document.positionAt(start), '"currency": "EUR"');
    await vscode.workspace.applyEdit(edit);
    const { command = assert.fail() } = lenses[1] ?? {};
    const run = await vscode.commands.executeCommand<StartedRun>(command.command, ...(command.arguments ?? []));
    const { set, files } = run.current()?.record ?? assert.fail();
    assert.deepEqual([set, files[0]?.fixedValues?.currency, document.isDirty], ["weekly", "EUR", false]);
    await until("the end of the run", () => run.current()?.state === "finished");
    // A project file below is read by nobody.
    const below = await writeJson("set/analytics-engines.json", { sets: { none: {} } });
    await vscode.workspace.openTextDocument(below);
    assert.deepEqual(await vscode.commands.executeCommand("vscode.executeCodeLensProvider", below), []);
    await vscode.workspace.fs.delete(below);
  });

  it("runs the rows of a sweep with the dates and the currency of a set", async () => {
    const names = ["GLOBAL_EQUITY", "EUROPE_EQUITY"];
    const fill = { "/accounts/0/id": "Client:/Growth/{account}.ACCT" };
    await writeFile("fixed/a.csv", ["account", ...names].join("\n"));
    await writeJson("fixed/a.pa.sweep.json", { template: unit, rows: "a.csv", id: "{account}", fill });
    await writeJson("analytics-engines.json", project({ files: ["fixed/*.json"] }));
    const { record } = await runSet("nightly");
    const fixed = { ...unit, dates: { ...unit.dates, enddate: "20260130" }, currencyisocode: "EUR" };
    const units = names.map((account) => {
      const accounts = [{ id: `Client:/Growth/${account}.ACCT`, holdingsmode: "B&H" }];
      return [account, { ...fixed, accounts }];
    });
    const sent = readParameterFile(JSON.stringify({ data: Object.fromEntries(units) }), { family: "pa" });
    assert.deepEqual(
      record.files.map(({ path, parametersSha256 }) => [path, parametersSha256]),
      [["fixed/a.pa.sweep.json", await digestParameters(sent)]],
    );
  });

  it("has a glob that also matches what a sweep names, which is no parameter file", async () => {
    const fill = { "/accounts/0/id": "Client:/Growth/{account}.ACCT" };
    await writeJson("swept/unit.template.json", unit);
    await writeFile("swept/funds.csv", "account\nGLOBAL_EQUITY");
    const sweep = { template: "unit.template.json", rows: "funds.csv", id: "{account}", fill };
    await writeJson("swept/a.pa.sweep.json", sweep);
    await writeJson("swept/plain.json", { data: { weights: unit } });
    const families = { "swept/*.json": "pa" };
    await writeJson("analytics-engines.json", project({ files: ["swept/*.json"], families }));
    const pathsOf = ({ record }: RunView) => record.files.map(({ path }) => path);
    const expected = ["swept/a.pa.sweep.json", "swept/plain.json"];
    assert.deepEqual(pathsOf(await runSet("nightly")), expected);
    // A folder of the file explorer has the same files.
    const folder = vscode.Uri.joinPath(workspaceFolder(), "swept");
    const begun = await vscode.commands.executeCommand<StartedRun>("analyticsEngines.jobs.runSelected", folder);
    assert.deepEqual(pathsOf(begun.current() ?? assert.fail()), expected);
  });

  it("has its dates and currency in the comparison of a run with the file as it is now", async () => {
    const fill = { "/accounts/0/id": "Client:/Growth/{account}.ACCT" };
    await writeFile("compared/b.csv", "account\nGLOBAL_EQUITY");
    const files = {
      file: await writeJson("compared/a.pa.json", { data: { weights: unit } }),
      sweep: await writeJson("compared/b.pa.sweep.json", { template: unit, rows: "b.csv", id: "{account}", fill }),
    };
    await writeJson("analytics-engines.json", project({ files: ["compared/*.json"] }));
    const { record } = await runSet("nightly");
    /** The comparison as the reader sees it, without its title, which has the time of the run. */
    const compare = async (name: string, id?: string) => {
      const ref = { run: record.id, path: `compared/${name}`, unit: id };
      await vscode.commands.executeCommand("analyticsEngines.jobs.compareParameters", ref);
      const page = await until("the comparison", () =>
        vscode.workspace.textDocuments.find(({ uri }) => uri.path === `/${name}.changes.md`),
      );
      return page.getText().split("\n").slice(2).join("\n");
    };
    const same = "The parameters are the same as in this run.\n";
    for (const [name, id] of [
      ["a.pa.json", "weights"],
      ["b.pa.sweep.json", "GLOBAL_EQUITY"],
    ] as const)
      assert.deepEqual([await compare(name), await compare(name, id)], [same, same], name);

    const changed = { ...unit, dates: { ...unit.dates, frequency: "Monthly", startdate: "-1Y" } };
    await vscode.workspace.fs.writeFile(files.file, Buffer.from(JSON.stringify({ data: { weights: changed } })));
    await until("the text of the file", async () =>
      (await vscode.workspace.openTextDocument(files.file)).getText().includes("-1Y"),
    );
    const text = await until("the changes", async () => {
      const now = await compare("a.pa.json", "weights");
      return now !== same && now;
    });
    assert.match(text, /`dates` › `startdate`: `-1Y` added/);
    assert.doesNotMatch(text, /enddate|currencyisocode/);
  });

  it("gets no credentials for an address of its own, nor does a connection of its sets", async () => {
    const baseUrl = "https://elsewhere.example";
    const count = simulator.requests.length;
    // Also under the name of the user's connection.
    const connections = { service: { baseUrl: info.baseUrl }, [info.name]: { baseUrl } };
    const sets = { nightly: {}, own: { connection: info.name } };
    for (const [set, more] of [
      ["nightly", { connections, connection: info.name, sets }],
      ["own", { connections, sets }],
    ] as const) {
      await writeJson("analytics-engines.json", project(more));
      assert.equal(await vscode.commands.executeCommand("analyticsEngines.jobs.runSet", set), undefined);
      const message = questions.said.at(-1)?.message ?? "";
      assert.ok(message.includes(`is for ${baseUrl}, and none of your connections leads there. Nothing was sent.`));
    }
    assert.equal(simulator.requests.length, count);
  });

  it("with an address of this machine runs on the simulator of the extension, and gets no request there", async () => {
    const other = createSimulator();
    const { url, close: end } = await other.listen();
    try {
      await writeJson("analytics-engines.json", project({ connections: { service: { baseUrl: url } } }));
      const { record } = await runSet("nightly");
      assert.deepEqual([record.connection.id, record.end?.status, other.requests.length], ["simulator", "success", 0]);
    } finally {
      await end();
    }
  });

  it("with a mistake runs nothing, and leads to it", async () => {
    await writeFile("analytics-engines.json", '{\n  "fils": []\n}');
    assert.equal(await vscode.commands.executeCommand("analyticsEngines.jobs.runSet"), undefined);
    assert.equal(
      questions.said.at(-1)?.message,
      "Nothing was run. analytics-engines.json:2:3: There is no property `fils`. Did you mean `files`?",
    );
  });
});

describe("a check that fails", () => {
  let close = async () => {};
  before(async () => {
    ({ close } = await connectToSimulator({ duplicates: "allow" }));
  });
  after(async () => {
    await vscode.workspace.fs.delete(await writeFile("analytics-engines.json", ""));
    await close();
  });
  const problemsAt = (uri: vscode.Uri) =>
    vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "Analytics Engines run");
  let uri: vscode.Uri;
  beforeEach(async () => {
    await writeJson("analytics-engines.json", { checks: ["rules/*.checks.json"] });
    uri = await writeJson("checked/book.pa.json", { data: { fine: unit, weights: unit } });
    await writeJson("rules/book.checks.json", {
      checks: [
        {
          units: "weights",
          between: { column: "Portfolio | Ending Weight", max: 99 },
          because: "No position is the whole book.",
        },
      ],
    });
  });

  it("is a problem at its unit, with value, limit and reason, and leads to the cell in the results", async () => {
    const run = await vscode.commands.executeCommand<StartedRun>("analyticsEngines.jobs.runFile", uri);
    const [problem] = await until("the problem", () => (problemsAt(uri).length > 0 ? problemsAt(uri) : undefined));
    const document = await vscode.workspace.openTextDocument(uri);
    assert.ok(problem);
    assert.equal(document.getText(problem.range), '"weights"');
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Error);
    assert.match(
      problem.message,
      /^`Portfolio \| Ending Weight` of `Total` is 100; expected: at most 99\. No position is the whole book\. \(195 cells, rules\/book\.checks\.json:3\)$/,
    );
    const [rule] = problem.relatedInformation ?? [];
    assert.match(`${rule?.location.uri.path}:${rule?.location.range.start.line}`, /rules\/book\.checks\.json:2$/);

    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      uri,
      problem.range,
    );
    const show = actions.find(({ title }) => title === "Show the cell in the results")?.command;
    const [cell] = show?.arguments ?? [];
    assert.deepEqual(cell, {
      run: run.id,
      path: "checked/book.pa.json",
      unit: "weights",
      cell: { table: 0, column: "Portfolio | Ending Weight", row: 0 },
    });
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      uri,
      problem.range.start,
    );
    const links = hovers.flatMap(({ contents }) => contents).map((one) => (typeof one === "string" ? one : one.value));
    assert.ok(
      links.some((link) => link.startsWith("[Show the cell in the results](command:")),
      links.join("\n"),
    );
    const viewer = await vscode.commands.executeCommand<Viewer>(show?.command ?? "", cell);
    const shown = await until("the page with the cell", () => viewer.shown);
    assert.equal(shown.key, "checked/book.pa.json#weights");
    const subject = await viewer.subject();
    assert.deepEqual(subject.kind === "run" && subject.source.checks?.counts.errors, 1);
  });

  it("is no success above the file and in the Jobs view, which also say which results are missing", async () => {
    const run = await vscode.commands.executeCommand<StartedRun>("analyticsEngines.jobs.runFile", uri);
    const { record } = await until("the end of the run", () => {
      const current = run.current();
      return current?.state === "finished" ? current : undefined;
    });
    const titles = async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 99);
      return lenses.map(({ command }) => command?.title ?? "");
    };
    await vscode.window.showTextDocument(uri);
    await until("the outcome above the file", async () =>
      (await titles()).some((title) => title.startsWith("✗ succeeded, 1 check failed, ")),
    );
    const { provider } = (await activeExtension()).jobsView;
    const row = async () => {
      const rows = (await provider.getChildren()) ?? [];
      const node = rows.find((one) => one.kind === "run" && one.run.record.id === run.id) ?? assert.fail();
      return provider.getTreeItem(node);
    };
    const { description, iconPath } = await row();
    assert.match(String(description), /· succeeded, 1 check failed · 2 of 2 units ·/);
    assert.equal(iconPath instanceof vscode.ThemeIcon && iconPath.id, "error");
    const stored = readdirSync(path.join(record.folder, "book.pa"));
    rmSync(path.join(record.folder, "book.pa", stored.find((name) => name.startsWith("fine")) ?? assert.fail()));
    await until("the missing result", async () =>
      /· failed, 1 result missing, 1 check failed · 1 of 2 units ·/.test(String((await row()).description)),
    );
  });

  it("is written with the columns, the rows and the units of the last result", async () => {
    const run = await vscode.commands.executeCommand<StartedRun>("analyticsEngines.jobs.runFile", uri);
    await until("the end of the run", () => run.current()?.state === "finished");
    const text = [
      '{ "checks": [{ "files": "book.pa.json", "units": "weights",',
      '"sum": { "column": "", "value": 100 },',
      '"rows": { "Economic Sector": "" } }] }',
    ].join("\n");
    const checks = await writeFile("rules/new.checks.json", text);
    const document = await vscode.workspace.openTextDocument(checks);
    const labelsAfter = async (before: string) => {
      const position = document.positionAt(text.indexOf(before) + before.length);
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        checks,
        position,
      );
      return list.items.map(({ label }) => (typeof label === "string" ? label : label.label));
    };
    for (const [before, expected] of [
      ['"column": "', "Portfolio | Ending Weight"],
      ['"Economic Sector": "', "Energy"],
      ['"rows": { "', "Economic Sector"],
      ['"units": "', "fine"],
      ['"files": "', "checked/book.pa.json"],
    ] as const)
      assert.ok((await labelsAfter(before)).includes(expected), `${before}: ${expected}`);
    await vscode.workspace.fs.delete(checks);
  });

  it("with a mistake in its file costs no run", async () => {
    const questions = answerQuestions();
    try {
      await writeFile("rules/book.checks.json", '{ "checks": [{ "rowCount": { "mim": 1 } }] }');
      assert.equal(await vscode.commands.executeCommand("analyticsEngines.jobs.runFile", uri), undefined);
      assert.match(questions.said.at(-1)?.message ?? "", /^rules\/book\.checks\.json:1:30: There is no property `mim`/);
    } finally {
      questions.restore();
    }
  });
});

describe("project files and checks files in an editor", () => {
  it("have their mistakes marked at line and column, with a fix, until they are corrected", async () => {
    for (const [name, text, wrong, message] of [
      [
        "mistakes/analytics-engines.json",
        '{\n  "fils": []\n}\n',
        '"fils"',
        "There is no property `fils`. Did you mean `files`?",
      ],
      [
        "mistakes/book.checks.json",
        '{ "checks": [{ "sum": { "colum": "Weight", "value": 100 } }] }\n',
        '"colum"',
        "There is no property `colum` in `sum`. Did you mean `column`?",
      ],
    ] as const) {
      const uri = await writeFile(name, text);
      const document = await vscode.workspace.openTextDocument(uri);
      const marks = () =>
        vscode.languages.getDiagnostics(uri).filter(({ source }) => source?.startsWith("Analytics Engines"));
      const [mark] = await until("the mark", () => (marks().length > 0 ? marks() : undefined));
      assert.ok(mark);
      assert.deepEqual([document.getText(mark.range), mark.message], [wrong, message]);
      // VS Code's own editor of JSON, which completes by the schema, does not say the same again.
      assert.equal(vscode.languages.getDiagnostics(uri).length, marks().length);
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        uri,
        mark.range,
      );
      const fix = actions.find(({ edit }) => edit?.has(uri))?.edit;
      assert.ok(fix);
      await vscode.workspace.applyEdit(fix);
      await until("no mark", () => marks().every((one) => !one.message.startsWith("There is no property")));
      await document.save();
    }
  });

  it("are completed by their schemas: the rules of checks among others", async () => {
    const text = '{ "checks": [{  }] }\n';
    const uri = await writeFile("mistakes/rules.checks.json", text);
    await vscode.workspace.openTextDocument(uri);
    const list = await until("the rules", async () => {
      const items = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        uri,
        new vscode.Position(0, text.indexOf("{  }") + 2),
      );
      const labels = items.items.map(({ label }) => (typeof label === "string" ? label : label.label));
      return labels.includes("newestDate") ? labels : undefined;
    });
    for (const rule of [
      "rowCount",
      "sum",
      "addUp",
      "between",
      "notNull",
      "text",
      "unique",
      "equals",
      "agrees",
      "moved",
    ])
      assert.ok(list.includes(rule), rule);
  });

  it("mark a limit in a column that the rows of a sweep do not have", async () => {
    await writeFile("limits/accounts.csv", "name,account,most\neu,Client:/EU,10\n");
    await writeJson("limits/accounts.pa.sweep.json", {
      template: { componentid: "A", accounts: [{ id: "x" }] },
      rows: "accounts.csv",
      id: "{name}",
      fill: { "/accounts/0/id": "{account}" },
    });
    const between = { column: "Weight", maxFrom: "mots" };
    const uri = await writeJson("limits/book.checks.json", { checks: [{ files: "limits/**", between }] });
    const document = await vscode.workspace.openTextDocument(uri);
    const [mark] = await until("the mark", () => {
      const marks = vscode.languages.getDiagnostics(uri);
      return marks.length > 0 ? marks : undefined;
    });
    assert.ok(mark);
    assert.deepEqual(
      [document.getText(mark.range), mark.message],
      ['"mots"', "The rows of `limits/accounts.pa.sweep.json` have no column `mots`. Did you mean `most`?"],
    );
    assert.ok(
      vscode.workspace.textDocuments.every(({ uri: open }) => !open.path.endsWith("limits/accounts.pa.sweep.json")),
      "the sweep was read without being opened",
    );
  });
});
