import type { ServiceErrorItem } from "@analytics-engines/core";
import { toPointer } from "@analytics-engines/core/json";
import { type ParameterFile, readParameterFile } from "@analytics-engines/core/parameters";
import type { ManifestFile, ManifestUnit } from "@analytics-engines/runs";
import { findNodeAtOffset, parseTree } from "jsonc-parser";
import { outcomeErrorText } from "./run.ts";

/** An error or a warning of the service about a unit. */
export interface UnitProblem {
  readonly unitId: string;
  readonly severity: "error" | "warning";
  /** The text of the service. */
  readonly message: string;
  readonly code?: string;
  /** The possible places as JSON pointers, the best first. */
  readonly pointers: readonly string[];
}

/** The problems of a parameter file after its run. A canceled unit is not a problem. */
export function problemsOf(file: ManifestFile): readonly UnitProblem[] {
  return file.units.flatMap((unit) => [...errorsOf(file, unit), ...warningsOf(unit)]);
}

function errorsOf({ problem }: ManifestFile, { id, status, errors }: ManifestUnit): UnitProblem[] {
  if (status === "success" || status === "canceled") return [];
  const items: readonly ServiceErrorItem[] = errors.length > 0 ? errors : [{ detail: problem?.message ?? status }];
  return items.map((item) => {
    const { code, source } = item;
    const pointers = [...(source?.pointer ? [source.pointer] : []), unitPointer(id)];
    return { unitId: id, severity: "error", message: outcomeErrorText(item), pointers, ...(code ? { code } : {}) };
  });
}

function warningsOf({ id, warnings }: ManifestUnit): UnitProblem[] {
  return warnings.map((message) => ({ unitId: id, severity: "warning", message, pointers: [unitPointer(id)] }));
}

/** The JSON pointer of a unit in a request. */
export function unitPointer(id: string): string {
  return toPointer(["data", id]);
}

/**
 * Finds places in the current text of a file: for each list of pointers, the key at the first pointer that exists, or the start of the text if
 * none does.
 */
export function locateInFile(
  text: string,
  { path, family }: Pick<ManifestFile, "path" | "family">,
  wanted: readonly (readonly string[])[],
) {
  return locatePointers(text, readParameterFile(text, { path, family }), wanted);
}

/** The same for a text that was read already. */
export function locatePointers(
  text: string,
  read: Pick<ParameterFile, "rangeOf">,
  wanted: readonly (readonly string[])[],
) {
  const root = parseTree(text);
  return wanted.map((candidates) => {
    const offset = candidates
      .map((pointer) => read.rangeOf(pointer)?.start.offset)
      .find((place) => place !== undefined);
    const node = root && offset !== undefined ? findNodeAtOffset(root, offset) : undefined;
    const key = node?.parent?.type === "property" ? node.parent.children?.[0] : undefined;
    return key ? { start: key.offset, end: key.offset + key.length } : { start: 0, end: 0 };
  });
}
