import type { ServiceErrorItem } from "@analytics-engines/core";
import { toPointer } from "@analytics-engines/core/json";
import { type ParameterFile, readParameterFile } from "@analytics-engines/core/parameters";
import type { ManifestFile, ManifestUnit } from "@analytics-engines/runs";
import { findNodeAtOffset, parseTree } from "jsonc-parser";
import { wordsOf } from "./run.ts";

/** Something that the service said of a unit. */
export interface Problem {
  readonly unitId: string;
  readonly severity: "error" | "warning";
  /** The service's words. */
  readonly message: string;
  readonly code?: string;
  /** Where it belongs, the best place first, as JSON pointers. */
  readonly pointers: readonly string[];
}

/** What is to be known of a parameter file after its run. What was canceled is no problem. */
export function problemsOf(file: ManifestFile): readonly Problem[] {
  return file.units.flatMap((unit) => [...errorsOf(file, unit), ...warningsOf(unit)]);
}

function errorsOf({ problem }: ManifestFile, { id, status, errors }: ManifestUnit): Problem[] {
  if (status === "success" || status === "canceled") return [];
  const items: readonly ServiceErrorItem[] = errors.length > 0 ? errors : [{ detail: problem?.message ?? status }];
  return items.map((item) => {
    const { code, source } = item;
    const pointers = [...(source?.pointer ? [source.pointer] : []), unitPointer(id)];
    return { unitId: id, severity: "error", message: wordsOf(item), pointers, ...(code ? { code } : {}) };
  });
}

function warningsOf({ id, warnings }: ManifestUnit): Problem[] {
  return warnings.map((message) => ({ unitId: id, severity: "warning", message, pointers: [unitPointer(id)] }));
}

/** The place of a unit in a request, as a JSON pointer. */
export function unitPointer(id: string): string {
  return toPointer(["data", id]);
}

/** Characters of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Where things stand in the text as it is now, each at the first of its pointers that is there: at the key, or at the text's beginning where
 * none is there any longer.
 */
export function placeAll(
  text: string,
  file: Pick<ManifestFile, "path" | "family">,
  wanted: readonly (readonly string[])[],
): readonly Span[] {
  return placeIn(text, readParameterFile(text, { path: file.path, family: file.family }), wanted);
}

/** The same in a text that is read already. */
export function placeIn(
  text: string,
  read: Pick<ParameterFile, "rangeOf">,
  wanted: readonly (readonly string[])[],
): readonly Span[] {
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
