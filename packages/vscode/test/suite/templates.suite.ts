import assert from "node:assert/strict";
import type { Client } from "@analytics-engines/core";
import type { Simulator } from "@analytics-engines/simulator";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { TemplateSort } from "../../src/common/templates.ts";
import type { ConnectionInfo } from "../../src/connections/types.ts";
import { activated, connectToSimulator, showFile, writeFile } from "../support/in-vscode.ts";
import { answerQuestions, type Questions, replace } from "../support/questions.ts";
import { until } from "../support/until.ts";

const component = "D53D3CEE248C7AE310F1C18BAD9465F7B24462654EE111BEC2E0066603598FDC";
const content = { mandatory: ["accounts"], optional: ["groups"], locked: ["componentdetail"] };
const linked = {
  data: { directory: "Personal:Templates/", parentComponentId: component, description: "Sectors", content },
};

function write(name: string, value: unknown): Promise<vscode.Uri> {
  return writeFile(name, typeof value === "string" ? value : JSON.stringify(value, undefined, 2));
}

interface Created {
  readonly sort: TemplateSort;
  readonly id: string;
  readonly name: string;
}

const command = <T>(verb: string, ...args: unknown[]) =>
  vscode.commands.executeCommand<T>(`analyticsEngines.templates.${verb}`, ...args);

async function create(argument?: unknown): Promise<Created> {
  const created = await command<Created | undefined>("create", argument);
  assert.ok(created, "a template was created");
  return created;
}

/** What the service said of a file. */
function refusalsOf(uri: vscode.Uri): readonly vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "Analytics Engines service");
}

/** The comparison that is open: what the service has, and what is going to be sent. */
async function comparison(): Promise<{ readonly before: string; readonly sent: string }> {
  const input = await until("a comparison", () => {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    return activeTab?.input instanceof vscode.TabInputTextDiff && activeTab.input;
  });
  const text = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();
  return { before: await text(input.original), sent: await text(input.modified) };
}

