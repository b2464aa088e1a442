import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Simulator } from "@analytics-engines/simulator";
import { after, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { folderKey } from "../../src/common/folder-storage.ts";
import type { StartedRun } from "../../src/jobs/commands.ts";
import type { JobsNode } from "../../src/jobs/runs/presentation.ts";
import { runRefOf } from "../../src/jobs/runs/refs.ts";
import { runTabTitle } from "../../src/jobs/runs/run-titles.ts";
import type { RunView } from "../../src/jobs/store/run.ts";
import type { Viewer } from "../../src/results/viewers/viewer.ts";
import type { Services } from "../../src/services/services.ts";
import {
  activated,
  activeExtension,
  connectToSimulator,
  standingClock,
  workspaceFolder,
} from "../support/in-vscode.ts";
import { answerQuestions, replace } from "../support/questions.ts";
import { until } from "../support/until.ts";

const weights = {
  componentid: "D53D3CEE248C7AE310F1C18BAD9465F7B24462654EE111BEC2E0066603598FDC",
  accounts: [{ id: "Client:/Growth/GLOBAL_EQUITY.ACCT", holdingsmode: "B&H" }],
  benchmarks: [{ id: "BMK:WORLD", holdingsmode: "B&H" }],
  dates: { enddate: "0M", frequency: "Single" },
  currencyisocode: "USD",
};
const unknownAccount = { ...weights, accounts: [{ id: "Client:/Growth/NO_SUCH.ACCT" }] };

async function write(name: string, units: Readonly<Record<string, object>>): Promise<vscode.Uri> {
  const uri = vscode.Uri.joinPath(workspaceFolder(), name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(JSON.stringify({ data: units }, undefined, 2)));
  return uri;
}

async function begin(command: string, ...args: unknown[]): Promise<StartedRun> {
  const begun = await vscode.commands.executeCommand<StartedRun | undefined>(
    `analyticsEngines.jobs.${command}`,
    ...args,
  );
  assert.ok(begun, `${command} began a run`);
  return begun;
}

/** The run once it has ended. */
function ended(begun: StartedRun): Promise<RunView> {
  return until("the end of the run", () => {
    const run = begun.current();
    assert.notEqual(run?.state, "paused", run?.problem);
    return run?.state === "finished" ? run : undefined;
  });
}

/** The rows below a row of the Jobs view; without a row, the top rows. */
async function jobRows(row?: JobsNode): Promise<readonly JobsNode[]> {
  return (await (await activeExtension()).jobsView.provider.getChildren(row)) ?? [];
}

function problemsAt(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "Analytics Engines run");
}

