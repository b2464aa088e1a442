import { codeQuote, visible } from "@analytics-engines/core/basics";
import { compareParameters, describeCheckChanges, readChecks } from "@analytics-engines/core/files";
import { type ParameterFile, readParameterFile } from "@analytics-engines/core/parameters";
import fc from "fast-check";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../../core/test/support/sample.ts";
import { manifestOf } from "../../test/support/manifests.ts";
import { assess, type Review } from "./assess.ts";
import { renderReview } from "./render-review.ts";
import type { Moved, ReviewOutcome } from "./unit-review.ts";

const links = {
  report: "https://github.com/house/book/actions/runs/1/artifacts/2",
  earlier: "https://github.com/house/book/actions/runs/3",
};
const limit = 65_536;

/** A review in which every text from outside is this text. */
function reviewOf(text: string): Review {
  const texts = { before: "1.00", after: "2.00", difference: "+1.00", percent: "+100 %", unit: "%" };
  const numbers = { before: 1, after: 2, difference: 1, share: 1, size: 100 };
  const move = { row: [text, null], column: text, ...numbers, text: texts };
  const other = { row: [text], column: text, before: text, after: { [text]: text } };
  const moved = (cause: Moved["cause"]): Moved => ({
    kind: "moved",
    cause,
    dates: { before: "2024-01-31", after: "2024-02-29", isDifferent: true },
    moves: [move],
    others: [other],
    changedCells: 20,
    comparedCells: 30,
    withinTolerance: 1,
    form: [{ kind: "added", noun: "row", count: 1 }],
  });
  const outcomes: readonly ReviewOutcome[] = [
    { kind: "failed", status: "failure", message: text, before: "success" },
    { kind: "altered", reason: text },
    moved("parameters"),
    moved("neither"),
    moved("dates"),
    { kind: "appeared" },
    { kind: "vanished" },
    { kind: "not-compared", reason: text },
    { kind: "same", withinTolerance: 0 },
  ];
  const before = parametersWith("plain");
  const after = parametersWith(text);
  return {
    run: {
      folder: "/run",
      manifest: manifestOf([], "failure"),
      missing: [{ index: 2, total: 3, files: [text] }],
    },
    earlier: {
      run: { folder: "/base", manifest: manifestOf([]), missing: [] },
      source: { kind: "artifact", workflowRun: 3, branch: text },
    },
    numbers: {
      units: [
        ...outcomes.map((outcome) => ({ path: text, unit: text, outcome })),
        { path: text, unit: "u", row: { path: `${text}.pa.sweep.json`, unit: "kept" }, outcome: moved("parameters") },
      ],
      notRun: [1, 2].map((unit) => ({ path: text, unit: `${unit}`, outcome: { kind: "vanished" } })),
      unmatchedTolerances: [{ columns: text, closest: text }, { columns: text }],
    },
    tolerances: [],
    commits: { base: "a".repeat(40), head: "b".repeat(40) },
    checks: {
      changes: [{ text: codeQuote(text), below: describeCheckChanges([], checksWith(text)) }],
      report: {
        version: 1,
        checkedAt: "2026-11-20T06:00:00.000Z",
        files: [],
        counts: { passed: 0, errors: 1, warnings: 0, skipped: 0, unjudged: 0 },
        findings: [
          {
            file: text,
            check: 0,
            id: text,
            line: 3,
            rule: "notNull",
            severity: "error",
            status: "failed",
            message: text,
            cells: 12,
            path: text,
            unit: text,
            because: text,
          },
        ],
      },
    },
    parameters: [
      {
        kind: "changed",
        path: `${text}.pa.sweep.json`,
        from: undefined,
        sources: [text],
        changes: compareParameters(before, after),
        units: [],
        problem: undefined,
        isInvalid: false,
        references: [],
      },
      {
        kind: "renamed",
        path: text,
        from: text,
        changes: compareParameters(before, after),
        units: [],
        problem: undefined,
        isInvalid: false,
        references: [
          { kind: "component", id: text, serviceEntry: { name: text, category: text } },
          { kind: "account", id: text, serviceEntry: "not-known" },
        ],
      },
      {
        kind: "added",
        path: text,
        from: undefined,
        changes: undefined,
        units: [text],
        problem: undefined,
        isInvalid: false,
        references: [],
      },
      {
        kind: "removed",
        path: text,
        from: undefined,
        changes: undefined,
        units: [],
        problem: text,
        isInvalid: false,
        references: [],
      },
    ],
  };
}

