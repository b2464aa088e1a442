import { readFileSync } from "node:fs";
import fc from "fast-check";
import { applyEdits } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { readParameterFile } from "../read/read.ts";
import { placeRefusal } from "../refusals.ts";
import { MAX_JOB_UNITS } from "./jobs.ts";
import { listSweepFiles, readSweep, type Sweep } from "./read-sweep.ts";

const template = JSON.stringify({
  data: {
    unit: {
      componentid: "D53D3CEE248C7AE310F1C18BAD9465F7B24462654EE111BEC2E0066603598FDC",
      accounts: [{ id: "Client:/TODO.ACCT", holdingsmode: "B&H" }],
      dates: { startdate: "-1M", enddate: "0M", frequency: "Monthly" },
    },
  },
  meta: { format: "JsonStach" },
});
const sweep = {
  template: "weights.json",
  rows: "accounts.csv",
  id: "{account}",
  fill: {
    "/accounts/0/id": "Client:/{account}.ACCT",
    "/dates/startdate": { column: "start", optional: true },
    "/benchmarks/0/id": "{benchmark}",
  },
  exclude: "skip",
};
const csv = "account,benchmark,start,skip\r\nGROWTH_EU,BMK:EU,,\r\n00123,BMK:US,20240101,no\r\nOLD,BMK:US,,yes\r\n";

function read(parts: { sweep?: object; csv?: string; template?: string; path?: string } = {}): Sweep {
  const text = JSON.stringify({ ...sweep, ...parts.sweep }, undefined, 2);
  const files = new Map([
    ["funds/weights.json", { text: parts.template ?? template }],
    ["funds/accounts.csv", { text: parts.csv ?? csv }],
  ]);
  return readSweep(text, parts.path ?? "funds/accounts.pa.sweep.json", { files });
}

/** Each issue as `FILE:LINE:COLUMN CODE: MESSAGE`. */
function issuesOf({ sources }: Sweep): string[] {
  return sources.flatMap(({ path, issues }) =>
    issues.map(({ code, message, range: { start } }) => `${path}:${start.line}:${start.column} ${code}: ${message}`),
  );
}

describe("a sweep", () => {
  test("gives a unit for each row that is not excluded, with what its cells say", () => {
    const read1 = read();
    expect(issuesOf(read1)).toEqual([]);
    expect(read1.jobs.map(({ path, units }) => [path, units])).toEqual([
      ["funds/accounts.pa.sweep.json", ["GROWTH_EU", "00123"]],
    ]);
    const { data, meta } = JSON.parse(JSON.stringify(read1.jobs[0]?.request));
    expect(meta).toEqual({ format: "JsonStach" });
    expect(data["00123"]).toMatchObject({
      accounts: [{ id: "Client:/00123.ACCT", holdingsmode: "B&H" }],
      benchmarks: [{ id: "BMK:US" }],
      dates: { startdate: "20240101", enddate: "0M" },
    });
    expect(data["GROWTH_EU"].dates.startdate).toBe("-1M");
    expect(read1.jobs[0]?.rowOf(1)).toEqual({ id: "00123", file: "funds/accounts.csv", line: 3 });
  });

  test("is the same as the parameter file that it stands for", () => {
    const { jobs } = read();
    const file = readParameterFile(JSON.stringify(jobs[0]?.request), { family: "pa" });
    expect(file.issues).toEqual([]);
    expect(file.request).toEqual(jobs[0]?.request);
  });

  test("names the files that it needs, from its own folder", () => {
    expect(listSweepFiles(JSON.stringify({ ...sweep, template: "../weights.json" }), "a/b/c.pa.sweep.json")).toEqual([
      "a/weights.json",
      "a/b/accounts.csv",
    ]);
    expect(listSweepFiles('{"Rows": "b.csv"}', "a/b.pa.sweep.json")).toEqual(["a/b.csv"]);
    expect(listSweepFiles("{", "a.pa.sweep.json")).toEqual([]);
    // A sweep that was written on Windows, one on another drive, and one on a share.
    const rows = JSON.stringify({ rows: "..\\data\\b.csv" });
    expect(listSweepFiles(rows, "a/b.pa.sweep.json")).toEqual(["data/b.csv"]);
    expect(listSweepFiles(rows, "D:/a/b.pa.sweep.json")).toEqual(["D:/data/b.csv"]);
    expect(listSweepFiles(rows, "//server/share/a/b.pa.sweep.json")).toEqual(["//server/share/data/b.csv"]);
  });

  test("has as many jobs as the limit of units requires, with paths that say which", () => {
    const rows = Array.from({ length: 2 * MAX_JOB_UNITS + 1 }, (_, index) => `A${index}\n`);
    const { jobs } = read({
      csv: `account\n${rows.join("")}`,
      sweep: { fill: { "/accounts/0/id": "Client:/{account}.ACCT" }, exclude: undefined },
    });
    expect(jobs.map(({ path, units }) => [path, units.length])).toEqual([
      ["funds/accounts.pa.sweep.json", MAX_JOB_UNITS],
      ["funds/accounts.pa.sweep.2.json", MAX_JOB_UNITS],
      ["funds/accounts.pa.sweep.3.json", 1],
    ]);
  });

  test("has as many units in a job as it says, at most", () => {
    const { jobs } = read({ csv: "account,benchmark,start,skip\nA,B,,\nB,B,,\nC,B,,\n", sweep: { unitsPerJob: 2 } });
    expect(jobs.map(({ path, units }) => [path, units])).toEqual([
      ["funds/accounts.pa.sweep.json", ["A", "B"]],
      ["funds/accounts.pa.sweep.2.json", ["C"]],
    ]);
  });

  test("says where each row has its id", () => {
    const [job] = read().jobs;
    expect(job?.rangeOfRow(1)).toMatchObject({ path: "funds/accounts.csv", start: { line: 3, column: 1 } });
  });

  test("of a family without units has a job for each row, which the row's id names", () => {
    const bonds = JSON.parse(
      readFileSync(new URL("../../../../../docs/examples/bonds.fi.json", import.meta.url), "utf8"),
    );
    const { jobs, ...rest } = read({
      path: "funds/bonds.fi.sweep.json",
      csv: "curve,face\na/b,10\nc,2.5\n",
      sweep: {
        template: bonds,
        id: "{curve}",
        fill: { "/securities/0/face": { column: "face", type: "number" } },
        exclude: undefined,
      },
    });
    expect(issuesOf({ jobs, ...rest })).toEqual([]);
    expect(jobs.map(({ path, units }) => [path, units])).toEqual([
      ["funds/bonds.fi.sweep.a%2Fb.json", []],
      ["funds/bonds.fi.sweep.c.json", []],
    ]);
    expect(jobs[1]?.request).toMatchObject({ data: { securities: [{ face: 2.5 }, {}] } });
  });
});

