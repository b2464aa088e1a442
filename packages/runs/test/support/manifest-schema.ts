import * as z from "zod/mini";
import { reportSchema } from "../../src/checks/report-schema.ts";
import { manifestFileSchema } from "../../src/folder/manifest/manifest-schema.ts";
import { lists } from "../../src/folder/manifest/schema-parts.ts";

type Json = z.core.JSONSchema.BaseSchema;

/** The draft-07 JSON Schema of `manifest.json`, which the build writes to `packages/core/schemas`. */
export const manifestJsonSchema = withHead(jsonOf(manifestFileSchema), {
  title: "Manifest of a run folder",
  description:
    "`manifest.json` of a run folder: what was run, how it ended, and where its results are. Version 1. Later versions of the tool may add fields; these keep their names and meanings.",
});

/** The same of `checks.json`. */
export const checksReportJsonSchema = withHead(jsonOf(reportSchema), {
  title: "What the checks of a run found",
  description:
    "`checks.json` of a run folder: what the rules of checks files found in its results. Version 1. Later versions of the tool may add fields; these keep their names and meanings.",
});

function withHead({ $schema, ...schema }: Json, head: Record<"title" | "description", string>): Json {
  return { ...($schema !== undefined && { $schema }), ...head, ...schema };
}

function jsonOf(schema: z.core.$ZodType): Json {
  const { "~standard": _, ...json } = z.toJSONSchema(schema, {
    target: "draft-07",
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      const list = lists.get(zodSchema) ?? lists.get(zodSchema._zod.parent ?? zodSchema);
      if (list === undefined) return;
      const { $schema, ...items } = jsonOf(list.entry);
      Object.assign(jsonSchema, {
        type: "array",
        ...(list.maxItems !== undefined && { maxItems: list.maxItems }),
        items,
      });
    },
  });
  return json;
}
