import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  at,
  inAnyCase,
  placesOf,
  replaced,
  requestSchemas,
  validDocuments,
} from "../../test/support/schemas/schema-documents.ts";
import { isObject } from "../json/value.ts";
import { anyCase, anyCaseAnswer } from "./respell.ts";

describe.each(requestSchemas)("%s", (_, schema) => {
  const documents = validDocuments(schema);

  test("takes what the model takes, unchanged", () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(schema.parse(document)).toEqual(document);
      }),
      { numRuns: 50 },
    );
  });

  test("a document in any letter case gets the model's spelling", () => {
    const spelled = documents.chain((document) => inAnyCase(schema, document).map((loose) => ({ document, loose })));
    fc.assert(
      fc.property(spelled, ({ document, loose }) => {
        expect(schema.parse(loose)).toEqual(document);
      }),
      { numRuns: 50 },
    );
  });

  test("an unknown name is an issue at its place, in every closed object", () => {
    const withPlace = documents.chain((document) => {
      const closed = placesOf(document).filter((place) => isClosed(document, place));
      return fc.record({ document: fc.constant(document), place: fc.constantFrom(...closed) });
    });
    const property = fc.property(withPlace, ({ document, place }) => {
      const value = at(document, place);
      const mistaken = replaced(document, place, { ...(isObject(value) ? value : {}), notAName: 1 });
      const issues = schema.safeParse(mistaken).error?.issues ?? [];
      expect(issues).toEqual([expect.objectContaining({ code: "unrecognized_keys", path: place, keys: ["notAName"] })]);
    });
    fc.assert(property, { numRuns: 50 });
  });

  /** Whether the object at the place is one of the model, and not a map, whose names are data. */
  function isClosed(document: unknown, place: readonly (string | number)[]): boolean {
    const value = at(document, place);
    if (!isObject(value) || Array.isArray(value)) return false;
    const probe = { ...value, notAName: Object.values(value)[0] ?? null };
    const issues = schema.safeParse(replaced(document, place, probe)).error?.issues ?? [];
    return issues.some(({ code }) => code === "unrecognized_keys");
  }
});

const model = z.strictObject({
  startDate: z.string().optional(),
  units: z.record(z.string(), z.strictObject({ kind: z.enum(["Row", "Column"]) })).optional(),
});
const loose = anyCase(model);

test("two spellings of one name are an issue: one of the values would be lost", () => {
  const { error } = loose.safeParse({ startDate: "20240101", STARTDATE: "20240201" });
  expect(error?.issues).toEqual([
    expect.objectContaining({
      path: [],
      keys: ["STARTDATE"],
      message: '"STARTDATE" is "startDate" in another letter case, and the object has both',
    }),
  ]);
  expect(loose.safeParse({ StartDate: "20240101", STARTDATE: "20240201" }).error?.issues).toHaveLength(1);
});

test("names in maps are data: both spellings stay, and their values are respelled", () => {
  const document = { units: { First: { KIND: "row" }, first: { kind: "COLUMN" } } };
  expect(loose.parse(document)).toEqual({ units: { First: { kind: "Row" }, first: { kind: "Column" } } });
});

test("__proto__ is refused everywhere and changes no object's prototype", () => {
  const inMap = loose.safeParse(JSON.parse('{ "units": { "__proto__": { "kind": "Row" } } }'));
  expect(inMap.error?.issues).toEqual([expect.objectContaining({ path: ["units"], keys: ["__proto__"] })]);
  const inObject = loose.safeParse(JSON.parse('{ "__proto__": { "startDate": "20240101" } }'));
  expect(inObject.error?.issues).toEqual([expect.objectContaining({ path: [], keys: ["__proto__"] })]);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("the document that was handed in is left as it was", () => {
  const document = { STARTDATE: "20240101", units: { a: { KIND: "row" } } };
  const before = structuredClone(document);
  loose.parse(document);
  expect(document).toEqual(before);
});

test("an answer keeps a second spelling and __proto__ harms nothing", () => {
  const answer = anyCaseAnswer(z.looseObject({ status: z.string() }));
  expect(answer.parse({ status: "a", Status: "b" })).toEqual({ status: "a", Status: "b" });
  const parsed = answer.parse(JSON.parse('{ "STATUS": "a", "__proto__": { "polluted": true } }'));
  expect(parsed.status).toBe("a");
  expect(Reflect.get(parsed, "polluted")).toBeUndefined();
});
