import { applyEdits } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { applyFixes } from "../issues/fixes.ts";
import { readParameterFile } from "../read/read.ts";

const ID = "0A".repeat(32);
const ACCOUNT = "Client:/Equity/GROWTH.ACCT";
const files = {
  "weights.pa.json": `{
  "data": {
    "weights": {
      "componentid": "${ID}",
      "accounts": [{ "id": "${ACCOUNT}", "holdingsmode": "B&H" }],
      "benchmarks": [{ "id": "BMK:WORLD" }],
      "dates": { "startdate": "-1M", "enddate": "0M", "frequency": "Monthly" },
      "datasources": { "useportfoliopricingsourcesforbenchmark": true },
      "currencyisocode": "USD"
    }
  },
  "meta": { "format": "JsonStach" }
}
`,
  "bonds.fi.json": `{
  "data": {
    "securities": [{ "symbol": "912828ZG8", "calcFromMethod": "Price", "calcFromValue": 100.285, "face": 1 }],
    "calculations": ["Security Name"],
    "jobSettings": { "asOfDate": "20240131", "partialDurationMonths": [1, 3] }
  }
}
`,
} as const;
type FileName = keyof typeof files;

/** A mistake: what is written in place of a part of a right file, and what the reader says about it. */
interface Mistake {
  readonly right: string;
  readonly wrong: string;
  readonly place: string;
  readonly issue: string;
  readonly message: string;
  /** What the first fix writes in place of the wrong part: the right part, unless it is another, or `none`. */
  readonly fixed?: string | "none";
}

const mistake = (
  right: string,
  wrong: string,
  place: string,
  issue: string,
  message: string,
  fixed?: string,
): Mistake => ({
  right,
  wrong,
  place,
  issue,
  message,
  ...(fixed !== undefined && { fixed }),
});

const quotes = (written: string) => `JSON writes texts between straight double quotes: \`"USD"\`, not \`${written}\`.`;

