import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Column, decodeResultBytes, readTable, type Table } from "@analytics-engines/core/results";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyFigures } from "../src/run/head/key-figures.ts";
import { column } from "./support/tables.ts";

const SHAPES = path.join(import.meta.dirname, "../../core/test/results/real-shapes");

async function shape(file: string): Promise<Table> {
  const [table] = await decodeResultBytes(readFileSync(path.join(SHAPES, file)));
  if (table === undefined) throw new Error(`no table in ${file}`);
  return table;
}

const files = readdirSync(SHAPES).sort();

/** `*Holdings 5 | Largest: Alder Plc 40.00 %`: results with a star, parts without. */
function figuresText(table: Table): string {
  return keyFigures(table)
    .map(({ label, value, unit, isPart }) => `${isPart ? "" : "*"}${label} ${value}${unit && ` ${unit}`}`)
    .join(" | ");
}

/** The first rows are shown, the first of two rows of the same size, or blocks that only their order tells apart. */
const orderDecides: ReadonlySet<string> = new Set([
  "characteristics.json",
  "horizons.json",
  "repeated-blocks.json",
  "weights-by-date-in-headers.json",
]);

/** What a person expects of each table, by its shape. */
const expected: Readonly<Record<string, string>> = {
  "accounts-in-headers":
    "*Fund A, Total Return 2.00 % | *Fund C, Total Return 2.50 % | *Index B, Total Return 1.50 % | *Fund A, Holdings 2 | *Fund C, Holdings 2",
  "attribution-plus":
    "*Portfolio return 2.00 % | *Benchmark return 1.50 % | *Active return +0.50 % | Allocation +0.20 % | Selection +0.25 % | Interaction +0.05 %",
  "big-negative": "",
  "bond-calculations":
    "*Securities 2 | *Failed 1 | *Yield to No Call, Base 2.90 to 3.80 % | *OAS, Base 35.0 to 92.0 bp | *Effective Duration, Base 3.6 to 8.4 y",
  "bonds-by-maturity": "*Yield to Maturity 4.10 % | *Effective Duration 5.2 y | Securities 2",
  characteristics:
    "*# of Securities, Fund A 43 | *# of Securities, Index B 503 | *Price to Earnings, Fund A 18.20 | *Price to Earnings, Index B 21.4 | *Price to Book, Fund A 2.90 | *Price to Book, Index B 4.1",
  "composite-report": "*Gross Return, 2025 7.40 % | *Net Return, 2025 6.60 % | *Benchmark, 2025 7.00 %",
  "cumulative-by-day":
    "*Fund A, cumulative return, 2026-01-12 3.10 % | *Index B, cumulative return, 2026-01-12 2.40 % | *Difference +0.70 %",
  "cumulative-returns":
    "*World Equity, cumulative return, 2022-01-13 3.10 % | *Growth Fund, cumulative return, 2022-01-13 3.00 %",
  "d-3month": "*3 Month, 2026-04-30 1.50 %",
  "d-ann": "*Annualised Return, 2026-04-30 7.20 %",
  "d-cagr": "*CAGR, 2026-04-30 7.20 %",
  "d-contrib": "*Portfolio contrib. to return, 2026-04-30 2.50 % | Last date 2026-04-30 | Dates 4",
  "d-cum-port": "*Portfolio cumulative total return, 2026-04-30 2.50 %",
  "d-cum": "*Cumulative Return, 2026-04-30 2.50 %",
  "d-cumeffect": "*Cumulative Total Effect ( Local ), 2026-04-30 +0.25 % | Last date 2026-04-30 | Dates 4",
  "d-cumimpact": "*Cumulative Factor Impact, 2026-04-30 +0.25 % | Last date 2026-04-30 | Dates 4",
  "d-drawdown": "*Max Drawdown, 2026-04-30 −3.00 % | Last date 2026-04-30 | Dates 4",
  "d-expected": "Expected Return, 2026-04-30 7.10 % | Last date 2026-04-30 | Dates 4",
  "d-factor": "*Compounded Factor Return, 2026-04-30 2.50 %",
  "d-growth": "*Growth of $10,000, 2026-04-30 10,250 | Last date 2026-04-30 | Dates 4",
  "d-itd": "*ITD Return, 2026-04-30 33.50 %",
  "d-mtd-change": "*MTD Change, 2026-04-30 0.50 %",
  "d-pricechange": "*Price Change, 2026-04-30 0.50 % | Last date 2026-04-30 | Dates 4",
  "d-roc": "*Return on Equity, 2026-04-30 15.20 % | Last date 2026-04-30 | Dates 4",
  "d-roe": "*Portfolio ROE - NTM, 2026-04-30 15.20 % | Last date 2026-04-30 | Dates 4",
  "d-rolling": "*Rolling 12-Month Returns, 2026-04-30 10.10 %",
  "d-since": "*Return Since Launch, 2026-04-30 33.50 %",
  "d-spreadret": "*Portfolio spread return ( local ), 2026-04-30 0.05 % | Last date 2026-04-30 | Dates 4",
  "d-stdret": "*3-Year Annualized Std Dev, 2026-04-30 14.20 % | Last date 2026-04-30 | Dates 4",
  "d-trailing": "*Trailing 3-Year Return (Ann.), 2026-04-30 7.20 %",
  "d-vol": "*Portfolio MPT volatility, 2026-04-30 13.90 % | Last date 2026-04-30 | Dates 4",
  "d-volret": "*Portfolio volatility return (local), 2026-04-30 0.05 % | Last date 2026-04-30 | Dates 4",
  "d-yield": "*Benchmark dividend yield - annual, 2026-04-30 1.40 % | Last date 2026-04-30 | Dates 4",
  "d-ytd-return": "*YTD Return, 2026-04-30 2.50 %",
  "d-ytd": "*YTD, 2026-04-30 2.50 %",
  "dates-in-headers": "*Holdings 3 | Largest: Alder Plc, 2026-04-29 45.00 %",
  footers:
    "*Portfolio return 2.00 % | *Benchmark return 1.50 % | *Active return +0.50 % | Asset Allocation +0.20 % | Sec. Selection +0.25 %",
  "headers-with-plus":
    "*Portfolio return 2.00 % | *Benchmark return 1.50 % | *Active return +0.50 % | Allocation +0.20 % | Selection +0.25 % | Interaction +0.05 %",
  "holdings-two-dates": "*Yield to Worst 4.20 % | *Mod. Duration 5.1 y | Holdings 3",
  "holdings-with-trade-date": "*Total Return 1.25 % | *Holdings 2 | Largest: Alder 60.00 %",
  horizons: "*Fund A, 1 year 9.80 % | *Fund C, 1 year 8.00 % | *Index B, 1 year 9.00 % | Fund A, 5 year (ann.) 6.10 %",
  "local-and-currency":
    "*Portfolio return −0.30 % | *Benchmark return 0.20 % | *Active return −0.50 % | Shift ( Local ) −0.10 % | Allocation ( Local ) −0.30 % | Currency −0.10 %",
  "long-short":
    "*Portfolio return 2.00 % | Net 100.00 % | Long 130.00 % | Short −30.00 % | Most: Long +2.90 % | Least: Short −0.90 %",
  "matrix-groups":
    "*Holdings 4 | *In benchmark 4 | *Active share 10.00 % | Most overweight: Americas +10 % | Most underweight: Europe −10 %",
  "n-abbreviated": "*Groups 2 | *In benchmark 2 | Most overweight: Health +17.00 % | Most underweight: Energy −17.00 %",
  "n-active-share": "*Accounts 2",
  "n-camel":
    "*Ask Yield To Worst 4.00 to 4.50 % | *Bid OAS 35.0 to 92.0 bp | *Mid Effective Duration 3.6 to 8.4 y | *Securities 2",
  "n-cont-return":
    "*Portfolio return 2.00 % | *Benchmark return 1.50 % | *Active return +0.50 % | Most: Health +1.80 % | Least: Energy +0.20 %",
  "n-contrib-plus": "*Portfolio return 2.00 % | Most: Health +1.80 % | Least: Energy +0.20 %",
  "n-difference-returns": "*Portfolio return 2.00 % | *Benchmark return 1.50 % | *Active return +0.50 %",
  "n-difference": "*Groups 2 | *In benchmark 2 | Most overweight: Health +17 % | Most underweight: Energy −17 %",
  "n-digits": "*Holdings 2 | Largest: Alder Plc 60.00 %",
  "n-duration-contribution":
    "*Mod. Duration 5.00 y | Contribution to Duration 5.0 y | Contribution to Yield 4.20 % | *Holdings 2 | Largest: Alder 3 2030 60.00 %",
  "n-effect-camel":
    "*Portfolio return 2.00 % | *Benchmark return 1.50 % | *Active return +0.50 % | Allocation +0.20 % | Selection +0.25 % | Interaction +0.05 %",
  "n-effect-lineends":
    "*Portfolio return 2.00 % | *Benchmark return 1.50 % | *Active return +0.50 % | Allocation +0.20 % | Selection +0.30 %",
  "n-effect-short": "Allocation +0.20 % | Selection +0.25 % | Interaction +0.05 %",
  "n-effect-words":
    "*Fund A, Total Return 2.00 % | *Index B, Total Return 1.50 % | *Active return +0.50 % | Allocation +0.20 % | Selection +0.30 %",
  "n-flags": "*Securities 3",
  "n-flows":
    "*Portfolio beginning market value 1,000 | *Purchase 200 | *Sale −150 | *Benchmark income 12 | *Portfolio ending market value 1,062",
  "n-growth": "*Accounts 2",
  "n-krd-words": "Most: Key Rate Duration 10Yr 3 y",
  "n-krd": "Most: KRD 10-year 3 y",
  "n-marketcap": "*Holdings 2 | Largest: Alder Plc 60.00 %",
  "n-percent-words":
    "*Groups 2 | *In benchmark 2 | Most overweight: Health +17.00 % | Most underweight: Energy −17.00 %",
  "n-prices": "*Securities 2",
  "n-relative-risk": "*Composites 2",
  "n-risk-contribution":
    "*% Factor Contr. to Tot. Risk 100.00 % | *Term Structure Contribution 3.10 % | *Spread Contribution 1.20 % | *Marginal Contribution to Risk 14.00 %",
  "n-risk-effects":
    "*Total effect +0.45 % | Risk Factors +0.20 % | Risk Stock Specific +0.30 % | Risk Transaction −0.05 %",
  "n-spread":
    "*Spread Effect ( Local ) +0.05 % | Spread Risk 1.20 % | OAS 92.0 bp | Discount Margin 80.0 bp | Spread Duration 4.1 y | Portfolio spread return ( local ) 0.30 %",
  "n-suffix":
    "*Portfolio predicted tracking error (std dev), 2026-01-09 4.30 % | *Benchmark predicted tracking error (std dev), 2026-01-09 0.00 % | Portfolio MPT beta, 2026-01-09 0.95 | Benchmark MPT beta, 2026-01-09 1 | Portfolio # of securities, 2026-01-09 44 | Benchmark # of securities, 2026-01-09 503",
  "n-year": "*Net Return, 2024 10.30 % | *Benchmark, 2024 12.00 %",
  optimizer: "*Buys 2,000 | *Sells −1,500 | *Turnover, one-way 20.00 % | Net +500 | Names traded 3 | Cash −500",
  "periods-in-headers":
    "*Portfolio return, all periods 0.50 % | *Benchmark return, all periods −0.20 % | *Active return, all periods +0.70 %",
  "quant-series-with-sector": "Prices from 2023-07-31 | to 2023-08-31 | *ALDR-XX +5.62 % | *BRKN-XX −4.37 %",
  "repeated-blocks":
    "*Holdings 2 | *In benchmark 2 | *Active share, 2026-01-09 17.00 % | Most overweight: Health, 2026-01-09 +17.00 % | Most underweight: Energy, 2026-01-09 −17.00 %",
  "return-and-cumulative":
    "*Fund A, 4 periods 2.46 % | *Fund A, Rolling 12-Month Return, 2026-04-30 10.10 % | Fund A, 2026-04-30 0.50 %",
  "returns-by-month":
    "*Fund A, 6 periods 3.46 % | *Index B, 6 periods 3.39 % | *Difference +0.07 % | Fund A, 2026-06-30 2.00 %",
  "securities-by-date": "Prices from 2026-07-31 | to 2026-08-31 | *ALD-US +5.62 % | *CED-US +2.39 % | *BIR-US −4.37 %",
  "total-beside-groups":
    "*Portfolio return 2.00 % | *Benchmark return 1.50 % | *Active return +0.50 % | Allocation +0.20 % | Selection +0.25 % | Interaction +0.05 %",
  "universe-after.feather": "Prices from 2026-08-31 | to 2026-09-30 | *DLTA +8.33 % | *CEDR −1.22 % | Securities 4",
  "universe-before.feather": "Prices from 2026-08-31 | to 2026-09-30 | *DLTA +8.33 % | *BRKN +2.38 % | *CEDR −1.22 %",
  "weights-by-date-in-headers": "*Holdings 2 | Largest: Alder Plc, 2018-02-28 50.00 %",
  "weights-three-levels":
    "*Holdings 5 | *In benchmark 4 | *Active share 37.00 % | Most overweight: Health +15 % | Most underweight: Energy −22 %",
};