describe("jobs", () => {
  let simulator: Simulator;
  let close = async () => {};
  before(async () => {
    ({ simulator, close } = await connectToSimulator({ duplicates: "allow" }));
  });
  after(() => close());

  it("save a changed file before the run", async () => {
    const uri = await write("books/dirty.pa.json", {});
    const document = await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), JSON.stringify({ data: { changed: weights } }));
    await vscode.workspace.applyEdit(edit);
    assert.ok(document.isDirty);
    const begun = await begin("runFile", uri);
    assert.ok(!document.isDirty);
    assert.deepEqual(begun.current()?.record.files[0]?.units, ["changed"]);
    await ended(begun);
  });

  it("of another window of the folder appear, and disappear where that removes them", async () => {
    const uri = await write("books/shared.pa.json", { shared: weights });
    const { record } = await ended(await begin("runFile", uri));
    const { services } = await activeExtension();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const runs = path.join(services.context.globalStorageUri.fsPath, "folders", folderKey(folder), "runs");
    assert.equal(record.folder, path.join(runs, record.id, "run"));
    const labelled = async (id: string) =>
      (await jobRows()).some((row) => row.kind === "run" && row.run.record.id === id);
    // What another window writes.
    const id = "f".repeat(32);
    cpSync(path.join(runs, record.id), path.join(runs, id), { recursive: true });
    writeFileSync(path.join(runs, id, "record.json"), JSON.stringify({ ...record, id, name: "Other" }));
    await until("the run of the other window", () => labelled(id));
    rmSync(path.join(runs, id), { recursive: true });
    await until("its removal", async () => !(await labelled(id)));
  });

  it("run one unit alone", async () => {
    const uri = await write("books/two.pa.json", { first: weights, second: { ...weights, currencyisocode: "EUR" } });
    const count = simulator.jobs.length;
    const { record } = await ended(await begin("runUnit", uri, "second"));
    assert.deepEqual([record.end?.status, record.end?.units], ["success", 1]);
    assert.deepEqual(
      simulator.jobs.slice(count).map(({ units }) => units.map(({ id }) => id)),
      [["second"]],
    );
  });

  it("run a folder as one run", async () => {
    await write("folder/a.pa.json", { a: weights });
    await write("folder/deeper/b.pa.json", { b: weights });
    await write("folder/other.json", { c: weights });
    const { record } = await ended(await begin("runSelected", vscode.Uri.joinPath(workspaceFolder(), "folder")));
    assert.deepEqual(
      record.files.map(({ path: name }) => name),
      ["folder/a.pa.json", "folder/deeper/b.pa.json"],
    );
    assert.equal(record.end?.succeeded, 2);
  });

  it("send nothing if one of the files has errors", async () => {
    await write("faulty/a.pa.json", { a: weights });
    await write("faulty/b.pa.json", { b: { ...weights, colour: "red" } });
    const count = simulator.requests.length;
    const folder = vscode.Uri.joinPath(workspaceFolder(), "faulty");
    assert.equal(await vscode.commands.executeCommand("analyticsEngines.jobs.runSelected", folder), undefined);
    assert.equal(simulator.requests.length, count);
  });

  it("are not created for a date that the service does not know, which is marked in the editor", async () => {
    const unit = { ...weights, dates: { ...weights.dates, startdate: "-1Mo" } };
    const uri = await write("books/date.pa.json", { unit });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const questions = answerQuestions();
    const created = simulator.jobs.length;
    try {
      assert.equal(await vscode.commands.executeCommand("analyticsEngines.jobs.runFile", uri), undefined);
      assert.match(
        questions.said.at(-1)?.message ?? "",
        /^books\/date\.pa\.json was not run: The service does not know the date `-1Mo`/,
      );
      assert.equal(simulator.jobs.length, created);
      const problem = await until("the error in the editor", () =>
        vscode.languages
          .getDiagnostics(uri)
          .find(({ message }) => message.startsWith("The service does not know the date `-1Mo`")),
      );
      assert.equal(document.getText(problem.range), '"-1Mo"');
      assert.equal(problem.severity, vscode.DiagnosticSeverity.Error);
    } finally {
      questions.restore();
    }
  });

  it("run a file, show its progress and keep the results", async () => {
    const clock = standingClock();
    const standing = await connectToSimulator({ clock, jobSeconds: 100 });
    try {
      const uri = await write("books/one.pa.json", { weights });
      const begun = await begin("runFile", uri);
      await until("the job", () => standing.simulator.jobs.length === 1);
      clock.move(50);
      await until("progress", () => begun.current()?.jobs[0]?.progress);
      clock.move(60);
      const { record } = await ended(begun);
      assert.deepEqual([record.end?.status, record.end?.units, record.end?.succeeded], ["success", 1, 1]);
      assert.deepEqual(
        record.files.map((file) => file.path),
        ["books/one.pa.json"],
      );
      const manifest = JSON.parse(readFileSync(path.join(record.folder, "manifest.json"), "utf8"));
      assert.equal(manifest.files[0].units[0].status, "success");
      assert.ok(existsSync(path.join(record.folder, manifest.files[0].units[0].file)));
      assert.equal(problemsAt(uri).length, 0);
    } finally {
      await standing.close();
    }
  });

  it("report nothing to the OpenTelemetry that another extension has registered", async () => {
    const registry = Symbol.for("opentelemetry.js.api.1");
    const before: unknown = Reflect.get(globalThis, registry);
    const reads: string[] = [];
    const provider = (name: string) => ({ get: () => void reads.push(name), enumerable: true });
    const registered = Object.defineProperties({}, { trace: provider("trace"), metrics: provider("metrics") });
    const quick = await connectToSimulator();
    Reflect.set(globalThis, registry, registered);
    try {
      const { record } = await ended(await begin("runFile", await write("books/quiet.pa.json", { weights })));
      assert.equal(record.end?.status, "success");
      assert.deepEqual(reads, []);
    } finally {
      Reflect.set(globalThis, registry, before);
      await quick.close();
    }
  });

  it("cancel on the service", async () => {
    const slow = await connectToSimulator({ jobSeconds: 600 });
    try {
      const begun = await begin("runFile", await write("books/slow.pa.json", { weights }));
      await until("the job", () => begun.current()?.jobs[0]?.jobId);
      await vscode.commands.executeCommand("analyticsEngines.jobs.cancel", { run: begun.id });
      const { record } = await ended(begun);
      assert.equal(record.end?.status, "canceled");
      const deletes = slow.simulator.requests.filter(({ method }) => method === "DELETE");
      assert.deepEqual(
        deletes.map(({ status }) => status),
        [204],
      );
    } finally {
      await slow.close();
    }
  });
});