function checksWith(text: string) {
  const checks = [{ rowCount: { min: 1 }, units: text, because: text }];
  return readChecks(JSON.stringify({ checks })).checks;
}

/** Two units, one with the text as its id, and an account whose id is the text. */
function parametersWith(text: string): ParameterFile {
  const unit = { componentid: "0".repeat(32), accounts: [{ id: text === "" ? "x" : text }] };
  const file = readParameterFile(JSON.stringify({ data: { ["kept"]: unit, [`u${text}`]: unit } }), { family: "pa" });
  return file.request === undefined
    ? readParameterFile('{"data":{"kept":{"componentid":"0"}}}', { family: "pa" })
    : file;
}

const render = (review: Review, most = limit) => renderReview(review, assess(review), links, most);
const toHtml = (markdown: string) =>
  micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });

const hostile = fc.oneof(
  fc.constantFrom(
    "@octocat",
    "a@b.example",
    "https://x.example/a",
    "www.x.example",
    "[a](https://x.example)",
    "![a](x)",
    "<b>",
    "</details>",
    "</summary>",
    "</code>",
    "<!-- analytics-engines review default run 9999.1 -->",
    "-->",
    "`",
    "``",
    "|",
    "\\",
    "\n",
    "\n\n## x",
    "\r\n- x",
    "```",
    "#12",
    "o/r#1",
    "&lt;",
    "&#64;",
    ":tada:",
    "$x$",
    "~~x~~",
    "\u202e",
    "\u200b",
    "**",
    "_",
    "[^1]",
    "  ",
    "<!--",
  ),
  fc.string(),
  fc.string({ unit: "binary" }),
);

describe("a review of hostile text", () => {
  it("shows nothing of it as markup, link, mention or mark, wherever it comes from", () => {
    const own = /^(?:h2|h3|p|table|thead|tbody|tr|th|td|code|ul|li|details|summary|a|wbr|br)$/;
    const expected = structureOf(toHtml(render(reviewOf("plain text"))));
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (parts) => {
        const markdown = render(reviewOf(parts.join("") || "x"));
        expect(markdown).not.toContain("<!--");
        const html = toHtml(markdown);
        const elements = Array.from(html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi), ([, name = "", rest = ""]) => ({
          name,
          rest,
        }));
        for (const { name, rest } of elements) {
          expect(name).toMatch(own);
          if (name === "a" && rest !== "")
            expect(rest).toMatch(/^ href="https:\/\/github\.com\/house\/book\/actions\/runs\/[\d/artifcs]+"$/);
        }
        // Between elements other than code, GitHub looks for mentions, references and addresses once more.
        const shown = html.replace(/<code>[\s\S]*?<\/code>|<a href="[^"]*">[^<]*<\/a>/g, "");
        for (const part of shown.split(/<[^>]*>/)) expect(part).not.toMatch(/:\/\/|www\.|[@#]\w|gh-\d/i);
        // No part of the text opens or closes a section, a row, a list or a fold.
        expect(structureOf(html).filter((name) => !/code|li|ul/.test(name))).toEqual(
          expected.filter((name) => !/code|li|ul/.test(name)),
        );
      }),
      { numRuns: sampleSize(80) },
    );
  });

  it("shows text as the text it is", () => {
    const html = toHtml(render(reviewOf("<b>@x</b> | `y`")));
    expect(html).toContain("&lt;b&gt;@<wbr>x&lt;/b&gt; | `y`");
  });
});

