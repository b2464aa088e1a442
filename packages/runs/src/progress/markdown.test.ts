import { escapeMarkdown, visible } from "@analytics-engines/core/basics";
import fc from "fast-check";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { code, firstFitting, prose, rowsWithin, table } from "./markdown.ts";

const render = (markdown: string) =>
  micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });

/** The text that HTML shows, and the names of its elements. */
function readHtml(html: string): { text: string; elements: string[] } {
  const elements = Array.from(html.matchAll(/<([a-z0-9]+)[^>]*>/gi), (match) => match[1] ?? "");
  const text = html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
  return { text, elements: elements.filter((element) => element !== "wbr") };
}

const hostile = [
  "::error::x",
  "a|b|c\\|d",
  "<script>alert(1)</script>",
  "<!-- x -->",
  "</td></table>",
  "[a](https://x.example)",
  "![a](x)",
  "`a` ``b``",
  "*a* _b_ ~c~ **d**",
  "@octocat",
  "@org/team",
  "a@b.example",
  "https://x.example/?a=b",
  "www.x.example",
  "WWW.x.example",
  "ftp://x",
  "#12",
  "o/r#12",
  "GH-12",
  "&amp; &#64;",
  ":tada:",
  "$a$",
  "[^1]",
  "\\",
  "a\\",
  "| --- |",
  "\n\n# x",
  "\r\n- x",
  "\u202eabc",
  "a\u200bb",
  " a  b ",
  "x".repeat(300),
  "../../etc",
  "javascript:alert(1)",
  "mailto:a@b.example",
];

describe("escapeMarkdown", () => {
  it.each(hostile)("shows %j as text", (text) => {
    expect(readHtml(render(`x${escapeMarkdown(text)}x`))).toEqual({ text: `x${visible(text)}x`, elements: ["p"] });
  });

  it("keeps ordinary names readable in the source", () => {
    expect(escapeMarkdown("parameters/weights-2024.pa.json (1 %)")).toBe("parameters/weights-2024.pa.json (1 %)");
  });

  it("shows any text as it is, in a cell of a table that keeps its form, with no element but ours", () => {
    const piece = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: "binary" }), fc.string());
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
        const text = pieces.join("");
        const html = render(
          `${table(
            ["a", "b"],
            [
              [escapeMarkdown(text), code(text)],
              ["1", "2"],
            ],
          )}`,
        );
        const cells = Array.from(html.matchAll(/<td>(.*?)<\/td>/gs), (match) => readHtml(match[1] ?? ""));
        expect(cells).toHaveLength(4);
        const shown = visible(text);
        expect(cells[0]).toEqual({ text: shown, elements: [] });
        expect(cells[1]).toEqual({ text: shown, elements: shown === "" ? [] : ["code"] });
      }),
    );
  });

  it("leaves nothing that GitHub links after it has decoded character references", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.constantFrom(...hostile), fc.constantFrom("http", "www", ":", "/", ".", "@", "#", "1", "gh-")),
          { maxLength: 8 },
        ),
        (pieces) => {
          // Text nodes end at an element, so each part between elements is checked separately.
          for (const part of render(escapeMarkdown(pieces.join(""))).split(/<[^>]*>/)) {
            expect(part).not.toMatch(/:\/\/|www\.|[@#:]\w|gh-\d/i);
          }
        },
      ),
    );
  });
});

describe("prose", () => {
  it("shows only text between backticks as code", () => {
    const html = render(prose("There is no `a|b` in `<c>`. *Did* you mean `d`?"));
    expect(html).toContain("<code>a|b</code>");
    expect(readHtml(html)).toEqual({
      text: "There is no a|b in <c>. *Did* you mean d?",
      elements: ["p", "code", "code", "code"],
    });
    expect(readHtml(render(prose("cut `in the"))).text).toBe("cut `in the");
  });

  it("is no element but ours, whatever the text holds", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...hostile, "`"), fc.string({ unit: "binary" }))), (parts) => {
        const { elements } = readHtml(render(`| ${prose(parts.join(""))} |\n| --- |\n| x |`));
        const own = ["table", "thead", "tr", "th", "tbody", "td", "code"];
        expect(elements.filter((element) => !own.includes(element))).toEqual([]);
      }),
    );
  });
});

describe("firstFitting", () => {
  it("takes the fullest text that fits, in bytes", () => {
    expect(firstFitting([() => "éééé", () => "ab"], 8)).toBe("éééé");
    expect(firstFitting([() => "éééé", () => "ab"], 7)).toBe("ab");
  });

  it("never gives more than the limit", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }), fc.nat(60), (texts, limit) => {
        expect(
          Buffer.byteLength(
            firstFitting(
              texts.map((text) => () => text),
              limit,
            ),
          ),
        ).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe("rowsWithin", () => {
  it("gives as many rows as fit", () => {
    expect(rowsWithin(["aa", "bb", "cc"], 6)).toEqual(["aa", "bb"]);
    expect(rowsWithin(["aa", "bb"], 6)).toEqual(["aa", "bb"]);
    expect(rowsWithin(["aa"], 1)).toEqual([]);
  });
});
