import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { templateSorts } from "../common/templates.ts";
import { checkParameterText } from "../editor/language/text/checked-text.ts";
import { wordOf } from "../editor/language/text/kinds.ts";
import { purposeOf, templateFileKinds, templateIdOf, updateFileStem } from "./template-names.ts";

const id = "0A".repeat(32);
const nameOf = (stem: string, sort: (typeof templateSorts)[number]) =>
  `${stem}.${wordOf(templateFileKinds[sort].update)}.json`;

describe("the name of a file that updates a template", () => {
  it("contains the id of the template", () => {
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

  it("has no id if the author chose it, or the id is not valid in a name", () => {
    expect(templateIdOf("risk.linked-template-update.json", "linked")).toBeUndefined();
    expect(templateIdOf(`${id}.linked-template.json`, "linked")).toBeUndefined();
    expect(templateIdOf(`a/${id}.Linked-Template-Update.JSON`, "linked")).toBe(id);
    expect(updateFileStem("Risk", "../../x")).toBe("Risk");
    expect(updateFileStem("***", id)).toBe(`template.${id}`);
  });

  it("decides the kind of the file", () => {
    for (const sort of templateSorts) {
      for (const action of ["create", "update"] as const) {
        const path = `a.${wordOf(templateFileKinds[sort][action])}.json`;
        expect(purposeOf(checkParameterText("{}", { path }).kind)).toEqual({ sort, action });
      }
    }
    expect(purposeOf(checkParameterText("{}", { path: "a.pa.json" }).kind)).toBeUndefined();
    expect(purposeOf(undefined)).toBeUndefined();
  });
});
