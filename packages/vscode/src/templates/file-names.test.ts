import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkText } from "../editor/check.ts";
import { wordOf } from "../editor/kinds.ts";
import { templateSorts } from "../explorer/nodes.ts";
import { templateIdOf, updateFileStem } from "./file-names.ts";
import { fileKinds, purposeOf } from "./sorts.ts";

const id = "0A".repeat(32);
const nameOf = (stem: string, sort: (typeof templateSorts)[number]) => `${stem}.${wordOf(fileKinds[sort].update)}.json`;

describe("the name of a file that changes a template", () => {
  it("says which template it is of, whatever that is called", () => {
    expect(updateFileStem("Weights / GICS: Sector", id)).toBe(`Weights-GICS-Sector.${id}`);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...templateSorts), (name, sort) => {
        const file = nameOf(updateFileStem(name, id), sort);
        expect(file).toMatch(/^[^/\\:*?"<>|\s]+$/u);
        expect(templateIdOf(`/folder/${file}`, sort)).toBe(id);
        for (const other of templateSorts) if (other !== sort) expect(templateIdOf(file, other)).toBeUndefined();
      }),
      { numRuns: 30 },
    );
  });

  it("says nothing of it where it is the author's own, or the id would not fit into a name", () => {
    expect(templateIdOf("risk.linked-template-update.json", "linked")).toBeUndefined();
    expect(templateIdOf(`${id}.linked-template.json`, "linked")).toBeUndefined();
    expect(templateIdOf(`a/${id}.Linked-Template-Update.JSON`, "linked")).toBe(id);
    expect(updateFileStem("Risk", "../../x")).toBe("Risk");
    expect(updateFileStem("***", id)).toBe(`template.${id}`);
  });

  it("tells the editor what it is for", () => {
    for (const sort of templateSorts) {
      for (const action of ["create", "update"] as const) {
        const path = `a.${wordOf(fileKinds[sort][action])}.json`;
        expect(purposeOf(checkText("{}", { path }).kind)).toEqual({ sort, action });
      }
    }
    expect(purposeOf(checkText("{}", { path: "a.pa.json" }).kind)).toBeUndefined();
    expect(purposeOf(undefined)).toBeUndefined();
  });
});
