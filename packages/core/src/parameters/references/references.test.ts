import { expect, test } from "vitest";
import { bearerToken } from "../../service/auth/auth.ts";
import { type Client, createServiceClient } from "../../service/client/client.ts";
import { applyFixes } from "../issues/fixes.ts";
import { readParameterFile } from "../read/read.ts";
import { readSweep } from "../sweep/read-sweep.ts";
import { listReferences, listSweepReferences, type ReferenceSource } from "./references.ts";
import { referenceIssues, resolveReferences, withReferenceIssues } from "./resolve.ts";

// The client must be a source without an adapter; the types check it.
export const asSource = (client: Client): ReferenceSource => client;

const id = (letter: string) => letter.repeat(64);

/** A service with a few entries that notes each question. The question `failing` gets an error. */
function fakeService(failing?: { question: string; error: Error }) {
  const asked: string[] = [];
  const answer = async <Data>(question: string, data: Data): Promise<{ data: { data: Data } }> => {
    asked.push(question);
    if (failing?.question === question) throw failing.error;
    return { data: { data } };
  };
  const missing = Object.assign(new Error("No such component"), { status: 404 });
  const folder = <Data>(kind: string, data: Data) => ({ list: (path: string) => answer(`${kind} ${path}`, data) });
  const components = {
    get: (component: string) => {
      if (component === id("b") || component === id("f")) {
        asked.push(`component ${component}`);
        return Promise.reject(missing);
      }
      return answer(`component ${component}`, { name: "Weights", category: "General" });
    },
  };
  const strategies = { strategies: folder("strategies", { documents: ["GROWTH"], directories: [] }) };
  const source: ReferenceSource = {
    pa: {
      components,
      templatedComponents: {
        get: (component: string) => {
          asked.push(`templated component ${component}`);
          return component === id("f") ? Promise.resolve({ data: { data: {} } }) : Promise.reject(missing);
        },
      },
      calendars: { list: () => answer("calendars", { FIVEDAY: { name: "Five Day" } }) },
      frequencies: { list: () => answer("frequencies", { Monthly: { name: "Monthly" } }) },
      groupingFrequencies: { list: () => answer("grouping frequencies", { BeginningOfPeriod: { name: "Start" } }) },
      columns: {
        list: () =>
          answer("columns", { [id("C")]: { name: "Weight", category: "Portfolio" }, [id("D")]: { name: "Return" } }),
      },
      columnStatistics: { list: () => answer("statistics", { s1: { name: "Mean" } }) },
      groups: { list: () => answer("groups", {}) },
      pricingSources: { list: () => answer("pricing sources", {}) },
      documents: folder("documents", { documents: ["REPORT"] }),
      unlinkedTemplates: { types: { list: () => answer("types", {}) } },
    },
    spar: {
      components,
      frequencies: { list: () => answer("spar frequencies", {}) },
      benchmarks: {
        get: ({ id: benchmark }) => {
          if (!["BENCH:WORLD", "BENCH:EUROPE"].includes(benchmark)) return Promise.reject(missing);
          return answer(`benchmark ${benchmark}`, { name: benchmark });
        },
      },
    },
    vault: {
      components,
      frequencies: { list: () => answer("vault frequencies", {}) },
      configurations: { list: ({ account }) => answer(`configurations ${account}`, { c1: { name: "Daily" } }) },
    },
    pub: { documents: folder("documents", { documents: ["BOOK", "BOOK_2"] }) },
    fi: { discountCurves: { list: () => answer("curves", { UST: { name: "Treasury" } }) } },
    afi: strategies,
    axp: strategies,
    bpm: strategies,
    fpo: strategies,
    npo: strategies,
    lookups: {
      accounts: folder("accounts", { accounts: ["GROWTH.ACCT", "VALUE.ACCT"], directories: [] }),
      currencies: { list: () => answer("currencies", { USD: { name: "US Dollar" }, EUR: { name: "Euro" } }) },
    },
  };
  return { source, asked };
}