describe("a run from an editor", () => {
  let services: Services;
  let close = async () => {};
  const editor = () => vscode.window.activeTextEditor;
  const resultTabs = () =>
    vscode.window.tabGroups.all.flatMap(({ tabs, viewColumn }) =>
      tabs.filter(({ input }) => input instanceof vscode.TabInputWebview).map(({ label }) => ({ label, viewColumn })),
    );
  const lensTitles = async (uri: vscode.Uri) => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
    return lenses.map(({ command, range }) => `${range.start.line} ${command?.title}`);
  };

  before(async () => {
    services = await activated();
    ({ close } = await connectToSimulator({ duplicates: "allow" }));
  });
  beforeEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await close();
  });

  it("opens its results beside the editor, without the focus, and the next run takes their place", async () => {
    const uri = await write("editor/beside.pa.json", { weights });
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
    const first = await ended(await begin("runFile", uri));
    await until("the results", () => resultTabs().length === 1);
    assert.equal(editor()?.document.uri.toString(), uri.toString());
    assert.deepEqual(resultTabs(), [{ label: runTabTitle(first.record), viewColumn: 2 }]);
    const next = await ended(await begin("runFile", uri));
    const shown = () =>
      vscode.commands.executeCommand<Viewer>("analyticsEngines.results.open", { run: next.record.id });
    await until("the next results alone", async () => {
      return resultTabs().length === 1 && resultTabs()[0]?.label === runTabTitle(next.record);
    });
    const subject = await (await shown()).subject();
    assert.equal(subject.kind === "run" && subject.source.folder, next.record.folder);
    await until("the offer to compare", async () => (await lensTitles(uri)).includes("0 Compare with Last Run"));
  });

  it("leaves the editor alone if the settings say so", async () => {
    const configuration = vscode.workspace.getConfiguration("analyticsEngines");
    await configuration.update("results.openWhenDone", false);
    try {
      const uri = await write("editor/alone.pa.json", { weights });
      await vscode.window.showTextDocument(uri);
      await ended(await begin("runFile", uri));
      await until("the outcome", async () => (await lensTitles(uri)).some((title) => title.includes("✓")));
      assert.deepEqual(resultTabs(), []);
    } finally {
      await configuration.update("results.openWhenDone", undefined);
    }
  });

  it("shows its outcome in the status bar for some seconds", async () => {
    const items: vscode.StatusBarItem[] = [];
    const create = vscode.window.createStatusBarItem;
    const restore = replace(vscode.window, {
      createStatusBarItem: (id: string, alignment: vscode.StatusBarAlignment, priority: number) => {
        const item = create(id, alignment, priority);
        items.push(item);
        return item;
      },
    });
    try {
      const { record } = await ended(await begin("runFile", await write("editor/flash.pa.json", { weights })));
      const item = await until("the outcome", () => items.find(({ id }) => id.endsWith("analyticsEngines.outcome")));
      assert.match(item.text, /^\$\(pass\) flash\.pa\.json: succeeded, .* s$/);
      const command = item.command;
      assert.deepEqual(typeof command === "object" && command.arguments, [{ run: record.id }]);
    } finally {
      restore();
    }
  });

  it("of the unit at the cursor starts with a key", async () => {
    const uri = await write("editor/cursor.pa.json", {
      first: weights,
      second: { ...weights, currencyisocode: "EUR" },
    });
    const { document } = await vscode.window.showTextDocument(uri);
    const place = document.positionAt(document.getText().indexOf("EUR"));
    const shown = editor();
    assert.ok(shown);
    shown.selection = new vscode.Selection(place, place);
    const { record } = await ended(await begin("runUnit"));
    assert.deepEqual(record.files[0]?.units, ["second"]);
    const { keybindings } = services.context.extension.packageJSON.contributes;
    assert.deepEqual(
      keybindings.slice(0, 2).map(({ key, command }: { key: string; command: string }) => [key, command]),
      [
        ["ctrl+enter", "analyticsEngines.jobs.runUnit"],
        ["ctrl+shift+enter", "analyticsEngines.jobs.runFile"],
      ],
    );
  });

  it("says that its outcome is of an earlier version once the parameters change, and compares them", async () => {
    const uri = await write("editor/earlier.pa.json", { one: weights, two: { ...weights, currencyisocode: "EUR" } });
    const { document } = await vscode.window.showTextDocument(uri);
    await ended(await begin("runFile", uri));
    const outcomes = async () => (await lensTitles(uri)).filter((title) => /^\d+ [✓✗] /.test(title));
    const earlier = async () =>
      (await outcomes()).filter((title) => title.includes("✓ of an earlier version, ")).length;
    await until("the outcomes", async () => (await outcomes()).length === 3 && (await earlier()) === 0);
    const edit = new vscode.WorkspaceEdit();
    const at = document.positionAt(document.getText().indexOf('"EUR"'));
    edit.replace(uri, new vscode.Range(at, at.translate(0, 5)), '"GBP"');
    await vscode.workspace.applyEdit(edit);
    // Those of the file and of the second unit.
    await until("the outcomes of an earlier version", async () => (await earlier()) === 2);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
    const compare = lenses.findLast(({ command }) => command?.title === "Compare parameters")?.command;
    assert.equal(compare?.command, "analyticsEngines.jobs.compareParameters");
    await vscode.commands.executeCommand(compare.command, ...(compare.arguments ?? []));
    const page = await until("the page", () =>
      vscode.workspace.textDocuments.find(({ uri: other }) => other.path === "/earlier.pa.json.changes.md"),
    );
    assert.match(page.getText(), /`currencyisocode`: `EUR` replaced by `GBP`/);
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand("undo");
    await until("the outcomes of the same parameters", async () => (await earlier()) === 0);
  });

  it("whose folder was deleted has no outcome above the file, and says what is gone", async () => {
    const uri = await write("editor/deleted.pa.json", { weights });
    await vscode.window.showTextDocument(uri);
    const { record } = await ended(await begin("runFile", uri));
    const outcomes = async () => (await lensTitles(uri)).filter((title) => /✓|Show Results/.test(title));
    await until("the outcome", async () => (await outcomes()).length > 0);
    await until("the results", () => resultTabs().length === 1);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.window.showTextDocument(uri);
    rmSync(record.folder, { recursive: true });
    const questions = answerQuestions();
    try {
      await vscode.commands.executeCommand("analyticsEngines.jobs.showResults", { run: record.id });
      const gone = await until("the message", () => questions.said.at(-1));
      assert.equal(gone.ask, "showWarningMessage");
      assert.ok(gone.message.startsWith(`The results of deleted.pa.json are gone: ${record.folder} was deleted`));
      assert.deepEqual(await outcomes(), []);
      const run = (await jobRows()).find((node) => runRefOf(node)?.run === record.id);
      const below = await jobRows(run);
      assert.match(below.map((node) => (node.kind === "note" ? node.text : "")).join(), /are gone/);
      const again = await ended(await begin("rerun", { run: record.id }));
      assert.equal(again.record.end?.status, "success");
      questions.buttons.push("Delete");
      await vscode.commands.executeCommand("analyticsEngines.jobs.remove", { run: record.id });
      await until("the run to be forgotten", async () => {
        const rows = await jobRows();
        return !rows.some((node) => runRefOf(node)?.run === record.id);
      });
    } finally {
      questions.restore();
    }
  });

  it("shows its progress and its outcome above the file and each unit", async () => {
    const clock = standingClock();
    const standing = await connectToSimulator({ clock, jobSeconds: 100 });
    try {
      const uri = await write("editor/lens.pa.json", { good: weights, bad: unknownAccount });
      await vscode.window.showTextDocument(uri);
      const begun = await begin("runFile", uri);
      await until("the job", () => standing.simulator.jobs.length === 1);
      clock.move(40);
      const percent = (title: string) => /^\d+ \$\(sync~spin\) [1-9]\d* %$/.test(title);
      await until("the progress", async () => (await lensTitles(uri)).filter(percent).length >= 2);
      clock.move(70);
      await ended(begun);
      const titles = await until("the outcome", async () => {
        const all = await lensTitles(uri);
        return all.some((title) => title.includes("✗")) && all;
      });
      const has = (pattern: RegExp) =>
        assert.ok(
          titles.some((title) => pattern.test(title)),
          `${pattern}: ${titles.join("; ")}`,
        );
      has(/^0 ✗ 1 of 2 succeeded, \d\d:\d\d$/);
      has(/^0 Show Results$/);
      has(/^2 ✓ .*s, \d\d:\d\d$/);
      has(/^2 Show Results$/);
      has(/^\d+ ✗ failed, \d\d:\d\d$/);
    } finally {
      await standing.close();
    }
  });

  it("is not begun twice with the same parameters, unless the user wants it", async () => {
    const clock = standingClock();
    const slow = await connectToSimulator({ clock, duplicates: "allow", jobSeconds: 600 });
    const picks: vscode.QuickPick<vscode.QuickPickItem>[] = [];
    const create = vscode.window.createQuickPick;
    const restore = replace(vscode.window, {
      createQuickPick: () => {
        const pick = create();
        picks.push(pick);
        return pick;
      },
    });
    const asked = (count: number) => until(`question ${count}`, () => picks[count - 1]);
    const accept = () => vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    try {
      const uri = await write("editor/twice.pa.json", { weights });
      const first = await begin("runFile", uri);
      const show = vscode.commands.executeCommand("analyticsEngines.jobs.runFile", uri);
      assert.equal((await asked(1)).title, "twice.pa.json is already running with the same parameters.");
      await accept();
      assert.equal(await show, undefined);
      const { jobsView } = await activeExtension();
      await until("the row of the run", () => {
        const [row] = jobsView.selection();
        return runRefOf(row)?.run === first.id;
      });
      const again = begin("runFile", uri);
      await asked(2);
      await vscode.commands.executeCommand("workbench.action.quickOpenSelectNext");
      await accept();
      assert.notEqual((await again).id, first.id);
      await until("two jobs", () => slow.simulator.jobs.length === 2);
      await vscode.commands.executeCommand("analyticsEngines.jobs.cancel", { run: (await again).id });
      await ended(await again);

      const copy = await write("editor/copy.pa.json", { weights });
      const waiting = begin("runFile", copy);
      const question = await asked(3);
      assert.equal(question.title, "copy.pa.json has the same parameters as twice.pa.json, which is already running.");
      // The question goes away with the other run, and the file runs.
      await vscode.commands.executeCommand("analyticsEngines.jobs.cancel", { run: first.id });
      const last = await waiting;
      assert.deepEqual(
        last.current()?.record.files.map(({ path: name }) => name),
        ["editor/copy.pa.json"],
      );
      await vscode.commands.executeCommand("analyticsEngines.jobs.cancel", { run: last.id });
      await Promise.all([ended(first), ended(last)]);
    } finally {
      restore();
      await slow.close();
    }
  });
});