const inWeights: Record<string, Mistake> = {
  "typographic quotes": mistake('"USD"', "“USD”", "9:26", "error syntax", quotes("“USD”")),
  "German quotes": mistake('"USD"', "„USD“", "9:26", "error syntax", quotes("„USD“")),
  guillemets: mistake('"USD"', "«USD»", "9:26", "error syntax", quotes("«USD»")),
  "single quotes": mistake('"USD"', "'USD'", "9:26", "error syntax", quotes("'USD'")),
  "a straight quote and another": mistake('"USD"', '"USD”', "9:26", "error syntax", quotes('"USD”')),
  "single quotes around a name": mistake(
    '"currencyisocode"',
    "'currencyisocode'",
    "9:7",
    "error syntax",
    "JSON writes texts between straight double quotes: `\"currencyisocode\"`, not `'currencyisocode'`.",
  ),
  "single quotes around a path": mistake(
    `"${ACCOUNT}"`,
    `'${ACCOUNT}'`,
    "5:28",
    "error syntax",
    `JSON writes texts between straight double quotes: \`"${ACCOUNT}"\`, not \`'${ACCOUNT}'\`.`,
  ),
  "no quotes": mistake('"USD"', "USD", "9:26", "error syntax", 'Text is written between double quotes: `"USD"`.'),
  "no quotes around a name": mistake(
    '"currencyisocode"',
    "currencyisocode",
    "9:7",
    "error syntax",
    'A name is written between double quotes: `"currencyisocode"`.',
  ),
  "no second quote": mistake(
    '"USD"',
    '"USD',
    "9:26",
    "error syntax",
    "The text is not closed: a double quote is missing on this line.",
  ),
  "no first quote": mistake('"USD"', 'USD"', "9:26", "error syntax", 'A double quote is missing before `USD"`.'),
  "a name without its second quote": mistake(
    '"currencyisocode":',
    '"currencyisocode:',
    "9:7",
    "error syntax",
    "The name `currencyisocode` is not closed: a double quote is missing before the colon.",
  ),
  "a trailing comma": mistake('"USD"', '"USD",', "9:31", "error trailing-comma", "No comma may follow the last entry."),
  "a trailing semicolon": mistake(
    '"USD"',
    '"USD";',
    "9:31",
    "error trailing-comma",
    "No `;` may follow the last entry.",
  ),
  "a comment": mistake('"USD"', '"USD" // dollars', "9:32", "error comment", "JSON has no comments.", '"USD" '),
  "a comment with #": mistake('"USD"', '"USD" # dollars', "9:32", "error comment", "JSON has no comments.", '"USD" '),
  "a missing comma": mistake("true },", "true }", "9:7", "error syntax", "A comma is missing before this."),
  "two commas": mistake("true },", "true },,", "8:73", "error syntax", "An entry is missing before this comma."),
  "a semicolon": mistake("true },", "true };", "8:72", "error syntax", "A comma is needed between entries, not `;`."),
  "a missing colon": mistake('code": "', 'code" "', "9:25", "error syntax", "A colon is missing before this."),
  "a missing value": mistake(': "USD"', ": ", "10:5", "error syntax", "A value is missing before `}`.", "none"),
  "an equals sign": mistake('code": "', 'code"= "', "9:24", "error syntax", "A colon is needed after a name, not `=`."),
  "a missing bracket": mistake(
    'WORLD" }]',
    'WORLD" ]',
    "6:42",
    "error syntax",
    "The object is not closed: `}` is missing before `]`.",
    'WORLD" }]',
  ),
  "a wrong bracket": mistake('WORLD" }]', 'WORLD" })', "6:43", "error syntax", "A list ends with `]`, not with `)`."),
  "a character that cannot be seen": mistake(
    '"USD"',
    '\u00a0"USD"',
    "9:26",
    "error syntax",
    "A character that cannot be seen, U+00A0, may only be inside a text.",
    ' "USD"',
  ),
  True: mistake("true", "True", "8:66", "error syntax", "JSON writes `true`, not `True`."),
  None: mistake("true", "None", "8:66", "error syntax", "JSON writes `null`, not `None`.", "null"),
  "a text for a boolean": mistake(
    "true",
    '"True"',
    "8:66",
    "error wrong-type",
    "This is text; a boolean is needed in `useportfoliopricingsourcesforbenchmark`.",
  ),
  "a number for a text": mistake(
    '"-1M"',
    "20240131",
    "7:31",
    "error wrong-type",
    "This is a number; text is needed in `startdate`.",
    '"20240131"',
  ),
  "a list for a text": mistake(
    '"USD"',
    '["USD"]',
    "9:26",
    "error wrong-type",
    "This is a list; text is needed in `currencyisocode`.",
  ),
  "an object for a list": mistake(
    '[{ "id": "BMK:WORLD" }]',
    '{ "id": "BMK:WORLD" }',
    "6:21",
    "error wrong-type",
    "This is an object; a list is needed in `benchmarks`.",
  ),
  "an id for an object": mistake(
    '{ "id": "BMK:WORLD" }',
    '"BMK:WORLD"',
    "6:22",
    "error wrong-type",
    "This is text; an object is needed in `benchmarks`.",
  ),
  "an id for a list of objects": mistake(
    '[{ "id": "BMK:WORLD" }]',
    '"BMK:WORLD"',
    "6:21",
    "error wrong-type",
    "This is text; a list is needed in `benchmarks`.",
  ),
  "null for a required id": mistake(
    `"${ID}"`,
    "null",
    "4:22",
    "error wrong-type",
    "This is null; text is needed in `componentid`.",
    "none",
  ),
  "a name that is nearly right": mistake(
    '"accounts"',
    '"acounts"',
    "5:7",
    "error unknown-property",
    "There is no property `acounts` in `weights`. Did you mean `accounts`?",
  ),
  "the beginning of a name": mistake(
    '"currencyisocode"',
    '"currency"',
    "9:7",
    "error unknown-property",
    "There is no property `currency` in `weights`. Did you mean `currencyisocode`?",
  ),
  "another letter case": mistake(
    '"componentid"',
    '"ComponentId"',
    "4:7",
    "hint letter-case",
    "The model spells `ComponentId` as `componentid`.",
  ),
  "a name twice": mistake(
    '"USD"',
    '"USD",\n      "currencyisocode": "EUR"',
    "10:7",
    "error duplicate-key",
    "`currencyisocode` appears twice in one object: the second value replaces the first. Remove or rename one.",
  ),
  "a frequency with a typing error": mistake(
    "Monthly",
    "Montly",
    "7:68",
    "warning unlisted-value",
    "`Montly` is no frequency that the service lists. Did you mean `Monthly`?",
  ),
  "a mode without its ampersand": mistake(
    "B&H",
    "BH",
    "5:74",
    "warning unlisted-value",
    "`BH` is no holdings mode that the service lists. Did you mean `B&H`?",
  ),
  "a mode as HTML writes it": mistake(
    "B&H",
    "B&amp;H",
    "5:74",
    "warning unlisted-value",
    "`B&amp;H` is no holdings mode that the service lists. Did you mean `B&H`?",
  ),
  "an American date": mistake(
    "-1M",
    "01/31/2024",
    "7:31",
    "warning date-form",
    "A day is written `YYYYMMDD` here, not `01/31/2024`.",
    "20240131",
  ),
  "an ISO date": mistake(
    "-1M",
    "2024-01-31",
    "7:31",
    "warning date-form",
    "A day is written `YYYYMMDD` here, not `2024-01-31`.",
    "20240131",
  ),
  "a German date": mistake(
    "-1M",
    "31.01.2024",
    "7:31",
    "warning date-form",
    "`31.01.2024` is not a date. Did you mean `20240131`?",
    "20240131",
  ),
  "a date in words": mistake(
    "-1M",
    "yesterday",
    "7:31",
    "warning date-form",
    "`yesterday` is not a date. Did you mean `-1`?",
    "-1",
  ),
  "a relative date with another unit": mistake(
    "-1M",
    "-1Mo",
    "7:31",
    "warning date-form",
    "`-1Mo` is not a date. Did you mean `-1M`?",
  ),
  "a day that does not exist": mistake(
    "-1M",
    "20240230",
    "7:31",
    "error impossible-date",
    "There is no day `20240230`.",
    "none",
  ),
  "reversed relative dates": mistake(
    '"-1M", "enddate": "0M"',
    '"0M", "enddate": "-1M"',
    "7:31",
    "warning dates-reversed",
    "`startdate` is after `enddate`.",
  ),
  "reversed days": mistake(
    '"-1M", "enddate": "0M"',
    '"20240301", "enddate": "20240201"',
    "7:31",
    "error dates-reversed",
    "`startdate` is after `enddate`.",
    '"20240201", "enddate": "20240301"',
  ),
  "the account and the benchmark swapped": mistake(
    `"${ACCOUNT}", "holdingsmode": "B&H" }],\n      "benchmarks": [{ "id": "BMK:WORLD"`,
    `"BMK:WORLD", "holdingsmode": "B&H" }],\n      "benchmarks": [{ "id": "${ACCOUNT}"`,
    "5:28",
    "warning account-or-benchmark",
    "The account and the benchmark seem to be swapped.",
  ),
  "a benchmark among accounts": mistake(
    `"${ACCOUNT}"`,
    '"BMK:WORLD"',
    "5:28",
    "hint account-or-benchmark",
    "`BMK:WORLD` looks like a benchmark: accounts have paths such as `Client:/NAME.ACCT`.",
    "none",
  ),
  "an account among benchmarks": mistake(
    '"BMK:WORLD"',
    '"Client:/A.ACCT"',
    "6:30",
    "hint account-or-benchmark",
    "`Client:/A.ACCT` is the path of an account: benchmarks have ids such as `PREFIX:NAME`.",
    "none",
  ),
  "a path without its extension": mistake(
    ACCOUNT,
    "Client:/Equity/GROWTH",
    "5:28",
    "warning path-form",
    "`Client:/Equity/GROWTH` has no extension: the path of an account ends with `.ACCT`.",
  ),
  "backslashes in a path": mistake(
    ACCOUNT,
    String.raw`Client:\\Equity\\GROWTH.ACCT`,
    "5:28",
    "warning path-form",
    String.raw`\`Client:\Equity\GROWTH.ACCT\` has backslashes. A path of the service has slashes, such as \`Client:/NAME\`.`.replaceAll(
      "\\`",
      "`",
    ),
  ),
  "single backslashes in a path": mistake(
    ACCOUNT,
    String.raw`Client:\Equity\GROWTH.ACCT`,
    "5:28",
    "error syntax",
    "There is no such escape: a backslash is written `\\\\`.",
  ),
  "a blank before an id": mistake(
    "BMK:WORLD",
    " BMK:WORLD",
    "6:30",
    "warning surrounding-blanks",
    "` BMK:WORLD` begins or ends with a blank.",
  ),
  "a blank after a currency": mistake(
    "USD",
    "USD ",
    "9:26",
    "warning surrounding-blanks",
    "`USD ` begins or ends with a blank.",
  ),
  "a character in an id that cannot be seen": mistake(
    "BMK:WORLD",
    "BMK:\u200bWORLD",
    "6:30",
    "warning surrounding-blanks",
    "`BMK:\\u{200b}WORLD` contains a character that cannot be seen.",
  ),
  "an empty id": mistake("BMK:WORLD", "", "6:30", "warning empty-value", "The id is empty. Fill it in.", "none"),
  "an empty id of a component": mistake(ID, "", "4:22", "warning empty-value", "The id is empty. Fill it in.", "none"),
  "an id that is cut off": mistake(
    ID,
    "0A0A",
    "4:22",
    "warning unusual-id",
    "`0A0A` does not look like an id: all known ids have 64 hexadecimal digits, this one has 4.",
    "none",
  ),
  "an empty list": mistake(
    '"benchmarks": [{ "id": "BMK:WORLD" }],\n      ',
    '"benchmarks": [],\n      ',
    "6:21",
    "hint empty-value",
    "`benchmarks` is an empty list. Remove it where the component's own setting is wanted.",
    "",
  ),
  "a byte-order mark": mistake(
    '{\n  "data"',
    '\uFEFF{\n  "data"',
    "1:1",
    "error byte-order-mark",
    "The file starts with a byte-order mark.",
  ),
  "a bracket too many": mistake(
    'JsonStach" }\n}',
    'JsonStach" }\n}}',
    "13:2",
    "error syntax",
    "`}` is not allowed here: nothing may follow the end of the document.",
  ),
  "a bracket too few": mistake(
    " }\n}\n",
    " }\n",
    "13:1",
    "error syntax",
    "The file ends before the last object is closed.",
    " }}\n",
  ),
  "a merge conflict": mistake(
    '      "currencyisocode"',
    '<<<<<<< HEAD\n      "currencyisocode"',
    "9:1",
    "error syntax",
    "This is the mark of a merge conflict: keep one of the two versions, and remove the marks.",
    "none",
  ),
  YAML: mistake(
    "{\n",
    "data:\n",
    "1:1",
    "error syntax",
    "`data` is not allowed here: a parameter file is JSON, which begins with `{`.",
    "none",
  ),
};

