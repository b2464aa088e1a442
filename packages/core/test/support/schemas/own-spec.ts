import { endpoints } from "../../../src/service/endpoints/endpoints.ts";
import { answerSchema, requestSchema } from "../../../src/spec/our-models.ts";

/** An OpenAPI document of exactly this client, for tests that change it. */
export function ownSpec() {
  const paths: Record<string, Record<string, SpecItem>> = {};
  for (const { method, path, query, body, answers } of endpoints) {
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = {
      parameters: Object.entries(query).map(([name, { required }]) => ({ name, in: "query", required })),
      ...(body !== undefined && { requestBody: json(requestSchema(body).schema) }),
      responses: Object.fromEntries(
        Object.entries(answers).map(([status, kind]) => [
          status,
          kind === "result" || kind === "none" ? {} : json(answerSchema(kind).schema),
        ]),
      ),
    };
  }
  return { openapi: "3.0.1", paths };
}

type OwnSpec = ReturnType<typeof ownSpec>;

/** The part of a document below a path, with the path in the address of its server. */
export function specBelow({ openapi, paths }: OwnSpec, path: string, server = "https://api.vendor.example") {
  const inside = Object.entries(paths).filter(([each]) => each.startsWith(`${path}/`));
  const below: OwnSpec["paths"] = Object.fromEntries(inside.map(([each, item]) => [each.slice(path.length), item]));
  return { openapi, servers: [{ url: `${server}${path}` }], paths: below };
}

interface SpecItem {
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}

/** Replaces references, which point into the schema's own document, by what they refer to. */
function json(schema: unknown) {
  return { content: { "application/json": { schema: inlined(schema, schema, 0) } } };
}

function inlined(schema: unknown, root: unknown, depth: number): unknown {
  if (Array.isArray(schema)) return schema.map((item) => inlined(item, root, depth));
  if (typeof schema !== "object" || schema === null) return schema;
  const reference: unknown = Reflect.get(schema, "$ref");
  if (typeof reference === "string") {
    const definitions: unknown = Reflect.get(Object(root), "$defs");
    const name = reference.split("/").at(-1) ?? "";
    return depth > 3 ? {} : inlined(Reflect.get(Object(definitions), name), root, depth + 1);
  }
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => (key === "$defs" ? [] : [[key, inlined(value, root, depth)]])),
  );
}