describe("the place of a value of a sweep's job", () => {
  /** Where an error of the service about a unit is, as `FILE:LINE TEXT`. */
  const placeOf = (result: Sweep, error: Parameters<typeof placeRefusal>[1], unit?: string) => {
    const [job] = result.jobs;
    const range = job && placeRefusal(job, error, { unit })?.range;
    const source = result.sources.find(({ path }) => path === range?.path);
    const marked = source?.text.slice(range?.start.offset, range?.end.offset);
    return `${range?.path}:${range?.start.line} ${marked}`;
  };

  test.each([
    ["a cell that holds it", "Account name: Client:/00123.ACCT fetch failed", "funds/accounts.csv:3 00123"],
    ["the template, where no row fills it", "Invalid frequency:Monthly", 'funds/weights.json:1 "Monthly"'],
    ["the cell of what the template lacks", "No benchmark has prices", "funds/accounts.csv:3 BMK:US"],
    ["the id of the row, for an error about the unit", "Out of memory", "funds/accounts.csv:3 00123"],
    ["the cell that fills a property, which the text names", "Invalid start date", "funds/accounts.csv:3 20240101"],
  ])("is %s", (_name, detail, place) => {
    expect(placeOf(read(), { detail }, "00123")).toBe(place);
  });

  test("is in the envelope for what all units share", () => {
    expect(placeOf(read(), { source: { pointer: "/meta/format" } })).toBe('funds/weights.json:1 "JsonStach"');
  });

  test("is found although the template spells names in another letter case", () => {
    const result = read({ template: template.replace('"accounts"', '"Accounts"').replace('"id"', '"Id"') });
    expect(placeOf(result, { source: { pointer: "/data/GROWTH_EU/accounts/0/id" } })).toBe(
      "funds/accounts.csv:2 GROWTH_EU",
    );
    expect(placeOf(result, { source: { pointer: "/data/GROWTH_EU/accounts/0/holdingsmode" } })).toBe(
      'funds/weights.json:1 "B&H"',
    );
  });

  test("is in the sweep for a place without a column", () => {
    const result = read({
      csv: "account\nA\n",
      sweep: {
        fill: { "/accounts/0/id": "Client:/{account}.ACCT", "/currencyisocode": "EURO" },
        exclude: undefined,
      },
    });
    expect(placeOf(result, { detail: "Invalid currency ISO code:EURO" }, "A")).toBe(
      'funds/accounts.pa.sweep.json:7 "EURO"',
    );
  });
});

