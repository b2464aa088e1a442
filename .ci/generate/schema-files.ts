import {
  familyIds,
  familySchemas,
  templateKinds,
  templateRequests,
  templateSchemas,
  titleWithId,
} from "../../packages/core/src/families/index.ts";
import { checksFile, projectSchema, sweepSchema } from "../../packages/core/test/support/schemas/file-schemas.ts";
import { checksReportJsonSchema, manifestJsonSchema } from "../../packages/runs/test/support/manifest-schema.ts";
import { jsonSchema } from "./json-schema.ts";
import { schemaAddress } from "./schema-store.ts";

/** The JSON Schema of each request by its kind of document: families in their order, then templates. */
export const jsonSchemas = [
  ...familyIds.map((id) => [id, { name: id, json: jsonSchema(titleWithId(id), familySchemas[id]) }] as const),
  ...templateKinds.map((kind) => {
    const { name, title } = templateRequests[kind];
    return [kind, { name, json: jsonSchema(title, templateSchemas[kind]) }] as const;
  }),
];

/** The JSON Schema of each other file that users write. */
export const userFileSchemas = {
  checks: jsonSchema("Checks on the numbers of results", checksFile),
  project: jsonSchema("Project file", projectSchema),
  sweep: jsonSchema("Sweep file", sweepSchema),
};

/** The files of `packages/core/schemas`, one for each family, each template request and each other file of users, and those of the manifest and of what checks found: name and text. */
export const schemaFiles = [
  ...jsonSchemas.map(([, { name, json }]) => ({ name, json })),
  ...Object.entries(userFileSchemas).map(([name, json]) => ({ name, json })),
  { name: "manifest", json: manifestJsonSchema },
  { name: "checks-report", json: checksReportJsonSchema },
].map(({ name, json: { $schema, ...rest } }) => ({
  file: `${name}.schema.json`,
  text: `${JSON.stringify({ $schema, $id: schemaAddress(name), ...rest }, null, 2)}\n`,
}));