const pa = readParameterFile(
  JSON.stringify({
    data: {
      a: {
        ComponentId: id("a"),
        accounts: [{ id: "CLIENT:/Equity/growth.acct" }, { id: "Client:/Equity/GROWHT.ACCT" }, { id: "BENCH:WORLD" }],
        columns: [{ id: id("c"), statistics: ["s1"] }, { id: "Retrun" }],
      },
      b: { componentid: id("b"), accounts: [{ id: "Client:/Equity/VALUE.ACCT" }], groups: [{ id: id("e") }] },
    },
  }),
  { family: "pa" },
);

test("every reference of a file is listed with its place", () => {
  expect(listReferences(pa).map(({ kind, id, pointer }) => `${kind} ${id.slice(0, 28)} ${pointer}`)).toEqual([
    `component ${"a".repeat(28)} /data/a/componentid`,
    "account CLIENT:/Equity/growth.acct /data/a/accounts/0/id",
    "account Client:/Equity/GROWHT.ACCT /data/a/accounts/1/id",
    "account BENCH:WORLD /data/a/accounts/2/id",
    `column ${"c".repeat(28)} /data/a/columns/0/id`,
    "column Retrun /data/a/columns/1/id",
    "statistic s1 /data/a/columns/0/statistics/0",
    `component ${"b".repeat(28)} /data/b/componentid`,
    "account Client:/Equity/VALUE.ACCT /data/b/accounts/0/id",
    `group ${"e".repeat(28)} /data/b/groups/0/id`,
  ]);
  expect(listReferences(pa)[0]?.range).toEqual(pa.rangeOf("/data/a/ComponentId"));
  expect(listReferences(readParameterFile("{"))).toEqual([]);
});

test("the references of the other families are listed", () => {
  const listed = (family: "vault" | "fpo" | "fi" | "fiab", request: object) =>
    listReferences(readParameterFile(JSON.stringify(request), { family })).map(
      ({ kind, engine, id }) => `${engine} ${kind} ${id}`,
    );
  expect(listed("vault", { data: { u: { componentid: "C", account: { id: "A" }, configid: "X" } } })).toEqual([
    "vault component C",
    "vault account A",
    "vault configuration X",
  ]);
  expect(
    listed("fpo", { data: { strategy: { id: "S" }, account: { id: "A", paDocument: { id: "D" } }, outputTypes: {} } }),
  ).toEqual(["fpo strategy S", "fpo account A", "pa document D"]);
  expect(
    listed("fi", {
      data: {
        securities: [{ symbol: "A", calcFromValue: 1, discountCurve: "UST" }],
        calculations: [],
        jobSettings: { asOfDate: "0" },
      },
    }),
  ).toEqual(["fi discount curve UST"]);
});

test("each list, directory and component is requested once, and remembered for the client", async () => {
  const { source, asked } = fakeService();
  const resolved = await resolveReferences(listReferences(pa), source);
  expect(resolved.map(({ isKnown }) => isKnown)).toEqual([
    true,
    true,
    false,
    undefined,
    true,
    false,
    true,
    false,
    true,
    false,
  ]);
  expect(resolved[0]).toMatchObject({ name: "Weights", category: "General" });
  expect(resolved[1]).toMatchObject({ name: "GROWTH.ACCT" });
  expect(resolved[2]).toMatchObject({ suggestions: [{ id: "Client:/Equity/GROWTH.ACCT", name: "GROWTH.ACCT" }] });
  expect(resolved[3]).toMatchObject({ why: "no-list", reason: "It is no path, so there is no directory to look in." });
  expect(resolved[4]).toMatchObject({ name: "Weight", category: "Portfolio" });
  expect(resolved[5]).toMatchObject({ suggestions: [{ id: id("D"), name: "Return" }] });
  expect(resolved[7]).toMatchObject({ suggestions: [] });
  const once = [
    "accounts CLIENT:/Equity",
    "columns",
    `component ${id("a")}`,
    `component ${id("b")}`,
    "groups",
    "statistics",
    `templated component ${id("b")}`,
  ];
  expect([...asked].sort()).toEqual(once);
  await resolveReferences(listReferences(pa), source);
  // What the service did not have is requested again, because it may exist now.
  expect([...asked].sort()).toEqual([...once, `component ${id("b")}`, `templated component ${id("b")}`].sort());
});

