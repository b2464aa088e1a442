import { describe, expect, it } from "vitest";
import { column } from "../test/support/tables.ts";
import { columnText, oneLine } from "./text.ts";

describe("the name of a column", () => {
  it.each([
    [["Port.+Ending+Price"], "Port. Ending Price"],
    [["Weight", "Bench.+Ending+Weight"], "Weight | Bench. Ending Weight"],
    [["Allocation +Effect"], "Allocation Effect"],
    [["Ending\nWeight"], "Ending Weight"],
    [["Return", "Return", ""], "Return"],
    [[], "id"],
  ])("of the header %j is %s", (header, text) => {
    expect(columnText(column("id", [1], { header }))).toBe(text);
  });
});

describe("a text on one line", () => {
  it.each([
    ["Alpha", "Alpha"],
    ["Alpha\nBeta", "Alpha ↵ Beta"],
    ["Alpha\r\nBeta", "Alpha ↵ Beta"],
    ["Alpha \n\n  Beta\n", "Alpha ↵ Beta ↵ "],
    ["Alpha\u2028Beta\vGamma", "Alpha ↵ Beta ↵ Gamma"],
  ])("of %j is %j", (text, line) => {
    expect(oneLine(text)).toBe(line);
  });
});
