import { describe, expect, it } from "vitest";
import { knownGood } from "../src/index.ts";
import { problem, service } from "./support/service.ts";

const good = knownGood();
const engines = "/analytics/engines";
const segment = encodeURIComponent;

describe("reference data and directories", () => {
  it.each([
    [`/analytics/lookups/v3/accounts/${segment("Client:/Nowhere/At/All")}`, "404 Directory not found"],
    [`${engines}/pa/v3/documents/${segment("Client:/Nowhere")}`, "404 Directory not found"],
    [`${engines}/npo/v3/strategies/${segment("Client:/Nowhere")}`, "404 Directory not found"],
    [`${engines}/pa/v3/columns/nothing`, "404 Column not found"],
    [`${engines}/pa/v3/components?document=nothing`, "404 Document not found"],
    [`${engines}/pa/v3/components`, "400 The document field is required [document]"],
    [`${engines}/spar/v3/components/nothing`, "404 Component not found"],
    [`${engines}/spar/v3/benchmarks?id=nothing`, "404 Benchmark not found"],
    [`${engines}/spar/v3/benchmarks`, "400 The id field is required [id]"],
    [`${engines}/spar/v3/accounts/nothing/returns-type`, "404 Account not found"],
    [`${engines}/vault/v3/configurations?account=nothing`, "404 Account not found"],
    [`${engines}/vault/v3/configurations/nothing`, "404 Configuration not found"],
    [`${engines}/pa/v3/unlinked-templates/template-types/nothing`, "404 Template type not found"],
    [`${engines}/fi/v3/discount-curves?currency=QQQ`, "404 Not found"],
  ])("%s: %s", async (path, expected) => {
    const { run, call } = service();
    await run(async () => expect(problem(await call("GET", path))).toBe(expected));
  });

  it("take a whole path as one segment of the address", async () => {
    const { run, call } = service();
    await run(async () => {
      type Directory = { data: { accounts: string[]; directories: string[] } };
      const { json } = await call("GET", `/analytics/lookups/v3/accounts/${segment("Client:/Growth")}`);
      const { directories, accounts } = (json as Directory).data;
      expect(accounts.length).toBeGreaterThan(0);
      expect(directories.length).toBeGreaterThan(0);
      expect((await call("GET", "/analytics/lookups/v3/accounts/Client:/Growth")).status).toBe(404);
    });
  });

  it("list the return types of an account, in any letter case", async () => {
    const { run, call } = service();
    await run(async () => {
      const path = `${engines}/spar/v3/accounts/${segment("client:growth/GLOBAL_EQUITY.acct")}/returns-type`;
      const { json } = await call("GET", path);
      expect(json).toMatchObject({ data: { returnsType: [{ name: "Gross Total Return", id: "GTR" }, {}, {}] } });
    });
  });

  it("convert relative dates as of the simulator's own day", async () => {
    const { run, call, later } = service();
    const query = new URLSearchParams({
      enddate: "0",
      componentid: good.components.pa.weights,
      account: good.accounts.equity,
    });
    const enddate = async () =>
      ((await call("GET", `${engines}/pa/v3/dates?${query}`)).json as { data: { enddate: string } }).data.enddate;
    await run(async () => {
      const first = await enddate();
      expect(first).toMatch(/^202512\d\d$|^20260101$/);
      await later(40 * 86_400);
      expect(await enddate()).toMatch(/^202602\d\d$/);
    });
  });

  it("count days in the calendar that is asked for", async () => {
    const { run, call, later } = service();
    const endOf = async (calendar: string) => {
      const account = good.accounts.equity;
      const query = new URLSearchParams({ enddate: "-1", componentid: good.components.pa.weights, account, calendar });
      const { json } = await call("GET", `${engines}/pa/v3/dates?${query}`);
      return (json as { data: { enddate: string } }).data.enddate;
    };
    await run(async () => {
      await later(4 * 86_400); // Monday, 2026-01-05
      expect([await endOf("FIVEDAY"), await endOf("SEVENDAY")]).toEqual(["20260102", "20260104"]);
    });
  });

  it.each([
    ["enddate", { enddate: "someday" }],
    ["startdate", { startdate: "someday" }],
    ["startdate", { startdate: "20260101", enddate: "20250101" }],
    ["componentid", { componentid: "nothing" }],
    ["account", { account: "nobody" }],
  ])("point to the %s that cannot be converted: %o", async (parameter, wrong) => {
    const { run, call } = service();
    const right = { enddate: "0", componentid: good.components.pa.weightsOverTime, account: good.accounts.equity };
    await run(async () => {
      const reply = await call("GET", `${engines}/pa/v3/dates?${new URLSearchParams({ ...right, ...wrong })}`);
      expect(problem(reply)).toMatch(new RegExp(`^400 .+ \\[${parameter}\\]$`));
    });
  });

  it("tell their age where they are kept in a cache", async () => {
    const { run, call, later } = service();
    await run(async () => {
      await later(75);
      const { headers } = await call("GET", `${engines}/pa/v3/columns`);
      expect([headers.get("cache-control"), headers.get("age")]).toEqual(["max-age=3600", "75"]);
    });
  });

  it("are narrowed by the query", async () => {
    const { run, call } = service();
    await run(async () => {
      const count = async (query: string) =>
        Object.keys(((await call("GET", `${engines}/pa/v3/columns${query}`)).json as { data: object }).data).length;
      const all = await count("");
      expect(all).toBeGreaterThanOrEqual(500);
      const some = await count("?name=return");
      expect(some).toBeGreaterThan(0);
      expect(some).toBeLessThan(all);
    });
  });
});