describe("the history of runs", () => {
  let close = async () => {};
  const labels = async () => {
    const { provider } = (await activeExtension()).jobsView;
    const items = await Promise.all((await jobRows()).map((node) => provider.getTreeItem(node)));
    return items.map(({ id, label, description }) => {
      return { id, label: String(label), description: String(description) };
    });
  };
  before(async () => {
    ({ close } = await connectToSimulator({ duplicates: "allow" }));
  });
  after(() => close());

  it("renames and deletes runs", async () => {
    const one = await ended(await begin("runFile", await write("book/one.pa.json", { one: weights })));
    const two = await ended(await begin("runFile", await write("book/two.pa.json", { two: unknownAccount })));
    const questions = answerQuestions();
    const restore = replace(vscode.window, { showInputBox: async () => "Month end" });
    try {
      await vscode.commands.executeCommand("analyticsEngines.jobs.rename", { run: one.record.id });
      const named = (await labels()).find(({ id }) => id === one.record.id);
      assert.match(named?.label ?? "", /^Month end · \d\d:\d\d:\d\d$/);
      assert.match(named?.description ?? "", /^one\.pa\.json · one · succeeded · 1 of 1 units · .* s · /);

      questions.buttons.push("Delete");
      const selected = [one, two].map((run) => ({ kind: "run", run }));
      await vscode.commands.executeCommand("analyticsEngines.jobs.remove", selected[0], selected);
      assert.equal(questions.said.at(-1)?.message, "Delete 2 runs and their results?");
      const left = (await labels()).map(({ id }) => id);
      assert.ok(!left.includes(one.record.id) && !left.includes(two.record.id));
    } finally {
      restore();
      questions.restore();
    }
  });
});

