import fc from "fast-check";
import { createScanner } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { arbitraryOf } from "../../../test/support/parameters/arbitrary.ts";
import { sampleSize } from "../../../test/support/sample.ts";
import { nearest } from "../../text/nearest.ts";
import { dayFrom, formatDay, readDate, readRelative } from "../dates/days.ts";
import { applyFixes } from "../issues/fixes.ts";
import { readParameterFile } from "../read/read.ts";
import { documentKinds, shapeOf } from "../shapes/shape.ts";
import { datesMeant, numbersMeant } from "./meanings.ts";

/** The tokens of a JSON text, with the blanks between them. */
function tokensOf(text: string): string[] {
  const scanner = createScanner(text, false);
  const tokens: string[] = [];
  for (let kind: number = scanner.scan(); kind !== 17; kind = scanner.scan()) {
    const start = scanner.getTokenOffset();
    tokens.push(text.slice(start, start + scanner.getTokenLength()));
  }
  return tokens;
}

const quotePairs = ["''", "“”", "„“", "«»", "‘’", "``"];
const words: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None", ",": ";", ":": "=" };

/** A token as somebody may write it by mistake; the token itself where there is no such mistake. */
function slipOf(token: string, choice: number): string {
  const pair = quotePairs[choice % quotePairs.length] ?? "''";
  if (/^"[\w /:.-]*"$/.test(token)) return pair.charAt(0) + token.slice(1, -1) + pair.charAt(1);
  return words[token] ?? token;
}

const documents = fc
  .constantFrom(...documentKinds)
  .chain((kind) => fc.tuple(fc.constant(kind), arbitraryOf(shapeOf(kind)), fc.constantFrom(0, 2)))
  .map(([kind, document, indent]) => ({ kind, text: JSON.stringify(document, null, indent) ?? "null" }));

test("the fixes of any slips in a file restore its text", () => {
  fc.assert(
    fc.property(documents, fc.infiniteStream(fc.nat(20)), ({ kind, text }, choices) => {
      let count = 0;
      const wrong = tokensOf(text)
        .map((token) => {
          const choice = Number(choices.next().value);
          const written = choice < 7 && count < 900 ? slipOf(token, choice) : token;
          if (written !== token) count++;
          return written;
        })
        .join("");
      const { issues } = readParameterFile(wrong, { path: `a.${kind}.json` });
      const slips = issues.filter(({ code }) => code === "syntax");
      expect(slips, wrong).toHaveLength(count);
      expect(applyFixes(wrong, slips)).toBe(text);
    }),
    { numRuns: sampleSize(1000) },
  );
});

