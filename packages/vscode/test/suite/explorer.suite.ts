import assert from "node:assert/strict";
import { knownGood } from "@analytics-engines/simulator";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Explorer } from "../../src/explorer/index.ts";
import type { ExplorerNode } from "../../src/explorer/rows/nodes.ts";
import { activated, activeExtension, connectToSimulator, workspaceFolder } from "../support/in-vscode.ts";
import { replace } from "../support/questions.ts";
import { until } from "../support/until.ts";

type World = Awaited<ReturnType<typeof connectToSimulator>>;

async function explorer(): Promise<Explorer> {
  return (await activeExtension()).explorer;
}

async function rowsBelow(node?: ExplorerNode): Promise<readonly ExplorerNode[]> {
  return (await (await explorer()).view.provider.getChildren(node)) ?? [];
}

async function itemOf(node: ExplorerNode): Promise<vscode.TreeItem> {
  return (await explorer()).view.provider.getTreeItem(node);
}

const labelOf = ({ label }: vscode.TreeItem) => (typeof label === "object" ? label.label : (label ?? ""));
const labelsBelow = async (node?: ExplorerNode) =>
  Promise.all((await rowsBelow(node)).map(async (row) => labelOf(await itemOf(row))));

/** The row at the end of a way of labels. */
async function at(...way: readonly string[]): Promise<ExplorerNode> {
  let found: ExplorerNode | undefined;
  for (const label of way) {
    const rows = await rowsBelow(found);
    const labels = await Promise.all(rows.map(async (row) => labelOf(await itemOf(row))));
    found = rows[labels.indexOf(label)];
    assert.ok(found, `${label} is among ${labels.join(", ")}`);
  }
  assert.ok(found);
  return found;
}

const command = (name: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`analyticsEngines.explorer.${name}`, ...args);

