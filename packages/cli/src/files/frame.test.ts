import { readParameterFile } from "@analytics-engines/core/parameters";
import { expect, test } from "vitest";
import { plain } from "../terminal/output.ts";
import { codeFrame } from "./report-issues.ts";

/** The frame of the first error. */
function frame(text: string): string {
  const { issues } = readParameterFile(text, { family: "pa" });
  const error = issues.find(({ severity }) => severity === "error");
  return error === undefined ? "" : codeFrame(text, error, issues, plain).join("\n");
}

test("marks are below the issue, past tabs and wide characters", () => {
  expect(frame('{\n\t"data": {"日本": {"componentid": 7}}}')).toBe(
    ["1 | {", '2 |   "data": {"日本": {"componentid": 7}}}', `  | ${" ".repeat(35)}^`].join("\n"),
  );
});

test("lines end with LF, CRLF or CR", () => {
  for (const end of ["\n", "\r\n", "\r"])
    expect(frame(`{${end}"data":${end}7${end}}`)).toBe(['2 | "data":', "3 | 7", "  | ^"].join("\n"));
});

test("a long line is cut to the part around the issue, and a long line before it is left out", () => {
  const before = `"a": {"componentid": "${"0".repeat(200)}"},`;
  const text = `{"data":{\n${before}\n${" ".repeat(150)}"b": {"componentid": 7}, "c": {"componentid": "${"0".repeat(200)}"}}}`;
  const [line = "", marks = "", ...more] = frame(text).split("\n");
  expect(more).toEqual([]);
  expect(line).toMatch(/^3 \| … +"b": \{"componentid": 7\}, "c": \{"componentid": "0+…$/);
  expect(line.length).toBe("3 | ……".length + 100);
  expect(line.slice(marks.indexOf("^"))).toMatch(/^7\}/);
});

test("an issue over several lines is marked to the end of its first", () => {
  expect(frame('{\n"data": [\n1\n]\n}')).toBe(["1 | {", '2 | "data": [', "  |         ^"].join("\n"));
});

test("a character is not cut in two", () => {
  const text = `{"data":{"a":{"componentid":"${"😀".repeat(60)}","x":1}}}`;
  for (const shift of ["", " "]) expect(frame(shift + text)).not.toContain("\\u{");
});
