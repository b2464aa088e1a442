import type { FamilyId } from "../../families/families.ts";
import { documentFields, type ReferenceKind } from "../../families/fields.ts";
import { toPointer } from "../../json/pointer.ts";
import { property } from "../../json/value.ts";
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
  const kind = file.family ?? file.template;
  if (!file.request || kind === undefined) return [];
  const fields = payloads(kind, file.request);
  const references: Reference[] = [];
  for (const payload of fields) {
    for (const { kind: referenceKind, path: way, family: engine } of documentFields[kind].references) {
      forEachField([payload], way, (value, path) => {
        if (typeof value !== "string" || value === "") return;
        const pointer = toPointer(path);
        const reference = { kind: referenceKind, engine, id: value, pointer, range: file.rangeOf(pointer) };
        const account =
          referenceKind === "configuration" ? property(property(payload.value, "account"), "id") : undefined;
        references.push(typeof account === "string" ? { ...reference, account } : reference);
      });
    }
  }
  return references;
}