const inBonds: Record<string, Mistake> = {
  "a comma before decimals": mistake(
    "100.285",
    "100,285",
    "3:89",
    "error syntax",
    "`100,285` is not a number in JSON: write `100.285` or `100285`.",
  ),
  "commas between thousands": mistake(
    "100.285",
    "1,000,000",
    "3:89",
    "error syntax",
    "`1,000,000` is not a number in JSON: write `1000000`.",
    "1000000",
  ),
  "points between thousands": mistake(
    "100.285",
    "1.000,25",
    "3:89",
    "error syntax",
    "`1.000,25` is not a number in JSON: write `1000.25`.",
    "1000.25",
  ),
  "a plus sign": mistake(
    "100.285",
    "+100.285",
    "3:89",
    "error syntax",
    "`+100.285` is not a number in JSON: write `100.285`.",
  ),
  "no digit before the point": mistake(
    "100.285",
    ".5",
    "3:89",
    "error syntax",
    "`.5` is not a number in JSON: write `0.5`.",
    "0.5",
  ),
  "a zero before a number": mistake(
    "100.285",
    "0100.285",
    "3:89",
    "error syntax",
    "`0100.285` is not a number in JSON: write `100.285`.",
  ),
  "a percent sign": mistake(
    "100.285",
    "5%",
    "3:89",
    "error syntax",
    "`5%` is not a number in JSON: write digits, with a point before decimals.",
    "none",
  ),
  NaN: mistake("100.285", "NaN", "3:89", "error syntax", "JSON has no `NaN`: write a number.", "none"),
  "a text for a number": mistake(
    "100.285",
    '"100.285"',
    "3:89",
    "error wrong-type",
    "This is text; a number is needed in `calcFromValue`.",
  ),
  "a text with a comma for a number": mistake(
    "100.285",
    '"100,285"',
    "3:89",
    "error wrong-type",
    "This is text; a number is needed in `calcFromValue`.",
  ),
  "a text for a whole number": mistake(
    "[1, 3]",
    '["1", 3]',
    "5:72",
    "error wrong-type",
    "This is text; a whole number is needed in `partialDurationMonths`.",
  ),
  "a fraction for a whole number": mistake(
    "[1, 3]",
    "[1.5, 3]",
    "5:72",
    "error wrong-type",
    "This is a number; a whole number is needed in `partialDurationMonths`.",
    "none",
  ),
  "a number for a list": mistake(
    "[1, 3]",
    "1",
    "5:71",
    "error wrong-type",
    "This is a number; a list is needed in `partialDurationMonths`.",
    "[1]",
  ),
  "a text for a list": mistake(
    '["Security Name"]',
    '"Security Name"',
    "4:21",
    "error wrong-type",
    "This is text; a list is needed in `calculations`.",
  ),
  "a text with commas for a list": mistake(
    '["Security Name"]',
    '"Price, Yield"',
    "4:21",
    "error wrong-type",
    "This is text; a list is needed in `calculations`.",
    '["Price", "Yield"]',
  ),
  "an empty list of what to compute": mistake(
    '["Security Name"]',
    "[]",
    "4:21",
    "warning empty-value",
    "`calculations` is an empty list, so that there is nothing to compute. Fill it in.",
    "none",
  ),
};

