import { type Endpoint, endpoints } from "@analytics-engines/core";
import { families, isFamilyId } from "@analytics-engines/core/basics";
import type { FamilyId } from "@analytics-engines/core/families";
import { expect, it } from "vitest";
import { knownGood } from "../src/index.ts";
import { handlers } from "../src/routes/handlers.ts";
import { goodBodies, jobsPath, service } from "./support/service.ts";

const good = knownGood();
const template = { directory: "Personal:T/", parentComponentId: good.components.pa.weights };
const unlinked = { directory: "Personal:T/", templateTypeId: good.templateType };

const attribution = { data: { one: { componentid: good.components.pa.attribution } } };

/** Bodies, query and path parameters with which each operation succeeds; `ids` names what was created before. */
function requestFor(row: Endpoint, ids: Readonly<Record<string, string>>) {
  const [area = "", group = ""] = row.operation.split(".");
  const queries: Record<string, string> = {
    document: good.documents[area as "pa"] ?? "",
    startdate: "-1M",
    enddate: "0",
    componentid: area === "vault" ? good.components.vault.totalReturns : good.components.pa.weights,
    account: good.accounts.equity,
    directory: "Personal:T/",
    id: good.benchmarks.world,
    currency: "USD",
    category: "US Funds",
    path: "Client:",
  };
  const known: Record<string, string> = {
    "pa.columns": good.columns.totalReturn,
    "pa.components": good.components.pa.weights,
    "spar.components": good.components.spar.returns,
    "vault.components": good.components.vault.totalReturns,
    "vault.configurations": good.configuration,
  };
  const path: Record<string, string> = {
    id: row.operation.includes(".types.")
      ? good.templateType
      : (ids[`${area}.${group}`] ?? known[`${area}.${group}`] ?? "job"),
    unitId: "one",
    path: "Client:",
    accountPath: good.accounts.equity,
  };
  const bodies: Record<string, object> = {
    "pa.linkedTemplates.create": { data: template },
    "pa.linkedTemplates.update": { data: { description: "x" } },
    "pa.unlinkedTemplates.create": { data: unlinked },
    "pa.unlinkedTemplates.update": { data: { description: "x" } },
    "pa.templatedComponents.create": {
      data: { directory: "Personal:T/", parentTemplateId: ids["pa.linkedTemplates"] },
    },
    "pa.templatedComponents.update": { data: { description: "x" } },
    "pa.commentaries.create": { data: {} },
  };
  // Pricing sources need a directory, which the operation does not declare.
  const isNeeded = (name: string) => row.operation === "pa.pricingSources.list" && name === "directory";
  const query = Object.entries(row.query).filter(([name, { required }]) => required || isNeeded(name));
  const address = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const search = new URLSearchParams(query.map(([name]) => [name, queries[name] ?? ""]));
  const body =
    row.body === undefined || row.method === "GET"
      ? undefined
      : (bodies[row.operation] ?? goodBodies[area as FamilyId]);
  return { address: query.length === 0 ? address : `${address}?${search}`, body };
}

it("has a handler for each of the 131 operations, and none beside", () => {
  expect(endpoints).toHaveLength(131);
  expect([...handlers.keys()].sort()).toEqual(endpoints.map(({ operation }) => operation).sort());
});

it.each(endpoints.map((row) => [row.operation, row] as const))("%s answers as it declares", async (operation, row) => {
  const { run, call, later, simulator } = service({ duplicates: "allow", profile: "default" });
  await run(async () => {
    // What must exist first: a finished job of the family, templates, a component made from one.
    const ids: Record<string, string> = {};
    const family = operation.split(".", 1)[0] ?? "";
    if (isFamilyId(family) && row.path.includes("{id}") && row.path.startsWith(jobsPath(family))) {
      const { hasPut, kind } = families[family];
      const body = operation.startsWith("pa.commentaries") ? attribution : goodBodies[family];
      const created = hasPut
        ? await call("PUT", `${jobsPath(family)}/job`, { body })
        : await call("POST", jobsPath(family), { body: goodBodies[family] });
      expect(created.status).toBe(202);
      ids[`${family}.${kind}s`] = simulator.jobs[0]?.id ?? "";
      await later(100);
      if (/^pa\.commentaries\.(?:status|result)$/.test(operation)) {
        await call("POST", `${jobsPath("pa")}/job/units/one/commentary`, { body: { data: {} } });
        await later(10);
      }
    } else if (isFamilyId(family) && /calculations\.list$/.test(operation)) {
      await call("POST", jobsPath(family), { body: goodBodies[family] });
    }
    if (family === "pa") {
      const make = async (path: string, data: object) =>
        ((await call("POST", `/analytics/engines/pa/v3/${path}`, { body: { data } })).json as { data: { id: string } })
          .data.id;
      ids["pa.linkedTemplates"] = await make("linked-templates", template);
      ids["pa.unlinkedTemplates"] = await make("unlinked-templates", unlinked);
      const parentTemplateId = ids["pa.linkedTemplates"];
      ids["pa.templatedComponents"] = await make("templated-components", {
        directory: "Personal:T/",
        parentTemplateId,
      });
    }

    const { address, body } = requestFor(row, ids);
    const reply = await call(row.method, address, body === undefined ? {} : { body });
    expect(Object.keys(row.answers)).toContain(String(reply.status));
    expect(simulator.requests.at(-1)?.operation).toBe(operation);
    const kind = row.answers[reply.status];
    if (kind === "none") expect(reply.text).toBe("");
    else expect(reply.text.length).toBeGreaterThan(10);
    if (kind !== "none" && kind !== "result" && family !== "fiab") expect(reply.json).toHaveProperty("data");
  });
});
