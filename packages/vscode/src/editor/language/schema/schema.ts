import { isObject } from "@analytics-engines/core/basics";
import type { SchemaKind } from "./schemas.ts";

/** The parts of a JSON Schema that the editor reads. */
export interface EditorSchema {
  readonly properties?: Readonly<Record<string, EditorSchema>>;
  readonly additionalProperties?: EditorSchema | boolean;
  readonly items?: EditorSchema;
  readonly oneOf?: readonly EditorSchema[];
  /** Values that a file could have. */
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly markdownDescription?: string;
}

/** A path with property names as the schema spells them, and the schemas of the value there. */
export interface SchemasAtPath {
  readonly path: (string | number)[];
  readonly schemas: readonly EditorSchema[];
}

/** Spells the property names of a path as the schema does. Unknown names stay unchanged. */
export function spelledPath(schema: EditorSchema, path: readonly (string | number)[]): (string | number)[] {
  return schemasAt(schema, path).path;
}

/** Finds the schemas of the value at a path, whose names may have any letter case. */
export function schemasAt(schema: EditorSchema, path: readonly (string | number)[]): SchemasAtPath {
  let schemas: readonly EditorSchema[] = [schema];
  const spelled = path.map((segment) => {
    const variants = variantsIn(schemas);
    if (typeof segment === "number") {
      schemas = variants.flatMap(({ items }) => items ?? []);
      return segment;
    }
    const matches = variants.flatMap(({ properties = {} }) => {
      const name = Object.keys(properties).find((propertyName) => propertyName.toLowerCase() === segment.toLowerCase());
      const propertySchema = name === undefined ? undefined : properties[name];
      return name === undefined || propertySchema === undefined ? [] : [{ name, propertySchema }];
    });
    if (matches[0]) {
      schemas = matches.map(({ propertySchema }) => propertySchema);
      return matches[0].name;
    }
    schemas = variants.flatMap(({ additionalProperties }) =>
      typeof additionalProperties === "object" ? [additionalProperties] : [],
    );
    return segment;
  });
  return { path: spelled, schemas: variantsIn(schemas) };
}

function variantsIn(schemas: readonly EditorSchema[]): EditorSchema[] {
  return schemas.flatMap((schema) => [schema, ...(schema.oneOf ?? [])]);
}

/**
 * A schema as JSON for completion and hovers. It has no examples, which the editor offers itself, and no titles of models, which are names of the
 * service's code.
 * @param unitTitle the title of a unit; absent for parameters that are not a map of units
 */
export function schemaForEditor(schema: EditorSchema, unitTitle: string | undefined): string {
  const units = schema.properties?.["data"]?.additionalProperties;
  return JSON.stringify(schema, function (this: unknown, name: string, value: unknown) {
    // A property may have the name `examples` or `title`; its schema is an object.
    const isExtra =
      name === "examples"
        ? Array.isArray(value)
        : name === "title" && typeof value === "string" && this !== schema && value !== unitTitle;
    if (isExtra) return undefined;
    return typeof units === "object" && value === units ? { ...units, title: unitTitle } : value;
  });
}

/** The JSON Schema of a kind. Schemas come from our own build, so only their type is checked. */
export async function loadSchema(kind: SchemaKind): Promise<EditorSchema> {
  const { schemas } = await import("./schemas.ts");
  const schema = schemas[kind];
  return isObject(schema) ? schema : {};
}
