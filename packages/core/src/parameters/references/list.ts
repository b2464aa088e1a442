import type { FamilyId } from "../../families/families.ts";
import { documentFields, type ReferenceKind } from "../../families/fields.ts";
import { type JsonPath, property, toPointer } from "../../json/value.ts";
import { forEachField, payloads } from "../fields.ts";
import type { FilePlace } from "../issues/issue.ts";
import type { ParameterFile } from "../read/read.ts";

/** Something of the service that a file names, and where. */
export interface Reference {
  readonly kind: ReferenceKind;
  /** The family that it belongs to. */
  readonly engine: FamilyId;
  /** The id or path, as the file has it. */
  readonly id: string;
  /** The account by which a configuration is looked up. */
  readonly account?: string;
  /** JSON pointer into the request. */
  readonly pointer: string;
  readonly range: FilePlace | undefined;
}

/** All names of the service's objects in a file, in the order of the fields; empty if the file has errors. */
export function listReferences(file: ParameterFile): Reference[] {
  const references: Reference[] = [];
  visitReferences(file, (reference) => references.push(place(reference, file)));
  return references;
}

/**
 * The names of the service's objects in the jobs of a sweep. However many rows have a name, it is listed once: at the
 * first place that has it, which is a cell, or in the template.
 */
export function listSweepReferences(jobs: readonly ParameterFile[]): Reference[] {
  const references = new Map<string, Reference>();
  for (const job of jobs) {
    visitReferences(job, (reference) => {
      const key = JSON.stringify([reference.kind, reference.engine, reference.id, reference.account]);
      if (!references.has(key)) references.set(key, place(reference, job));
    });
  }
  return [...references.values()];
}

type UnplacedReference = Omit<Reference, "range" | "pointer"> & { readonly path: JsonPath };

function place({ path, ...reference }: UnplacedReference, file: ParameterFile): Reference {
  const pointer = toPointer(path);
  return { ...reference, pointer, range: file.rangeOf(pointer) };
}

/** @param visit gets a path that it must not keep */
function visitReferences(file: ParameterFile, visit: (reference: UnplacedReference) => void): void {
  const { request } = file;
  const kind = file.family ?? file.template;
  if (!request || kind === undefined) return;
  for (const payload of payloads(kind, request)) {
    for (const { kind: referenceKind, path: way, family: engine } of documentFields[kind].references) {
      forEachField([payload], way, (value, path) => {
        if (typeof value !== "string" || value === "") return;
        const account =
          referenceKind === "configuration" ? property(property(payload.value, "account"), "id") : undefined;
        visit({ kind: referenceKind, engine, id: value, path, ...(typeof account === "string" && { account }) });
      });
    }
  }
}
