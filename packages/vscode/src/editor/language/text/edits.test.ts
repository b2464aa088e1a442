import fc from "fast-check";
import { applyEdits } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { editsBetween } from "./edits.ts";

describe("editsBetween", () => {
  it("turns any text into any other", () => {
    const text = fc.array(fc.constantFrom("a", "b", "\n", "\r\n", "é", "😀", ",")).map((parts) => parts.join(""));
    fc.assert(fc.property(text, text, (before, after) => applyEdits(before, editsBetween(before, after)) === after));
  });

  it("leaves unchanged lines alone", () => {
    expect(editsBetween("one\ntwo\nthree", "one\ntoo\nthree")).toEqual([{ offset: 5, length: 1, content: "o" }]);
    expect(editsBetween("same", "same")).toEqual([]);
  });
});