const accountsOf = (ids: readonly string[]) =>
  listReferences(
    readParameterFile(
      JSON.stringify({ data: { u: { componentid: id("a"), accounts: ids.map((one) => ({ id: one })) } } }),
      {
        family: "pa",
      },
    ),
  ).filter(({ kind }) => kind === "account");

test("400 accounts of one directory take one request, with a pause after each", async () => {
  const { source, asked } = fakeService();
  const ids = Array.from(
    { length: 400 },
    (_, index) => `Client:/Equity/${index % 2 === 0 ? "GROWTH" : `A${index}`}.ACCT`,
  );
  let pauses = 0;
  const pause = async () => {
    pauses++;
  };
  const resolved = await resolveReferences(accountsOf(ids), source, { pause });
  expect(resolved.filter(({ isKnown }) => isKnown === true)).toHaveLength(200);
  expect(resolved.filter(({ isKnown }) => isKnown === false)).toHaveLength(200);
  expect([asked, pauses]).toEqual([["accounts Client:/Equity"], 400]);
});

test("no more requests are sent than the caller allows, and what they would answer is unanswered", async () => {
  const { source, asked } = fakeService();
  const ids = ["Client:/A/GROWTH.ACCT", "Client:/B/GROWTH.ACCT", "Client:/A/VALUE.ACCT", "Client:/C/GROWTH.ACCT"];
  const resolved = await resolveReferences(accountsOf(ids), source, { maxQuestions: 2 });
  expect(asked).toEqual(["accounts Client:/A", "accounts Client:/B"]);
  expect(resolved.map(({ isKnown }) => isKnown)).toEqual([true, true, true, undefined]);
  expect(resolved[3]).toMatchObject({ why: "unanswered", reason: "Too many other references are asked about." });
});

test("a name of a sweep is listed once, at the first cell or template that has it", () => {
  const template = { componentid: id("a"), accounts: [{ id: "" }] };
  const sweep = { template, rows: "rows.csv", id: "{id}", fill: { "/accounts/0/id": "Client:/{account}.ACCT" } };
  const names = Array.from({ length: 1200 }, (_, row) => `r${row},A${row % 3}`);
  const files = new Map([["rows.csv", { text: `id,account\n${names.join("\n")}\n` }]]);
  const { jobs } = readSweep(JSON.stringify(sweep), "s.pa.sweep.json", { files });
  const places = listSweepReferences(jobs).map(({ id: name, range }) => [name, `${range?.path}:${range?.start.line}`]);
  expect([jobs.length, places]).toEqual([
    3,
    [
      [id("a"), "s.pa.sweep.json:1"],
      ["Client:/A0.ACCT", "rows.csv:2"],
      ["Client:/A1.ACCT", "rows.csv:3"],
      ["Client:/A2.ACCT", "rows.csv:4"],
    ],
  ]);
});

const columnsOf = (file: typeof pa) => listReferences(file).filter(({ kind }) => kind === "column");
const failure = (message: string, status?: number) => Object.assign(new Error(message), { status });

test("a component does not exist if the service says that its id is malformed", async () => {
  const { source } = fakeService({
    question: `component ${id("a")}`,
    error: failure("Invalid component identifier", 400),
  });
  const [component] = await resolveReferences(listReferences(pa), source);
  expect(component).toMatchObject({ kind: "component", isKnown: false, suggestions: [] });
});

test.each([403, 404, 429, 500])("a first question that fails with %i leaves the others to be asked", async (status) => {
  const { source, asked } = fakeService({ question: `component ${id("a")}`, error: failure("No.", status) });
  const [component, ...others] = await resolveReferences(listReferences(pa), source);
  expect(component).toMatchObject(
    status === 404 ? { isKnown: false, suggestions: [] } : { isKnown: undefined, why: "unanswered", reason: "No." },
  );
  expect(others.filter(({ isKnown }) => isKnown)).toHaveLength(4);
  expect(asked).toContain("columns");
});

