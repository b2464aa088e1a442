import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { activated, openFile, workspaceFolder, writeFile } from "../support/in-vscode.ts";
import { answerQuestions, type Questions } from "../support/questions.ts";
import { until } from "../support/until.ts";

const COUNT = 35;
const nameOf = (index: number) => `all/book-${String(index).padStart(2, "0")}.pa.json`;
const uriOf = (name: string) => vscode.Uri.joinPath(workspaceFolder(), name);
const wrong = '{ "data": { "weights": { "componentid": 1 } } }\n';
const right = `{ "data": { "weights": { "componentid": "${"0A".repeat(32)}" } } }\n`;
const errorsIn = (name: string) =>
  vscode.languages.getDiagnostics(uriOf(name)).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
    .length;
const namesWithErrors = () => Array.from({ length: COUNT }, (_, index) => nameOf(index)).filter(errorsIn);

describe("a check of all files", () => {
  let questions: Questions;
  before(async () => {
    await activated();
    questions = answerQuestions();
    for (let index = 0; index < COUNT; index++) await writeFile(nameOf(index), wrong);
    await writeFile("all/unit.template.json", '{ "componentid": "A" }');
    await writeFile("all/rows.csv", "account\nClient:/A.ACCT,too many\n");
    const fill = { "/accounts/0/id": "{account}" };
    const sweep = { template: "unit.template.json", rows: "rows.csv", id: "{account}", fill };
    await writeFile("all/funds.pa.sweep.json", JSON.stringify(sweep));
    await writeFile("all/numbers.checks.json", '{ "checks": [{ "rowCount": { "mim": 1 } }] }');
  });
  after(async () => {
    questions.restore();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("shows the mistakes of 35 files, and of the files beside them, without opening any", async () => {
    const openBefore = vscode.workspace.textDocuments.length;
    assert.deepEqual(namesWithErrors(), []);
    const counts = await vscode.commands.executeCommand<{ files: number; errors: number }>(
      "analyticsEngines.editor.checkAll",
    );
    assert.equal(namesWithErrors().length, COUNT);
    for (const name of ["all/rows.csv", "all/numbers.checks.json"]) assert.ok(errorsIn(name) > 0, name);
    assert.equal(vscode.workspace.textDocuments.length, openBefore);
    assert.ok(counts.files >= COUNT + 2 && counts.errors >= COUNT + 2);
    const said = await until("what was found", () => questions.said.at(-1));
    assert.match(said.message, /^[\d,]+ files were checked: [\d,]+ errors/);
  });

  it("forgets the mistakes of a file that is corrected, in the file or in one that a sweep reads, or deleted", async () => {
    await writeFile(nameOf(0), right);
    await until("no mistake in the corrected file", () => errorsIn(nameOf(0)) === 0);
    await writeFile("all/rows.csv", "account\nClient:/A.ACCT\n");
    await until("no mistake in the corrected rows", () => errorsIn("all/rows.csv") === 0);
    await vscode.workspace.fs.delete(uriOf(nameOf(1)));
    await until("no mistake in the deleted file", () => errorsIn(nameOf(1)) === 0);
    // A mistake that comes back is seen again.
    await writeFile(nameOf(0), wrong);
    await until("the mistake", () => errorsIn(nameOf(0)) === 1);
  });

  it("leaves a file to its editor while that has it open, and shows each mistake once", async () => {
    const document = await openFile(nameOf(2), wrong);
    await until("one mistake", () => errorsIn(nameOf(2)) === 1);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), right);
    await vscode.workspace.applyEdit(edit);
    await until("no mistake in the text that is not saved", () => errorsIn(nameOf(2)) === 0);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("forgets a folder that is deleted", async () => {
    await vscode.workspace.fs.delete(uriOf("all"), { recursive: true });
    // VS Code keeps the text of a file for some minutes after its editor was closed.
    const closed = [nameOf(2)];
    const isWrong = (name: string) => errorsIn(name) > 0 && !closed.includes(name);
    await until("no mistakes", () => ![...namesWithErrors(), "all/numbers.checks.json"].some(isWrong));
  });

  it("marks a glob of the project file that matches no file, at its place", async () => {
    const text = '{\n  "files": ["weights.pa.json", "parms/**"],\n  "checks": ["rules/*.checks.json"]\n}\n';
    const document = await openFile("analytics-engines.json", text);
    const marks = () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
        .map(({ range }) => document.getText(range));
    try {
      await until("the errors", () => marks().join() === '"parms/**","rules/*.checks.json"');
      await writeFile("parms/a.pa.json", right);
      await until("one error less", () => marks().join() === '"rules/*.checks.json"');
    } finally {
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await vscode.workspace.fs.delete(document.uri);
      await vscode.workspace.fs.delete(uriOf("parms"), { recursive: true });
    }
  });
});