describe("the Explorer", () => {
  const { accounts, components, strategies } = knownGood();
  let world: World;
  // What the editor asks for files that are open would be counted here.
  const names = (value: boolean | undefined) => {
    const settings = vscode.workspace.getConfiguration("analyticsEngines.editor");
    return settings.update("names", value, vscode.ConfigurationTarget.Workspace);
  };
  before(() => names(false));
  beforeEach(async () => {
    world = await connectToSimulator();
  });
  afterEach(() => world.close());
  after(async () => {
    await names(undefined);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const asked = () => world.simulator.requests.map(({ operation, parameters }) => [operation, parameters["path"]]);

  it("sends no request before a row is opened, and shows the first page of 2,000 entries with one request", async () => {
    await vscode.commands.executeCommand("analyticsEngines.explorer.focus");
    assert.deepEqual(await labelsBelow(), ["Accounts", "Documents", "Strategies", "Templates", "Reference Data"]);
    assert.deepEqual(await labelsBelow(await at("Accounts")), ["Client:", "Personal:", "Demo:"]);
    assert.deepEqual(asked(), []);
    const mandates = await at("Accounts", "Client:", "Mandates");
    const first = await rowsBelow(mandates);
    assert.equal(first.length, 101);
    assert.deepEqual(asked(), [
      ["lookups.accounts.list", "Client:/"],
      ["lookups.accounts.list", "Client:/Mandates/"],
    ]);
    const more = first.at(-1);
    assert.ok(more);
    const item = await itemOf(more);
    assert.equal(labelOf(item), "Load more (1900 left)");
    assert.equal(item.command?.command, "analyticsEngines.explorer.loadMore");
    // The next page is here already: it comes although the service does not answer.
    world.simulator.faults.add("any=503");
    await command("loadMore", more);
    assert.equal((await rowsBelow(mandates)).length, 201);
    assert.equal(asked().length, 2);
  });

  it("shows an error as a row, and tries again after a click", async () => {
    world.simulator.faults.add("accounts.list=503");
    const client = await at("Accounts", "Client:");
    const [error, ...others] = await rowsBelow(client);
    assert.ok(error && others.length === 0);
    const item = await itemOf(error);
    assert.match(labelOf(item), /503/);
    assert.match(item.accessibilityInformation?.label ?? "", /error$/);
    assert.equal(item.contextValue, "error");
    assert.equal(item.command?.command, "analyticsEngines.explorer.refresh");
    const count = asked().length;
    await rowsBelow(client);
    assert.equal(asked().length, count, "it is not asked again by itself");
    world.simulator.faults.clear();
    await command("refresh", error);
    assert.ok((await labelsBelow(client)).includes("Growth"));
  });

  it("offers to enter missing credentials, then shows the rows", async () => {
    const { connections } = await activated();
    await connections.remove(world.info);
    await connections.save(world.info);
    await until("the setting", () => connections.active()?.id === world.info.id);
    const client = await at("Accounts", "Client:");
    const [error] = await rowsBelow(client);
    assert.ok(error);
    const { description, command: click } = await itemOf(error);
    assert.deepEqual([description, click?.command], ["Enter Credentials", "analyticsEngines.explorer.refresh"]);
    const [other] = await rowsBelow(await at("Documents", "Portfolio Analysis", "Client:"));
    assert.equal(other?.item.kind, "error");

    const { executeCommand } = vscode.commands;
    const entered: unknown[] = [];
    const restore = replace(vscode.commands, {
      async executeCommand(id: string, ...args: unknown[]) {
        if (id !== "analyticsEngines.connections.enterCredentials") return executeCommand(id, ...args);
        entered.push(...args);
        return connections.save(world.info, { kind: "basic", username: "DEMO-1", password: "demo" });
      },
    });
    await command("refresh", error);
    restore();
    assert.deepEqual(entered, [world.info.id]);
    assert.ok((await labelsBelow(client)).includes("Growth"));
    assert.ok((await labelsBelow(await at("Documents", "Portfolio Analysis", "Client:"))).includes("Growth"));
  });

  it("requests only the refreshed row again", async () => {
    const growth = await at("Accounts", "Client:", "Growth");
    await rowsBelow(growth);
    const count = asked().length;
    await rowsBelow(growth);
    assert.equal(asked().length, count);
    await command("refresh", growth);
    await rowsBelow(growth);
    assert.deepEqual(asked().slice(count), [["lookups.accounts.list", "Client:/Growth/"]]);
  });

  it("keeps the rows of each connection across a switch and back", async () => {
    const growth = await at("Accounts", "Client:", "Growth");
    const before = await rowsBelow(growth);
    const count = asked().length;
    const other = await connectToSimulator();
    try {
      const roots = await rowsBelow();
      assert.ok(roots.every(({ connection }) => connection === other.info.id));
      const ids = new Set([growth, ...before].map(({ id }) => id));
      assert.ok(roots.every(({ id }) => !ids.has(id)));
      const theirs = await rowsBelow(await at("Accounts", "Client:", "Growth"));
      assert.ok(theirs.every(({ id, connection }) => !ids.has(id) && connection === other.info.id));
    } finally {
      await other.close();
    }
    assert.deepEqual(await rowsBelow(), [], "the view is empty without a connection");
    const { connections } = await activated();
    await connections.setActive(world.info.id);
    assert.deepEqual(await rowsBelow(await at("Accounts", "Client:", "Growth")), before);
    assert.equal(asked().length, count, "loaded rows are not requested again");
  });

  it("keeps the open rows", async () => {
    const closed = vscode.TreeItemCollapsibleState.Collapsed;
    await until("the row to be open", async () => {
      // The keys do nothing before the rows are drawn.
      await vscode.commands.executeCommand("analyticsEngines.explorer.focus");
      await vscode.commands.executeCommand("list.focusFirst");
      await vscode.commands.executeCommand("list.expand");
      return (await itemOf(await at("Accounts"))).collapsibleState !== closed;
    });
    const { connections } = await activated();
    await connections.setActive(undefined);
    assert.deepEqual(await rowsBelow(), []);
    await connections.setActive(world.info.id);
    const item = await itemOf(await at("Accounts"));
    assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.Expanded);
  });

  it("copies paths and ids, and inserts them at the cursor as JSON", async () => {
    await command("copy", await at("Accounts", "Client:", "Growth", "GLOBAL_EQUITY.ACCT"));
    assert.equal(await vscode.env.clipboard.readText(), accounts.equity);
    const weights = await at("Documents", "Portfolio Analysis", "Client:", "Growth", "WEEKLY_REVIEW", "Weights");
    await command("copy", weights);
    assert.equal(await vscode.env.clipboard.readText(), components.pa.weights);

    const uri = vscode.Uri.joinPath(workspaceFolder(), "insert.json");
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('{ "id": "", "other":  }'));
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document);
    editor.selections = [new vscode.Selection(0, 9, 0, 9), new vscode.Selection(0, 21, 0, 21)];
    await command("insert", weights);
    assert.equal(document.getText(), `{ "id": "${components.pa.weights}", "other": "${components.pa.weights}" }`);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("opens the answer of the service about a row, read-only", async () => {
    const weights = await at("Documents", "Portfolio Analysis", "Client:", "Growth", "WEEKLY_REVIEW", "Weights");
    await command("openJson", weights);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    assert.equal(document.languageId, "json");
    assert.equal(JSON.parse(document.getText()).data.name, "Weights");
    assert.equal(document.uri.scheme, "analytics-engines-answer");
  });

  it("starts a parameter file with the resource of a row, without errors", async () => {
    const strategy = await at("Strategies", "Equity Optimizer", "Client:", "Optimizer", "LOW_TURNOVER");
    // Of the trades or of the holdings: the first that is offered.
    const begun = command("newFile", strategy);
    const document = await until("the new file", async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      const open = vscode.window.activeTextEditor?.document;
      return open?.languageId === "analytics-engines" && open.isUntitled ? open : undefined;
    });
    await begun;
    assert.equal(JSON.parse(document.getText()).data.strategy.id, strategies.axp);
    assert.match(document.uri.path, /\.axp\.json$/);
    // Of the current text: VS Code also checked the empty document before.
    await until("the file to be offered to be run, as nothing is that has errors", async () => {
      const [first] = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        "vscode.executeCodeLensProvider",
        document.uri,
      );
      return first?.command?.title === "$(play) Run File";
    });
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("finds a row that was not loaded, and shows it on its page", async () => {
    await command("find", undefined, "mandate_1750");
    const selected = await until("the hit to be selected", async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      return (await explorer()).view.selection().find(({ item }) => item.kind === "account");
    });
    assert.deepEqual(selected.item, { kind: "account", path: "Client:/Mandates/MANDATE_1750.ACCT" });
    assert.equal((await rowsBelow(await at("Accounts", "Client:", "Mandates"))).length, 1801);
  });

  it("sends no more requests after the list of hits is closed", async () => {
    // A walk to its end would take half a minute.
    world.simulator.faults.add("any=delay:1");
    const client = await (await activated()).connections.client();
    const { requests } = world.simulator;
    await command("find", undefined, "no such thing");
    await until("the walk to begin", () => requests.length >= 3);
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    const closed = requests.length;
    const settled = await until("the requests to end", async () => {
      const count = requests.length;
      // While this is answered, a walk would ask for more.
      await client.lookups.currencies.list();
      return requests.length === count + 1 && requests.every(({ status }) => status !== undefined) && count;
    });
    assert.ok(settled - closed <= 10, `${settled - closed} requests after it was closed`);
  });

  it("refreshes templates after a change", async () => {
    const linked = await at("Templates", "Linked");
    assert.deepEqual(await labelsBelow(linked), ["No entries"]);
    const client = await (await activated()).connections.client();
    const data = {
      directory: "Personal:Templates/",
      parentComponentId: components.pa.weights,
      content: { mandatory: ["accounts" as const] },
    };
    await client.pa.linkedTemplates.create({ data });
    await (await explorer()).refreshTemplates("linked");
    assert.deepEqual(await labelsBelow(linked), ["Weights"]);
    const [template] = await rowsBelow(linked);
    assert.equal(template && (await itemOf(template)).contextValue, "template.linked");
    await (await explorer()).refreshTemplates("component", "Personal:Components/");
    const places = await labelsBelow(await at("Templates", "Templated Components"));
    assert.deepEqual(places, ["Personal:Components/", "Show a directory..."]);
  });
});