describe("the table of a sweep", () => {
  const headers = "account;benchmark;start;skip\n";
  const cellAt = (rows: string, parts = {}) => {
    const { table } = read({ csv: headers + rows.replace("|", ""), ...parts });
    return table?.cellAt(headers.length + rows.indexOf("|"));
  };

  test("says what a cell fills, with what its value has around it", () => {
    expect(cellAt('"A ""B|"";";BMK:EU;;\n')).toMatchObject({
      row: 0,
      typed: 'A "B',
      whole: 'A "B";',
      uses: [{ path: ["data", 'A "B";', "accounts", 0, "id"], before: "Client:/", after: ".ACCT" }],
    });
    expect(cellAt("A;;;\nB;BMK|:US;;\n")).toMatchObject({
      row: 1,
      typed: "BMK",
      uses: [{ path: ["data", "B", "benchmarks", 0, "id"], before: "", after: "" }],
    });
    expect(cellAt("A;B;;|\n")?.uses).toEqual([]);
  });

  test("says so in a row that is being written, and in one that is left out", () => {
    expect(cellAt("A;BMK:EU;;\nB;BM|")?.uses).toMatchObject([{ path: ["data", "B", "benchmarks", 0, "id"] }]);
    expect(cellAt("A;BM|;;yes\n")?.uses).toHaveLength(1);
  });

  test("has no cell in the header, and in an empty line", () => {
    expect(read().table?.cellAt(3)).toBeUndefined();
    expect(cellAt("A;B;;\n|\n")).toBeUndefined();
  });

  test("writes a text as a cell of its CSV", () => {
    const cell = cellAt("A|;;;\n");
    expect(["a", "a;b", "a,b", 'a"b', "a\nb"].map((text) => cell?.write(text))).toEqual([
      "a",
      '"a;b"',
      "a,b",
      '"a""b"',
      '"a\nb"',
    ]);
  });

  test("has the request of a row alone, also beside wrong cells", () => {
    const { table, jobs } = read({ csv: "account,benchmark,start,skip\nA,B,,\nC,D,20240230,\n" });
    expect(jobs).toEqual([]);
    expect(table?.units).toEqual({ rows: [0, 1], ids: ["A", "C"] });
    expect(table?.requestOf(1)).toMatchObject({ data: { C: { dates: { startdate: "20240230" } } } });
    expect(table?.rangeOf(1)).toMatchObject({ path: "funds/accounts.csv", start: { line: 3 } });
  });
});

test("a sweep of more places than a person fills, or of very long texts, is refused or read at once", () => {
  const fill = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`/accounts/${at}/id`, "{account}"]));
  expect(issuesOf(read({ sweep: { fill } }))).toEqual([
    expect.stringMatching(/unknown-value: A sweep fills at most 1000 places, and this one fills 100000:/),
  ]);
  for (const id of ["{account}".repeat(20_000), "{".repeat(200_000), " ".repeat(500_000)])
    expect(read({ sweep: { id } }).sources.length).toBeGreaterThan(0);
  for (const cell of [" ".repeat(500_000), '""'.repeat(200_000), "=;".repeat(200_000)])
    expect(read({ csv: `account,benchmark,start,skip\nA,"${cell}",,\n` }).sources).toHaveLength(3);
});

test("a hint is at a row that asks for the same as an earlier one, and names that", () => {
  const sameSweep = { id: "{name}", fill: { "/accounts/0/id": "{account}" }, exclude: undefined };
  const repeated = read({ sweep: sameSweep, csv: "name,account\na,A.ACCT\nb,B.ACCT\nc,A.ACCT\n" });
  expect(issuesOf(repeated)).toEqual([
    "funds/accounts.csv:4:1 repeated-request: The row asks for the same as line 2, under another id. The service computes both: leave one of them out unless both ids are needed.",
  ]);
  expect(repeated.sources.flatMap(({ issues }) => issues.map(({ severity }) => severity))).toEqual(["hint"]);
  expect(repeated.jobs.map(({ units }) => units)).toEqual([["a", "b", "c"]]);
});

test("of many rows that ask for the same, a hundred have a hint, and the last one counts the others", () => {
  const oneRequest = { id: "{name}", fill: { "/accounts/0/id": "{account}" }, exclude: undefined };
  const lines = Array.from({ length: 20_003 }, (_, row) => `a${row},A.ACCT`).join("\n");
  const repeated = read({ sweep: oneRequest, csv: `name,account\n${lines}\n` });
  const issues = issuesOf(repeated);
  expect(issues).toHaveLength(100);
  expect(issues[98]).not.toContain("below");
  expect(issues[99]).toMatch(
    /:102:1 repeated-request: .* So do 19902 rows below, each for the same as an earlier row\.$/,
  );
  expect(repeated.jobs.flatMap(({ units }) => units)).toHaveLength(20_003);
});

