import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type HeaderReading, readHeader } from "./header.ts";

/** A header of a list, and what it is. */
interface Sample {
  readonly header: readonly string[];
  readonly meaning: string;
  readonly side: string;
  readonly unit: string;
}

/** Headers of real results: the header, the levels above it, meaning, side and unit. */
const realHeaders = rowsOf("real-headers").map(([header = "", above = "", meaning = "", side = "", unit = ""]) => ({
  header: [...(above === "" ? [] : above.split(" | ")), header].map((level) => level.replaceAll("\\n", "\n")),
  meaning,
  side,
  unit,
}));

/** Headers that other results are likely to have: the levels, meaning, side and unit. */
const plausibleHeaders = rowsOf("plausible-headers").map(([levels = "", meaning = "", side = "", unit = ""]) => ({
  header: levels.split(" | "),
  meaning,
  side,
  unit,
}));

function rowsOf(name: string): string[][] {
  const text = readFileSync(new URL(`../../../test/results/${name}.tsv`, import.meta.url), "utf8");
  const [, ...lines] = text.trimEnd().split("\n");
  return lines.map((line) => line.split("\t"));
}

/** The samples that read as something else than they are; `unknown` and `none` are no error. */
function misread(samples: readonly Sample[]): string[] {
  return samples.flatMap(({ header, ...sample }) => {
    const reading = readHeader(header);
    const isRight =
      [sample.meaning, "unknown"].includes(reading.meaning) &&
      [sample.side, "none"].includes(reading.side) &&
      [sample.unit, "none"].includes(reading.unit);
    const { meaning, side, unit } = reading;
    return isRight ? [] : [`${header.join(" | ")}: ${JSON.stringify(sample)} is read as ${meaning}, ${side}, ${unit}`];
  });
}

function shareOfUnknown(samples: readonly Sample[]): number {
  const known = samples.filter(({ meaning }) => meaning !== "unknown");
  return known.filter(({ header }) => readHeader(header).meaning === "unknown").length / known.length;
}

/** What must not depend on the spelling of a header. */
function factsOf({ name: _name, horizon: _horizon, ...facts }: HeaderReading) {
  return facts;
}

