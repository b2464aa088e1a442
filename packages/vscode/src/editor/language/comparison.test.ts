import { readParameterFile } from "@analytics-engines/core/parameters";
import { describe, expect, it } from "vitest";
import { compareTexts } from "./comparison.ts";
import { newParameterText } from "./new-file.ts";

const options = { path: "a.pa.json", family: undefined };
const read = (text: string) => readParameterFile(text, options);

describe("compareTexts", () => {
  const [before, after] = ["BMK:A", "BMK:B"].map((benchmark) => newParameterText("pa", { benchmark }));
  it("lists the changes as text", () => {
    const comparison = compareTexts(before ?? "", read(after ?? ""), options);
    expect(comparison).toEqual({
      changes: expect.stringMatching(/^- Unit `unit` changed:\n[\s\S]*`BMK:A`[\s\S]*`BMK:B`/),
    });
  });
  it("reports no change if only the format differs", () => {
    const same = (before ?? "").replaceAll(/\s+/g, "").replace("componentid", "ComponentID");
    expect(compareTexts(before ?? "", read(same), options)).toEqual({ changes: "" });
  });
  it("reports which version has errors", () => {
    expect(compareTexts("{", read(before ?? ""), options)).toEqual({ problem: "before" });
    expect(compareTexts(before ?? "", read("{"), options)).toEqual({ problem: "after" });
  });
});