/** Ways to write the same table otherwise, which change no figure. */
const respellings: Readonly<Record<string, (table: Table, order: readonly number[]) => Table>> = {
  "other ids": (table) => withColumns(table, (column, index) => ({ ...column, id: `x${index}`, name: `x${index}` })),
  "a plus for each blank": (table) => withHeaders(table, (level) => level.replaceAll(/ (?=[A-Za-z(])/g, "+")),
  "a line end for each blank": (table) => withHeaders(table, (level) => level.replaceAll(/ (?=[A-Za-z(])/g, "\n")),
  "doubled blanks": (table) => withHeaders(table, (level) => level.replaceAll(/ (?=[A-Za-z(])/g, "  ")),
  "columns in another order": (table, order) => ({ ...table, columns: shuffled(table.columns, order) }),
  "rows in another order": (table, order) =>
    // The rows of a tree that the result states follow their groups.
    table.groupLevels === undefined ? withRows(table, shuffled([...Array(table.rowCount).keys()], order)) : table,
  "a text beside it": (table) => ({
    ...table,
    columns: [
      ...table.columns,
      column(
        "Remark",
        Array.from({ length: table.rowCount }, (_, row) => `remark ${row}`),
        { isDimension: false },
      ),
    ],
  }),
};

/** Orders that decide which of equal things comes first are no other reading. */
function sortedFigures(table: Table): string {
  return keyFigures(table)
    .map(({ label, value }) => `${label} ${value}`)
    .sort()
    .join(" | ");
}

function shuffled<Item>(items: readonly Item[], order: readonly number[]): Item[] {
  const keys = new Map(items.map((item, index) => [item, order[index % order.length] ?? 0]));
  return items.toSorted((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0));
}

function withColumns(table: Table, change: (column: Column, index: number) => Column): Table {
  return { ...table, columns: table.columns.map(change) };
}

function withHeaders(table: Table, change: (level: string) => string): Table {
  return withColumns(table, (column) => ({ ...column, header: column.header.map(change) }));
}

function withRows(table: Table, rows: readonly number[]): Table {
  return withColumns(table, ({ values, ...column }): Column => {
    if (values.kind === "text") {
      const { codes, dictionary } = values;
      return {
        ...column,
        values: { kind: "text", dictionary, codes: Int32Array.from(rows, (row) => codes[row] ?? -1) },
      };
    }
    if (values.kind === "json")
      return { ...column, values: { kind: "json", values: rows.map((row) => values.values[row]) } };
    return {
      ...column,
      values: {
        kind: "number",
        values: Float64Array.from(rows, (row) => values.values[row] ?? Number.NaN),
        isNull: Uint8Array.from(rows, (row) => values.isNull?.[row] ?? 0),
      },
    };
  });
}

describe("the key figures of tables in real shapes", () => {
  it.each(Object.entries(respellings))("are the same with %s", async (_, respell) => {
    const tables = await Promise.all(files.map(async (file) => ({ file, table: await shape(file) })));
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 3, maxLength: 20 }), (order) => {
        for (const { file, table } of tables) {
          if (orderDecides.has(file)) continue;
          expect(sortedFigures(respell(table, order)), file).toBe(sortedFigures(table));
        }
      }),
      { numRuns: 4 },
    );
  });

  it.each(files)("of %s are those that a person expects", async (file) => {
    expect(figuresText(await shape(file))).toBe(expected[file.replace(/\.json$/, "")]);
  });

  it.each(files)("of %s have different labels, a source and words of the header", async (file) => {
    const table = await shape(file);
    const figures = keyFigures(table);
    expect(new Set(figures.map(({ label }) => label)).size).toBe(figures.length);
    for (const { label, value, source } of figures) {
      expect(source).not.toBe("");
      expect(value).not.toMatch(/NaN|n\/a|undefined/);
      expect(label).not.toMatch(/\b(total|group)\d|undefined|NaN|\+\w|\n/);
    }
  });

  it("are bold only where the header says what the number means", async () => {
    for (const file of files) {
      const table = await shape(file);
      const certain = readTable(table).measures.some(
        ({ meaning }) => meaning !== "unknown" && meaning !== "other-number",
      );
      const counted = /^(Rows|Groups|Accounts|Securities|Holdings|Composite names)/;
      const bold = keyFigures(table).filter(({ isPart, label }) => isPart !== true && !counted.test(label));
      if (!certain && !readTable(table).rowsAreMeasures) expect(bold, file).toEqual([]);
    }
  });
});