test("what counts the issues that are not listed has the severity of the worst of them", () => {
  const overflowIn = (lineOf: (row: number) => string) => {
    const lines = Array.from({ length: 10_003 }, (_, row) => lineOf(row)).join("\n");
    const fill = { "/accounts/0/id": "Client:/{account}.ACCT" };
    const { sources } = read({ csv: `account,benchmark,start,skip\n${lines}\n`, sweep: { fill } });
    return sources.flatMap(({ issues }) => issues.filter(({ code }) => code === "too-many-issues"));
  };
  expect(overflowIn((row) => ` A${row},,,`)).toMatchObject([
    { severity: "warning", message: expect.stringContaining(" 0 more errors") },
  ]);
  expect(overflowIn(() => ",BMK:EU,,")).toMatchObject([{ severity: "error" }]);
});

test("a number of units in a family without units is a mistake at its name", () => {
  const issues = issuesOf(read({ path: "funds/accounts.fi.sweep.json", sweep: { unitsPerJob: 2 } }));
  expect(issues).toContain(
    "funds/accounts.fi.sweep.json:14:3 unknown-property: Each row of the family fi is a job of its own. Remove `unitsPerJob`.",
  );
});

describe("a mistake of a sweep", () => {
  test.each([
    [
      "more units in a job than the service accepts is at the number",
      { sweep: { unitsPerJob: 501 } },
      "accounts.pa.sweep.json:14:18 unknown-value: `unitsPerJob` is a whole number from 1 to 500, the most units that the service accepts in one job.",
    ],
    [
      "a number of units that is none is at the number",
      { sweep: { unitsPerJob: 1.5 } },
      "accounts.pa.sweep.json:14:18 wrong-type: ",
    ],
    [
      "an id that two rows have is at the cell of the second",
      { csv: "account,benchmark,start,skip\nA,B,,\nB,B,,\nA,B,,\n" },
      "accounts.csv:4:1 duplicate-key: The row has the id `A`, as line 2 has. Each row needs an id of its own.",
    ],
    [
      "an impossible date is at its cell, past a quoted line break",
      { csv: 'account;benchmark;start;skip\r\n"A\r\nB";BMK:A;20240230;\r\n' },
      "accounts.csv:3:10 impossible-date: ",
    ],
    [
      "an empty cell is at its place",
      { csv: "account,benchmark,start,skip\nA,,,\n" },
      "accounts.csv:2:3 wrong-type: The cell is empty",
    ],
    [
      "a wrong value of the template is there",
      { template: template.replace('"Monthly"', "7") },
      "weights.json:1:214 wrong-type",
    ],
    ["a cell too few is in its row", { csv: "account,benchmark,start,skip\nA,B,\n" }, "accounts.csv:2:5 csv: "],
    [
      "an open quotation mark is in its row",
      { csv: 'account,benchmark,start,skip\nA,"B,,\n' },
      "accounts.csv:2:3 csv: A quoted cell",
    ],
    [
      "a column twice is in the header",
      { csv: "account,benchmark,start,skip,account\n" },
      "accounts.csv:1:30 csv: The column `account` is there twice",
    ],
    [
      "an unclear exclusion is at its cell",
      { csv: "account,benchmark,start,skip\nA,B,,maybe\n" },
      "accounts.csv:2:6 unknown-value",
    ],
    [
      "an unknown column is in the sweep",
      { sweep: { id: "{acount}" } },
      "accounts.pa.sweep.json:4:9 unknown-value: There is no column `acount`. Did you mean `account`?",
    ],
    [
      "a place that leads nowhere is in the sweep",
      { sweep: { fill: { "/accounts/3/id": "{account}" } } },
      "accounts.pa.sweep.json:6:5 unknown-property: `3` is no index of this list: 1 adds an item.",
    ],
    [
      "a place with an unknown name is in the sweep, however many rows fill it",
      { sweep: { fill: { "/currencyisocod": "{account}" } } },
      "accounts.pa.sweep.json:6:5 unknown-property: ",
    ],
    ["an unknown property is in the sweep", { sweep: { filll: {} } }, "accounts.pa.sweep.json:14:3 unknown-property"],
    [
      "an unknown type is in the sweep",
      { sweep: { fill: { "/dates/startdate": { column: "start", type: "date" } } } },
      "accounts.pa.sweep.json:8:15 unknown-value",
    ],
    [
      "a file that is missing is named",
      { sweep: { rows: "other.csv" } },
      "accounts.pa.sweep.json:3:11 missing-file: The file `funds/other.csv` is missing.",
    ],
    [
      "rows that are no file are an error",
      { sweep: { rows: [{ account: "A" }] } },
      "accounts.pa.sweep.json:3:11 wrong-type",
    ],
    [
      "no row is an error",
      { csv: "account,benchmark,start,skip\nA,B,,x\n" },
      "accounts.pa.sweep.json:3:3 nothing-to-compute",
    ],
    [
      "an id without a column is an error",
      { sweep: { id: "one" } },
      "accounts.pa.sweep.json:4:9 unknown-value: Each row needs",
    ],
    [
      "two units in a template are an error",
      { sweep: { template: { data: { a: {}, b: {} } } } },
      "accounts.pa.sweep.json:3:5 wrong-root: A template has one unit, and this one has 2.",
    ],
    ["a brace without a partner is an error", { sweep: { id: "{account" } }, "accounts.pa.sweep.json:4:9 wrong-type"],
    [
      "a secret in a cell is not repeated",
      { csv: `account,benchmark,start,skip\nA,ghp_${"a1B2c3D4".repeat(5)},,\n` },
      "accounts.csv:2:3 secret: ",
    ],
  ])("%s", (_name, parts, expected) => {
    const issues = issuesOf(read(parts));
    expect(issues).toContainEqual(expect.stringContaining(`funds/${expected}`));
    expect(issues.length).toBeLessThanOrEqual(3);
  });

  test.each<[string, Parameters<typeof read>[0], readonly string[]]>([
    [
      "text behind a closing quotation mark is reported once, and the rows after it are read",
      { csv: 'account,benchmark,start,skip\nA,"B"x,,\nC,D,20240230,\n' },
      ["accounts.csv:2:3 csv: Text follows", "accounts.csv:3:5 impossible-date: "],
    ],
    [
      "an open quotation mark hides no other row",
      { csv: 'account,benchmark,start,skip\nA,"B,,\nC,"D",20240230,\n' },
      ["accounts.csv:2:3 csv: A quoted cell", "accounts.csv:3:7 impossible-date: "],
    ],
    [
      "a title is named, and the header below it is used",
      { csv: "Accounts of May\n\naccount;benchmark;start;skip\nA;B;20240230;\n" },
      [
        "accounts.csv:1:1 csv: Lines 1 to 2 look like a title: the header is line 3.",
        "accounts.csv:4:5 impossible-date: ",
      ],
    ],
    [
      "a pointer to a name that the template lacks is marked in `fill`",
      { sweep: { fill: { "/acounts/0/id": "{account}" } } },
      ["accounts.pa.sweep.json:6:5 unknown-property: There is no property `acounts`."],
    ],
    [
      "a name in another letter case does not move the mark",
      { sweep: { fill: undefined, Fill: { "/accounts/3/id": "{account}" } } },
      ["accounts.pa.sweep.json:6:3 letter-case", "accounts.pa.sweep.json:7:5 unknown-property: `3` is no index"],
    ],
    [
      "blanks around a cell that fills a part of a text are warned of",
      { csv: "account,benchmark,start,skip\nA ,B,,\n" },
      ["accounts.csv:2:1 surrounding-blanks: `A ` fills a part of a text"],
    ],
    [
      "a quotation mark inside of a cell is warned of",
      { csv: 'account,benchmark,start,skip\nA, "B",,\n' },
      ["accounts.csv:2:3 csv: ", "accounts.csv:2:3 surrounding-blanks: "],
    ],
    [
      "a line break in a cell is called so",
      { csv: 'account,benchmark,start,skip\n"A\nB",B,,\n' },
      [
        "accounts.csv:2:1 surrounding-blanks: The unit's id `A\\nB` contains a line break.",
        "accounts.csv:2:1 path-form: `Client:/A\\nB.ACCT` contains a line break.",
      ],
    ],
  ])("%s", (_name, parts, expected) => {
    expect(issuesOf(read(parts)).filter((issue) => !issue.includes("account-or-benchmark"))).toEqual(
      expected.map((issue) => expect.stringContaining(`funds/${issue}`)),
    );
  });

  test.each(
    [
      "#N/A",
      "#REF!",
      "#VALUE!",
      "#NAME?",
      "#DIV/0!",
      "#NUM!",
      "#NULL!",
      "#BEZUG!",
      "#NV",
      "#WERT!",
      "#¿NOMBRE?",
      "#Н/Д",
    ].map((error) => [error]),
  )("the error %s of a spreadsheet is an error at its cell", (error) => {
    expect(issuesOf(read({ csv: `account,benchmark,start,skip\nA,${error},,\n` }))).toEqual([
      expect.stringMatching(/accounts\.csv:2:3 unknown-value: .* is an error of the spreadsheet/),
    ]);
  });

  test("that every row has is listed once", () => {
    const rows = Array.from({ length: 30 }, (_, index) => `A${index},x\n`);
    const result = read({
      csv: `account,face\n${rows.join("")}`,
      sweep: { template: { compnentid: "A".repeat(64) }, fill: {}, exclude: undefined },
    });
    expect(issuesOf(result)).toHaveLength(1);
  });
});

