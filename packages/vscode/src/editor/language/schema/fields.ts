import type { FamilyId } from "@analytics-engines/core";
import { type DocumentKind, isFamilyId, isObject } from "@analytics-engines/core/basics";
import { listReferences, type ParameterFile, type ReferenceKind } from "@analytics-engines/core/parameters";
import { hasUnits } from "../text/kinds.ts";
import { type EditorSchema, loadSchema, spelledPath } from "./schema.ts";

/** The kind of resource that a text names, by its place in the file. */
export interface ServiceField {
  readonly kind: ReferenceKind | "return type" | "peer universe";
  /** The engine of the resource. */
  readonly engine: FamilyId;
}

/** Finds what the text at a path names; undefined for a text that names nothing of the service. */
export type FieldFinder = (path: readonly (string | number)[]) => ServiceField | undefined;

/** Creates the finder for a kind of file. It remembers its results. */
export function createFieldFinder(kind: DocumentKind, schema: EditorSchema): FieldFinder {
  const fieldsByPath = new Map<string, ServiceField | undefined>();
  return (path) => {
    // All units are alike, and so are all items.
    const fieldPath = path.map((segment, index) =>
      typeof segment === "number" ? 0 : index === 1 && hasUnits(kind) ? "unit" : segment,
    );
    const key = JSON.stringify(fieldPath);
    if (!fieldsByPath.has(key)) fieldsByPath.set(key, fieldAt(kind, spelledPath(schema, fieldPath)));
    return fieldsByPath.get(key);
  };
}

function fieldAt(kind: DocumentKind, path: readonly (string | number)[]): ServiceField | undefined {
  return referenceAt(kind, path) ?? listedAt(isFamilyId(kind) ? kind : "pa", path);
}

/** Asks core with a file that contains only a text at this path. */
function referenceAt(kind: DocumentKind, path: readonly (string | number)[]): ServiceField | undefined {
  const request = path.reduceRight<unknown>(
    (inner, segment) => (typeof segment === "number" ? [inner] : { [segment]: inner }),
    "text",
  );
  if (!isObject(request)) return undefined;
  const probe: ParameterFile = {
    path: undefined,
    family: isFamilyId(kind) ? kind : undefined,
    template: isFamilyId(kind) ? undefined : kind,
    familyBy: undefined,
    request,
    units: [],
    issues: [],
    rangeOf: () => undefined,
  };
  const [reference] = listReferences(probe);
  return reference && { kind: reference.kind, engine: reference.engine };
}

/** Fields that are not references, but whose values come from a list of the service. */
function listedAt(engine: FamilyId, path: readonly (string | number)[]): ServiceField | undefined {
  const name = path.at(-1);
  if (name === "returntype") return { kind: "return type", engine };
  if (name === "universeid") return { kind: "peer universe", engine };
  return undefined;
}

const fields = new Map<DocumentKind, Promise<FieldFinder>>();

/** Finds the fields of a kind that name resources of the service. */
export function serviceFieldsOf(kind: DocumentKind): Promise<FieldFinder> {
  const finder = fields.get(kind) ?? loadSchema(kind).then((schema) => createFieldFinder(kind, schema));
  fields.set(kind, finder);
  return finder;
}
