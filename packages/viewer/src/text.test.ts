import { describe, expect, it } from "vitest";
import { column } from "../test/support/tables.ts";
import { columnText } from "./text.ts";

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
