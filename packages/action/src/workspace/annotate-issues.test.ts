import { readParameterFile } from "@analytics-engines/core/parameters";
import { expect, it } from "vitest";
import { logOf } from "../../test/support/runner/process.ts";
import { log } from "../github/step.ts";
import { annotateIssues, type FileIssues } from "./annotate.ts";

const repository = { workspace: "/ws", workingDirectory: "/ws/book" };

function annotate(...files: FileIssues[]) {
  return logOf(() => annotateIssues(log, files, repository));
}

function read(path: string, document: object): FileIssues {
  return { path, issues: readParameterFile(JSON.stringify(document, null, 2), { path }).issues };
}

/** A unit with this many unknown properties. */
function unknown(number: number): object {
  return Object.fromEntries(Array.from({ length: number }, (_, index) => [`zzz${index}`, 1]));
}

it("tells each issue in the log and at its line and column, errors first, with its code", () => {
  const file = read("p/a.pa.json", { data: { a: { componentId: "x", acounts: [{ id: "Client:/A.ACCT" }] } } });
  const { lines, annotations } = annotate(file);
  expect(lines).toEqual([
    "p/a.pa.json:4:7 hint: The model spells `componentId` as `componentid`. (letter-case)",
    expect.stringMatching(/^p\/a\.pa\.json:4:22 warning: .* \(unusual-id\)$/),
    "p/a.pa.json:5:7 error: There is no property `acounts` in `a`. Did you mean `accounts`? (unknown-property)",
  ]);
  expect(annotations).toMatchObject([
    { level: "error", title: "Parameter file: unknown-property", file: "book/p/a.pa.json", line: "5", col: "7" },
    { level: "warning", title: "Parameter file: unusual-id", file: "book/p/a.pa.json", line: "4", col: "22" },
    { level: "notice", title: "Parameter file: letter-case", file: "book/p/a.pa.json", line: "4", col: "7" },
  ]);
});

it("shows ten of a severity, the first of every file before the second of any, and says how many more there are", () => {
  const { annotations, lines } = annotate(
    read("a.pa.json", { data: { a: { componentid: "0A".repeat(32), ...unknown(40) } } }),
    read("b.pa.json", { data: { b: { componentid: "0A".repeat(32), ...unknown(2) } } }),
  );
  expect(annotations.map(({ file }) => file)).toEqual([
    "book/a.pa.json",
    "book/b.pa.json",
    "book/a.pa.json",
    "book/b.pa.json",
    ...Array.from({ length: 6 }, () => "book/a.pa.json"),
  ]);
  expect(lines).toHaveLength(43);
  expect(lines.at(-1)).toBe("32 more errors: not annotated, listed above.");
});

it("does not issue a command that a path or a file contains", () => {
  const hostile = "p\n::error::x/##[error]y.pa.json";
  const { commands, annotations } = annotate(
    read(hostile, { data: { "u\r\n::stop-commands::x": { "##[group]": 1 } } }),
  );
  expect(new Set(commands)).toEqual(new Set(["error", "warning"]));
  for (const { message, title, file } of annotations) {
    expect(`${message}${title}`).not.toMatch(/[\r\n]/);
    expect(file).toBe(`book/${hostile}`);
  }
});