describe("several mistakes", () => {
  /** Each mistake is one in a row of its own, with the code that it has. */
  const rowMistakes = [
    ["A1,BMK:EU,,,more", "csv"],
    ["A2,BMK:EU,", "csv"],
    ['A3,"BMK:EU"x,,', "csv"],
    ["A4,,,", "wrong-type"],
    ["A5,BMK:EU,20240230,", "impossible-date"],
    ["A6,#REF!,,", "unknown-value"],
    [",BMK:EU,,", "empty-value"],
    ["A0,BMK:EU,,", "duplicate-key"],
    ["A7,BMK:EU,,perhaps", "unknown-value"],
    ["A8 ,BMK:EU,,", "surrounding-blanks"],
    ["A9,BMK:EU,tomorow,", "date-form"],
    ['A10,"BMK:EU,,', "csv"],
  ] as const;
  const sweepMistakes = [
    [{ filll: {} }, "unknown-property"],
    [{ exclude: "skipp" }, "unknown-value"],
    [{ id: "{acount}" }, "unknown-value"],
    [{ fill: { ...sweep.fill, "/dates/enddat": "{account}" } }, "unknown-property"],
    [{ fill: { ...sweep.fill, "/benchmarks/0/id": "{benchmrk}" } }, "unknown-value"],
  ] as const;
  const templateMistakes = [
    [template.replace('"Monthly"', "7"), "wrong-type"],
    [template.replace('"componentid"', '"komponentid"'), "unknown-property"],
    [template.replace('"JsonStach"', '"JsonStash"'), "unknown-value"],
  ] as const;

  test("are all in the first reading", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...rowMistakes], { minLength: 1 }),
        fc.option(fc.constantFrom(...sweepMistakes), { nil: undefined }),
        fc.option(fc.constantFrom(...templateMistakes), { nil: undefined }),
        (rows, ofSweep, ofTemplate) => {
          const lines = ["account,benchmark,start,skip", "A0,BMK:EU,,", ...rows.map(([row]) => row)];
          const { sources } = read({
            csv: lines.map((line) => `${line}\n`).join(""),
            ...(ofSweep && { sweep: ofSweep[0] }),
            ...(ofTemplate && { template: ofTemplate[0] }),
          });
          const codesOf = (index: number) => sources[index]?.issues.map(({ code }) => code) ?? [];
          const codesByLine = Map.groupBy(sources[2]?.issues ?? [], ({ range }) => range.start.line);
          for (const [index, [row, code]] of rows.entries())
            expect([row, codesByLine.get(index + 3)?.map((issue) => issue.code)]).toEqual([row, [code]]);
          if (ofSweep) expect(codesOf(0)).toContain(ofSweep[1]);
          if (ofTemplate) expect(codesOf(1)).toEqual([ofTemplate[1]]);
        },
      ),
    );
  });

  test("of a template are there without rows, and those of rows without a template", () => {
    const wrongTemplate = template.replace('"Monthly"', "7");
    expect(issuesOf(read({ sweep: { rows: "other.csv" }, template: wrongTemplate }))).toEqual([
      expect.stringContaining("missing-file"),
      expect.stringContaining("weights.json:1:214 wrong-type"),
    ]);
    expect(issuesOf(read({ sweep: { template: "other.json" }, csv: "account,benchmark,start,skip\nA,,,\n" }))).toEqual([
      expect.stringContaining("missing-file"),
      expect.stringContaining("accounts.csv:2:3 wrong-type: The cell is empty"),
    ]);
  });
});

