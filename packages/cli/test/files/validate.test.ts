import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, truncateSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { awkwardFound, writeAwkwardTree } from "../../../runs/test/support/awkward-tree.ts";
import { faultyFile, useBuiltCommand, validFile, warningFile, workplace } from "../support/command.ts";

useBuiltCommand();

describe("a person sees", () => {
  test("an issue with its place, its code, its line and its fix", async () => {
    const { write, run } = workplace();
    write("weights.pa.json", faultyFile);
    expect(await run(["validate", "weights.pa.json"])).toEqual({
      code: 1,
      stderr: "",
      stdout: `weights.pa.json:4:7: hint: The model spells \`componentId\` as \`componentid\`. (letter-case)
  3 |     "growth": {
  4 |       "componentId": "${"0A".repeat(32)}",
    |       ^^^^^^^^^^^^^
  --fix: Spell it \`componentid\`

weights.pa.json:5:7: error: There is no property \`acounts\` in \`growth\`. Did you mean \`accounts\`? (unknown-property)
  4 |       "componentId": "${"0A".repeat(32)}",
  5 |       "acounts": [{ "id": "CLIENT:/GROWTH.ACCT" }]
    |       ^^^^^^^^^
  possible change: Change to \`accounts\`

1 error, 1 hint in 1 of 1 file. --fix can fix 1.
`,
    });
  });

  test("no issues in one line", async () => {
    const { write, run } = workplace();
    write("a.pa.json", validFile);
    write("b.pa.json", validFile);
    expect(await run(["validate"])).toEqual({ code: 0, stdout: "2 files checked, no issues\n", stderr: "" });
  });

  test("colours with FORCE_COLOR, and none with NO_COLOR or in a file or pipe", async () => {
    const { write, run } = workplace();
    write("a.pa.json", faultyFile);
    const plain = await run(["validate"]);
    expect(plain.stdout).not.toContain("\u001b");
    const colored = await run(["validate"], { FORCE_COLOR: "1" });
    expect(colored.stdout).toContain("\u001b[31merror\u001b[39m");
    expect(stripVTControlCharacters(colored.stdout)).toBe(plain.stdout);
    expect((await run(["validate"], { NO_COLOR: "1" })).stdout).toBe(plain.stdout);
  });
});

describe("the command checks", () => {
  test("all parameter files below the folder where none are named, as the Action and the editor find them", async () => {
    const { folder, run } = workplace();
    writeAwkwardTree(folder);
    const { stdout } = await run(["validate", "--family", "risk/**/*.json=spar", "--json"]);
    expect(JSON.parse(stdout).files.map((file: { path: string }) => file.path)).toEqual(awkwardFound);
  });

  test("links to files, and no links to folders", async () => {
    const { folder, write, run } = workplace();
    write("real/a.json", validFile);
    mkdirSync(path.join(folder, "folder.pa.json"));
    write("folder.pa.json/b.pa.json", validFile);
    symlinkSync("real/a.json", path.join(folder, "linked.pa.json"));
    symlinkSync("..", path.join(folder, "real/up"));
    const { stdout } = await run(["validate", "--json"]);
    expect(JSON.parse(stdout).files.map((file: { path: string }) => file.path)).toEqual([
      "folder.pa.json/b.pa.json",
      "linked.pa.json",
    ]);
  });

  test("each file of names, folders and globs once", async () => {
    const { folder, write, run } = workplace();
    for (const name of ["a.pa.json", "b/1.pa.json", "b/2.pa.json", "c/[1].pa.json", "c/1.pa.json"])
      write(name, validFile);
    const list = async (...names: string[]) => {
      const { stdout } = await run(["validate", "--json", ...names]);
      return JSON.parse(stdout).files.map((file: { path: string }) => file.path);
    };
    expect(await list("a.pa.json", "./a.pa.json", path.join(folder, "a.pa.json"))).toEqual(["a.pa.json"]);
    expect(await list("b", "a.pa.json")).toEqual(["a.pa.json", "b/1.pa.json", "b/2.pa.json"]);
    expect(await list("b/*.json", "**/1.pa.json")).toEqual(["b/1.pa.json", "b/2.pa.json", "c/1.pa.json"]);
    // A file of that name comes before a glob that reads the same.
    expect(await list("c/[1].pa.json")).toEqual(["c/[1].pa.json"]);
  });

  test("the checks files of named folders and globs, and of a folder that has nothing else", async () => {
    const { write, run } = workplace();
    write("book/a.pa.json", validFile);
    for (const name of ["book/a.checks.json", "rules/b.checks.json"]) write(name, '{ "checks": [{}] }');
    for (const names of [["book"], ["book/*.json"], ["."], []]) {
      const { code, stdout } = await run(["validate", "--json", ...names]);
      const files = JSON.parse(stdout).files.map((file: { path: string }) => file.path);
      const others = names.join("").startsWith("book") ? [] : ["rules/b.checks.json"];
      expect([code, files]).toEqual([1, ["book/a.checks.json", "book/a.pa.json", ...others]]);
    }
    const { code, stdout } = await run(["validate", "rules"]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^rules\/b\.checks\.json:1:14: error: The check has no rule/),
    ]);
  });

  test("the files that --family names, as of the family that it names", async () => {
    const { write, run } = workplace();
    write("risk/style.json", JSON.stringify({ data: { style: { componentid: "0A".repeat(32) } } }));
    write("other.json", faultyFile);
    expect(await run(["validate"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There are no parameter files in this folder"),
    });
    const { code, stdout } = await run(["validate", "--family", "risk/*.json=spar", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      valid: true,
      files: [{ path: "risk/style.json", family: "spar", familyBy: "mapping", units: ["style"] }],
    });
  });
});

