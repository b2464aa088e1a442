import assert from "node:assert/strict";
import { createSimulator } from "@analytics-engines/simulator";
import { afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Services } from "../../src/common/context.ts";
import { activated, connectToSimulator, until } from "./support.ts";

describe("connections", () => {
  let services: Services;
  before(async () => {
    services = await activated();
  });
  afterEach(async () => {
    await services.connections.setActive(undefined);
  });

  it("starts the simulator on loopback when it is first used", async () => {
    await vscode.commands.executeCommand("analyticsEngines.connections.useSimulator");
    assert.equal(services.connections.active()?.id, "simulator");
    const client = await services.connections.client();
    assert.match(client.baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    const { data } = await client.lookups.currencies.list();
    assert.ok(Object.keys(data.data ?? {}).length > 10);
    assert.equal(await services.connections.client(), client, "one client a connection");
  });

  it("asks for a connection where none is selected", async () => {
    await assert.rejects(services.connections.client(), { name: "NoConnectionError" });
  });

  it("keeps credentials out of the settings and out of the log", async () => {
    const { info, close } = await connectToSimulator({ users: [{ username: "SUITE-7", password: "correct-horse" }] });
    await services.connections.save(info, { kind: "basic", username: "SUITE-7", password: "correct-horse" });
    const client = await services.connections.client();
    await client.lookups.currencies.list();
    const settings = JSON.stringify(vscode.workspace.getConfiguration("analyticsEngines").inspect("connections.list"));
    assert.match(settings, new RegExp(info.id));
    assert.doesNotMatch(settings, /correct-horse|SUITE-7/);
    await close();
  });

  it("does not send credentials to an address that the settings name afterwards", async () => {
    const { info, close } = await connectToSimulator();
    const elsewhere = createSimulator();
    const other = await elsewhere.listen();
    await services.connections.save({ ...info, baseUrl: other.url });
    await assert.rejects(services.connections.client(), /has changed since its credentials were entered/);
    assert.deepEqual(elsewhere.requests, []);
    await other.close();
    await close();
  });

  it("tells of a switch, and of a change of the active connection", async () => {
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