function structureOf(html: string): readonly string[] {
  return Array.from(html.matchAll(/<(\/?[a-z0-9]+)[^>]*>/gi), ([, name = ""]) => name).filter((name) => name !== "wbr");
}

describe("a long review", () => {
  /** A review with `count` units that moved, and as many that are the same. */
  function large(count: number): Review {
    const plain = reviewOf("plain");
    const moved = plain.numbers.units.find(({ outcome }) => outcome.kind === "moved");
    const same = plain.numbers.units.find(({ outcome }) => outcome.kind === "same");
    if (moved === undefined || same === undefined) throw new Error("both are there");
    const units = Array.from({ length: count }, (_, index) => [
      { ...moved, unit: `moved ${index}` },
      { ...same, unit: `same ${index}` },
    ]).flat();
    return { ...plain, parameters: [], numbers: { units, notRun: [], unmatchedTolerances: [] } };
  }

  it("shows everything if it fits", () => {
    const text = render(large(20));
    expect(text).toContain("20 units the same");
    expect(text).toContain("<details>");
  });

  /** A review of this many moved units in files of fifty, one of which failed. */
  function withFailure(count: number): Review {
    const plain = reviewOf("plain");
    const { units } = large(count).numbers;
    const failed = plain.numbers.units.filter(({ outcome }) => outcome.kind === "failed");
    const sized = units.map((unit, index) => ({ ...unit, path: `book ${Math.floor(index / 100)}.pa.json` }));
    return {
      ...plain,
      parameters: [],
      numbers: {
        units: [...sized, ...failed.map((unit) => ({ ...unit, unit: "the failed one" }))],
        notRun: [],
        unmatchedTolerances: [],
      },
    };
  }

  it.each([150, 1000, 5000])(
    "uses most of the limit for %d moved units: failed ones by name, moves, counts per file",
    (count) => {
      const text = render(withFailure(count));
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
      expect(Buffer.byteLength(text)).toBeGreaterThan(limit / 2);
      expect(text).toContain("<code>the failed one</code>");
      for (let index = 0; index < 20; index++) expect(text).toContain(`<code>moved ${index}</code>`);
      expect(text).toContain("| <code>book 1.pa.json</code> |  | 50 | 50 |");
      expect(text).toMatch(/\nNot everything fits here\. The linked page has the rest\.\n$/);
    },
  );

  it("names all failed units, whatever room their reasons have", () => {
    const plain = reviewOf("plain");
    const units = Array.from({ length: 400 }, (_, index) => ({
      path: "book.pa.json",
      unit: `failed ${index}`,
      outcome: { kind: "failed", status: "failure", message: "no ".repeat(200), before: "success" } as const,
    }));
    const text = render({ ...plain, parameters: [], numbers: { units, notRun: [], unmatchedTolerances: [] } });
    for (let index = 0; index < 400; index++) expect(text).toContain(`<code>failed ${index}</code>`);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
  });

  it("folds the rows of a table after the twentieth", () => {
    const [open = ""] = render(large(30)).split("<details><summary>10 more</summary>");
    expect(open.match(/\| <code>plain<\/code> <code>moved \d+<\/code> \|/g)).toHaveLength(20);
  });

  it("never exceeds the limit, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 500, max: limit }),
        hostile,
        (count, most, text) => {
          const review = large(count);
          const named = {
            ...review,
            numbers: {
              ...review.numbers,
              units: review.numbers.units.map((each) => ({ ...each, unit: text.repeat(5) })),
            },
          };
          const rendered = render(named, most);
          expect(Buffer.byteLength(rendered)).toBeLessThanOrEqual(most);
          expect(rendered).toMatch(/^## ❌ Analytics: .*1 check failed/);
        },
      ),
      { numRuns: sampleSize(30) },
    );
  });
});

it("a review has hidden characters spelt out", () => {
  expect(visible("\u202e")).toBe("\\u{202e}");
  expect(render(reviewOf("a\u202eb"))).toContain("a&#92;u&#123;202e&#125;b");
});
