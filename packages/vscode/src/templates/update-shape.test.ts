import { readParameterFile } from "@analytics-engines/core/parameters";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { templateSorts } from "../common/templates.ts";
import { wordOf } from "../editor/language/text/kinds.ts";
import { templateFileKinds } from "./template-names.ts";
import { isSame, presentText, requestText, type Template } from "./template-service.ts";

const id = "AB".repeat(32);
const linked: Template = {
  sort: "linked",
  id,
  name: "Weights",
  directory: "Personal:Templates/",
  data: {
    name: "Weights",
    id,
    content: { locked: ["dates"], mandatory: ["accounts"], optional: null },
    description: null,
    snapshot: true,
    directory: "Personal:Templates/",
    parentComponentId: "CD".repeat(32),
    madeUpLater: { by: "a newer deployment" },
  },
};

describe("the shape of an update", () => {
  it("contains the properties that an update can set, in the order of the schema, without null values", async () => {
    expect(JSON.parse(await presentText(linked))).toEqual({
      data: { parentComponentId: "CD".repeat(32), content: { mandatory: ["accounts"], locked: ["dates"] } },
    });
    expect(await presentText(linked)).toMatch(/"parentComponentId"[\s\S]*"mandatory"[\s\S]*"locked"/);
    const unlinked = {
      componentdetail: "GROUPS",
      templateTypeId: id,
      accounts: [{ holdingsmode: "B&H", id: "Client:/A.ACCT", color: "red" }],
      category: "Weights",
      dates: { enddate: "0M", calendar: null },
    };
    expect(JSON.parse(await presentText({ sort: "unlinked", data: unlinked }))).toEqual({
      data: {
        accounts: [{ id: "Client:/A.ACCT", holdingsmode: "B&H" }],
        dates: { enddate: "0M" },
        componentdetail: "GROUPS",
      },
    });
    const component = { parentTemplateId: id, type: "Weights", componentData: { currencyisocode: "USD" } };
    expect(JSON.parse(await presentText({ sort: "component", data: component }))).toEqual({
      data: { parentTemplateId: id, componentData: { currencyisocode: "USD" } },
    });
  });

  it("is a request without errors that stays the same", async () => {
    for (const sort of templateSorts) {
      const text = await presentText({ sort, data: { ...linked.data, parentTemplateId: id } });
      const file = readParameterFile(text, { path: `a.${wordOf(templateFileKinds[sort].update)}.json` });
      expect(file.issues).toEqual([]);
      expect(await requestText(sort, file.request)).toBe(text);
    }
  });

  it("ignores the order of properties, and keeps null values of a request", async () => {
    const values = {
      description: fc.constantFrom("a", null),
      currencyisocode: fc.constantFrom("USD", "EUR"),
      groups: fc.array(fc.record({ id: fc.string(), frequency: fc.string() }), { maxLength: 2 }),
    };
    const shuffled = fc
      .record(values)
      .chain((data) => fc.tuple(fc.constant(data), fc.shuffledSubarray(Object.keys(data), { minLength: 3 })));
    await fc.assert(
      fc.asyncProperty(shuffled, async ([data, keys]) => {
        const other = Object.fromEntries(keys.map((key) => [key, Reflect.get(data, key)]));
        const text = await requestText("unlinked", { data: other });
        expect(text).toBe(await requestText("unlinked", { data }));
        expect(JSON.parse(text)).toEqual({ data });
      }),
      { numRuns: 30 },
    );
  });

  it("differs after any change of the template", () => {
    expect(isSame(linked, { ...linked, data: structuredClone(linked.data) })).toBe(true);
    expect(isSame(linked, { ...linked, data: { ...linked.data, name: "Other" } })).toBe(false);
    expect(isSame(linked, { ...linked, data: { ...linked.data, content: { locked: [] } } })).toBe(false);
  });
});