describe.each([
  ["weights.pa.json", inWeights],
  ["bonds.fi.json", inBonds],
] as const)("a usual mistake in %s", (name, mistakes) => {
  test("none is in the right file, with any line ends", () => {
    const text: string = files[name];
    for (const lineEnd of ["\n", "\r\n", "\r"])
      expect(readParameterFile(text.replaceAll("\n", lineEnd), { path: name }).issues).toEqual([]);
  });

  test.each(Object.entries(mistakes))("%s", (_, { right, wrong, place, issue: expected, message, fixed = right }) => {
    const text = replaced(name, right, wrong);
    const { issues } = readParameterFile(text, { path: name });
    const [issue, ...others] = issues;
    expect(others.map(({ message }) => message)).toEqual([]);
    expect(`${issue?.severity} ${issue?.code}`).toBe(expected);
    expect(`${issue?.range.start.line}:${issue?.range.start.column}`).toBe(place);
    expect(issue?.message).toBe(message);
    const [fix] = issue?.fixes ?? [];
    if (fix === undefined) return expect(fixed).toBe("none");
    const corrected = applyEdits(text, [...fix.edits]);
    expect(corrected).toBe(replaced(name, right, fixed));
    expect(readParameterFile(corrected, { path: name }).issues).toEqual([]);
  });
});