test("a question that fails leaves its references unanswered and is asked again", async () => {
  const failing = { question: "columns", error: failure("The service fails.", 500) };
  const { source, asked } = fakeService(failing);
  const unanswered = { isKnown: undefined, why: "unanswered", reason: "The service fails." };
  expect(await resolveReferences(columnsOf(pa), source)).toMatchObject([unanswered, unanswered]);
  failing.question = "";
  const before = asked.length;
  expect(await resolveReferences(columnsOf(pa), source)).toMatchObject([{ isKnown: true }, { isKnown: false }]);
  expect(asked.slice(before)).toEqual(["columns"]);
});

test.each([
  ["refused credentials", failure("Unauthorized", 401)],
  ["a service that is out of reach", failure("No answer")],
  ["a service that is unavailable", failure("Down", 503)],
])("%s: the check rejects after one question", async (_, error) => {
  const { source, asked } = fakeService({ question: `component ${id("a")}`, error });
  await expect(resolveReferences(listReferences(pa), source)).rejects.toBe(error);
  expect(asked).toEqual([`component ${id("a")}`]);
});

test("credentials that are refused later reject too; a service that answers less does not", async () => {
  const refused = failure("Unauthorized", 401);
  const failing = { question: "columns", error: refused };
  const { source } = fakeService(failing);
  await expect(resolveReferences(listReferences(pa), source)).rejects.toBe(refused);
  failing.error = failure("Down", 503);
  const resolved = await resolveReferences(listReferences(pa), source);
  expect(resolved.filter((each) => each.isKnown === undefined && each.why === "unanswered")).toHaveLength(2);
});

test("names without a list on the service cause no request, and differ from names that it did not answer", async () => {
  const { source, asked } = fakeService();
  const unit = { componentid: id("a"), accounts: [{ id: "GROWTH" }] };
  const file = readParameterFile(JSON.stringify({ data: { unit } }), { family: "pa" });
  const accounts = listReferences(file).filter(({ kind }) => kind === "account");
  expect(await resolveReferences(accounts, source)).toMatchObject([{ isKnown: undefined, why: "no-list" }]);
  expect(asked).toEqual([]);
});

test("a benchmark is looked up by its id, or as an account by its path, and the closest are the known ones of the file", async () => {
  const { source } = fakeService();
  const ids = ["BENCH:WORLD", "BENCH:WORLDD", "BENCH:NONE", "Client:/Equity/GROWTH.ACCT", "Client:/Equity/GROWHT.ACCT"];
  const unit = { componentid: id("a"), benchmarks: ids.map((benchmark) => ({ id: benchmark })) };
  const file = readParameterFile(JSON.stringify({ data: { unit } }), { family: "pa" });
  const resolved = await resolveReferences(
    listReferences(file).filter(({ kind }) => kind === "benchmark"),
    source,
  );
  expect(resolved.map(({ isKnown }) => isKnown)).toEqual([true, false, false, true, false]);
  const closest = resolved.map((one) => (one.isKnown === false ? one.suggestions.map((near) => near.id) : []));
  expect(closest).toEqual([[], ["BENCH:WORLD"], [], [], ["Client:/Equity/GROWTH.ACCT"]]);
  expect(referenceIssues(resolved)[0]?.message).toBe(
    "The service knows no benchmark `BENCH:WORLDD`. Closest: `BENCH:WORLD`.",
  );
});

test("what is not found is a warning at its place, with a fix for each name that comes near", async () => {
  const { source } = fakeService();
  const text = JSON.stringify({
    data: { a: { componentid: id("b"), accounts: [{ id: "Client:/Equity/GROWHT.ACCT" }] } },
  });
  const file = readParameterFile(text, { family: "pa" });
  const issues = referenceIssues(await resolveReferences(listReferences(file), source));
  expect(issues).toMatchObject([
    {
      code: "unknown-reference",
      severity: "warning",
      message: `The service knows no component \`${id("b")}\`. A component that is saved again can get another id: look it up again.`,
      pointer: "/data/a/componentid",
      fixes: [],
    },
    {
      message: "The service knows no account `Client:/Equity/GROWHT.ACCT`. Closest: `Client:/Equity/GROWTH.ACCT`.",
      range: file.rangeOf("/data/a/accounts/0/id"),
    },
  ]);
  expect(applyFixes(text, issues)).toBe(text);
  const chosen = issues.map((issue) => ({ ...issue, fixes: issue.fixes.map((fix) => ({ ...fix, safe: true })) }));
  expect(applyFixes(text, chosen)).toBe(text.replace("GROWHT", "GROWTH"));
});