describe("templates", () => {
  let simulator: Simulator;
  let info: ConnectionInfo;
  let client: Client;
  let close = async () => {};
  let questions: Questions;

  before(async () => {
    ({ simulator, info, close } = await connectToSimulator());
    client = await (await activated()).connections.client();
  });
  beforeEach(() => {
    questions = answerQuestions();
  });
  afterEach(async () => {
    questions.restore();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => close());

  const sent = (method: string) => simulator.requests.filter((request) => request.method === method).length;
  const changedCount = () => sent("PUT") + sent("POST") + sent("DELETE");

  it("of all sorts are created from files", async () => {
    const [type] = Object.keys((await client.pa.unlinkedTemplates.types.list()).data.data);
    const file = await write("new.linked-template.json", { $schema: "./linked-template.schema.json", ...linked });
    const template = await create(file);
    assert.deepEqual([template.sort, template.name], ["linked", "Weights"]);
    assert.match(
      questions.said[0]?.message ?? "",
      new RegExp(`^Created the linked template "Weights" .* ${template.id}`),
    );

    const unlinked = { data: { directory: "Personal:Templates/", templateTypeId: type, currencyisocode: "USD" } };
    await showFile(await write("new.unlinked-template.json", unlinked));
    const other = await create();
    assert.equal(other.sort, "unlinked");
    assert.equal((await client.pa.unlinkedTemplates.get(other.id)).data.data.currencyisocode, "USD");

    const made = { data: { directory: "Personal:Components/", parentTemplateId: template.id } };
    const { sort, id } = await create(await write("new.templated-component.json", made));
    assert.equal(sort, "component");
    assert.equal((await client.pa.templatedComponents.get(id)).data.data.parentTemplateId, template.id);
  });

  it("are not sent while the file has errors, which the editor marks", async () => {
    const count = simulator.requests.length;
    const wrong = { data: { ...linked.data, colour: "red", content: { mandatory: ["dates"], locked: ["dates"] } } };
    const document = await showFile(await write("wrong.linked-template.json", wrong));
    assert.equal(await command("create", document.uri), undefined);
    assert.match(questions.said[0]?.message ?? "", /wrong\.linked-template\.json was not sent: it has 2 errors/);
    const problems = await until("diagnostics", () => {
      const all = vscode.languages.getDiagnostics(document.uri);
      return all.length === 2 && all;
    });
    assert.deepEqual(problems.map(({ range }) => document.getText(range)).sort(), ['"colour"', '"dates"']);
    assert.equal(simulator.requests.length, count);
  });

  it("of a file without a kind in its name are checked as the command needs", async () => {
    const row = { id: "row", connection: info.id, item: { kind: "templates", sort: "linked" } };
    const uri = await write("anything.json", { data: { directory: "Personal:Templates/", parentComponentId: 5 } });
    await showFile(uri);
    const count = changedCount();
    const restore = replace(vscode.window, {
      // The second of the ways to begin: from a file.
      showQuickPick: async (items: readonly vscode.QuickPickItem[]) =>
        items.find(({ label }) => label === "From a JSON file..."),
      showOpenDialog: async () => [uri],
    });
    await command("create", row).then(restore, restore);
    assert.match(questions.said[0]?.message ?? "", /anything\.json was not sent/);
    const document = await vscode.workspace.openTextDocument(uri);
    const [problem] = await until("a diagnostic", () => {
      const all = vscode.languages.getDiagnostics(uri);
      return all.length > 0 && all;
    });
    assert.equal(problem && document.getText(problem.range), "5");
    assert.equal(changedCount(), count);
  });

  it("that the service refuses show its errors at their places until they are sent again", async () => {
    const unknown = { data: { ...linked.data, parentComponentId: "AB".repeat(32) } };
    const uri = await write("refused.linked-template.json", unknown);
    assert.equal(await command("create", uri), undefined);
    assert.deepEqual(
      questions.said.map(({ ask }) => ask),
      ["showErrorMessage"],
    );
    assert.match(questions.said[0]?.message ?? "", /Invalid component identifier/);
    const document = await vscode.workspace.openTextDocument(uri);
    const [problem, ...others] = refusalsOf(uri);
    assert.ok(problem && others.length === 0);
    assert.equal(document.getText(problem.range), JSON.stringify(unknown.data.parentComponentId));
    assert.match(problem.message, /Invalid component identifier/);
    await write("refused.linked-template.json", linked);
    await create(uri);
    assert.deepEqual(refusalsOf(uri), []);

    // An update alike.
    const { id } = await create(await write("refused.linked-template.json", linked));
    const update = { data: { parentComponentId: "AB".repeat(32), content } };
    const file = await write(`refused.${id}.linked-template-update.json`, update);
    await command("update", file);
    await comparison();
    await command("update");
    const [refused] = refusalsOf(file);
    assert.match(refused?.message ?? "", /Invalid component identifier/);
  });

  it("are shown as the service stores them, read-only", async () => {
    const { id, name } = await create(await write("shown.linked-template.json", linked));
    const row = { id: "row", connection: info.id, item: { kind: "template", sort: "linked", id, name } };
    const document = await vscode.commands.executeCommand<vscode.TextDocument>(
      "analyticsEngines.explorer.openJson",
      row,
    );
    assert.deepEqual(JSON.parse(document.getText()).data, (await client.pa.linkedTemplates.get(id)).data.data);
    assert.equal(document.languageId, "json");
    assert.ok(document.uri.path.endsWith(`${name}.json`));
    assert.equal(vscode.workspace.fs.isWritableFileSystem(document.uri.scheme), undefined);
  });

  it("are edited in a copy, and sent after a comparison", async () => {
    const { id } = await create(await write("edited.linked-template.json", linked));
    const { document } = await command<vscode.TextEditor>("edit", { sort: "linked", id });
    assert.ok(document.isUntitled && document.uri.path.endsWith(`.${id}.linked-template-update.json`));
    assert.deepEqual(JSON.parse(document.getText()).data, {
      parentComponentId: component,
      description: "Sectors",
      content,
    });
    const puts = sent("PUT");
    await command("update", document.uri);
    assert.match(questions.said.at(-1)?.message ?? "", /already has the linked template "Weights"/);

    const at = document.positionAt(document.getText().indexOf("Sectors"));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(at, at.translate(0, 7)), "Industries");
    await vscode.workspace.applyEdit(edit);
    const [lens] = await until("the lens", async () => {
      const all = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        "vscode.executeCodeLensProvider",
        document.uri,
      );
      return all.some(({ command: one }) => one?.command === "analyticsEngines.templates.update") && all;
    });
    await vscode.commands.executeCommand(lens?.command?.command ?? "", ...(lens?.command?.arguments ?? []));
    const { before: left, sent: right } = await comparison();
    assert.equal(left.replace("Sectors", "Industries"), right);
    assert.notEqual(left, right);
    assert.equal(sent("PUT"), puts);

    await command("update");
    assert.equal(sent("PUT"), puts + 1);
    const { data } = (await client.pa.linkedTemplates.get(id)).data;
    assert.deepEqual([data.description, data.content], ["Industries", content]);
    assert.match(questions.said.at(-1)?.message ?? "", /^Changed the linked template/);
    await until("the comparison to be closed", () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return !(activeTab?.input instanceof vscode.TabInputTextDiff);
    });
  });

  it("that have changed on the service are compared again, not overwritten", async () => {
    const { id } = await create(await write("raced.linked-template.json", linked));
    const update = { data: { parentComponentId: component, description: "mine", content } };
    const { get } = client.pa.linkedTemplates;
    await command("update", await write(`raced.${id}.linked-template-update.json`, update));
    assert.match((await comparison()).before, /Sectors/);
    // Between the comparison and the button.
    await client.pa.linkedTemplates.update(id, { data: { description: "theirs" } });
    await command("update");
    assert.match(questions.said.at(-1)?.message ?? "", /Nothing was sent, because .* has changed on the service/);
    assert.equal((await get(id)).data.data.description, "theirs");
    await until("the new comparison", async () => (await comparison()).before.includes("theirs"));
    await command("update");
    assert.equal((await get(id)).data.data.description, "mine");
  });

  it("that differ from the update afterwards are shown as they are", async () => {
    const { id } = await create(await write("kept.linked-template.json", linked));
    const uri = await write(`kept.${id}.linked-template-update.json`, { data: { description: "alone" } });
    questions.buttons.push("Send Update");
    await command("update", uri);
    await until("the warning", () => questions.said.some(({ message }) => /differs from the update/.test(message)));
    await until("what the service has", async () => (await comparison()).before.includes("mandatory"));
    assert.doesNotMatch((await comparison()).sent, /mandatory/);
    const puts = sent("PUT");
    await command("update");
    assert.equal(sent("PUT"), puts, "it is not sent twice");
  });

  it("are not sent after their comparison is closed", async () => {
    const { id } = await create(await write("closed.linked-template.json", linked));
    const uri = await write(`closed.${id}.linked-template-update.json`, { data: { description: "other" } });
    await command("update", uri);
    await comparison();
    const puts = sent("PUT");
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputTextDiff);
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    await until("the end of the comparison", () => vscode.window.tabGroups.activeTabGroup.activeTab === undefined);
    await command("update", input.modified);
    assert.equal(questions.said.at(-1)?.ask, "showWarningMessage");
    assert.equal(sent("PUT"), puts);
  });

  it("are picked from a list if neither a file nor a row names one", async () => {
    const { id } = await create(await write("picked.linked-template.json", linked));
    const { data } = (await client.pa.linkedTemplates.list()).data;
    const [first] = Object.keys(data).sort();
    assert.ok(first !== undefined && id in data);
    // What else is being written is left alone.
    const draft = await showFile(await write("draft.json", {}));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(draft.uri, new vscode.Position(0, 0), " ");
    await vscode.workspace.applyEdit(edit);
    const choosing = command("create", { id: "row", connection: info.id, item: { kind: "templates", sort: "linked" } });
    await until("the question", async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      return vscode.window.activeTextEditor?.document.uri.path.endsWith(".linked-template.json");
    });
    await choosing;
    assert.ok(draft.isDirty);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.window.showTextDocument(draft);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    const editing = command<vscode.TextEditor>("edit");
    const editor = await until("the template", async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      return vscode.window.activeTextEditor?.document.isUntitled === true && editing;
    });
    assert.ok(editor.document.uri.path.includes(`.${first}.`));
  });

  it("are deleted only after a question that names them", async () => {
    const { id } = await create(await write("deleted.linked-template.json", linked));
    await command("delete", { sort: "linked", id });
    assert.match(questions.said.at(-1)?.message ?? "", /Delete the linked template "Weights"\?/);
    assert.deepEqual(questions.said.at(-1)?.detail?.split("\n"), [
      "Directory: Personal:Templates/",
      `Id: ${id}`,
      `Connection: ${info.name}`,
    ]);
    assert.equal(sent("DELETE"), 0);
    questions.buttons.push("Delete");
    await command("delete", { sort: "linked", id });
    assert.equal(sent("DELETE"), 1);
    await assert.rejects(client.pa.linkedTemplates.get(id));
    await command("delete", { sort: "linked", id });
    assert.equal(questions.said.at(-1)?.ask, "showErrorMessage");
    assert.equal(sent("DELETE"), 1);
  });

  it("of a production connection change only after a question", async () => {
    const { connections } = await activated();
    const { id } = await create(await write("production.linked-template.json", linked));
    await connections.save({ ...info, production: true });
    await until("the setting", () => connections.active()?.production);
    const file = await write("again.linked-template.json", linked);
    const count = changedCount();
    await command("create", file);
    await command("delete", { sort: "linked", id });
    const update = { data: { description: "other" } };
    questions.buttons.push("Send Update");
    await command("update", await write(`production.${id}.linked-template-update.json`, update));
    await until("three questions", () => {
      return questions.said.filter(({ message }) => message.includes("production connection")).length === 3;
    });
    assert.equal(changedCount(), count);
    questions.buttons.push("Change");
    await create(file);
    assert.equal(changedCount(), count + 1);
    await connections.save(info);
    await until("the setting", () => connections.active()?.production === false);
  });
});