describe("the numbers that a text may mean", () => {
  test.each(["en-US", "de-DE", "fr-FR", "de-CH", "es-ES"])("have the one that %s writes so", (locale) => {
    const numbers = fc.double({ min: -1e12, max: 1e12, noNaN: true }).map((number) => Number(number.toFixed(4)));
    fc.assert(
      fc.property(numbers, (number) => {
        const text = number.toLocaleString(locale, { maximumFractionDigits: 4 });
        // What is a number of JSON is that number: the thousands of `1.000` cannot be seen.
        if (!/^-?\d+\.\d+$/.test(text)) expect(numbersMeant(text).map(Number)).toContain(number);
      }),
      { numRuns: sampleSize(1000), examples: [[0], [0.5], [1000], [100.285], [-1234567.25]] },
    );
  });

  test("are numbers of JSON, for any text", () => {
    const text = fc.stringMatching(/^[-+\d.,_' e%]{0,12}$/);
    fc.assert(
      fc.property(text, (any) => {
        for (const number of numbersMeant(any)) expect(String(JSON.parse(number))).not.toBe("NaN");
      }),
      { numRuns: sampleSize(2000) },
    );
    expect(["", ".", "-", "1.2.3", "5%", "1e", "one", "20240131-1"].flatMap(numbersMeant)).toEqual([]);
  });
});

describe("the dates that a text may mean", () => {
  const days = fc.tuple(
    fc.integer({ min: 1900, max: 2100 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  );
  const months = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ];

  test("have the day that is written in any usual form", () => {
    fc.assert(
      fc.property(days, ([year, month, day]) => {
        const right = formatDay(dayFrom(year, month, day) ?? 0);
        const [name = "", mm, dd] = [
          months[month - 1],
          ...[month, day].map((number) => String(number).padStart(2, "0")),
        ];
        const texts = [
          `${year}-${mm}-${dd}`,
          `${year}/${month}/${day}`,
          `${year}-${mm}-${dd}T00:00:00Z`,
          `${mm}/${dd}/${year}`,
          `${day}/${month}/${year}`,
          `${day}.${month}.${year}`,
          `${dd}-${name.slice(0, 3)}-${year}`,
          `${name} ${day}, ${year}`,
          `${day} ${name} ${year}`,
          ` ${right}`,
          `${right}T00`,
        ];
        for (const text of texts) expect(datesMeant(text), text).toContain(right);
      }),
      { numRuns: sampleSize(500) },
    );
  });

  test("have the day that a spreadsheet stores as a number", () => {
    const days = { 32874: "19900101", 45292: "20240101", 45351: "20240229", 73050: "20991231" };
    for (const [serial, day] of Object.entries(days)) expect(datesMeant(serial)).toEqual([day]);
    for (const text of ["32873", "73051", "452920", "-45292"]) expect(datesMeant(text)).toEqual([]);
  });

  test("have the relative date that is written in any usual form", () => {
    const units = fc.constantFrom(
      ["D", "days", "day"],
      ["W", "weeks", "wk"],
      ["M", "Mo", "months"],
      ["Q", "qtr", "quarter"],
      ["Y", "yr", "years"],
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), units, (count, [letter = "", ...names]) => {
        for (const name of [letter, ...names])
          for (const text of [
            `${count}${name}`,
            `+${count}${name}`,
            `- ${count} ${name}`,
            `−${count}${name}`,
            `${name}-${count}`,
          ])
            expect(datesMeant(text), text).toEqual([`-${count}${letter}`]);
        expect(datesMeant(`${count} ${names[0]} ago`)).toEqual([`-${count}A${letter}`]);
        expect(datesMeant(`-${count}${letter}A`)).toEqual([`-${count}A${letter}`]);
      }),
      { numRuns: sampleSize(500) },
    );
    const inWords = {
      today: "0",
      yesterday: "-1",
      LASTMONTH: "0M",
      "previous quarter": "0Q",
      "end of last year": "0Y",
    };
    for (const [text, date] of Object.entries(inWords)) expect(datesMeant(text), text).toEqual([date]);
  });

  test("are dates that the reader takes, for any text", () => {
    const text = fc.stringMatching(/^[-+\d/. dwmqyaAJan]{0,12}$/);
    fc.assert(
      fc.property(text, (any) => {
        for (const date of datesMeant(any)) {
          const { form } = readDate(date);
          expect(["relative", "absolute"], `${any} → ${date}`).toContain(form);
          expect(readRelative(date) !== undefined || /^\d{8}$/.test(date)).toBe(true);
        }
      }),
      { numRuns: sampleSize(3000) },
    );
    expect(
      ["", "soon", "BOM-1", "2024", "20240230", "30.02.2024", "13/32/2024", "-13X"]
        .flatMap(datesMeant)
        .filter((date) => date.length === 8),
    ).toEqual([]);
  });
});

test("the closest name to the beginning of a name is the name", () => {
  const frequencies = ["BeginningOfPeriod", "EndOfPeriod", "CurrentPeriod"];
  expect(nearest("Beginning", frequencies)).toBe("BeginningOfPeriod");
  expect(nearest("beginning of period", frequencies)).toBe("BeginningOfPeriod");
  expect(nearest("EndofPeriods", frequencies)).toBe("EndOfPeriod");
  expect(nearest("Be", frequencies)).toBeUndefined();
  expect(nearest("Middle", frequencies)).toBeUndefined();
});
