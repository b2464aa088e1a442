import { readParameterFile } from "@analytics-engines/core/parameters";
import type { CheckedFile } from "@analytics-engines/runs/files";
import fc from "fast-check";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../../core/test/support/sample.ts";
import { mostSevere, renderValidation } from "./report.ts";

function fileOf(path: string, document: unknown): CheckedFile {
  const text = typeof document === "string" ? document : JSON.stringify(document, null, 2);
  const parameters = readParameterFile(text, { path });
  return { path, text, parameters, issues: parameters.issues, problem: undefined };
}

const id = "0A".repeat(32);
const good = fileOf("good.pa.json", { data: { a: { componentid: id } } });
const mixed = fileOf("mixed.pa.json", { data: { a: { componentId: "x", acounts: [{ id: "Client:/A.ACCT" }] } } });
const unreadable: CheckedFile = {
  path: "link.pa.json",
  text: "",
  parameters: undefined,
  issues: [],
  problem: "link.pa.json is not UTF-8 text.",
};
const render = (files: readonly CheckedFile[], limit = 1e6, unasked: readonly string[] = []) =>
  renderValidation({ files, unasked }, limit);

function toHtml(markdown: string): string {
  return micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}

describe("renderValidation", () => {
  it("says that all is well, file by file", () => {
    const text = render([good]);
    expect(text).toContain("## ✅ Parameter files: valid\n\n1 file · no issues\n");
    expect(text).toContain("| <code>good.pa.json</code> | pa | 1 | no issues |");
  });

  it("has a section for each file with issues, at their places, and what no file is to blame for", () => {
    const text = render([good, mixed, unreadable], 1e6, ["2 references could not be checked: no answer"]);
    expect(text).toContain("## ❌ Parameter files: not valid");
    expect(text).toContain(
      "3 files · 2 errors, 2 warnings, 1 hint · <code>analytics-engines validate --fix</code> can fix 1",
    );
    expect(text).toContain("⚠️ 2 references could not be checked");
    expect(text).toContain("### <code>mixed.pa.json</code>");
    expect(text).toMatch(
      /^\| 5:7 \| ❌ \| There is no property&#32;<code>acounts<\/code>.* \| <code>unknown-property<\/code> \|$/m,
    );
    expect(text).toMatch(/^\| 4:7 \| 💡 \| /m);
    expect(text).toContain("❌ link.pa.json is not UTF-8 text.");
    expect(text).not.toContain("### <code>good.pa.json</code>");
    const html = toHtml(text);
    expect(html.match(/<table>/g)).toHaveLength(2);
    expect(html.match(/<h3>/g)).toHaveLength(2);
  });

  it("leaves the list of files out first, then hints, then warnings, and says how many do not fit", () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ ...mixed, path: `parameters/${index}.pa.json` }));
    const full = render(many);
    const withoutList = render(many, Buffer.byteLength(full) - 1);
    expect(withoutList).toContain("The list of all files does not fit here.");
    expect(withoutList.match(/### /g)).toHaveLength(30);
    const partly = render(many, 10_000);
    expect(Buffer.byteLength(partly)).toBeLessThanOrEqual(10_000);
    const [, left = "", all = ""] =
      /\n(\d+) of (\d+) issues do not fit here; the log lists all\.\n$/.exec(partly) ?? [];
    expect(all).toBe("90");
    expect(partly.match(/^\| <code>/gm)).toHaveLength(90 - Number(left));
    expect(partly.match(/❌ \|/g)).toHaveLength(30);
    expect(Buffer.byteLength(render(many, 60))).toBeLessThanOrEqual(60);
  });

  it("keeps its form and its limit, whatever paths and keys hold", () => {
    const own = new Set(["h2", "h3", "p", "table", "thead", "tbody", "tr", "th", "td", "code"]);
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("<b>|`x`", "\n## x", "@octocat", "[a](b)", "`"),
    );
    fc.assert(
      fc.property(text, text, fc.nat(3000), (name, key, limit) => {
        const files = [fileOf(`${name}.pa.json`, { data: { [key]: { componentId: key, [`${key}z`]: 1 } } })];
        const elements = Array.from(toHtml(render(files)).matchAll(/<([a-z0-9]+)/gi), ([, element = ""]) => element);
        expect(elements.filter((element) => !own.has(element) && element !== "wbr")).toEqual([]);
        expect(elements.filter((element) => element === "h3")).toHaveLength(1);
        expect(Buffer.byteLength(render(files, limit))).toBeLessThanOrEqual(limit);
      }),
      { numRuns: sampleSize(200) },
    );
  });
});

describe("mostSevere", () => {
  it("keeps errors before warnings before hints, in the order of the files", () => {
    const files = [
      mixed,
      fileOf("other.pa.json", { data: { a: { componentId: "x", acounts: [{ id: "Client:/A.ACCT" }] } } }),
      good,
    ];
    const codes = (limit: number) => mostSevere(files, limit).map(({ issues }) => issues.map(({ code }) => code));
    expect(codes(100)).toEqual(files.map(({ issues }) => issues.map(({ code }) => code)));
    expect(codes(1)).toEqual([["unknown-property"], [], []]);
    expect(codes(3)).toEqual([["unusual-id", "unknown-property"], ["unknown-property"], []]);
    expect(codes(5)).toEqual([
      ["letter-case", "unusual-id", "unknown-property"],
      ["unusual-id", "unknown-property"],
      [],
    ]);
  });
});
