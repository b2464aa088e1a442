import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryOf } from "../../test/support/parameters/arbitrary.ts";
import { familySchemas, templateSchemas } from "../families/index.ts";
import { Findings } from "./issues/findings.ts";
import { checkShape } from "./read/check.ts";
import { documentKinds, shapeOf } from "./shapes/shape.ts";

const schemas = { ...familySchemas, ...templateSchemas };

describe("the shapes and the schemas agree on what is valid, and on its canonical form", () => {
  test.each(documentKinds)("%s", (kind) => {
    let valid = 0;
    fc.assert(
      fc.property(arbitraryOf(shapeOf(kind)), (document) => {
        const text = JSON.stringify(document);
        const findings = new Findings();
        const { value } = checkShape(JSON.parse(text), shapeOf(kind), findings);
        const byZod = schemas[kind].safeParse(JSON.parse(text));
        expect({ text, valid: findings.errors === 0 }).toEqual({ text, valid: byZod.success });
        if (byZod.success) expect(value).toEqual(byZod.data);
        if (byZod.success) valid++;
      }),
      { numRuns: 300, seed: 7 },
    );
    expect(valid).toBeGreaterThan(10);
  });
});