test("hostile names of the service are shown as text, on one line", () => {
  const closest = [{ id: "x\n::error::", name: "\u202ename" }];
  const [issue] = referenceIssues([
    {
      kind: "column",
      engine: "pa",
      id: "a\r\nb",
      pointer: "",
      range: undefined,
      isKnown: false,
      suggestions: closest,
      isCompared: true,
    },
  ]);
  expect(issue?.message).toBe("The service knows no column `a\\r\\nb`. Closest: `x\\n::error::` (`\\u{202e}name`).");
});

test("an abort rejects with the signal's reason", async () => {
  const { source } = fakeService({ question: "columns", error: new Error("aborted") });
  await expect(resolveReferences(columnsOf(pa), source, { signal: AbortSignal.abort("enough") })).rejects.toBe(
    "enough",
  );
});

test("a component that only the templated components have is known", async () => {
  const { source, asked } = fakeService();
  const file = readParameterFile(JSON.stringify({ data: { a: { componentid: id("f") } } }), { family: "pa" });
  const resolved = await resolveReferences(listReferences(file), source);
  expect(resolved).toMatchObject([{ isKnown: true }]);
  expect(asked).toEqual([`component ${id("f")}`, `templated component ${id("f")}`]);
});

test("pricing sources that the service lists only by directory cannot be checked", async () => {
  const { source } = fakeService({ question: "pricing sources", error: failure("Please provide the directory", 400) });
  const datasources = { portfoliopricingsources: [{ id: id("d") }] };
  const text = JSON.stringify({ data: { a: { componentid: id("a"), datasources } } });
  const file = readParameterFile(text, { family: "pa" });
  const resolved = await resolveReferences(listReferences(file), source);
  expect(resolved[1]).toMatchObject({
    isKnown: undefined,
    why: "unanswered",
    reason: "The service lists pricing sources by directory, and the file names no directory.",
  });
});

test("the service's own lists decide on currencies and frequencies, and what fixed lists said no longer counts", async () => {
  const { source } = fakeService();
  const unit = {
    componentid: id("a"),
    currencyisocode: "USDD",
    dates: { frequency: "Monthli" },
    groups: [{ frequency: "BeginningOfPeriod" }],
  };
  const file = readParameterFile(JSON.stringify({ data: { a: unit } }), { family: "pa" });
  expect(file.issues.map(({ code }) => code)).toEqual(["unlisted-value", "unlisted-value"]);
  const issues = withReferenceIssues(file.issues, await resolveReferences(listReferences(file), source));
  expect(issues.map(({ message }) => message)).toEqual([
    "The service knows no currency `USDD`. Closest: `USD`.",
    "The service knows no frequency `Monthli`. Closest: `Monthly`.",
  ]);
});

test("a calendar is looked up, and cannot be checked where the service has no list of them", async () => {
  const unit = (calendar: string) => ({ data: { a: { componentid: id("a"), dates: { calendar } } } });
  const calendarOf = (calendar: string) =>
    listReferences(readParameterFile(JSON.stringify(unit(calendar)), { family: "pa" })).filter(
      ({ kind }) => kind === "calendar",
    );
  const { source } = fakeService();
  expect(await resolveReferences(calendarOf("FIVEDAYS"), source)).toMatchObject([
    { isKnown: false, suggestions: [{ id: "FIVEDAY" }] },
  ]);
  const older = fakeService({ question: "calendars", error: failure("Not found", 404) });
  expect(await resolveReferences(calendarOf("NYX"), older.source)).toMatchObject([
    { isKnown: undefined, why: "unanswered" },
  ]);
});