/** After these, nobody knows what the rest means. */
const endsOfReading = ["YAML", "a merge conflict"];
/** Together, these are a mistake of their own, or the second is where the first would be seen. */
const dependent = ["a benchmark among accounts + an account among benchmarks", "a missing comma + a merge conflict"];

test.each([
  ["weights.pa.json", inWeights],
  ["bonds.fi.json", inBonds],
] as const)("two mistakes in different members of %s are both reported at once", (name, mistakes) => {
  const wrongReports: string[] = [];
  let pairs = 0;
  for (const [first, earlier] of Object.entries(mistakes)) {
    for (const [second, later] of Object.entries(mistakes)) {
      const text = withBoth(files[name], earlier, later);
      if (text === undefined || endsOfReading.includes(first) || dependent.includes(`${first} + ${second}`)) continue;
      pairs++;
      const messages = readParameterFile(text, { path: name }).issues.map(({ message }) => message);
      if (messages.toSorted().join("\n") !== [earlier.message, later.message].toSorted().join("\n"))
        wrongReports.push(`${first} + ${second}: ${messages.join(" ")}`);
    }
  }
  expect(wrongReports).toEqual([]);
  expect(pairs).toBeGreaterThan(50);
});

/** The text with two mistakes; undefined if the earlier one is not before the later one, or in the same member. */
function withBoth(text: string, earlier: Mistake, later: Mistake): string | undefined {
  const [start, next] = [text.indexOf(earlier.right), text.indexOf(later.right)];
  const end = start + earlier.right.length;
  if (end > next || !/[,\n]/.test(text.slice(end, next))) return undefined;
  return (
    text.slice(0, start) + earlier.wrong + text.slice(end, next) + later.wrong + text.slice(next + later.right.length)
  );
}

function replaced(name: FileName, right: string, written: string): string {
  const text: string = files[name];
  expect(text).toContain(right);
  return text.replace(right, () => written);
}

