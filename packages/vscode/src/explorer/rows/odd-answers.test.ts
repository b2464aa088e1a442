import { basicAuth, createClient, MalformedAnswerError } from "@analytics-engines/core";
import { componentFamilyIds } from "@analytics-engines/core/basics";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { createServiceNames, nameLists } from "@analytics-engines/runs/lookup";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFull } from "../../../../core/test/support/sample.ts";
import { listTemplates } from "../../common/templates.ts";
import { suggest } from "../../editor/language/references/suggestions.ts";
import { readTemplate } from "../../templates/template-service.ts";
import { askChildren, readAnswer } from "./children.ts";
import type { TreeItemData } from "./nodes.ts";
import { labelOf } from "./presentation.ts";

/** A service that answers everything with the same `data`. */
function answering(data: unknown) {
  const clock = createVirtualClock();
  const client = createClient({
    baseUrl: "https://api.example.test",
    auth: basicAuth("USER-1", "key-0123456789"),
    fetch: async () => Response.json({ data }),
    clock,
  });
  const names = createServiceNames(async () => client, { clock, onAnswer: () => undefined });
  const ask = (item: TreeItemData) => clock.run(() => askChildren(item, { names, client: async () => client }, false));
  return { clock, client, names, ask };
}

const rows: readonly TreeItemData[] = [
  { kind: "directory", tree: "accounts", path: "Client:/" },
  { kind: "directory", tree: "pa documents", path: "Client:/" },
  { kind: "configurations", path: "Client:/A.ACCT" },
  { kind: "document", engine: "pa", path: "Client:/D" },
  { kind: "templates", sort: "linked" },
  { kind: "templates", sort: "unlinked" },
  { kind: "template category", name: "C" },
  { kind: "template directory", path: "Personal:" },
  ...nameLists.map((list): TreeItemData => ({ kind: "list", list })),
];

describe("an answer of another shape than its model", () => {
  it("appears with its readable parts", async () => {
    const list = { one: { name: "One", category: "C" }, two: "odd", three: { name: ["odd"], category: 5 } };
    const columns = await answering(list).ask({ kind: "list", list: "columns" });
    expect(columns.map(labelOf)).toEqual(["One", "three", "two"]);
    const directory = { accounts: [5, "A.ACCT", { name: "B.ACCT" }], documents: ["D"], directories: [["odd"], "Sub"] };
    const { ask } = answering(directory);
    expect((await ask({ kind: "directory", tree: "accounts", path: "Client:/" })).map(labelOf)).toEqual([
      "Sub",
      "A.ACCT",
    ]);
    const templates = await answering({ one: { name: { odd: 1 }, description: 5 }, two: 5 }).ask({
      kind: "templates",
      sort: "linked",
    });
    expect(templates.map(labelOf)).toEqual(["one", "two"]);
  });

  it("is completed with its readable parts", async () => {
    const { clock, names } = answering({ EUR: "Euro", USD: { name: "US Dollar" } });
    const field = { kind: "currency", engine: "pa" } as const;
    await clock.run(async () => suggest(field, "", names, undefined).more);
    expect(suggest(field, "", names, undefined).items.map(({ id }) => id)).toEqual(["EUR", "USD"]);
  });

  it("is shown unchanged as JSON", async () => {
    for (const data of ["odd", ["odd"], { one: 5 }]) {
      const { client, clock } = answering(data);
      const shown = await clock.run(() => readAnswer({ kind: "list", list: "columns" }, client));
      expect(shown).toEqual({ data });
    }
  });

  it("becomes a list or an error", async () => {
    const known = ["accounts", "documents", "directories", "peerUniverseList", "returnsType", "name", "id", "category"];
    const answers = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.oneof(fc.constantFrom(...known), fc.string()), fc.jsonValue()),
      fc.dictionary(fc.string(), fc.dictionary(fc.constantFrom(...known), fc.jsonValue())),
    );
    const property = fc.asyncProperty(answers, async (data) => {
      const { clock, client, names, ask } = answering(data);
      const questions = [
        ...rows.map((item) => async () => (await ask(item)).map(labelOf)),
        ...componentFamilyIds.map((engine) => () => clock.run(() => names.component(engine, "c").ready)),
        () => clock.run(() => names.templatedComponent("t").ready),
        () => clock.run(() => names.returnTypes("Client:/A.ACCT").ready),
        () => clock.run(() => listTemplates(client, "linked")),
        () => clock.run(() => readTemplate(client, "linked", "t")),
      ];
      for (const question of questions) {
        const answer = await question().catch((error: unknown) => error);
        if (answer instanceof Error) expect(answer).toBeInstanceOf(MalformedAnswerError);
        else for (const label of [answer].flat()) expect(["string", "object"]).toContain(typeof label);
      }
    });
    await fc.assert(property, { numRuns: isFull ? 60 : 15 });
  });
});
