import { execFileSync } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

const main = path.resolve(import.meta.dirname, "../../dist/main.js");

/** What the command answers the script of a shell: the words, and whether the shell completes files. */
async function suggestions(...words: string[]) {
  const { run } = workplace();
  const { code, stdout, stderr } = await run(["complete", "--", ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout.trimEnd().split("\n");
  const last = lines.pop();
  return { words: lines.map((line) => line.split("\t")[0]), files: last === ":0" };
}

describe("completion", () => {
  test.each([
    ["commands", ["re"], ["report", "review"], false],
    ["commands of a command", ["history", ""], ["add", "show", "list-changes"], false],
    ["options", ["run", "--re"], ["--resume", "--reuse"], false],
    ["options after a file", ["validate", "a.pa.json", "--fi"], ["--fix"], false],
    ["values of an option", ["run", "--fail-on", ""], ["error", "warning", "never"], false],
    ["values behind an equals sign", ["run", "--fail-on=w"], ["--fail-on=warning"], false],
    ["values of an argument", ["completion", "f"], ["fish"], false],
    ["files for an argument", ["validate", "par"], [], true],
    ["files for an option", ["run", "--output", ""], [], true],
    ["files after --", ["validate", "--", "--fi"], [], true],
    ["the second argument after an option with a value", ["review", "--run", "x", "main", ""], [], true],
    ["nothing for what there is not", ["nothing", "--x"], [], false],
  ])("suggests %s", async (_, words, expected, files) => {
    expect(await suggestions(...words)).toEqual({ words: expect.arrayContaining(expected), files });
    if (expected.length === 0) expect((await suggestions(...words)).words).toEqual([]);
  });

  test("works in bash with the functions of bash-completion", () => {
    const lines = [
      `analytics-engines() { "${process.execPath}" "${main}" "$@"; }`,
      "_get_comp_words_by_ref() { cur=--fi; prev=validate; words=(analytics-engines validate --fi); cword=2; }",
      "source <(analytics-engines completion bash)",
      "compopt() { echo compopt $*; }",
      "__analytics_engines_complete",
      "echo $COMPREPLY",
      "complete -p analytics-engines",
    ];
    const printed = execFileSync("bash", ["--norc", "-c", lines.join("\n")], { encoding: "utf8" });
    expect(printed.trim().split("\n")).toEqual([
      "compopt +o default",
      "--fix",
      "complete -o bashdefault -o default -F __analytics_engines_complete analytics-engines",
    ]);
  });

  test.each(["bash", "zsh", "fish", "powershell"])("prints a script for %s that asks the command", async (shell) => {
    const { run } = workplace();
    const ended = await run(["completion", shell]);
    expect(ended).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(/analytics-engines complete '?--/),
    });
  });

  test("refuses another shell", async () => {
    const { run } = workplace();
    const ended = await run(["completion", "tcsh"]);
    expect(ended).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("bash, zsh, fish, powershell"),
    });
  });
});