describe("a file with the name of another family", () => {
  const optimization = JSON.stringify({
    data: { strategy: { id: "Client:/S" }, account: { id: "Client:/A.ACCT" }, outputTypes: { trades: {} } },
  });
  test.each([
    [
      "weights.spar.json",
      files["weights.pa.json"],
      "The file's name says `spar`, but its content fits `pa`. Name it `weights.pa.json`.",
    ],
    [
      "x/weights.quant.json",
      files["weights.pa.json"],
      "The file's name says `quant`, but its content fits `pa`. Name it `weights.pa.json`.",
    ],
    [
      "bonds.pa.json",
      files["bonds.fi.json"],
      "The file's name says `pa`, but its content fits `fi`. Name it `bonds.fi.json`.",
    ],
    [
      "a.vault.json",
      optimization,
      "The file's name says `vault`, but its content fits `afi`, `axp`, `bpm` or `npo`. Name it for example `a.afi.json`.",
    ],
  ])("%s gets one error, which says what it fits", (path, text, message) => {
    const { issues, request } = readParameterFile(text, { path });
    expect(issues.map((issue) => `${issue.severity} ${issue.code} ${issue.message}`)).toEqual([
      `error family-conflict ${message}`,
    ]);
    expect(request).toBeUndefined();
  });

  test("is named by the glob or by `$schema` that is wrong", () => {
    const text = files["weights.pa.json"];
    expect(readParameterFile(text, { path: "w.json", families: { "*.json": "spar" } }).issues[0]?.message).toBe(
      "A glob says `spar`, but its content fits `pa`. Name it `w.pa.json`.",
    );
    const withSchema = text.replace("{\n", '{\n  "$schema": "../schemas/spar.schema.json",\n');
    const [issue] = readParameterFile(withSchema, { path: "w.json" }).issues;
    expect(issue?.message).toBe("`$schema` says `spar`, but its content fits `pa`.");
    const corrected = applyEdits(withSchema, [...(issue?.fixes[0]?.edits ?? [])]);
    expect(corrected).toContain('"../schemas/pa.schema.json"');
    expect(readParameterFile(corrected, { path: "w.json" }).issues).toEqual([]);
  });

  test("keeps a single error, which may be a typing error, and adds a warning", () => {
    const text = `{"data":{"u":{"componentid":"${ID}","accounts":[{"id":"${ACCOUNT}"}],"benchmarks":[{"id":"BMK:A"}]}}}`;
    expect(
      readParameterFile(text, { path: "u.spar.json" }).issues.map(({ severity, code }) => `${severity} ${code}`),
    ).toEqual(["warning family-conflict", "error unknown-property"]);
  });

  test("is not doubted if the caller knows the family, and is if another family fits better", () => {
    const codes = (text: string, options: object) => readParameterFile(text, options).issues.map(({ code }) => code);
    expect(codes(files["weights.pa.json"], { family: "spar" })).not.toContain("family-conflict");
    const odd = files["weights.pa.json"].replace('"USD"', '"USD", "colour": 1, "size": 2');
    expect(codes(odd, { path: "w.spar.json" })).toEqual(["family-conflict"]);
  });
});

test("all wrong quotes of a file are corrected at once, also beside other safe fixes", () => {
  const text = files["weights.pa.json"];
  for (const [open, close] of ["''", "“”", "„“", "«»", "``", "‘’"]) {
    const wrong = text.replace(/"([^"]*)"/g, `${open}$1${close}`).replace("componentid", "ComponentId");
    const { issues } = readParameterFile(wrong, { path: "w.pa.json" });
    expect(issues.length).toBeGreaterThan(20);
    const safe = issues.flatMap(({ fixes }) => fixes.filter((fix) => fix.safe).slice(0, 1));
    expect(safe).toHaveLength(issues.length);
    expect(applyFixes(wrong, issues)).toBe(text);
  }
});

test("no fix is safe where a mistake shows only in what follows it", () => {
  const text = `{"data": {"u": {"COMPONENTID": "${ID}", "currencyisocode": "USD, "x": True}}}`;
  const { issues } = readParameterFile(text, { path: "u.pa.json" });
  expect(issues.map(({ code }) => code)).toEqual(expect.arrayContaining(["letter-case", "syntax", "unknown-property"]));
  expect(applyFixes(text, issues)).toBe(text);
});
