import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isObject } from "@analytics-engines/core/basics";

/** The schemas that VS Code's JSON editor completes and explains by, and the files that they are for. */
const names = ["project", "checks"] as const;

/**
 * Writes the schemas of the project file and of checks for the JSON editor of VS Code, without what it would check: the extension reports each
 * mistake itself, in better words, and nobody needs to read of it twice.
 * @param dist the folder of the build
 */
export function writeLaxSchemas(dist: string): void {
  const folder = path.join(dist, "schemas");
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    const file = path.resolve(import.meta.dirname, `../core/schemas/${name}.schema.json`);
    const schema: unknown = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(path.join(folder, `${name}.schema.json`), JSON.stringify(lax(schema)));
  }
}

/** The keywords that check a value, and say nothing about what to write. */
const checking = new Set(["type", "required", "enum", "enumDescriptions", "minimum", "maximum", "$id", "$schema"]);

/** A schema that accepts every value. Its allowed values become examples, which are completed too. */
export function lax(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lax);
  if (!isObject(schema)) return schema;
  const values = schema["type"] === "boolean" ? [true, false] : schema["enum"];
  const { examples = values, additionalProperties, properties, ...rest } = schema;
  const others = Object.entries(rest).filter(([keyword]) => !checking.has(keyword));
  return {
    ...Object.fromEntries(others.map(([keyword, value]) => [keyword, lax(value)])),
    ...(examples !== undefined && { examples }),
    ...(isObject(additionalProperties) && { additionalProperties: lax(additionalProperties) }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, lax(value)])),
    }),
  };
}
