import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { faultyFile, useBuiltCommand, validFile, workplace } from "../support/command.ts";

useBuiltCommand();

test("applies the safe fixes, keeps the formatting and reports the fixes", async () => {
  const { folder, write, run } = workplace();
  const untidy = faultyFile.replace('"data": {', '\t"Data" :\r\n{').replace("acounts", "accounts");
  const file = write("a.pa.json", untidy);
  const first = await run(["validate", "--fix"]);
  expect(first).toEqual({
    code: 0,
    stderr: "",
    stdout: `a.pa.json: fixed 2 issues
  2:4 Spell it \`data\` (letter-case)
  5:7 Spell it \`componentid\` (letter-case)

1 file checked, no issues
`,
  });
  expect(readFileSync(file, "utf8")).toBe(untidy.replace("Data", "data").replace("componentId", "componentid"));
  expect(readdirSync(folder)).toEqual(["a.pa.json"]);
});

test("a second time changes nothing", async () => {
  const { write, run } = workplace();
  const file = write("a.pa.json", `\uFEFF${faultyFile.replace("]\n", "], // the growth account\n")}`);
  expect((await run(["validate", "--fix"])).stdout).toContain("fixed");
  const once = readFileSync(file, "utf8");
  const { mtimeMs, ino } = statSync(file);
  const again = await run(["validate", "--fix"]);
  expect(again.stdout).not.toContain("fixed");
  expect(readFileSync(file, "utf8")).toBe(once);
  expect(statSync(file)).toMatchObject({ mtimeMs, ino });
});

test("what needs a decision stays, and counts", async () => {
  const { write, run } = workplace();
  const file = write("a.pa.json", faultyFile);
  const { code, stdout } = await run(["validate", "--fix", "--json"]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    fixed: 1,
    hints: 0,
    errors: 1,
    files: [{ fixed: [{ code: "letter-case" }], issues: [{ code: "unknown-property" }] }],
  });
  expect(readFileSync(file, "utf8")).toBe(faultyFile.replace("componentId", "componentid"));
});

test("a valid file is not written, nor one that is no text", async () => {
  const { write, run } = workplace();
  const files = [write("a.pa.json", validFile), write("b.pa.json", Uint8Array.of(0xff, 0x7b, 0x7d))];
  const before = files.map((file) => statSync(file).ino);
  expect((await run(["validate", "--fix"])).code).toBe(1);
  expect(files.map((file) => statSync(file).ino)).toEqual(before);
});

test("the file keeps its mode, and a link stays a link", async () => {
  const { folder, write, run } = workplace();
  const file = write("real/a.pa.json", faultyFile);
  chmodSync(file, 0o640);
  symlinkSync("real/a.pa.json", path.join(folder, "link.pa.json"));
  await run(["validate", "--fix", "link.pa.json"]);
  expect(lstatSync(path.join(folder, "link.pa.json")).isSymbolicLink()).toBe(true);
  expect(readFileSync(file, "utf8")).toContain("componentid");
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

test("a file that cannot be replaced stays as it was, and is an error", async () => {
  const { folder, write, run } = workplace();
  const file = write("closed/a.pa.json", validFile.replace("componentid", "componentId"));
  chmodSync(folder, 0o755);
  chmodSync(path.join(folder, "closed"), 0o555);
  const user = process.getuid?.() === 0 ? 65_534 : undefined;
  const { code, stdout } = await run(["validate", "--fix"], {}, user);
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: expect.stringContaining("closed/a.pa.json: error: the file could not be changed: permission denied"),
  });
  expect(readFileSync(file, "utf8")).toContain("componentId");
  expect(readdirSync(path.join(folder, "closed"))).toEqual(["a.pa.json"]);
  chmodSync(path.join(folder, "closed"), 0o755);
});
