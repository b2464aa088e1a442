import { familyIds, templateKinds, templateRequests, titleWithId } from "./families.ts";
import { familySchemas, templateSchemas } from "./index.ts";
import { jsonSchema } from "./json-schema.ts";

const families = familyIds.map((id) => ({ name: id, title: titleWithId(id), schema: familySchemas[id] }));
const templates = templateKinds.map((kind) => ({ ...templateRequests[kind], schema: templateSchemas[kind] }));

/** The files of `packages/core/schemas`, one for each family and each template request: name, source schema, text. */
export const schemaFiles = [...families, ...templates].map(({ name, title, schema }) => ({
  file: `${name}.schema.json`,
  schema,
  text: () => `${JSON.stringify(jsonSchema(name, title, schema), null, 2)}\n`,
}));
