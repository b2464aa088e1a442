import { type Endpoint, endpoints } from "../service/endpoints/endpoints.ts";
import { compareSchemas, type SchemaDifference, type SchemaOptions } from "./compare-schemas.ts";
import { answerSchema, requestSchema } from "./our-models.ts";
import { readSpec, SpecError, type SpecOperation } from "./read-spec.ts";
import type { SchemaNode } from "./schema-node.ts";
import { isNewerOperation, isNewerParameter, isNewerProperty, isRequiredInOlder } from "./versions.ts";

/** One difference between this client and an OpenAPI document. */
export interface SpecDifference {
  readonly kind: "operation" | "parameter" | "answer" | "property";
  /** An operation (`GET /analytics/...`) or a model (`PACalculationParametersRoot`). */
  readonly subject: string;
  readonly difference: string;
}

/** The result of a comparison. */
export interface SpecComparison {
  /** Operations of the documents that this client has. */
  readonly operations: number;
  readonly differences: readonly SpecDifference[];
}

/**
 * Compares the operations, parameters and properties of this client with OpenAPI 3 documents, offline. A document may describe one engine:
 * only the operations of the engines that the documents have are compared. What the service's older and newer documents
 * differ in is no difference, since this client is true to both.
 * @param documents the parsed documents, which count as one
 * @throws SpecError for a document of another kind, or if the documents have no operation of the service
 *
 * @example
 * ```ts
 * import { compareSpec } from "@analytics-engines/core/testing";
 *
 * const currencies = { get: { responses: { 200: {}, 418: {} } } };
 * const document = { openapi: "3.0.1", paths: { "/analytics/lookups/v3/currencies": currencies } };
 * const { differences } = compareSpec(document);
 * for (const { subject, difference } of differences) console.log(subject, difference);
 * ```
 */
export function compareSpec(...documents: readonly unknown[]): SpecComparison {
  const theirs = documents.flatMap(readSpec);
  const ours = new Map(endpoints.map((endpoint) => [keyOf(endpoint), endpoint]));
  const engines = new Set(theirs.map(engineOf));
  const shared = new Set(theirs.map(keyOf).filter((key) => ours.has(key)));
  if (shared.size === 0)
    throw new SpecError("None of the operations is one of the service. Does `servers` leave out a part of the paths?");
  const fromDocument = theirs.flatMap((operation) => compareOperation(ours.get(keyOf(operation)), operation));
  const fromClient = endpoints
    .filter((endpoint) => engines.has(engineOf(endpoint)) && !shared.has(keyOf(endpoint)))
    .filter(({ operation }) => !isNewerOperation(operation))
    .map((endpoint) => operationDifference(endpoint, "only here"));
  return { operations: shared.size, differences: unique([...fromDocument, ...fromClient]) };
}

/** Many operations share a model, and several documents may have one operation. */
function unique(differences: readonly SpecDifference[]): SpecDifference[] {
  const keyOfDifference = ({ subject, difference }: SpecDifference) => `${subject}\n${difference}`;
  return [...new Map(differences.map((each) => [keyOfDifference(each), each])).values()];
}

type Addressed = Pick<Endpoint, "method" | "path"> | Pick<SpecOperation, "method" | "path">;

/** The part of a path that the service's operations have, behind any prefix of a gateway. */
function servicePath({ path }: Addressed): string {
  return path.slice(Math.max(0, path.toLowerCase().indexOf("/analytics/")));
}

/** The key of an operation. It leaves out the names of path parameters, which differ between documents. */
function keyOf(addressed: Addressed): string {
  return `${addressed.method} ${servicePath(addressed)
    .replace(/\{[^{}]*\}/g, "{}")
    .replace(/\/$/, "")
    .toLowerCase()}`;
}

/** The engine of an operation with its version: the beginning of its path, such as `/analytics/engines/pa`. */
function engineOf(addressed: Addressed): string {
  return /^\/analytics\/(?:engines\/)?[^/]+/.exec(servicePath(addressed).toLowerCase())?.[0] ?? "";
}

function subjectOf(addressed: Addressed): string {
  return `${addressed.method} ${servicePath(addressed)}`;
}

function operationDifference(addressed: Addressed, difference: string): SpecDifference {
  return { kind: "operation", subject: subjectOf(addressed), difference };
}

function compareOperation(endpoint: Endpoint | undefined, operation: SpecOperation): SpecDifference[] {
  if (endpoint === undefined) return [operationDifference(operation, "only in the document")];
  return [
    ...compareParameters(endpoint, operation),
    ...compareAnswers(endpoint, operation),
    ...compareModels(endpoint, operation),
  ];
}

function compareParameters(endpoint: Endpoint, { query }: SpecOperation): SpecDifference[] {
  const subject = subjectOf(endpoint);
  const report = (name: string, difference: string): SpecDifference => ({
    kind: "parameter",
    subject,
    difference: `query parameter ${name}: ${difference}`,
  });
  const ourParameters = new Map(Object.entries(endpoint.query));
  const differences = [...query].flatMap(([name, required]) => {
    const ourParameter = ourParameters.get(name);
    if (ourParameter === undefined) return [report(name, "only in the document")];
    if (ourParameter.required === required) return [];
    return [report(name, required ? "required in the document alone" : "required here alone")];
  });
  const missing = [...ourParameters.keys()].filter(
    (name) => !query.has(name) && !isNewerParameter(endpoint.operation, name),
  );
  return [...differences, ...missing.map((name) => report(name, "only here"))];
}

/** Statuses that a gateway or any service may answer: documents list them or not. */
const generalErrors: ReadonlySet<number> = new Set(endpoints.flatMap(({ errors }) => errors));

function compareAnswers(endpoint: Endpoint, { answers, errors }: SpecOperation): SpecDifference[] {
  const subject = subjectOf(endpoint);
  const ourStatuses = Object.keys(endpoint.answers).map(Number);
  const report = (status: number, difference: string): SpecDifference => ({
    kind: "answer",
    subject,
    difference: `status ${status}: ${difference}`,
  });
  const addedStatuses = [...answers.keys()].filter((status) => !ourStatuses.includes(status));
  const addedErrors = [...errors].filter((status) => !endpoint.errors.includes(status) && !generalErrors.has(status));
  return [
    ...[...addedStatuses, ...addedErrors].map((status) => report(status, "only in the document")),
    ...ourStatuses.filter((status) => !answers.has(status)).map((status) => report(status, "only here")),
  ];
}

function compareModels({ body, answers }: Endpoint, operation: SpecOperation): SpecDifference[] {
  const ofRequest =
    body === undefined || operation.body === undefined
      ? []
      : compareModel(body, requestSchema(body), operation.body, { required: true });
  const ofAnswers = [...operation.answers].flatMap(([status, node]) => {
    const kind = answers[status];
    if (kind === undefined || kind === "result" || kind === "none" || node === undefined) return [];
    return compareModel(`${kind} as answered`, answerSchema(kind), node, { required: false });
  });
  return [...ofRequest, ...ofAnswers];
}

function compareModel(subject: string, ours: SchemaNode, theirs: SchemaNode, options: SchemaOptions): SpecDifference[] {
  return compareSchemas(ours, theirs, options)
    .filter((difference) => !isOfAnotherVersion(subject, difference))
    .map(({ place, difference }) => ({ kind: "property", subject, difference: `${place}: ${difference}` }));
}

function isOfAnotherVersion(model: string, { kind, place }: SchemaDifference): boolean {
  if (kind === "extra") return isNewerProperty(model, place);
  return kind === "required" && isRequiredInOlder(model, place);
}