describe("the fixes of a cell", () => {
  const fixesOf = (parts: Parameters<typeof read>[0]) =>
    (read(parts).sources[2]?.issues ?? []).flatMap(({ fixes, range }) =>
      fixes.map(({ title, edits, safe }) => {
        expect([safe, edits.length, edits[0]?.offset]).toEqual([false, 1, range.start.offset]);
        expect(edits[0]?.length).toBe(range.end.offset - range.start.offset);
        return [title, edits[0]?.content];
      }),
    );

  test("write the closest value as the cell, without what the sweep adds", () => {
    const csv = "account;benchmark;start;skip\r\nA;EURO;01/31/2024;\r\n";
    const fill = { "/currencyisocode": "{benchmark}", "/dates/startdate": "{start}" };
    expect(fixesOf({ csv, sweep: { fill } })).toEqual([
      ["Change to `EUR`", "EUR"],
      ["Change to `20240131`", "20240131"],
    ]);
    const currency = { fill: { "/currencyisocode": "E{benchmark}" } };
    expect(fixesOf({ csv: "account,benchmark,start,skip\nA,URO,,\n", sweep: currency })).toEqual([
      ["Change to `EUR`", "UR"],
    ]);
  });

  test("write a number as JSON does, and the day that a spreadsheet stores as a number", () => {
    const bond = { calcFromMethod: "Price", calcFromValue: 100, face: 1, symbol: "S", settlement: "20240101" };
    const template = JSON.stringify({ data: { securities: [bond], calculations: ["Price"] } });
    const fill = {
      "/securities/0/face": { column: "face", type: "number" },
      "/securities/0/settlement": "{settlement}",
    };
    const path = "funds/bonds.fi.sweep.json";
    const csv = "account;face;settlement\nA;1.000,5;45292\nB;ten;10000\nC;5;45292.75\n";
    expect(fixesOf({ csv, path, template, sweep: { fill, exclude: undefined } })).toEqual([
      ["Change to `1000.5`", "1000.5"],
      ["Change to `20240101`", "20240101"],
      ["Change to `20240101`", "20240101"],
    ]);
  });

  test("write a clean id", () => {
    const fill = { "/dates/startdate": "{start}" };
    expect(fixesOf({ csv: "account,benchmark,start,skip\n A,,0,\n", sweep: { fill } })).toEqual([
      ["Change to `A`", "A"],
    ]);
  });
});

