import { schemaFiles } from "../../families/schema-files.ts";
import { isObject, type JsonObject } from "../value.ts";
import { deriveShapes, type Shapes } from "./derive.ts";

/** What `models.ts` must hold as the families' schemas are now. For the script that writes it and the test against drift. */
export function currentShapes(): Shapes {
  const schemas = new Map<string, JsonObject>();
  for (const [file, text] of schemaFiles()) {
    const schema: unknown = JSON.parse(text);
    if (isObject(schema)) schemas.set(camelCase(file.replace(".schema.json", "")), schema);
  }
  return deriveShapes(schemas);
}

/** `linked-template` as `linkedTemplate`. */
function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
