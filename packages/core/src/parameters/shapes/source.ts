import { readdirSync, readFileSync } from "node:fs";
import { familyIds } from "../../families/families.ts";
import { isObject, type JsonObject } from "../value.ts";
import { deriveShapes, type Shapes } from "./derive.ts";

const folder = new URL("../../../schemas/", import.meta.url);
const ending = ".schema.json";

/**
 * What `models.ts` must hold as the JSON Schemas are now: families in their order, then templates.
 * For the script that writes it and the test against drift; the only file of this room that needs Node.
 */
export function currentShapes(): Shapes {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));
  const templates = names.filter((name) => !familyIds.some((id) => id === name)).sort();
  const schemas = new Map<string, JsonObject>();
  for (const name of [...familyIds, ...templates]) {
    const schema: unknown = JSON.parse(readFileSync(new URL(name + ending, folder), "utf8"));
    if (isObject(schema)) schemas.set(camelCase(name), schema);
  }
  return deriveShapes(schemas);
}

/** `linked-template` as `linkedTemplate`. */
function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