describe("the fixes of a filling", () => {
  const csv = "account,currency,date,mode\nA,EUR,0M,B&H\nB,USD,-1D,TBR\n";
  /** Each issue of the sweep with what its fixes write; each fix ends one issue and begins none. */
  const fixesOf = (fill: object, parts: Parameters<typeof read>[0] = {}) => {
    const readFill = (sweep: object) => read({ csv, ...parts, sweep: { exclude: undefined, ...sweep } });
    const before = readFill({ fill });
    return (before.sources[0]?.issues ?? []).map(({ message, fixes }) => {
      const written = fixes.map(({ edits }) => {
        const changed = applyEdits(before.sources[0]?.text ?? "", [...edits]);
        expect(issuesOf(readFill(JSON.parse(changed)))).toHaveLength(issuesOf(before).length - 1);
        return edits[0]?.content;
      });
      return [message, ...written];
    });
  };

  test.each([
    ["/dates/end_date", "{date}", ['"/dates/enddate"']],
    ["/enddate", "{date}", ['"/dates/enddate"']],
    ["/accounts/0/end_date", "{date}", ['"/dates/enddate"']],
    ["/acounts/0/id", "{account}", ['"/accounts/0/id"']],
    ["/accounts/0/holding_mode", "{mode}", ['"/accounts/0/holdingsmode"']],
    ["/dates/holdingsMode", "{mode}", ['"/accounts/0/holdingsmode"']],
    ["/dates/currencyisocode", "{currency}", ['"/currencyisocode"']],
    ["/curencyisocode", "{currency}", ['"/currencyisocode"']],
    ["currencyisocode", "{currency}", ['"/currencyisocode"']],
    ["/benchmarks/0", "{account}", ['"/benchmarks/0/id"']],
    ["/no-such-name", "{account}", []],
  ])("lead the pointer %j to a place that the model has", (pointer, cells, written) => {
    expect(fixesOf({ [pointer]: cells }).map(([, ...contents]) => contents)).toEqual([written]);
  });

  test("do not lead to a place that another member fills", () => {
    const fill = { "/dates/enddate": "{date}", "/dates/end_date": "{date}" };
    expect(fixesOf(fill)).toEqual([["There is no property `end_date` in `dates`. The object already has `enddate`."]]);
  });

  test("are not made where they would read a large template many times", () => {
    const unit = JSON.parse(template).data.unit;
    const fill = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`/end_date${index || ""}`, "{date}"]));
    const withBlanks = (length: number) => ({ template: JSON.stringify(unit).padEnd(length) });
    const fixedIssues = (length: number) =>
      fixesOf(fill, withBlanks(length)).filter(([, ...written]) => written.length > 0);
    expect(fixedIssues(90_000)).toHaveLength(1);
    expect(fixedIssues(110_000)).toHaveLength(0);
  });

  test("read the cells as the type that the value needs, once for all rows", () => {
    const security = { calcFromMethod: "Price", calcFromValue: 100, face: 1, symbol: "S", settlement: "20240101" };
    const bonds = JSON.stringify({ securities: [security], calculations: ["Price"] });
    const parts = { path: "funds/bonds.fi.sweep.json", template: bonds, csv: "account,face\nA,10\nB,20\n" };
    expect(fixesOf({ "/securities/0/face": "{face}" }, parts)).toEqual([
      ["This is text; a number is needed in `face`.", '{"column":"face","type":"number"}'],
    ]);
  });
});

const cell = fc.string({
  unit: fc.constantFrom("a", "7", "é", '"', ",", ";", "\t", "\n", " ", "{", "/", "🙂"),
  minLength: 1,
});

