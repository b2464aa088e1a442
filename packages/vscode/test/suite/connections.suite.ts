import assert from "node:assert/strict";
import { format } from "node:util";
import type { UserError } from "@analytics-engines/runs/progress";
import { createSimulator } from "@analytics-engines/simulator";
import { afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { showError } from "../../src/services/commands.ts";
import type { Services } from "../../src/services/services.ts";
import { activated, connectToSimulator } from "../support/in-vscode.ts";
import { answerQuestions, replace } from "../support/questions.ts";
import { until } from "../support/until.ts";

/** A field that a test fills in, since VS Code shows none while it runs a suite. */
function fakeField() {
  const accepted = new vscode.EventEmitter<void>();
  const hidden = new vscode.EventEmitter<void>();
  const input = {
    value: "",
    prompt: "",
    password: false,
    totalSteps: 0,
    validationMessage: "",
    buttons: [],
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    onDidChangeValue: new vscode.EventEmitter<string>().event,
    onDidTriggerButton: new vscode.EventEmitter<void>().event,
    show() {},
    hide: () => hidden.fire(),
    dispose() {},
  };
  const answer = (text: string) => {
    input.value = text;
    accepted.fire();
  };
  return { input, answer };
}

describe("connections", () => {
  let services: Services;
  before(async () => {
    services = await activated();
  });
  afterEach(async () => {
    await services.connections.setActive(undefined);
  });

  it("start the simulator on loopback at its first use", async () => {
    await vscode.commands.executeCommand("analyticsEngines.connections.useSimulator");
    assert.equal(services.connections.active()?.id, "simulator");
    const client = await services.connections.client();
    assert.match(client.baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    const { data } = await client.lookups.currencies.list();
    assert.ok(Object.keys(data.data ?? {}).length > 10);
    assert.equal(await services.connections.client(), client, "one client a connection");
  });

  it("ask the user to select one if none is active", async () => {
    await assert.rejects(services.connections.client(), { name: "NoConnectionError" });
  });

  it("offer the one that was used last first, where none is active", async () => {
    const { close, info } = await connectToSimulator();
    const { connections } = services;
    const offers: { readonly labels: readonly string[]; readonly highlighted: readonly string[] }[] = [];
    const hidden = new vscode.EventEmitter<void>();
    const never = new vscode.EventEmitter<never>().event;
    const pick = {
      items: [] as vscode.QuickPickItem[],
      activeItems: [] as vscode.QuickPickItem[],
      selectedItems: [],
      onDidAccept: never,
      onDidTriggerItemButton: never,
      onDidHide: hidden.event,
      show() {
        const labelsOf = (items: readonly vscode.QuickPickItem[]) => items.map(({ label }) => label);
        offers.push({ labels: labelsOf(pick.items), highlighted: labelsOf(pick.activeItems) });
        hidden.fire();
      },
      dispose() {},
    };
    const restore = replace(vscode.window, { createQuickPick: () => pick });
    try {
      for (const [id, name] of [
        [info.id, info.name],
        ["simulator", "Simulator"],
      ] as const) {
        await connections.setActive(id);
        await connections.setActive(undefined);
        await vscode.commands.executeCommand("analyticsEngines.connections.select");
        const offer = offers.at(-1);
        assert.deepEqual([offer?.labels[0], offer?.highlighted], [name, [name]]);
        const error: UserError = await connections.client().then(
          () => assert.fail("a connection is active"),
          (reason: UserError) => reason,
        );
        const [first] = error.actions;
        assert.equal(first?.title, `Use ${name}`);
        await vscode.commands.executeCommand(first.command, ...(first.args ?? []));
        assert.equal(connections.active()?.id, id);
      }
    } finally {
      restore();
      await close();
    }
  });

  it("keep credentials out of the settings and the log", async () => {
    const secrets = ["correct-horse", "SUITE-7", "battery-staple", btoa("SUITE-7:battery-staple")];
    const lines: string[] = [];
    let settings = "";
    const { log } = services;
    const { info: logInfo, warn, error: logError } = log;
    const note = (line: unknown, ...rest: unknown[]) => void lines.push(format(line, ...rest));
    Object.assign(log, { info: note, warn: note, error: note });
    const { info, close } = await connectToSimulator({ users: [{ username: "SUITE-7", password: "correct-horse" }] });
    try {
      await services.connections.save(info, { kind: "basic", username: "SUITE-7", password: "correct-horse" });
      await (await services.connections.client()).lookups.currencies.list();
      await services.connections.save(info, { kind: "basic", username: "SUITE-7", password: "battery-staple" });
      const client = await services.connections.client();
      const refusal: unknown = await client.lookups.currencies.list().catch((error: unknown) => error);
      // Its notification may stay.
      void showError(services, refusal);
      settings = JSON.stringify(vscode.workspace.getConfiguration("analyticsEngines").inspect("connections.list"));
      assert.ok(settings.includes(info.id));
    } finally {
      Object.assign(log, { info: logInfo, warn, error: logError });
      await close();
    }
    const logged = lines.join("\n");
    assert.match(logged, /AuthenticationError[\s\S]*answered 401/);
    for (const secret of secrets) assert.ok(!`${settings}${logged}`.includes(secret), "a secret was written down");
  });

  it("do not send credentials to a changed address", async () => {
    const { info, close } = await connectToSimulator();
    const elsewhere = createSimulator();
    const other = await elsewhere.listen();
    await services.connections.save({ ...info, baseUrl: other.url });
    await assert.rejects(services.connections.client(), /has changed since its credentials were entered/);
    assert.deepEqual(elsewhere.requests, []);
    await other.close();
    await close();
  });

  it("ask for missing credentials with one masked field, and check them", async () => {
    const { info, close } = await connectToSimulator({ users: [{ username: "SUITE-8", password: "right" }] });
    const fields: ReturnType<typeof fakeField>[] = [];
    const restore = replace(vscode.window, {
      createInputBox() {
        const field = fakeField();
        fields.push(field);
        return field.input;
      },
    });
    try {
      await services.context.secrets.delete(`connection:${info.id}`);
      await assert.rejects(services.connections.client(), (error: UserError) => {
        assert.deepEqual(
          error.actions.map(({ command, args }) => [command, args]),
          [["analyticsEngines.connections.enterCredentials", [info.id]]],
        );
        return true;
      });
      const entered = vscode.commands.executeCommand("analyticsEngines.connections.enterCredentials", info.id);
      const { input, answer } = await until("the field", () => fields[0]);
      assert.deepEqual([input.password, input.totalSteps, input.value], [true, 1, ""]);
      assert.match(input.prompt, /User name and API key/);
      answer("right");
      await until("the problem", () => /NAME-SERIAL:KEY/.test(input.validationMessage));
      answer("SUITE-8:wrong");
      await until("the refusal", () => /refused the credentials/.test(input.validationMessage));
      answer("SUITE-8:right");
      await entered;
      assert.equal(fields.length, 1);
      await (await services.connections.client()).lookups.currencies.list();
      const setting = JSON.stringify(vscode.workspace.getConfiguration("analyticsEngines").inspect("connections.list"));
      assert.ok(!setting.includes("SUITE-8"));
    } finally {
      restore();
      await close();
    }
  });

  it("are shown as offline while the service does not answer, and a check finds it again", async () => {
    const { info, close, simulator } = await connectToSimulator();
    assert.ok(simulator);
    const client = await services.connections.client();
    await client.lookups.currencies.list();
    assert.equal(services.connections.isOffline(info), false);
    assert.match(
      simulator.requests.at(-1)?.headers["user-agent"] ?? "",
      /^analytics-engines-vscode\/[\d.]+ analytics-engines\/[\d.]+ node\/\d+$/,
    );
    const lines: string[] = [];
    const { warn } = services.log;
    services.log.warn = (line) => void lines.push(line);
    const questions = answerQuestions();
    try {
      simulator.faults.add("any=reset");
      await assert.rejects(client.lookups.currencies.list());
      assert.equal(services.connections.isOffline(info), true);
      assert.ok(
        lines.some((line) => /^GET \/.* got no answer after \d+ ms$/.test(line)),
        lines.join("; "),
      );
      simulator.faults.clear();
      await vscode.commands.executeCommand("analyticsEngines.connections.diagnose");
      assert.equal(services.connections.isOffline(info), false);
      assert.match(vscode.window.activeTextEditor?.document.getText() ?? "", /^ok +credentials /m);
    } finally {
      services.log.warn = warn;
      questions.restore();
      await close();
    }
  });

  it("are checked step by step, as a document, which errors of connections offer", async () => {
    const { info, close } = await connectToSimulator({
      users: [{ username: "DEMO-1", password: "demo", families: ["pa"] }],
    });
    const questions = answerQuestions();
    try {
      await vscode.commands.executeCommand("analyticsEngines.connections.diagnose");
      const report = () => vscode.window.activeTextEditor?.document;
      assert.equal(report()?.uri.scheme, "analytics-engines-connection");
      const text = report()?.getText() ?? "";
      for (const line of [
        /^ok +node +\d/m,
        /^ok +name +127\.0\.0\.1 is an address$/m,
        /^ok +proxy +none is used for /m,
        /^skipped +tls +an http address/m,
        /^ok +clock /m,
        /^ok +credentials +the service accepts the credentials of the connection /m,
        /^ok +permission pa /m,
        /^warning +permission npo .*403.*\n +Ask the operator/m,
        /^ok +rate limit /m,
      ])
        assert.match(text, line);
      assert.ok(!text.includes("demo"), text);
      questions.buttons.push("Check Each Step");
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
      await showError(services, Object.assign(new Error("no answer"), { code: "connection", advice: "", errors: [] }));
      assert.equal(report()?.uri.query, info.id);
    } finally {
      questions.restore();
      await close();
    }
  });

  it("report a switch and a change of the active one", async () => {
    const heard: (string | undefined)[] = [];
    const listener = services.connections.onDidChangeActive((info) => heard.push(info?.name));
    const { info, close } = await connectToSimulator();
    await services.connections.save({ ...info, name: "renamed" });
    await until("the new name", () => services.connections.active()?.name === "renamed");
    await close();
    listener.dispose();
    assert.deepEqual(heard, [info.name, "renamed", undefined]);
  });
});
