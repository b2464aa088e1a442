import { families, familyIds } from "./families.ts";
import { familySchemas, templateSchemas } from "./index.ts";
import { jsonSchema } from "./json-schema.ts";

const templateTitles: Readonly<Record<keyof typeof templateSchemas, string>> = {
  linkedTemplate: "Linked template",
  linkedTemplateUpdate: "Change of a linked template",
  unlinkedTemplate: "Unlinked template",
  unlinkedTemplateUpdate: "Change of an unlinked template",
  templatedComponent: "Templated component",
  templatedComponentUpdate: "Change of a templated component",
};

/** The files of `packages/core/schemas` by name, as texts: one a family, one a template request. */
export function schemaFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const add = (name: string, title: string, schema: Parameters<typeof jsonSchema>[2]) =>
    files.set(`${name}.schema.json`, `${JSON.stringify(jsonSchema(name, title, schema), null, 2)}\n`);
  for (const id of familyIds) add(id, `${families[id].title} (${id})`, familySchemas[id]);
  for (const [key, schema] of Object.entries(templateSchemas)) add(kebab(key), titleOf(key), schema);
  return files;
}

function titleOf(key: string): string {
  return Object.entries(templateTitles).find(([name]) => name === key)?.[1] ?? key;
}

/** `linkedTemplate` as `linked-template`. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
