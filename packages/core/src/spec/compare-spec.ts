import { type Endpoint, endpoints } from "../service/endpoints.ts";
import { compareSchemas, type SchemaOptions } from "./compare-schemas.ts";
import { answerSchema, requestSchema } from "./our-models.ts";
import { readSpec, type SpecOperation } from "./read-spec.ts";
import type { SchemaNode } from "./schema-node.ts";

/** One difference between this client and an OpenAPI document. */
export interface SpecDifference {
  readonly kind: "operation" | "parameter" | "answer" | "property";
  /** An operation (`GET /analytics/...`) or a model (`PACalculationParametersRoot`). */
  readonly subject: string;
  readonly difference: string;
}

/** The result of a comparison. */
export interface SpecComparison {
  /** Operations of the document that this client has. */
  readonly operations: number;
  readonly differences: readonly SpecDifference[];
}

/**
 * Compares the operations, parameters and properties of this client with an OpenAPI 3 document, offline.
 * @param document the parsed document
 * @throws SpecError for a document of another kind
 *
 * @example
 * ```ts
 * import { compareSpec } from "@analytics-engines/core/spec";
 *
 * const { operations, differences } = compareSpec({ openapi: "3.0.1", paths: {} });
 * console.log(operations, differences.length); // 0 operations of the document, every operation of the client is a difference
 * ```
 */
export function compareSpec(document: unknown): SpecComparison {
  const theirs = new Map(readSpec(document).map((operation) => [keyOf(operation), operation]));
  const ours = new Map(endpoints.map((endpoint) => [keyOf(endpoint), endpoint]));
  const differences: SpecDifference[] = [];
  const models = new Map<string, SpecDifference[]>();
  let shared = 0;
  for (const [key, operation] of theirs) {
    const endpoint = ours.get(key);
    const subject = subjectOf(operation);
    if (endpoint === undefined) {
      differences.push({ kind: "operation", subject, difference: "only in the document" });
      continue;
    }
    shared += 1;
    differences.push(...compareParameters(endpoint, operation), ...compareAnswers(endpoint, operation));
    for (const [name, found] of modelDifferences(endpoint, operation)) if (!models.has(name)) models.set(name, found);
  }
  for (const [key, endpoint] of ours) {
    if (!theirs.has(key))
      differences.push({ kind: "operation", subject: subjectOf(endpoint), difference: "only here" });
  }
  return { operations: shared, differences: [...differences, ...[...models.values()].flat()] };
}

type Addressed = Pick<Endpoint, "method" | "path"> | Pick<SpecOperation, "method" | "path">;

/** The key of an operation. It leaves out the names of path parameters, which differ between documents. */
function keyOf({ method, path }: Addressed): string {
  return `${method} ${path
    .replace(/\{[^{}]*\}/g, "{}")
    .replace(/\/$/, "")
    .toLowerCase()}`;
}

function subjectOf({ method, path }: Addressed): string {
  return `${method} ${path}`;
}

function compareParameters(endpoint: Endpoint, { query }: SpecOperation): SpecDifference[] {
  const subject = subjectOf(endpoint);
  const report = (name: string, difference: string): SpecDifference => ({
    kind: "parameter",
    subject,
    difference: `query parameter ${name}: ${difference}`,
  });
  const own = new Map(Object.entries(endpoint.query));
  const added = [...query].flatMap(([name, required]) => {
    const known = own.get(name);
    if (known === undefined) return [report(name, "only in the document")];
    if (known.required === required) return [];
    return [report(name, required ? "required in the document alone" : "required here alone")];
  });
  return [...added, ...[...own.keys()].filter((name) => !query.has(name)).map((name) => report(name, "only here"))];
}

function compareAnswers(endpoint: Endpoint, { answers }: SpecOperation): SpecDifference[] {
  const subject = subjectOf(endpoint);
  const own = Object.keys(endpoint.answers).map(Number);
  const report = (status: number, difference: string): SpecDifference => ({
    kind: "answer",
    subject,
    difference: `status ${status}: ${difference}`,
  });
  return [
    ...[...answers.keys()]
      .filter((status) => !own.includes(status))
      .map((each) => report(each, "only in the document")),
    ...own.filter((status) => !answers.has(status)).map((each) => report(each, "only here")),
  ];
}

/** The differences in the models of an operation, each with the model's name, because many operations share a model. */
function* modelDifferences(endpoint: Endpoint, operation: SpecOperation): Generator<[string, SpecDifference[]]> {
  const { body, answers } = endpoint;
  if (body !== undefined && operation.body !== undefined)
    yield [body, compareModels(body, requestSchema(body), operation.body, { required: true })];
  for (const [status, node] of operation.answers) {
    const kind = answers[status];
    if (kind === undefined || kind === "result" || kind === "none" || node === undefined) continue;
    const subject = `${kind} as answered`;
    yield [subject, compareModels(subject, answerSchema(kind), node, { required: false })];
  }
}

function compareModels(
  subject: string,
  ours: SchemaNode,
  theirs: SchemaNode,
  options: SchemaOptions,
): SpecDifference[] {
  return compareSchemas(ours, theirs, options).map(({ place, difference }) => ({
    kind: "property",
    subject,
    difference: `${place}: ${difference}`,
  }));
}
