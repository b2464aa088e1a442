import { readdirSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Place,
  placesOf,
  replaced,
  requestSchemas,
  validDocuments,
} from "../../test/support/schemas/schema-documents.ts";
import { isObject } from "../json/value.ts";

const folder = new URL("../../schemas/", import.meta.url);
/** Keywords that editors read beyond those of draft-07. */
const editorWords = ["markdownDescription", "enumDescriptions", "defaultSnippets", "deprecationMessage"];

/** One for all tests, because making it takes longer than compiling a schema. */
const ajv = new Ajv({ strict: true, allowUnionTypes: true, validateFormats: false }).addVocabulary(editorWords);

const compile = (schema: object) => ajv.compile(schema);

test("every file of the folder is written from a schema, except those of files that are not requests", () => {
  const others = ["checks", "checks-report", "manifest", "project", "sweep"].map((name) => `${name}.schema.json`);
  const requests = readdirSync(folder).filter((file) => !others.includes(file));
  expect(requests.sort()).toEqual(requestSchemas.map(([file]) => file).sort());
});

describe.each(requestSchemas)("%s", (file, schema) => {
  const json: Record<string, unknown> = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
  const parts = [...partsOf(json, [])];

  test("is draft-07 and has a title", () => {
    expect(json).toMatchObject({ $schema: "http://json-schema.org/draft-07/schema#", title: expect.any(String) });
  });

  test("describes every property, in plain words and in Markdown", () => {
    const properties = parts.filter(({ place }) => place.at(-2) === "properties");
    expect(properties.length).toBeGreaterThan(3);
    for (const { part, place } of properties) {
      expect(part, place.join("/")).toMatchObject({
        description: expect.stringMatching(/\w.*\.$/s),
        markdownDescription: expect.any(String),
      });
    }
  });

  test("gives an example of every text and number, a meaning of every enum value, and all of them are valid", () => {
    for (const { part, place } of parts) {
      const types = [part["type"]].flat();
      const isOpen =
        types.some((type) => type === "string" || type === "number" || type === "integer") &&
        !("enum" in part) &&
        !("const" in part);
      if (isOpen && place.at(-1) !== "$schema")
        expect(part["examples"], place.join("/")).toEqual(expect.arrayContaining([expect.anything()]));
      if (Array.isArray(part["enum"])) {
        const values = part["enum"].filter((value) => value !== null);
        expect(part["enumDescriptions"], place.join("/")).toHaveLength(values.length);
      }
      const validate = compile(part);
      const shown = [
        ...("default" in part ? [part["default"]] : []),
        ...(Array.isArray(part["examples"]) ? part["examples"] : []),
      ];
      for (const value of shown) expect(validate(value), `${place.join("/")} ${JSON.stringify(value)}`).toBe(true);
    }
  });

  test("offers snippets that are valid where they are offered, one of a whole request among them", () => {
    const offered = parts.flatMap(({ part, place }) => snippetsOf(part).map((snippet) => ({ part, place, snippet })));
    expect(offered.some(({ place }) => place.length === 0)).toBe(true);
    for (const { part, place, snippet } of offered) {
      const validate = compile(part);
      expect(validate(filledIn(snippet)), `${place.join("/")}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });

  test("every variant of a choice by source has a snippet", () => {
    const variants = parts.filter(({ part, place }) => place.at(-2) === "oneOf" && part["type"] === "object");
    for (const { part, place } of variants) expect(snippetsOf(part), place.join("/")).toHaveLength(1);
  });

  test("does not require a property with a default, and leaves no object open by accident", () => {
    for (const { part } of parts) {
      if (!isObject(part["properties"])) continue;
      expect(part["additionalProperties"]).toBe(false);
      const required = Array.isArray(part["required"]) ? part["required"] : [];
      for (const name of required) expect(part["properties"][name]).not.toHaveProperty("default");
    }
  });

  test("agrees with the schema on valid and on damaged documents", () => {
    const validate = compile(json);
    const documents = validDocuments(schema);
    fc.assert(
      fc.property(documents, (document) => {
        expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
      }),
      { numRuns: 50 },
    );
    const damaged = documents.chain((document) =>
      fc.constantFrom(...placesOf(document)).chain((place) => damage(document, place)),
    );
    let refused = 0;
    const property = fc.property(damaged, (document) => {
      const takes = schema.safeParse(document).success;
      if (!takes) refused += 1;
      expect(validate(document)).toBe(takes);
    });
    fc.assert(property, { numRuns: 150 });
    expect(refused).toBeGreaterThan(10);
  });
});

/** The document with another value at a place, with no value there, or with an unknown name. */
function damage(document: unknown, place: Place): fc.Arbitrary<unknown> {
  // The two must differ on names in another letter case and on __proto__, which JSON Schema cannot express.
  const names = fc.string().filter((name) => name !== "__proto__");
  const values = fc.oneof(
    fc.constantFrom<unknown>(undefined, null, {}, [], "", "nonsense", 0, 1.5, 1e300, true, [null], { notAName: 1 }),
    fc.dictionary(names, fc.string()),
  );
  return values
    .map((value) => (value === undefined && place.length === 0 ? null : value))
    .map((value) => replaced(document, place, value));
}

export interface Part {
  readonly part: Record<string, unknown>;
  readonly place: readonly string[];
}

/** A schema and all schemas in it, with their places. */
function* partsOf(part: Record<string, unknown>, place: readonly string[]): Generator<Part> {
  yield { part, place };
  const { properties, additionalProperties, items, oneOf } = part;
  const inner = { ...prefixed("properties", properties), ...prefixed("oneOf", oneOf), additionalProperties, items };
  for (const [name, value] of Object.entries(inner))
    if (isObject(value)) yield* partsOf(value, [...place, ...name.split("\n")]);
}

function prefixed(keyword: string, schemas: unknown): Record<string, unknown> {
  return isObject(schemas) || Array.isArray(schemas)
    ? Object.fromEntries(Object.entries(schemas).map(([name, value]) => [`${keyword}\n${name}`, value]))
    : {};
}

function snippetsOf(part: Record<string, unknown>): unknown[] {
  return Array.isArray(part["defaultSnippets"]) ? part["defaultSnippets"].map((snippet) => snippet.body) : [];
}

/** The snippet as an editor inserts it, each slot with its first text. */
function filledIn(body: unknown): unknown {
  if (typeof body === "string") {
    const text = body.replaceAll(/\$\{\d+:([^}]*)\}/g, "$1");
    return text.startsWith("^") ? JSON.parse(text.slice(1)) : text;
  }
  if (Array.isArray(body)) return body.map(filledIn);
  if (!isObject(body)) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [String(filledIn(name)), filledIn(value)]));
}
