import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MadeColumn, makeTable } from "../../test/support/tables/make-table.ts";
import { closestColumn, columnMatcher, findNamedColumns, labelColumns } from "./named-columns.ts";

const column = (...header: string[]): MadeColumn => ({ name: header.join("_"), header, cells: [1] });
const labelsFor = (name: string, ...headers: readonly (readonly string[])[]) =>
  findNamedColumns(name, labelColumns(makeTable(headers.map((header) => column(...header))).columns)).map(
    ({ label }) => label,
  );

describe("a column that a user names", () => {
  it.each([
    ["port. average weight", ["Port.+Average+Weight"]],
    ["Port Average  Weight", ["Port.+Average+Weight"]],
    ["PORT.\nAVERAGE WEIGHT", ["Port.+Average+Weight"]],
    ["port. *", ["Port.+Average+Weight", "Port.\nEnding Weight"]],
    ["Port.+*+Weight", ["Port.+Average+Weight", "Port.\nEnding Weight"]],
    ["total return | fund a", ["Total+Return | Fund A"]],
    ["return 100bp", []],
    ["return +100BP", ["Return +100bp"]],
    ["weight", []],
  ])("as %j is %j", (name, labels) => {
    const headers = [["Port.+Average+Weight"], ["Port.\nEnding Weight"], ["Total+Return", "Fund A"], ["Return +100bp"]];
    expect(labelsFor(name, ...headers)).toEqual(labels);
  });

  it("is this very one if several have the same words, and all of one header", () => {
    const headers = [["Port.+Weight"], ["Port. Weight"], ["Return"], ["Return"]];
    expect(labelsFor("Port. Weight", ...headers)).toEqual(["Port. Weight"]);
    expect(labelsFor("port weight", ...headers)).toEqual(["Port.+Weight", "Port. Weight"]);
    expect(labelsFor("Return", ...headers)).toEqual(["Return", "Return (2)"]);
    expect(labelsFor("return (1)", ...headers)).toEqual(["Return"]);
    expect(labelsFor("RETURN (2)", ...headers)).toEqual(["Return (2)"]);
  });

  it("may be typed with any blanks and letter case", () => {
    const word = fc.constantFrom("Port.", "Bench.", "Average", "Weight", "Total", "Return", "Eff.", "5Y", "a|b");
    const blank = fc.constantFrom(" ", "+", "  ", "\n", "\r\n", " + ");
    const spelling = fc.tuple(fc.infiniteStream(blank), fc.boolean(), fc.boolean());
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), spelling, spelling, (words, ...spellings) => {
        const [typed = "", shown = ""] = spellings.map(([blanks, isLower, hasDots]) => {
          const text = words.map((each, at) => (at === 0 ? each : `${blanks.next().value}${each}`)).join("");
          const dotted = hasDots ? text : text.replaceAll(".", "");
          return isLower ? dotted.toLowerCase() : dotted;
        });
        expect(columnMatcher(typed)(shown)).toBe(true);
        expect(labelsFor(typed, ["Other"], [shown])).toEqual([shown]);
      }),
    );
  });
});

describe("the closest column", () => {
  const labels = ["Port.+Average+Weight", "Bench.+Average+Weight", "Portfolio | Total Return", "Duration"];
  it.each([
    ["port averge weight", "Port.+Average+Weight"],
    ["Bench+Average+Wieght", "Bench.+Average+Weight"],
    ["*duraton*", "Duration"],
    ["*Retrun*", "Portfolio | Total Return"],
    ["Total Retrun", "Portfolio | Total Return"],
    ["Weight", "Port.+Average+Weight"],
    ["Carbon intensity", undefined],
    ["*", undefined],
  ])("to %j is %j", (name, closest) => {
    expect(closestColumn(name, labels)).toBe(closest);
  });
});
