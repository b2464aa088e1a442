import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { activated } from "./support.ts";

describe("the extension in VS Code", () => {
  it("activates and registers its commands", async () => {
    await activated();
    const commands = await vscode.commands.getCommands(true);
    assert.ok(commands.includes("analyticsEngines.log.show"));
  });
});