describe("all stored data", () => {
  it("are deleted by a command after a question: runs, results, credentials and what is remembered", async () => {
    const services = await activated();
    const { info, close } = await connectToSimulator({ duplicates: "allow" });
    const questions = answerQuestions();
    try {
      const { record } = await ended(await begin("runFile", await write("book/forgotten.pa.json", { weights })));
      const { globalState } = services.context;
      await globalState.update("kept", ["a name of the service"]);
      await vscode.commands.executeCommand("analyticsEngines.jobs.deleteAllData");
      assert.ok(existsSync(record.folder), "nothing is deleted without an answer");
      questions.buttons.push("Delete All");
      await vscode.commands.executeCommand("analyticsEngines.jobs.deleteAllData");
      assert.ok(!existsSync(record.folder));
      assert.deepEqual(await jobRows(), []);
      assert.equal(await services.connections.hasCredentials(info), false);
      assert.equal(globalState.get("kept"), undefined);
      assert.equal(questions.said.at(-1)?.message, "The stored data was deleted.");
    } finally {
      questions.restore();
      await close();
    }
  });
});

describe("jobs of one run", () => {
  it("are canceled one by one, from the view and from the status bar, and the others continue", async () => {
    const slow = await connectToSimulator({ jobSeconds: ({ family }) => (family === "pa" ? 600 : 3) });
    const { simulator } = slow;
    try {
      await write("several/a.pa.json", { a: weights });
      await write("several/b.pa.json", { b: { ...weights, currencyisocode: "EUR" } });
      const bonds = vscode.Uri.joinPath(workspaceFolder(), "several", "c.fi.json");
      const security = {
        symbol: "TREAS-2031",
        calcFromMethod: "Price",
        calcFromValue: 100.285,
        face: 10_000,
        settlement: "20240605",
        discountCurve: "USD_GOV",
      };
      const data = { securities: [security], calculations: ["Price"], jobSettings: { asOfDate: "20240603" } };
      await vscode.workspace.fs.writeFile(bonds, new TextEncoder().encode(JSON.stringify({ data })));
      const begun = await begin("runSelected", vscode.Uri.joinPath(workspaceFolder(), "several"));
      const jobs = () => begun.current()?.jobs ?? [];
      await until("the jobs", () => jobs().filter(({ jobId }) => jobId !== undefined).length === 3);
      await vscode.commands.executeCommand("analyticsEngines.jobs.cancel", {
        run: begun.id,
        path: "several/a.pa.json",
      });
      const deletes = () => simulator.requests.filter(({ method, status }) => method === "DELETE" && status === 204);
      await until("the first cancel", () => {
        const isOver = jobs().some((job) => job.path === "several/a.pa.json" && job.status === "canceled");
        return isOver && deletes().length === 1;
      });
      assert.equal(begun.current()?.state, "running");

      const pressed = new vscode.EventEmitter<{ item: { ref: unknown } }>();
      const none = new vscode.EventEmitter<void>();
      const pick: { items: { label: string; ref: unknown }[] } & Record<string, unknown> = {
        items: [],
        onDidTriggerItemButton: pressed.event,
        onDidAccept: none.event,
        onDidHide: none.event,
        show() {},
        hide() {},
      };
      const restore = replace(vscode.window, { createQuickPick: () => pick });
      await vscode.commands.executeCommand("analyticsEngines.jobs.showRunning");
      restore();
      const item = pick.items.find(({ label }) => label.includes("several/b.pa.json"));
      assert.ok(item, "the job that still runs is offered");
      assert.ok(!pick.items.some(({ label }) => label.includes("several/a.pa.json")), "the canceled one is not");
      pressed.fire({ item });
      const { record } = await ended(begun);
      assert.equal(deletes().length, 2);
      const manifest = JSON.parse(readFileSync(path.join(record.folder, "manifest.json"), "utf8"));
      assert.deepEqual(
        manifest.files.map((file: { status: string }) => file.status),
        ["canceled", "canceled", "success"],
      );
    } finally {
      await slow.close();
    }
  });
});