test("--hint-absolute-dates hints at days that do not move on, and fails nothing", async () => {
  const { write, run } = workplace();
  const dates = { startdate: "-1M", enddate: "20240131", frequency: "Monthly" };
  write("a.pa.json", JSON.stringify({ data: { a: { componentid: "0A".repeat(32), dates } } }));
  expect((await run(["validate"])).stdout).toBe("1 file checked, no issues\n");
  const { code, stdout } = await run(["validate", "--hint-absolute-dates", "--fail-on", "warning"]);
  expect(code).toBe(0);
  expect(stdout).toContain("hint: `20240131` is always the same day.");
  expect(stdout).toContain("(absolute-date)");
});

test("unknownProperties of the project file lets what the models do not have pass, and still finds a misspelled name", async () => {
  const { write, run } = workplace();
  const file = (name: string) => validFile.replace('"componentid"', `"${name}": 1, "componentid"`);
  write("new.pa.json", file("liquidity"));
  expect((await run(["validate", "new.pa.json"])).code).toBe(1);
  write("analytics-engines.json", '{"unknownProperties": "warning"}');
  const sent = await run(["validate", "new.pa.json"]);
  expect(sent).toMatchObject({ code: 0, stdout: expect.stringContaining("warning: There is no property `liquidity`") });
  write("new.pa.json", file("currencyisocod"));
  const misspelled = await run(["validate", "new.pa.json"]);
  expect(misspelled).toMatchObject({ code: 1, stdout: expect.stringContaining("Did you mean `currencyisocode`?") });
});

describe("the exit code", () => {
  test.each([
    ["no issues", validFile, "error", 0],
    ["a warning", warningFile, "error", 0],
    ["a warning", warningFile, "warning", 1],
    ["an error", faultyFile, "error", 1],
    ["an error", faultyFile, "warning", 1],
    ["an error", faultyFile, "never", 0],
  ])("is right for %s with --fail-on %3$s", async (_, content, failOn, code) => {
    const { write, run } = workplace();
    write("a.pa.json", content);
    expect((await run(["validate", "--fail-on", failOn])).code).toBe(code);
  });

  test.each([
    ["no command", [], "Usage: analytics-engines"],
    ["an unknown command", ["validat"], "unknown command 'validat' Did you mean validate?"],
    ["an unknown option", ["validate", "--fixx"], "unknown option '--fixx' Did you mean --fix?"],
    ["an option without its value", ["validate", "--sarif"], "argument missing"],
    ["a severity that there is not", ["validate", "--fail-on", "hint"], "Allowed choices are error, warning, never"],
    ["a family that there is not", ["validate", "--family", "*.json=pax"], "Expected GLOB=FAMILY"],
    [
      "a file that there is not",
      ["validate", "a.pa.json", "b.pa.json"],
      "error: b.pa.json: no such file. Check its path.",
    ],
    ["a glob that matches nothing", ["validate", "*.quant.json"], "error: *.quant.json: no such file. Check its path."],
    ["two outputs in one", ["validate", "--json", "--sarif", "-"], "both print on standard output"],
    [
      "SARIF over a parameter file",
      ["validate", "--sarif", "a.pa.json"],
      "would replace a parameter file. Name another file.",
    ],
    [
      "SARIF where nothing can be written",
      ["validate", "--sarif", "no/such/folder"],
      "could not be written: no such file or directory. Name another file with --sarif.",
    ],
  ])("is 2 for %s", async (_, args, message) => {
    const { write, run } = workplace();
    write("a.pa.json", validFile);
    const ended = await run(args);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(ended.stderr).not.toContain("    at ");
  });

  test("is 2, and the message comes once, where there are no files", async () => {
    const { run } = workplace();
    const { code, stdout, stderr } = await run(["validate"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^error: There are no parameter files in this folder: .* Name others with --family\.\n$/);
  });
});

describe("a check continues, and reports an error, at", () => {
  test("a binary file, a loop of links, a link to nothing, a pipe", async () => {
    const { folder, write, run } = workplace();
    write(
      "binary.pa.json",
      Uint8Array.from({ length: 4096 }, (_, at) => (at * 7) % 256),
    );
    write("good.pa.json", validFile);
    symlinkSync("loop.pa.json", path.join(folder, "loop.pa.json"));
    symlinkSync("nowhere", path.join(folder, "nothing.pa.json"));
    execFileSync("sh", ["-c", "mkfifo pipe.pa.json"], { cwd: folder });
    const { code, stdout } = await run(["validate", "--json"]);
    expect(code).toBe(1);
    const problems = JSON.parse(stdout).files.map((file: { path: string; problem?: string }) => [
      file.path,
      file.problem,
    ]);
    expect(problems).toEqual([
      [
        "binary.pa.json",
        expect.stringMatching(/^the file is not UTF-8 text \(line 1 has the byte 0x[\dA-F]{2}\): save it as UTF-8/),
      ],
      ["good.pa.json", undefined],
      ["loop.pa.json", expect.stringMatching(/too many symbolic links|loop/i)],
      ["nothing.pa.json", "the file cannot be read: no such file or directory"],
      ["pipe.pa.json", "the file is a pipe or a device: name a file"],
    ]);
  });

  test("a file and a folder without permission", async () => {
    const { folder, write, run } = workplace();
    chmodSync(folder, 0o755);
    chmodSync(write("a.pa.json", validFile), 0);
    // The administrator may read everything: the command runs as somebody else then.
    const user = process.getuid?.() === 0 ? 65_534 : undefined;
    expect(await run(["validate"], {}, user)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("a.pa.json: error: the file cannot be read: permission denied"),
    });
    mkdirSync(path.join(folder, "closed"), { mode: 0 });
    expect(await run(["validate"], {}, user)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/closed cannot be read: permission denied\. Check its permissions\.\n$/),
    });
  });

  test("a file of 100 MB and one of 300 MB, in a clear sentence", { tags: "full" }, async () => {
    const { write, run } = workplace();
    const start = '{"data":{"a":{"componentid":"';
    write("a.pa.json", `${start}${"A".repeat(100_000_000)}"}}}`);
    truncateSync(write("b.pa.json", start), 300_000_000);
    const { code, stdout, stderr } = await run(["validate"]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "a.pa.json:1:1: error: The file has 100000033 characters; more than 67108864 are not read. (too-large)",
    );
    expect(stdout).toContain(
      "b.pa.json: error: the file is larger than 192 MiB, too large for a parameter file: divide it",
    );
    expect(stdout.length).toBeLessThan(1000);
    expect(stderr).toContain("checking 1 of 2: a.pa.json");
  });
});

