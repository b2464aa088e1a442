import { type FamilyId, isFamilyId } from "@analytics-engines/core";
import { isObject } from "@analytics-engines/core/json";
import { listReferences, type ParameterFile, type ReferenceKind } from "@analytics-engines/core/parameters";
import { type DocumentKind, hasUnits } from "./kinds.ts";
import { type Schema, spelledPath } from "./schema.ts";

/** What a text names of the service's, by where it stands. */
export interface Field {
  readonly kind: ReferenceKind | "return type" | "peer universe";
  /** The engine whose it is. */
  readonly engine: FamilyId;
}

/** Tells what the texts of one kind of document name. What it told once, it knows. */
export class Fields {
  readonly #kind: DocumentKind;
  readonly #schema: Schema;
  readonly #known = new Map<string, Field | undefined>();

  constructor(kind: DocumentKind, schema: Schema) {
    this.#kind = kind;
    this.#schema = schema;
  }

  /** What the text at a path names; undefined where it names nothing of the service's. */
  at(path: readonly (string | number)[]): Field | undefined {
    // All units and all items are alike.
    const place = path.map((segment, index) =>
      typeof segment === "number" ? 0 : index === 1 && hasUnits(this.#kind) ? "unit" : segment,
    );
    const key = JSON.stringify(place);
    if (this.#known.has(key)) return this.#known.get(key);
    const field = fieldAt(this.#kind, spelledPath(this.#schema, place));
    this.#known.set(key, field);
    return field;
  }
}

function fieldAt(kind: DocumentKind, path: readonly (string | number)[]): Field | undefined {
  return referenceAt(kind, path) ?? listedAt(isFamilyId(kind) ? kind : "pa", path);
}

/** Core knows where a file names something: asked with a file that holds nothing but a text at this path. */
function referenceAt(kind: DocumentKind, path: readonly (string | number)[]): Field | undefined {
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

/** What is no reference, and yet comes from a list of the service. */
function listedAt(engine: FamilyId, path: readonly (string | number)[]): Field | undefined {
  const name = path.at(-1);
  if (name === "returntype") return { kind: "return type", engine };
  if (name === "universeid") return { kind: "peer universe", engine };
  return undefined;
}
