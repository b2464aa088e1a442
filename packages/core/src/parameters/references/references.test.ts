import { expect, test } from "vitest";
import type { Client } from "../../service/client.ts";
import { readParameterFile } from "../read.ts";
import { listReferences } from "./list.ts";
import { resolveReferences } from "./resolve.ts";
import type { ReferenceSource } from "./source.ts";

// The client must serve as it is.
export const asSource = (client: Client): ReferenceSource => client;

const id = (letter: string) => letter.repeat(64);

/** A service with a few entries that notes what it is asked; `failing` answers with an error. */
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
      if (component === id("b")) {
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
    spar: { components },
    vault: {
      components,
      configurations: { list: ({ account }) => answer(`configurations ${account}`, { c1: { name: "Daily" } }) },
    },
    pub: { documents: folder("documents", { documents: ["BOOK", "BOOK_2"] }) },
    fi: { discountCurves: { list: () => answer("curves", { UST: { name: "Treasury" } }) } },
    afi: strategies,
    axp: strategies,
    bpm: strategies,
    fpo: strategies,
    npo: strategies,
    lookups: { accounts: folder("accounts", { accounts: ["GROWTH.ACCT", "VALUE.ACCT"], directories: [] }) },
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

test("every reference of a file, with its place", () => {
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

test("the references of the other families", () => {
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

test("one request a list, a directory and a component, remembered for the client", async () => {
  const { source, asked } = fakeService();
  const resolved = await resolveReferences(listReferences(pa), source);
  expect(resolved.map(({ found }) => found)).toEqual([
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
  expect(resolved[2]).toMatchObject({ closest: [{ id: "Client:/Equity/GROWTH.ACCT", name: "GROWTH.ACCT" }] });
  expect(resolved[3]).toMatchObject({ reason: "It is no path, so there is no directory to look in." });
  expect(resolved[4]).toMatchObject({ name: "Weight", category: "Portfolio" });
  expect(resolved[5]).toMatchObject({ closest: [{ id: id("D"), name: "Return" }] });
  expect(resolved[7]).toMatchObject({ closest: [] });
  const once = [
    "accounts CLIENT:/Equity",
    "columns",
    `component ${id("a")}`,
    `component ${id("b")}`,
    "groups",
    "statistics",
  ];
  expect([...asked].sort()).toEqual(once);
  await resolveReferences(listReferences(pa), source);
  // What is not there is asked for again: it may have been made meanwhile.
  expect([...asked].sort()).toEqual([...once, `component ${id("b")}`].sort());
});

test("a question that fails leaves its references open and is asked again", async () => {
  const failing: { question: string; error: Error } = {
    question: "columns",
    error: new Error("The service is unavailable."),
  };
  const { source, asked } = fakeService(failing);
  const columns = listReferences(pa).filter(({ kind }) => kind === "column");
  expect(await resolveReferences(columns, source)).toMatchObject([
    { found: undefined, reason: "The service is unavailable." },
    { found: undefined, reason: "The service is unavailable." },
  ]);
  failing.question = "";
  expect(await resolveReferences(columns, source)).toMatchObject([{ found: true }, { found: false }]);
  expect(asked).toEqual(["columns", "columns"]);
});

test("an abort rejects with the signal's reason", async () => {
  const { source } = fakeService({ question: "columns", error: new Error("aborted") });
  const columns = listReferences(pa).filter(({ kind }) => kind === "column");
  await expect(resolveReferences(columns, source, { signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
});
