import { expect, test } from "vitest";
import { cellSuggestion } from "./index.ts";

const around = { before: "Client:/", after: ".ACCT" };

test.each([
  ["an account without what the sweep adds", "Client:/Growth/A.ACCT", around, false, "Growth/A"],
  ["a directory, whose end is to come", "Client:/Growth/", around, true, "Growth/"],
  ["the whole value where the sweep adds nothing", "BMK:WORLD", { before: "", after: "" }, false, "BMK:WORLD"],
  ["no value with another start", "Personal:/A.ACCT", around, false, undefined],
  ["no value with another end", "Client:/A.DOC", around, false, undefined],
  ["no empty text", "Client:/", around, true, undefined],
])("a cell is offered %s", (_name, value, use, isContinued, text) => {
  expect(cellSuggestion(value, use, isContinued)).toBe(text);
});