describe("a header", () => {
  it("of a real result is never read as something else, and rarely unknown", () => {
    expect(misread(realHeaders)).toEqual([]);
    expect(shareOfUnknown(realHeaders)).toBeLessThan(0.05);
  });

  it("of the same kinds is never read as something else, and rarely unknown", () => {
    expect(misread(plausibleHeaders)).toEqual([]);
    expect(shareOfUnknown(plausibleHeaders)).toBeLessThan(0.02);
  });

  it.each([
    ["Port.+Contrib.+To Return", "Contrib. To Return"],
    ["Port. MPT Volatility", "MPT Volatility"],
    ["Port. MPT Beta:B", "MPT Beta"],
    ["28-APR-2026 | Ending\nWeight", "Ending Weight"],
    ["PFTotalRet", "Total Ret"],
    ["askYieldToWorst", "Ask Yield To Worst"],
    ["max_drawdown_pct", "Max drawdown"],
    ["Port. Average Effective Duration", "Average Effective Duration"],
    ["Variation in Ending Weight", "Ending Weight"],
    ["Fund A - Total Return", "Total Return"],
    ["Cumulative Return | Index B", "Cumulative Return"],
    ["Benchmark Avg\nWeight (%)", "Avg Weight"],
    ["Benchmark (%)", "Benchmark"],
    ["Difference\n(%)", "Difference"],
    ["OAS (bp)", "OAS"],
    ["CAGR﹪%", "CAGR"],
    ["Composite Assets ($M)", "Composite Assets ($M)"],
    ["% of Fund", "% of Fund"],
    ["%S", "%S"],
    ["Relative Value At Risk 95% Standalone %", "Value At Risk 95% Standalone"],
    ["Active Spread", "Active Spread"],
    ["Number of Portfolios", "Number of Portfolios"],
    ["Benchmark Name", "Benchmark Name"],
    ["Active Exposure | Momentum", "Momentum Exposure"],
    ["Total Return | 3 Month", "3 Month Total Return"],
    ["Total Effect | Attribution Analysis", "Total Effect"],
    ["Return vs. Benchmark", "Return vs. Benchmark"],
    ["Port.", "Port."],
    ["", "-"],
  ])("%j has the name %j", (levels, name) => {
    expect(readHeader(levels.split(" | ")).name).toBe(name);
  });

  it.each([
    ["Fund A | Port.+Total+Return", "Fund A", "portfolio"],
    ["Fund A - Total Return", "Fund A", "portfolio"],
    ["Return | Index B - Price Return", "Index B", "benchmark"],
    ["Index B | Port. Total Return", "Index B", "portfolio"],
    ["Index B | Cont. to Return", "Index B", "benchmark"],
    ["Acme High Yield Fund | 1 Year", "Acme High Yield Fund", "portfolio"],
    ["Acme Enhanced Index Fund | Weight", "Acme Enhanced Index Fund", "portfolio"],
    ["Cumulative Return | Acme Europe", "Acme Europe", "none"],
    ["ACME:CORE-1 | Port. Weight", "ACME:CORE-1", "portfolio"],
    ["Model- Predicted Beta to Benchmark:P", undefined, "portfolio"],
    ["Port/Bench Coverage Flag", undefined, "none"],
    ["Benchmark | Port. Weight", undefined, "portfolio"],
    ["Active Exposure | Oil", undefined, "difference"],
    ["Portfolio Active Weight", undefined, "difference"],
    ["Fund A | Total Effect", "Fund A", "none"],
  ])("%j has the owner %j and the side %s", (levels, owner, side) => {
    expect(readHeader(levels.split(" | "))).toMatchObject({ owner, side });
  });

  it.each([
    ["28-APR-2026 | Weight", "28-APR-2026"],
    ["09-JUN-2026 to 10-JUN-2026 | Total+Effect", "09-JUN-2026 to 10-JUN-2026"],
    ["2018 | Equity | Fund 0", "2018"],
    ["Weight 12/31/2025", "12/31/2025"],
    ["Weight (12/31/2025)", "12/31/2025"],
    ["Weight as of 31 Dec 2025", "31 Dec 2025"],
    ["Return 2025 (%)", undefined],
    ["2025 Return", "2025"],
    ["Acme 2000 Return", undefined],
    ["Return Since 12/31/2020", undefined],
  ])("%j names the moment %j", (levels, text) => {
    expect(readHeader(levels.split(" | ")).moment?.text).toBe(text);
  });

  it("has a block over all periods only above a measure", () => {
    expect(readHeader(["Total", "Port.+Total+Return"]).isTotalBlock).toBe(true);
    expect(readHeader(["Weight", "Total"]).isTotalBlock).toBe(false);
    expect(readHeader(["Total Effect"]).isTotalBlock).toBe(false);
  });

  it.each([
    ["Port. Total Return", "period", true, undefined],
    ["Fund A - Gross Returns", "period", true, undefined],
    ["Index B - Price Return", "period", true, undefined],
    ["Port. Total Return ( Local )", "period", true, undefined],
    ["annual_return", "period", true, undefined],
    ["Acme Total Return", "period", true, undefined],
    ["Port. Spread Return ( Local )", "period", false, undefined],
    ["Port. Volatility Return (Local)", "period", false, undefined],
    ["Bench. Residual Return ( Local )", "period", false, undefined],
    ["Income Return", "period", false, undefined],
    ["Butterfly Return", "period", false, undefined],
    ["Currency Return", "period", false, undefined],
    ["Foo Return", "period", false, undefined],
    ["Active Return", "period", false, undefined],
    ["Price Change (%)", "period", false, undefined],
    ["Return (bps)", "period", false, undefined],
    ["Factor | Return", "period", false, undefined],
    ["Expected | Return", undefined, false, undefined],
    ["Return on Equity", undefined, false, undefined],
    ["Contribution | Total Return", "period", false, undefined],
    ["Compounded Factor Return", "cumulative", false, undefined],
    ["Cumulative | Fund A | Total Return", "cumulative", false, undefined],
    ["YTD | Port. Total Return", "to-date", false, "YTD"],
    ["Return Since Launch", "since", false, "Since Launch"],
    ["Rolling 12-Month Returns | Fund A", "rolling", false, "12-Month"],
    ["Trailing 3-Year Return (Ann.)", "annualized", false, "3-Year"],
    ["3 Year (Ann.)", "annualized", false, "3 Year (Ann.)"],
    ["Fund A | 3 Month", "horizon", false, "3 Month"],
    ["Growth of $10,000", "level", false, undefined],
    ["YTD Total Effect", "to-date", false, "YTD"],
    ["Ending Weight", undefined, false, undefined],
    ["3-Yr Std Dev (%)", "horizon", false, "3-Yr"],
  ])("%j is over the span %s; linkable: %s; horizon: %s", (levels, span, isLinkable, horizon) => {
    expect(readHeader(levels.split(" | "))).toMatchObject({ span, isLinkable, horizon });
  });

  it.each([
    ["KRD 1-month", 1 / 12],
    ["Key Rate Duration 6Mo", 0.5],
    ["Key Rate Duration 10Yr", 10],
    ["Partial Duration 60M", 5],
    ["Key Rate Duration | 5Y", 5],
    ["Port. KRD 30 Year", 30],
    ["Effective Duration", undefined],
    ["3 Year", undefined],
  ])("%j has the point %s of the curve", (levels, tenor) => {
    expect(readHeader(levels.split(" | ")).tenor).toBe(tenor);
  });
});

