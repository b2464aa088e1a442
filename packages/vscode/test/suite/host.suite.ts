import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { showError } from "../../src/services/commands.ts";
import { activated } from "../support/in-vscode.ts";
import { answerQuestions } from "../support/questions.ts";
import { until } from "../support/until.ts";

describe("the extension in VS Code", () => {
  it("registers the commands of its manifest and no others", async () => {
    await activated();
    const extension = vscode.extensions.getExtension("analytics-engines.analytics-engines");
    const manifest: { contributes: { commands: { command: string }[]; views: Record<string, { id: string }[]> } } =
      extension?.packageJSON;
    const declared = manifest.contributes.commands.map(({ command }) => command);
    const views = Object.values(manifest.contributes.views).flatMap((list) => list.map(({ id }) => id));
    const registered = (await vscode.commands.getCommands(true)).filter((id) => id.startsWith("analyticsEngines."));
    // VS Code adds commands of its own to every view, such as `VIEW.focus`.
    const own = registered.filter((id) => declared.includes(id) || !views.some((view) => id.startsWith(`${view}.`)));
    assert.deepEqual(own.toSorted(), declared.toSorted());
  });

  it("shows an error of a command once, with its details only in the log", async () => {
    const services = await activated();
    const errors: string[] = [];
    const questions = answerQuestions();
    const { error } = services.log;
    services.log.error = (message) => errors.push(String(message));
    try {
      await services.connections.setActive(undefined);
      // Ends although its notification stays.
      await vscode.commands.executeCommand("analyticsEngines.connections.edit", "no such connection");
      // A mistake of the user is a warning, and needs no log.
      const shown = questions.said.filter(({ message }) => message.includes("no connection yet"));
      assert.deepEqual(
        shown.map(({ ask }) => ask),
        ["showWarningMessage"],
      );
      assert.deepEqual(
        errors.filter((line) => line.includes("no connection yet")),
        [],
      );
      void showError(services, new TypeError("broken"));
      await until("the details", () => errors.some((line) => line.startsWith("TypeError: broken\n")));
      assert.deepEqual(questions.said.at(-1), { ask: "showErrorMessage", message: "broken", detail: undefined });
    } finally {
      services.log.error = error;
      questions.restore();
    }
  });
});
