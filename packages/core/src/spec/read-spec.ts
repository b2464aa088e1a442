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
  /** The schema of the JSON answer of each status of success; `undefined` for an answer without one. */
  readonly answers: ReadonlyMap<number, SchemaNode | undefined>;
  /** The statuses of errors. */
  readonly errors: ReadonlySet<number>;
}

/** The document is not an OpenAPI 3 document of the service. */
export class SpecError extends Error {
  override readonly name = "SpecError";
  /** The number of the document, from 0; undefined if the error is about all of them. */
  readonly document: number | undefined;

  constructor(message: string, document?: number) {
    super(message);
    this.document = document;
  }
}

const methods = ["get", "post", "put", "delete", "patch", "head", "options"];

/**
 * The operations of an OpenAPI 3 document.
 * @param document the parsed document
 * @param number its number for errors, from 0
 * @throws SpecError for a document of another kind
 */
export function readSpec(document: unknown, number = 0): readonly SpecOperation[] {
  if (!isObject(document)) throw new SpecError("The document is not a JSON object.", number);
  const version = document["openapi"];
  if (typeof version !== "string" || !version.startsWith("3.")) {
    const version = typeof document["swagger"] === "string" ? `Swagger ${document["swagger"]}` : "of another kind";
    throw new SpecError(`The document is ${version}, without \`openapi: 3.x\`.`, number);
  }
  if (!isObject(document["paths"])) throw new SpecError("The document has no `paths`.", number);
  const operations = Object.entries(document["paths"]).flatMap(([path, item]) =>
    isObject(item) ? operationsAt(path, item, document) : [],
  );
  if (operations.length === 0) throw new SpecError("The document has no operations.", number);
  return operations;
}

/** The path of the first server of an operation, of its address or of the document, without a slash at its end. */
function serverPath(...holders: readonly unknown[]): string {
  const servers = holders.map((holder) => items(property(holder, "servers"))).find((list) => list.length > 0) ?? [];
  const url = property(servers[0], "url");
  if (typeof url !== "string") return "";
  const variables = property(servers[0], "variables");
  const filledUrl = url.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = property(property(variables, name), "default");
    return typeof value === "string" ? value : "";
  });
  const path = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*([^?#]*)/i.exec(filledUrl)?.[1] ?? filledUrl.replace(/[?#].*$/, "");
  return path === "" || path === "/" ? "" : `/${path.replace(/^\/|\/$/g, "")}`;
}

function operationsAt(path: string, item: JsonObject, document: JsonObject): SpecOperation[] {
  return methods.flatMap((method) => {
    const operation = item[method];
    if (!isObject(operation)) return [];
    const parameters = [...items(item["parameters"]), ...items(operation["parameters"])]
      .map((parameter) => follow(parameter, document))
      .filter((parameter) => property(parameter, "in") === "query" && typeof property(parameter, "name") === "string");
    const responses = entries(operation["responses"]);
    const answers = responses.filter(([status]) => /^2\d\d$/.test(status));
    const errors = responses.flatMap(([status]) => (/^[45]\d\d$/.test(status) ? [Number(status)] : []));
    return {
      method: method.toUpperCase(),
      path: serverPath(operation, item, document) + path,
      errors: new Set(errors),
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
