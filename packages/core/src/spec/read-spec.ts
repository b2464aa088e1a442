import { isObject, type JsonObject } from "../json/value.ts";
import { listOf, resolve, type SchemaNode } from "./schema-node.ts";

/** An operation of an OpenAPI document. */
export interface SpecOperation {
  readonly method: string;
  /** From the root of the service, parameters as `{name}`. */
  readonly path: string;
  /** Query parameters by name, with whether they are required. */
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
    throw new SpecError(`The document is ${found}: an OpenAPI 3 document is needed, with \`openapi: 3.x\`.`);
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
    const parameters = [...listOf(item["parameters"]), ...listOf(operation["parameters"])].map((parameter) =>
      follow(parameter, document),
    );
    const query = parameters.flatMap((parameter): [string, boolean][] =>
      isObject(parameter) && parameter["in"] === "query" && typeof parameter["name"] === "string"
        ? [[parameter["name"], parameter["required"] === true]]
        : [],
    );
    const answers = Object.entries(isObject(operation["responses"]) ? operation["responses"] : {}).flatMap(
      ([status, answer]): [number, SchemaNode | undefined][] =>
        /^[2]\d\d$/.test(status) ? [[Number(status), jsonSchemaOf(follow(answer, document), document)]] : [],
    );
    return {
      method: method.toUpperCase(),
      path,
      query: new Map(query),
      body: jsonSchemaOf(follow(operation["requestBody"], document), document),
      answers: new Map(answers),
    };
  });
}

function follow(value: unknown, document: JsonObject): unknown {
  const reference = isObject(value) ? value["$ref"] : undefined;
  return typeof reference === "string" ? resolve(reference, document) : value;
}

/** The schema of a body's or an answer's JSON content. */
function jsonSchemaOf(holder: unknown, document: JsonObject): SchemaNode | undefined {
  const content = isObject(holder) ? holder["content"] : undefined;
  if (!isObject(content)) return undefined;
  const type = Object.keys(content).find((name) => /[/+]json\b/i.test(name));
  const media = type === undefined ? undefined : content[type];
  return isObject(media) && media["schema"] !== undefined ? { schema: media["schema"], document } : undefined;
}