test("every cell arrives as it was written, and an expansion is the same each time", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        cell.filter((text) => ![".", ".."].includes(text)),
        { minLength: 1, maxLength: 20 },
      ),
      fc.constantFrom(",", ";", "\t"),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      (accounts, separator, lineEnd, hasMark) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""').replaceAll("\n", lineEnd)}"`;
        const lines = [["account", "other"], ...accounts.map((account) => [account, "x"])];
        const text = lines.map((cells) => cells.map(quoted).join(separator)).join(lineEnd);
        const again = () =>
          read({
            csv: `${hasMark ? "\uFEFF" : ""}${text}`,
            sweep: { fill: { "/accounts/0/id": "{account}" }, exclude: undefined },
          });
        const { jobs } = again();
        const data: object = JSON.parse(JSON.stringify(jobs[0]?.request)).data;
        expect(new Map(Object.entries(data).map(([id, unit]) => [id, unit.accounts[0].id]))).toEqual(
          new Map(accounts.map((account) => [account, account])),
        );
        expect(JSON.stringify(again().jobs[0]?.request)).toBe(JSON.stringify(jobs[0]?.request));
      },
    ),
  );
});

test("a wrong cell is reported at its line and column, wherever it is", () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 8 }), fc.nat(), (texts, seed) => {
      const wrong = seed % texts.length;
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const start = "account,text,date\n";
      const rows = texts.map((text, index) =>
        [`A${index}`, quoted(text), index === wrong ? "20240230" : "20240229"].join(","),
      );
      const before =
        start +
        rows
          .slice(0, wrong)
          .map((row) => `${row}\n`)
          .join("") +
        `A${wrong},${quoted(texts[wrong] ?? "")},`;
      const result = read({
        csv: start + rows.join("\n"),
        sweep: { fill: { "/dates/startdate": { column: "date" } }, exclude: undefined },
      });
      const [issue, ...others] = result.sources[2]?.issues ?? [];
      expect(others).toEqual([]);
      const line = before.split("\n").length;
      expect(issue?.range.start).toMatchObject({ line, column: before.length - before.lastIndexOf("\n") });
    }),
  );
});

describe("a cell that becomes JSON", () => {
  const withCell = (text: string, type: "number" | "json") =>
    readSweep(
      JSON.stringify({
        template: { componentid: "A" },
        rows: "rows.csv",
        id: "{id}",
        fill: { "/more/value": { column: "value", type } },
      }),
      "a.pa.sweep.json",
      {
        files: new Map([["rows.csv", { text: `id,value\nA,"${text.replaceAll('"', '""')}"\n` }]]),
        unknownProperties: "warning",
      },
    );

  test("keeps its digits or warns of them, as a parameter file does", () => {
    const long = withCell("12345678901234567890", "number");
    expect(issuesOf(long)).toContain(
      "rows.csv:2:3 number-precision: This number would be sent as 12345678901234567000: it has more digits than a double holds.",
    );
    expect(long.jobs).toHaveLength(1);
    expect(issuesOf(withCell('[{"face": 12345678901234567890}]', "json"))).toContainEqual(
      expect.stringContaining("rows.csv:2:3 number-precision: "),
    );
    expect(issuesOf(withCell("1234567890.125", "number")).join()).not.toContain("rows.csv");
  });

  test("has no key twice", () => {
    const { sources, jobs } = withCell('{"a": 1, "a": 2}', "json");
    expect(sources[1]?.issues).toMatchObject([{ code: "duplicate-key", severity: "error" }]);
    expect(jobs).toEqual([]);
  });

  test("is JSON without corrections, and may hold no secret", () => {
    expect(issuesOf(withCell("[1,]", "json"))).toContain("rows.csv:2:3 wrong-type: `[1,]` is not JSON.");
    expect(issuesOf(withCell(`["ghp_${"a1B2c3D4".repeat(5)}"]`, "json"))).toContainEqual(
      expect.stringContaining("rows.csv:2:3 secret: "),
    );
  });

  test("has the issues that its text has in a parameter file", () => {
    const number = fc.constantFrom("0", "1.5", "-0.1", "12345678901234567890", "0.12345678901234567", "1e400", "1e20");
    const json = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        number,
        fc.constantFrom("null", '"a"', '"\\ud800"'),
        fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
        fc
          .array(fc.tuple(fc.constantFrom("a", "b", "c"), tie("value")), { maxLength: 3 })
          .map((members) => `{${members.map(([key, value]) => `"${key}": ${value}`).join(", ")}}`),
      ),
    })).value;
    const codesOf = (issues: readonly { readonly code: string }[]) => {
      const codes = new Set(issues.map(({ code }) => code).filter((code) => code !== "unknown-property"));
      // A repeated key hides a value, which a parameter file also checks.
      return codes.has("duplicate-key") ? new Set(["duplicate-key"]) : codes;
    };
    fc.assert(
      fc.property(json, (text) => {
        const file = readParameterFile(`{"data": {"A": {"componentid": "A", "more": {"value": ${text}}}}}`, {
          family: "pa",
          unknownProperties: "warning",
        });
        const issues = withCell(text, "json").sources.flatMap((source) => source.issues);
        expect(codesOf(issues)).toEqual(codesOf(file.issues));
      }),
    );
  });
});
