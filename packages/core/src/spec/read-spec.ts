import { entries, isObject, items, type JsonObject, property } from "../json/value.ts";
import { resolve, type SchemaNode } from "./schema-node.ts";

/** An operation of an OpenAPI document. */
export interface SpecOperation {
  readonly method: string;
  /** The path from the root of the service, with `{name}` for each parameter. */
  readonly path: string;
  /** The query parameters: for each name, whether it is required. */
  readonly query: ReadonlyMap<string, boolean>;
  /** The schema of the JSON body. */
  readonly body: SchemaNode | undefined;
  /** The schema of the JSON answer of each status; `undefined` for an answer without one. */
  readonly answers: ReadonlyMap<number, SchemaNode | undefined>;
}

/** The document is not an OpenAPI 3 document. */
export class SpecError extends Error {
  override readonly name = "SpecError";
}

const methods = ["get", "post", "put", "delete", "patch", "head", "options"];

/**
 * The operations of an OpenAPI 3 document.
 * @param document the parsed document
 * @throws SpecError for a document of another kind
 */
export function readSpec(document: unknown): readonly SpecOperation[] {
  if (!isObject(document)) throw new SpecError("The document is not a JSON object.");
  const version = document["openapi"];
  if (typeof version !== "string" || !version.startsWith("3.")) {
    const found = typeof document["swagger"] === "string" ? `Swagger ${document["swagger"]}` : "of another kind";
    throw new SpecError(`The document is ${found}, without \`openapi: 3.x\`.`);
  }
  if (!isObject(document["paths"])) throw new SpecError("The document has no `paths`.");
  return Object.entries(document["paths"]).flatMap(([path, item]) =>
    isObject(item) ? operationsAt(path, item, document) : [],
  );
}

function operationsAt(path: string, item: JsonObject, document: JsonObject): SpecOperation[] {
  return methods.flatMap((method) => {
    const operation = item[method];
    if (!isObject(operation)) return [];
    const parameters = [...items(item["parameters"]), ...items(operation["parameters"])]
      .map((parameter) => follow(parameter, document))
      .filter((parameter) => property(parameter, "in") === "query" && typeof property(parameter, "name") === "string");
    const answers = entries(operation["responses"]).filter(([status]) => /^2\d\d$/.test(status));
    return {
      method: method.toUpperCase(),
      path,
      query: new Map(
        parameters.map((parameter) => [String(property(parameter, "name")), property(parameter, "required") === true]),
      ),
      body: jsonSchemaOf(follow(operation["requestBody"], document), document),
      answers: new Map(
        answers.map(([status, answer]) => [Number(status), jsonSchemaOf(follow(answer, document), document)]),
      ),
    };
  });
}

function follow(value: unknown, document: JsonObject): unknown {
  const reference = property(value, "$ref");
  return typeof reference === "string" ? resolve(reference, document) : value;
}

/** The schema of a body's or an answer's JSON content. */
function jsonSchemaOf(holder: unknown, document: JsonObject): SchemaNode | undefined {
  const media = entries(property(holder, "content")).find(([type]) => /[/+]json\b/i.test(type))?.[1];
  const schema = property(media, "schema");
  return schema === undefined ? undefined : { schema, document };
}