describe("the reading of a header", () => {
  const samples = [...realHeaders, ...plausibleHeaders].map(({ header }) => header);

  it("is the same with a plus, a line end or two blanks for a blank", () => {
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.constantFrom("+", "\n", "  ", "\u00a0"), (header, gap) => {
        const other = readHeader(header.map((level) => level.replaceAll(" ", gap)));
        expect(factsOf(other)).toEqual(factsOf(readHeader(header)));
        expect(other.name).toBe(readHeader(header).name);
      }),
      { numRuns: 1000 },
    );
  });

  it("is the same in capitals and in small letters", () => {
    const written = samples.filter((header) =>
      header.every((level) => !/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u.test(level)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...written), fc.boolean(), (header, isUpper) => {
        const other = readHeader(header.map((level) => (isUpper ? level.toUpperCase() : level.toLowerCase())));
        expect(withoutTexts(other)).toEqual(withoutTexts(readHeader(header)));
        expect(other.name.toLowerCase()).toBe(readHeader(header).name.toLowerCase());
      }),
      { numRuns: 1000 },
    );
  });

  it("is the same without the dots of abbreviations", () => {
    fc.assert(
      fc.property(fc.constantFrom(...samples), (header) => {
        const other = readHeader(header.map((level) => level.replaceAll(/(?<=\p{L}{2})\.(?=[\s+]|$)/gu, "")));
        expect(factsOf(other)).toEqual(factsOf(readHeader(header)));
      }),
      { numRuns: 1000 },
    );
  });

  it("has the same meaning below the name of an account", () => {
    const word = fc.constantFrom(
      "Acme",
      "Growth",
      "High Yield",
      "Total Return",
      "Low Volatility",
      "Europe",
      "Cumulative",
    );
    const account = fc.oneof(
      fc.constantFrom("Fund A", "Fund 12", "Account X7"),
      fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `Birken ${words.join(" ")} Fund`),
    );
    const single = samples.filter((header) => header.length === 1);
    fc.assert(
      fc.property(fc.constantFrom(...single), account, (header, name) => {
        const [alone, below] = [readHeader(header), readHeader([name, ...header])];
        const { meaning, unit, span, isLinkable } = alone;
        expect(below).toMatchObject({ meaning, unit, span, isLinkable, name: alone.name });
        expect(below.owner).toBe(name);
      }),
      { numRuns: 1000 },
    );
  });

  it("needs no longer for hostile texts than for others of their length", () => {
    const parts = [
      "a",
      "1",
      "+",
      "%",
      "(",
      "aA",
      "Return ",
      "2020 ",
      "- ",
      ".",
      "_",
      "$1,",
      "1-",
      "Port. ",
      "12/31/2025 ",
    ];
    for (const part of parts) {
      const level = part.repeat(10_000 / part.length);
      const start = performance.now();
      expect(readHeader([level, `${level}%`]).name).not.toBe("");
      expect(performance.now() - start).toBeLessThan(1000);
    }
  });

  it("has no property of objects as a word", () => {
    for (const name of ["constructor", "__proto__", "toString"]) {
      expect(readHeader([name])).toMatchObject({ meaning: "unknown", side: "none", unit: "none" });
    }
  });

  it("is ready at once for 5,000 columns", () => {
    const measures = realHeaders.map(({ header }) => header.at(-1) ?? "");
    const start = performance.now();
    for (let column = 0; column < 5000; column++) {
      const day = `${(column % 28) + 1}-APR-${2000 + (column % 20)}`;
      readHeader([day, measures[column % measures.length] ?? ""]);
    }
    // About 25 ms on a machine with nothing else to do.
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

/** The texts of owner and moment are those of the header. */
function withoutTexts(reading: HeaderReading) {
  const { owner, moment, ...facts } = factsOf(reading);
  return { ...facts, owner: owner?.toLowerCase(), end: moment?.end };
}
