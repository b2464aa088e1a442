import { familyIds } from "../../families/families.ts";
import { schemaFiles } from "../../families/schema-files.ts";
import { isObject, type JsonObject } from "../../json/value.ts";
import { deriveShapes, type Shapes } from "./derive.ts";

/**
 * The contents of `models.ts` for the current JSON Schemas of the requests: families in their order, then templates. The script that writes
 * the file and its test use it; no other file here reads the schemas.
 */
export function currentShapes(): Shapes {
  const texts = new Map(schemaFiles.map(({ file, text }) => [file.replace(".schema.json", ""), text]));
  const templates = [...texts.keys()].filter((name) => !familyIds.some((id) => id === name)).sort();
  const schemas = new Map<string, JsonObject>();
  for (const name of [...familyIds, ...templates]) {
    const schema: unknown = JSON.parse(texts.get(name)?.() ?? "null");
    if (isObject(schema)) schemas.set(camelCase(name), schema);
  }
  return deriveShapes(schemas);
}

/** `linked-template` as `linkedTemplate`. */
function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
