import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnLabels } from "./cells.ts";

const labels = (...headers: string[]) => columnLabels(headers.map((header) => ({ header: header.split("/") })));

describe("the labels of columns", () => {
  it("are their headers, numbered where several share one", () => {
    expect(labels("Port./Weight", "Return", "Return", "Port./Weight", "Return")).toEqual([
      ...["Port. | Weight", "Return", "Return (2)", "Port. | Weight (2)", "Return (3)"],
    ]);
    expect(labels("A", "A", "A (2)", "A")).toEqual(["A", "A (3)", "A (2)", "A (4)"]);
  });

  it("are all different, and keep a unique header unchanged", () => {
    const header = fc.array(fc.constantFrom("A", "A (2)", "A (2) (2)", "B", ""), { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(fc.array(header, { maxLength: 12 }), (headers) => {
        const made = columnLabels(headers.map((header) => ({ header })));
        expect(new Set(made).size).toBe(made.length);
        const texts = headers.map((levels) => levels.join(" | "));
        for (const [index, text] of texts.entries()) if (texts.indexOf(text) === index) expect(made[index]).toBe(text);
      }),
    );
  });
});
