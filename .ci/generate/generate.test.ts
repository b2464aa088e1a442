import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FILE_MODELS } from "../../packages/core/src/parameters/shapes/file-models.ts";
import { MODELS, roots, variants } from "../../packages/core/src/parameters/shapes/models.ts";
import { modelProperties, shapeOfFile } from "../../packages/core/src/parameters/shapes/shape.ts";
import { deriveFileModels, deriveShapes } from "./derive-shapes.ts";
import { filesWithLists, withLists } from "./family-lists.ts";
import { schemaFiles } from "./schema-files.ts";

it.each(schemaFiles)("schemas/$file is what its schema says now (else run write-schemas.ts)", ({ file, text }) => {
  const folder = new URL("../../packages/core/schemas/", import.meta.url);
  expect(readFileSync(new URL(file, folder), "utf8")).toBe(text);
});

/** The models of a text, as the reader of the shapes understands them. */
function readModels(text: string) {
  const names = Array.from(text.matchAll(/^(\S+):/gm), ([, name = ""]) => name);
  return Object.fromEntries(names.map((name) => [name, Object.fromEntries(modelProperties(name))]));
}

it("the shapes are those of the families' schemas (else run write-shapes.ts)", () => {
  expect({ roots, models: readModels(MODELS), variants }).toEqual(deriveShapes());
});

it("the shapes of the other files are those of their schemas (else run write-shapes.ts)", () => {
  for (const name of ["checks", "project"] as const) expect(shapeOfFile(name).kind).toBe("object");
  expect(readModels(FILE_MODELS)).toEqual(deriveFileModels());
});

it.each(filesWithLists)("the lists in %s have all families (else run write-family-lists.ts)", (file) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  expect(withLists(text)).toBe(text);
  // A family that is missing everywhere comes back everywhere.
  const without = text.replace(/,\s+"(?:\*\.)?npo(?:\.sweep)?(?:\.json)?"|[,|]npo\b/g, "");
  expect(without).not.toMatch(/\bnpo\b/);
  expect(withLists(without)).toBe(text);
});

it("a list of the families with components stays one", () => {
  expect(withLists("/document\\\\.(pa|spar|vault)/ {pa,spar,vault,pub}")).toBe(
    "/document\\\\.(pa|spar|vault)/ {pa,spar,vault,pub}",
  );
});
