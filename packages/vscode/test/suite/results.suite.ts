import assert from "node:assert/strict";
import { closeSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import { knownGood } from "@analytics-engines/simulator";
import { after, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { StartedRun } from "../../src/jobs/commands.ts";
import type { ShownUnit } from "../../src/results/source/messages.ts";
import type { Viewer } from "../../src/results/viewers/viewer.ts";
import { connectToSimulator, workspaceFolder } from "../support/in-vscode.ts";
import { answerQuestions, replace } from "../support/questions.ts";
import { until } from "../support/until.ts";

const example = {
  componentid: "D53D3CEE248C7AE310F1C18BAD9465F7B24462654EE111BEC2E0066603598FDC",
  accounts: [{ id: "Client:/Growth/GLOBAL_EQUITY.ACCT", holdingsmode: "B&H" }],
  dates: { enddate: "0M", frequency: "Single" },
  currencyisocode: "USD",
};

describe("results", () => {
  let close = async () => {};
  const runs: StartedRun[] = [];
  const folders: string[] = [];

  before(async () => {
    // Other suites leave their results open.
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    ({ close } = await connectToSimulator({ duplicates: "allow" }));
    for (const currencyisocode of ["USD", "EUR"]) {
      const uri = vscode.Uri.joinPath(workspaceFolder(), "shown.pa.json");
      const text = JSON.stringify({ data: { weights: { ...example, currencyisocode } } });
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
      const begun = await vscode.commands.executeCommand<StartedRun>("analyticsEngines.jobs.runFile", uri);
      const run = await until("the end", () => (begun.current()?.state === "finished" ? begun.current() : undefined));
      runs.push(begun);
      folders.push(run.record.folder);
    }
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await close();
  });

  const open = (index: number, unit = {}) =>
    vscode.commands.executeCommand<Viewer>("analyticsEngines.results.open", { run: runs[index]?.id, ...unit });
  const shown = (viewer: Viewer): Promise<ShownUnit> => until("a table in the page", () => viewer.shown);
  const tab = () => vscode.window.tabGroups.activeTabGroup.activeTab;

  it("show the tables of several runs, each in its page", async () => {
    const first = await open(0);
    const { key, tables } = await shown(first);
    assert.equal(key, "shown.pa.json#weights");
    const manifest = JSON.parse(readFileSync(path.join(folders[0] ?? "", "manifest.json"), "utf8"));
    assert.deepEqual(tables, manifest.files[0].units[0].tables);
    assert.ok((tables[0]?.rows ?? 0) > 5);

    const second = await open(1);
    assert.notEqual(second, first);
    await shown(second);
    assert.match(tab()?.label ?? "", /^shown\.pa\.json · \d\d:\d\d:\d\d$/);
    assert.equal(await open(0), first);
    const pages = () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .filter(({ input }) => input instanceof vscode.TabInputWebview);
    await until("a tab each", () => pages().length === 2);
  });

  it("show the commentary of an attribution below its table", async () => {
    const { components, accounts, benchmarks } = knownGood();
    const effects = {
      componentid: components.pa.attribution,
      accounts: [{ id: accounts.equity, holdingsmode: "B&H" }],
      benchmarks: [{ id: benchmarks.world, holdingsmode: "B&H" }],
      dates: { startdate: "-1M", enddate: "0M", frequency: "Monthly" },
    };
    const uri = vscode.Uri.joinPath(workspaceFolder(), "effects.pa.json");
    const text = JSON.stringify({ data: { effects, other: effects } });
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    const begun = await vscode.commands.executeCommand<StartedRun>("analyticsEngines.jobs.runUnit", uri, "effects");
    const run = await until("the end", () => (begun.current()?.state === "finished" ? begun.current() : undefined));
    const commentary = { data: { sections: [{ title: "Executive Summary", content: "Energy added most." }] } };
    const stored = path.join(run.record.folder, "effects.pa/effects.commentary.json");
    writeFileSync(stored, JSON.stringify(commentary));
    const viewer = await vscode.commands.executeCommand<Viewer>("analyticsEngines.results.open", { run: begun.id });
    const drawn = await until("the commentary", () => viewer.shown?.commentary !== undefined && viewer.shown);
    assert.deepEqual([drawn.key, drawn.commentary], ["effects.pa.json#effects", 1]);
  });

  describe("are compared", () => {
    /** Runs a command, and waits until its page shows the unit of the later run beside that of the earlier one. */
    const compares = async (...args: unknown[]) => {
      const viewer = await vscode.commands.executeCommand<Viewer>("analyticsEngines.results.compare", ...args);
      const { key, compared, tables } = await until(
        "the comparison",
        () => viewer.shown?.compared !== undefined && viewer.shown,
      );
      assert.deepEqual([key, compared], ["shown.pa.json#weights", "shown.pa.json#weights"]);
      assert.ok((tables[0]?.rows ?? 0) > 5);
      const subject = await viewer.subject();
      assert.ok(subject.kind === "run");
      assert.deepEqual([subject.source.folder, subject.before?.folder], [folders[1], folders[0]]);
      return viewer;
    };
    const close = () => vscode.commands.executeCommand("workbench.action.closeAllEditors");
    beforeEach(close);

    it("with another run, the matching units beside each other and the earlier run before", async () => {
      const viewer = await compares({ run: runs[0]?.id }, runs[1]?.id);
      // The page of the later run, once.
      assert.equal(await open(1), viewer);
    });

    it("with the other row that is selected in the Jobs view", async () => {
      const selected = [{ run: runs[1]?.id }, { run: runs[0]?.id }];
      await compares(selected[0], selected);
      await close();
      const units = selected.map((ref) => ({ ...ref, path: "shown.pa.json", unit: "weights" }));
      await compares(units[1], units);
    });

    it("with the last run of their file and unit", async () => {
      const uri = vscode.Uri.joinPath(workspaceFolder(), "shown.pa.json");
      await compares(uri, {});
      await close();
      await compares(uri, { unit: "weights" });
      const questions = answerQuestions();
      try {
        const other = vscode.Uri.joinPath(workspaceFolder(), "weights.pa.json");
        await vscode.commands.executeCommand("analyticsEngines.results.compare", other, {});
        await until("the error", () => questions.said.length > 0);
        assert.match(questions.said[0]?.message ?? "", /weights\.pa\.json has no run in the history\. Run it first\./);
      } finally {
        questions.restore();
      }
    });
  });

  it("lead to the trend of their numbers: those of the unit in all its runs", async () => {
    const ref = { run: runs[1]?.id, path: "shown.pa.json", unit: "weights" };
    const viewer = await vscode.commands.executeCommand<Viewer>("analyticsEngines.results.showTrend", ref);
    const subject = await viewer.subject();
    assert.ok(subject.kind === "history");
    assert.equal(subject.view.runs.length, 2);
    assert.ok(subject.view.series.every(({ unit, points }) => unit === "shown.pa.json#weights" && points.length === 2));
    assert.equal((await until("the page", () => viewer.shown)).key, "shown.pa.json#weights");
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");

    // From the page, with the cursor in a cell, that number is first.
    const cell = { table: 0, column: "Portfolio | Ending Weight", row: 0 };
    const page = await open(1, { path: "shown.pa.json", unit: "weights", cell });
    await until("the page to be the active tab", () => tab()?.label.startsWith("shown.pa.json"));
    assert.deepEqual(await until("the cursor in the cell", () => page.selectedCell), cell);
    const fromPage = await vscode.commands.executeCommand<Viewer>("analyticsEngines.results.showTrend");
    const opened = await fromPage.subject();
    assert.ok(opened.kind === "history");
    const [unit, , row, column] = opened.wishes;
    assert.deepEqual([unit, row, column], ["shown.pa.json#weights", "Total", cell.column]);
    assert.ok(opened.view.series.some((series) => series.row === row && series.column === column));
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  });

  it("are exported as CSV, Excel, JSON, Arrow and Parquet, and shown unchanged", async () => {
    const ref = { run: runs[0]?.id, path: "shown.pa.json", unit: "weights" };
    const exported = async (name: string) => {
      const to = vscode.Uri.joinPath(workspaceFolder(), name);
      await vscode.commands.executeCommand("analyticsEngines.results.export", ref, to);
      return readFileSync(to.fsPath);
    };
    const raw = readFileSync(path.join(folders[0] ?? "", "shown.pa", "weights.json"));
    assert.ok(raw.equals(await exported("out.json")));
    const csv = (await exported("out.csv")).toString();
    const [first] = (await shown(await open(0))).tables;
    assert.equal(csv.trim().split("\r\n").length, (first?.rows ?? 0) + 1);
    assert.match(csv.split("\r\n")[0] ?? "", /,/);
    // An Excel file is a ZIP archive.
    assert.equal((await exported("out.xlsx")).subarray(0, 2).toString(), "PK");
    assert.equal((await exported("out.arrow")).subarray(0, 6).toString(), "ARROW1");
    assert.equal((await exported("out.parquet")).subarray(0, 4).toString(), "PAR1");

    const questions: { readonly title: string | undefined; readonly labels: readonly string[] }[] = [];
    const dialogs: vscode.SaveDialogOptions[] = [];
    const restore = replace(vscode.window, {
      showQuickPick: async (items: readonly vscode.QuickPickItem[], options: vscode.QuickPickOptions) => {
        questions.push({ title: options.title, labels: items.map(({ label }) => label) });
        return items.find(({ label }) => label === "Excel");
      },
      showSaveDialog: async (options: vscode.SaveDialogOptions) => void dialogs.push(options),
    });
    try {
      await vscode.commands.executeCommand("analyticsEngines.results.export", ref);
    } finally {
      restore();
    }
    assert.deepEqual(questions, [{ title: "Export weights", labels: ["CSV", "Excel", "Parquet", "Arrow", "JSON"] }]);
    assert.match(dialogs[0]?.defaultUri?.path ?? "", /\/weights\.xlsx$/);

    await vscode.commands.executeCommand("analyticsEngines.results.openRaw", ref);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.getText(), raw.toString());
    assert.equal(document?.languageId, "json");
  });

  it("are exported with a message, whose button opens the file", async () => {
    const ref = { run: runs[0]?.id, path: "shown.pa.json", unit: "weights" };
    const questions = answerQuestions();
    try {
      for (const [name, isOpen] of [
        ["opened.csv", (input: unknown) => input instanceof vscode.TabInputText],
        ["opened.arrow", (input: unknown) => input instanceof vscode.TabInputCustom],
      ] as const) {
        questions.buttons.push("Open");
        const to = vscode.Uri.joinPath(workspaceFolder(), name);
        await vscode.commands.executeCommand("analyticsEngines.results.export", ref, to);
        await until(name, () => tab()?.label === name && isOpen(tab()?.input));
        assert.equal(questions.said.at(-1)?.message, `Exported ${name}.`);
      }
    } finally {
      questions.restore();
    }
  });

  it("open in an editor from a manifest and from a result file", async () => {
    for (const name of ["manifest.json", "shown.pa/weights.json"]) {
      const file = vscode.Uri.file(path.join(folders[0] ?? "", name));
      await vscode.commands.executeCommand("vscode.openWith", file, "analyticsEngines.viewer");
      await until("the editor", () => {
        const input = tab()?.input;
        return input instanceof vscode.TabInputCustom && input.uri.path === file.path;
      });
      // Works on the page that is active.
      const to = vscode.Uri.joinPath(workspaceFolder(), `${path.basename(name)}.csv`);
      await until("the export", () => vscode.commands.executeCommand("analyticsEngines.results.export", undefined, to));
      assert.ok(readFileSync(to.fsPath).length > 100);
    }
  });

  it("open when the manifest of a run is opened, but no other file of this name", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const copy = vscode.Uri.joinPath(workspaceFolder(), "downloaded run");
    await vscode.workspace.fs.copy(vscode.Uri.file(folders[0] ?? ""), copy);
    const manifest = vscode.Uri.joinPath(copy, "manifest.json");
    await vscode.commands.executeCommand("vscode.open", manifest);
    await until("the run instead of the text", () => {
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      return tabs.length === 1 && tabs[0]?.input instanceof vscode.TabInputCustom;
    });
    // As text, if the user asks for that afterwards.
    await vscode.commands.executeCommand("vscode.openWith", manifest, "default");
    await until("the text", () => tab()?.input instanceof vscode.TabInputText);
    const other = vscode.Uri.joinPath(workspaceFolder(), "manifest.json");
    await vscode.workspace.fs.writeFile(other, new TextEncoder().encode('{"name": "A web page", "icons": []}'));
    await vscode.window.showTextDocument(other);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), other.toString());
  });

  it("show the rest of a run with a malformed entry, and what is wrong", async () => {
    const manifest = vscode.Uri.joinPath(workspaceFolder(), "malformed", "manifest.json");
    await vscode.workspace.fs.copy(vscode.Uri.file(folders[0] ?? ""), vscode.Uri.joinPath(manifest, ".."));
    const content = JSON.parse(readFileSync(manifest.fsPath, "utf8"));
    const broken = { ...content, files: [{ path: "b.pa.json", units: "none" }, ...content.files] };
    await vscode.workspace.fs.writeFile(manifest, new TextEncoder().encode(JSON.stringify(broken)));
    const viewer = await until("the editor", async () => {
      const active = await vscode.commands.executeCommand<Viewer>("analyticsEngines.results.openFile", manifest);
      const input = tab()?.input;
      return input instanceof vscode.TabInputCustom && input.uri.path === manifest.path && active;
    });
    assert.equal((await shown(viewer)).key, "shown.pa.json#weights");
    const subject = await viewer.subject();
    assert.match(subject.kind === "run" ? subject.source.problems.join("\n") : "", /altered after.*\n.*files\[0\]/s);
  });

  it("open from a file outside a run folder", async () => {
    const result = vscode.Uri.file(path.join(folders[0] ?? "", "shown.pa", "weights.json"));
    const alone = vscode.Uri.joinPath(workspaceFolder(), "downloaded.json");
    await vscode.workspace.fs.copy(result, alone);
    const viewer = await until("the editor", async () => {
      const active = await vscode.commands.executeCommand<Viewer | undefined>(
        "analyticsEngines.results.openFile",
        alone,
      );
      const input = tab()?.input;
      return input instanceof vscode.TabInputCustom && input.uri.path === alone.path && active;
    });
    const { key, tables } = await shown(viewer);
    assert.deepEqual([key, tables], ["downloaded.json", (await shown(await open(0))).tables]);
  });

  it("show a result of 162 MB, and say why one over the limit is not shown", async () => {
    const large = vscode.Uri.joinPath(workspaceFolder(), "large.json").fsPath;
    const rows = writeLargeResult(large, 162_000_000);
    const openFile = (file: string) =>
      until("the editor", async () => {
        const viewer = await vscode.commands.executeCommand<Viewer | undefined>(
          "analyticsEngines.results.openFile",
          vscode.Uri.file(file),
        );
        const input = tab()?.input;
        return input instanceof vscode.TabInputCustom && input.uri.fsPath === file && viewer;
      });
    try {
      assert.ok(statSync(large).size >= 162_000_000);
      const viewer = await openFile(large);
      const { tables } = await until("the table", () => viewer.shown);
      assert.deepEqual(tables, [{ id: "t", rows, columns: 20 }]);
      const over = vscode.Uri.joinPath(workspaceFolder(), "over.json").fsPath;
      writeFileSync(over, "");
      truncateSync(over, 250_000_000);
      const subject = await (await openFile(over)).subject();
      assert.deepEqual(subject.kind === "result" && subject.content, {
        kind: "elsewhere",
        reason: "The result has 250 MB. This page shows results of up to 200 MB.",
      });
      rmSync(over);
    } finally {
      rmSync(large);
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    }
  });

  it("open in the program of the system, or report that there is none", async () => {
    const book = {
      document: "Client:/Reports/MONTHLY_BOOK.PUB_PDF",
      account: { id: "Client:/Growth/GLOBAL_EQUITY.ACCT", holdingsmode: "B&H" },
      dates: { startdate: "-1M", enddate: "0M" },
    };
    const uri = vscode.Uri.joinPath(workspaceFolder(), "book.pub.json");
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(JSON.stringify({ data: { book } })));
    const begun = await vscode.commands.executeCommand<StartedRun>("analyticsEngines.jobs.runFile", uri);
    await until("the end", () => begun.current()?.state === "finished");
    const ref = { run: begun.id, path: "book.pub.json", unit: "book" };
    const opened: vscode.Uri[] = [];
    let isThere = true;
    const questions = answerQuestions();
    // A window of this machine: the story of the results has a remote one.
    const restore = replace(vscode.env, {
      remoteName: undefined,
      openExternal: async (file: vscode.Uri) => {
        opened.push(file);
        return isThere;
      },
    });
    try {
      await vscode.commands.executeCommand("analyticsEngines.results.openExternally", ref);
      const [file] = opened;
      assert.ok(file?.scheme === "file" && file.path.endsWith("/book.pdf"), String(file));
      assert.equal(readFileSync(file.fsPath).subarray(0, 5).toString(), "%PDF-");
      assert.equal(questions.said.length, 0);
      // The page says the same, and offers it.
      const viewer = await vscode.commands.executeCommand<Viewer>("analyticsEngines.results.open", ref);
      assert.deepEqual((await until("the page", () => viewer.shown)).tables, []);
      isThere = false;
      await vscode.commands.executeCommand("analyticsEngines.results.openExternally", ref);
      assert.match(questions.said[0]?.message ?? "", /The system has no program for .*book\.pdf\. Install one\.$/);
    } finally {
      restore();
      questions.restore();
    }
  });

  it("are not written if the user names no file", async () => {
    const formats = ["CSV", "JSON", "Arrow"];
    const asked: vscode.SaveDialogOptions[] = [];
    const questions = answerQuestions();
    const restore = replace(vscode.window, {
      showSaveDialog: async (options: vscode.SaveDialogOptions) => void asked.push(options),
      showQuickPick: async (items: readonly vscode.QuickPickItem[]) =>
        items.find(({ label }) => label === formats[asked.length]),
    });
    try {
      const ref = { run: runs[0]?.id, path: "shown.pa.json", unit: "weights" };
      for (const _ of formats) await vscode.commands.executeCommand("analyticsEngines.results.export", ref);
      assert.deepEqual(
        asked.map(({ defaultUri, filters }) => [path.basename(defaultUri?.path ?? ""), filters]),
        [
          ["weights.csv", { CSV: ["csv"] }],
          ["weights.json", { JSON: ["json"] }],
          ["weights.arrow", { Arrow: ["arrow"] }],
        ],
      );
      assert.deepEqual(questions.said, []);
    } finally {
      restore();
      questions.restore();
    }
  });
});

/** Writes a result with one table of 20 columns, and at least this many bytes. Returns the number of rows. */
function writeLargeResult(file: string, bytes: number): number {
  const measures = Array.from({ length: 19 }, (_, place) => `m${place}`);
  const columns = [
    { id: "name", name: "Name", type: "string", isDimension: true },
    ...measures.map((id) => ({ id, name: `Measure ${id}`, type: "real" })),
  ];
  const rowOf = (row: number) => {
    const cells = measures.map((id, place) => `"${id}":${((row * 7919 + place * 104_729) % 2_000_003) / 1000}`);
    return `{"values":{"name":"Holding ${row}",${cells.join()}}}`;
  };
  const output = openSync(file, "w");
  const definition = JSON.stringify({ columns });
  let written = writeSync(output, `{"data":{"tables":{"t":{"definition":${definition},"data":{"rows":[${rowOf(0)}`);
  let rows = 1;
  while (written < bytes) {
    const batch = Array.from({ length: 1000 }, (_, place) => `,${rowOf(rows + place)}`).join("");
    written += writeSync(output, batch);
    rows += 1000;
  }
  writeSync(output, "]}}}}}");
  closeSync(output);
  return rows;
}
