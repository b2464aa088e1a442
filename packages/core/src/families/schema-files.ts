import { familyIds, titleWithId } from "./families.ts";
import { familySchemas, templateSchemas } from "./index.ts";
import { jsonSchema } from "./json-schema.ts";

const templateFiles = [
  { name: "linked-template", title: "Linked template", schema: templateSchemas.linkedTemplate },
  {
    name: "linked-template-update",
    title: "Change of a linked template",
    schema: templateSchemas.linkedTemplateUpdate,
  },
  { name: "unlinked-template", title: "Unlinked template", schema: templateSchemas.unlinkedTemplate },
  {
    name: "unlinked-template-update",
    title: "Change of an unlinked template",
    schema: templateSchemas.unlinkedTemplateUpdate,
  },
  { name: "templated-component", title: "Templated component", schema: templateSchemas.templatedComponent },
  {
    name: "templated-component-update",
    title: "Change of a templated component",
    schema: templateSchemas.templatedComponentUpdate,
  },
];
const familyFiles = familyIds.map((id) => ({
  name: id,
  title: titleWithId(id),
  schema: familySchemas[id],
}));

/** The files of `packages/core/schemas`, one a family, one a template request: name, the schema it is made from, text. */
export const schemaFiles = [...familyFiles, ...templateFiles].map(({ name, title, schema }) => ({
  file: `${name}.schema.json`,
  schema,
  text: () => `${JSON.stringify(jsonSchema(name, title, schema), null, 2)}\n`,
}));