describe("the errors of units", () => {
  let close = async () => {};
  before(async () => {
    ({ close } = await connectToSimulator({ duplicates: "allow" }));
  });
  after(() => close());

  it("appear at the values that they speak of, in the words of the service, until these change", async () => {
    const uri = await write("books/failing.pa.json", { good: weights, bad: unknownAccount });
    const { record } = await ended(await begin("runFile", uri));
    assert.deepEqual([record.end?.status, record.end?.succeeded], ["failure", 1]);
    const [problem] = await until("a diagnostic", () => (problemsAt(uri).length > 0 ? problemsAt(uri) : undefined));
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(problem && document.getText(problem.range), '"Client:/Growth/NO_SUCH.ACCT"');
    assert.match(problem?.message ?? "", /NO_SUCH/);
    assert.equal(problem?.severity, vscode.DiagnosticSeverity.Error);

    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      uri,
      problem?.range,
    );
    const copy = actions.find(({ title }) => title === "Copy job id and request keys of this job");
    assert.equal(copy?.command?.command, "analyticsEngines.jobs.copyRequestKeys");
    await vscode.commands.executeCommand("analyticsEngines.jobs.copyRequestKeys", ...(copy?.command?.arguments ?? []));
    assert.match(await vscode.env.clipboard.readText(), /^Job: \S{8,}\nRequest keys: \S{8,}/);

    await ended(await begin("runUnit", uri, "good"));
    await until("what is still said of the other unit", () => problemsAt(uri).length === 1);
    const { length } = document.getText();
    const change = async (unit: object) => {
      const edit = new vscode.WorkspaceEdit();
      const units = JSON.stringify({ data: { good: { ...weights, currencyisocode: "EUR" }, bad: unit } });
      edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), units);
      await vscode.workspace.applyEdit(edit);
    };
    await change(unknownAccount);
    await until("the error at its new place", () => {
      const [moved] = problemsAt(uri);
      return moved?.range.start.line === 0 && document.getText(moved.range).includes("NO_SUCH");
    });
    assert.notEqual(document.getText().length, length);
    await change(weights);
    await until("nothing to be said of other parameters", () => problemsAt(uri).length === 0);
    await change(unknownAccount);
    await until("the error of the same parameters", () => problemsAt(uri).length === 1);
    await change(weights);
    await ended(await begin("runUnit", uri, "bad"));
    await until("nothing to be said of the new run", () => problemsAt(uri).length === 0);
  });

  it("appear at their values in a file that was never saved", async () => {
    const content = JSON.stringify({ data: { good: weights, bad: unknownAccount } }, undefined, 2);
    const { uri } = await vscode.workspace.openTextDocument({ language: "analytics-engines", content });
    const { document } = await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand("analyticsEngines.editor.pickFamily", "pa");
    const { record } = await ended(await begin("runFile", uri));
    assert.deepEqual([record.end?.status, record.end?.succeeded], ["failure", 1]);
    const [problem] = await until("a diagnostic", () => (problemsAt(uri).length > 0 ? problemsAt(uri) : undefined));
    assert.equal(problem && document.getText(problem.range), '"Client:/Growth/NO_SUCH.ACCT"');
    assert.match(problem?.message ?? "", /NO_SUCH/);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("do not prevent a repeated run of the same request after the file is deleted", async () => {
    const uri = await write("books/gone.pa.json", { weights });
    const first = await ended(await begin("runFile", uri));
    await vscode.workspace.fs.delete(uri);
    const again = await ended(await begin("rerun", { run: first.record.id }));
    assert.equal(again.record.end?.status, "success");
    assert.notEqual(again.record.id, first.record.id);
    assert.equal(again.record.files[0]?.parametersSha256, first.record.files[0]?.parametersSha256);
  });

  it("of a disk name the setting for the folder, and the run can be resumed", async () => {
    const configuration = vscode.workspace.getConfiguration("analyticsEngines");
    const uri = await write("books/blocked.pa.json", { weights });
    const blocked = vscode.Uri.joinPath(workspaceFolder(), "blocked");
    const questions = answerQuestions();
    try {
      // A file in place of the folder.
      await vscode.workspace.fs.writeFile(blocked, new Uint8Array());
      await configuration.update("jobs.resultsFolder", "blocked");
      const begun = await begin("runFile", uri);
      await until("the run to be paused", () => begun.current()?.state === "paused");
      const said = await until("the message", () => questions.said.at(-1));
      assert.equal(said.ask, "showWarningMessage");
      assert.match(said.message, /cannot be stored in .*analyticsEngines\.jobs\.resultsFolder.*resume the run/);
      await vscode.workspace.fs.delete(blocked);
      await vscode.commands.executeCommand("analyticsEngines.jobs.resume", { run: begun.id });
      assert.equal((await ended(begun)).record.end?.status, "success");
    } finally {
      questions.restore();
      await configuration.update("jobs.resultsFolder", undefined);
    }
  });

  it("leave results in the workspace folder of the settings, and never outside the workspace", async () => {
    const configuration = vscode.workspace.getConfiguration("analyticsEngines");
    const questions = answerQuestions();
    const uri = await write("books/kept.pa.json", { weights });
    try {
      await configuration.update("jobs.resultsFolder", "results");
      const { record } = await ended(await begin("runFile", uri));
      const folder = vscode.Uri.joinPath(workspaceFolder(), "results").fsPath;
      assert.deepEqual(readdirSync(folder), [path.basename(record.folder)]);
      assert.ok(existsSync(path.join(record.folder, "manifest.json")));
      // Settings are shared with machines that write paths with backslashes.
      await configuration.update("jobs.resultsFolder", "deep\\results");
      const deep = await ended(await begin("runFile", uri));
      assert.equal(path.dirname(deep.record.folder), vscode.Uri.joinPath(workspaceFolder(), "deep/results").fsPath);
      for (const outside of ["../elsewhere", "..\\elsewhere", "C:\\elsewhere", "\\elsewhere"]) {
        await configuration.update("jobs.resultsFolder", outside);
        assert.equal(await vscode.commands.executeCommand("analyticsEngines.jobs.runFile", uri), undefined, outside);
        assert.ok(!existsSync(path.join(workspaceFolder().fsPath, "..", "elsewhere")));
        assert.match(
          questions.said.at(-1)?.message ?? "",
          /is outside the workspace.*analyticsEngines\.jobs\.resultsFolder/,
        );
      }
    } finally {
      questions.restore();
      await configuration.update("jobs.resultsFolder", undefined);
    }
  });
});
