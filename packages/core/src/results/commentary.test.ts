import { describe, expect, it } from "vitest";
import { readCommentary } from "./commentary.ts";

describe("a commentary", () => {
  it("has its sections with their subsections, and a disclaimer", () => {
    const sections = [
      { title: "Summary", content: "All is well.", subSections: [{ title: "Energy", content: "It rose." }, null] },
    ];
    expect(readCommentary(JSON.stringify({ data: { sections, disclaimer: "By a machine." } }))).toEqual({
      disclaimer: "By a machine.",
      sections: [
        {
          title: "Summary",
          content: "All is well.",
          sections: [{ title: "Energy", content: "It rose.", sections: [] }],
        },
      ],
    });
  });

  it("is read whatever the letter case of its names, and without values that are not texts", () => {
    const text = '{"Data":{"SECTIONS":[{"Title":7,"content":" ","subsections":{}}]}}';
    expect(readCommentary(text)).toEqual({ sections: [{ sections: [] }] });
  });

  it.each(['{"data":{"sections":[]}}', "[]", "null", "no JSON"])("%s is refused", (text) => {
    expect(() => readCommentary(text)).toThrow(/^(?:sections: )?The commentary /);
  });

  it("of a thousand levels is read to a few", () => {
    const text = `{"data":{"sections":${'[{"subSections":'.repeat(1000)}[]${"}]".repeat(1000)}}}`;
    expect(JSON.stringify(readCommentary(text)).length).toBeLessThan(300);
  });
});