test("JSON tells each file's family, units and issues", async () => {
  const { write, run } = workplace();
  write("a.pa.json", faultyFile);
  write("b.pa.json", validFile);
  const { code, stdout, stderr } = await run(["validate", "--json"]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    valid: false,
    errors: 1,
    warnings: 0,
    hints: 1,
    files: [
      {
        path: "a.pa.json",
        family: "pa",
        familyBy: "file name",
        units: ["growth"],
        issues: [
          { code: "letter-case", severity: "hint", fixes: [{ safe: true }] },
          {
            code: "unknown-property",
            severity: "error",
            message: "There is no property `acounts` in `growth`. Did you mean `accounts`?",
            pointer: "/data/growth/acounts",
            range: { start: { line: 5, column: 7, offset: 125 }, end: { line: 5, column: 16, offset: 134 } },
            fixes: [
              {
                title: "Change to `accounts`",
                safe: false,
                edits: [{ offset: 125, length: 9, content: '"accounts"' }],
              },
            ],
          },
        ],
      },
      { path: "b.pa.json", issues: [] },
    ],
  });
});

test("--help prints the help of the program or the command, and --version the version", async () => {
  const { run } = workplace();
  expect(await run(["--version"])).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: "" });
  expect(await run(["--help"])).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("validate") });
  const help = await run(["validate", "--help"]);
  expect(help).toMatchObject({ code: 0, stderr: "" });
  for (const word of ["--fix", "--json", "--sarif", "--family", "--fail-on", "Examples:", "Exit codes:"])
    expect(help.stdout).toContain(word);
});

test.each([
  [["validat", "--help"], "unknown command 'validat' Did you mean validate?"],
  [["--help", "validat"], "unknown command 'validat' Did you mean validate?"],
  [["-h", "verfy"], "unknown command 'verfy' Did you mean verify?"],
  [["help", "tabels"], "unknown command 'tabels' Did you mean tables?"],
  [["xyz", "--help", "--json"], "unknown command 'xyz'"],
])("an unknown command is a mistake, also with a request for help: %j", async (args, message) => {
  const { run } = workplace();
  const { code, stdout, stderr } = await run(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toBe(`error: ${message}\n`);
});

test.each([
  ["help", "validate"],
  ["validate", "--help"],
  ["validate", "-h", "x.json"],
])("help of a command is shown: %s %s", async (...args) => {
  const { run } = workplace();
  expect(await run(args)).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("--fix") });
});

test("a reader that reads no further, such as head, is no failure", async () => {
  const { write, start } = workplace();
  for (let n = 0; n < 200; n++) write(`${n}.pa.json`, faultyFile);
  const { child, ended } = start(["validate"]);
  child.stdout?.destroy();
  const { stderr } = await ended;
  // Progress shows after a second.
  expect(stderr.replace(/^checking .*\n/gm, "")).toBe("");
});