test.each([
  ["a text", "odd"],
  ["a list", ["odd", 5]],
  ["lists of things that have no name", { accounts: [{ id: "GROWTH.ACCT" }], documents: "odd" }],
])("a list that the service answers as %s does not say that something is not there", async (_, data) => {
  const client = createServiceClient({
    baseUrl: "https://api.vendor.example",
    auth: bearerToken("token-0123456789"),
    fetch: async () => Response.json({ data }),
  });
  const file = { data: { a: { componentid: id("a"), accounts: [{ id: "Client:/A.ACCT" }], currencyisocode: "USD" } } };
  const listed = listReferences(readParameterFile(JSON.stringify(file), { family: "pa" }));
  const [component, account, currency] = await resolveReferences(listed, client);
  const reason = "The service answered the list in a shape that cannot be read.";
  expect(component).toMatchObject({ kind: "component", isKnown: true, name: undefined });
  expect(account).toMatchObject({ kind: "account", isKnown: undefined, why: "unanswered", reason });
  if (Array.isArray(data) || typeof data === "string")
    expect(currency).toMatchObject({ kind: "currency", isKnown: undefined, why: "unanswered", reason });
});

test("an odd entry does not hide the others", async () => {
  const lists: Record<string, unknown> = {
    currencies: { EUR: "Euro", USD: { name: ["US Dollar"], category: 5 } },
    accounts: { accounts: [5, "A.ACCT", { name: "B.ACCT" }] },
  };
  const client = createServiceClient({
    baseUrl: "https://api.vendor.example",
    auth: bearerToken("token-0123456789"),
    fetch: async ({ url }) => Response.json({ data: lists[url.includes("currencies") ? "currencies" : "accounts"] }),
  });
  const units = ["USD", "EUR", "EUX"].map((currencyisocode) => ({
    componentid: id("a"),
    accounts: [{ id: "Client:/A.ACCT" }],
    currencyisocode,
  }));
  const listed = listReferences(readParameterFile(JSON.stringify({ data: { ...units } }), { family: "pa" }));
  const resolved = (await resolveReferences(listed, client)).map(({ id, isKnown }) => `${id} ${isKnown}`);
  expect(new Set(resolved)).toEqual(
    new Set([`${id("a")} true`, "Client:/A.ACCT true", "USD true", "EUR true", "EUX false"]),
  );
});

test("an id with one wrong digit has the right one as a fix, and a name in a cell has the closest as one", async () => {
  const { source } = fakeService();
  const unit = { componentid: id("a"), columns: [{ id: `D${id("C").slice(1)}` }] };
  const file = readParameterFile(JSON.stringify({ data: { unit } }), { family: "pa" });
  const issues = referenceIssues(await resolveReferences(listReferences(file), source));
  expect(issues.map(({ fixes }) => fixes.map(({ edits }) => edits[0]?.content))).toEqual([[JSON.stringify(id("C"))]]);

  const template = { componentid: id("a"), accounts: [{ id: "" }] };
  const fill = { "/accounts/0/id": "Client:/Equity/{account}.ACCT" };
  const sweep = { template, rows: "rows.csv", id: "{account}", fill };
  const files = new Map([["rows.csv", { text: "account\nGROWHT\n" }]]);
  const { jobs } = readSweep(JSON.stringify(sweep), "s.pa.sweep.json", { files });
  const [issue] = referenceIssues(await resolveReferences(listSweepReferences(jobs), source));
  expect(issue?.fixes).toMatchObject([
    { title: "Use `Client:/Equity/GROWTH.ACCT`", edits: [{ offset: 8, length: 6, content: "GROWTH" }] },
  ]);
});

test("what was compared with nothing does not say that nothing is like it", async () => {
  const { source } = fakeService();
  const unit = { componentid: id("a"), benchmarks: [{ id: "BENCH:NONE" }] };
  const file = readParameterFile(JSON.stringify({ data: { unit } }), { family: "pa" });
  const [issue] = referenceIssues(await resolveReferences(listReferences(file), source));
  expect(issue?.message).toBe(
    "The service knows no benchmark `BENCH:NONE`. The service lists no benchmarks to compare it with: check its id.",
  );
});
