import { PlaceIndex } from "../../json/place-index.ts";
import { fromPointer } from "../../json/pointer.ts";
import { isObject, type JsonObject, property } from "../../json/value.ts";
import { type IssueFinding, IssueFindings } from "../issues/findings.ts";
import type { Issue, Range } from "../issues/issue.ts";
import { placeFindings } from "../issues/place.ts";
import { pathInFile } from "../issues/spelling.ts";
import type { Shape } from "../shapes/shape.ts";
import { LineIndex } from "../text/lines.ts";
import { checkShape } from "./check.ts";
import { parseText } from "./parse.ts";

/** A file that users write beside parameter files, such as a checks file: its value and its issues. */
export interface UserFile {
  /** The value in the model's spelling, without `$schema`; undefined if there are errors. */
  readonly value: JsonObject | undefined;
  /** Sorted by position. */
  readonly issues: readonly Issue[];
  /** The range of the value at a JSON pointer, or of its name; undefined if the file has no such value or name. */
  rangeOf(pointer: string, part?: "key"): Range | undefined;
}

/**
 * Reads a file of a shape. It never throws: whatever is wrong with the text becomes an issue.
 * @param applyRules reports what the shape cannot say; called only for a value of the shape
 */
export function readUserFile(
  text: string,
  shape: Shape,
  applyRules: (value: JsonObject, report: (finding: IssueFinding) => void) => void,
): UserFile {
  const findings = new IssueFindings();
  const parsed = parseText(text, findings);
  const root = parsed.value;
  if (isObject(root) && typeof property(root, "$schema") === "string") delete root["$schema"];
  const { value, spellings } =
    parsed.strict === "" ? { value: undefined, spellings: new Map() } : checkShape(root, shape, findings);
  const toFile = (path: readonly (string | number)[]) => pathInFile(path, value, spellings);
  if (isObject(value) && findings.errors === 0)
    applyRules(value, (finding) => findings.add({ ...finding, path: toFile(finding.path) }));
  const issues = placeFindings(text, parsed.strict, findings, parsed.problems);
  const hasErrors = issues.some(({ severity }) => severity === "error");
  let index: { readonly places: PlaceIndex; readonly lines: LineIndex } | undefined;
  return {
    value: isObject(value) && !hasErrors ? value : undefined,
    issues,
    rangeOf(pointer, part) {
      index ??= { places: new PlaceIndex(parsed.strict), lines: new LineIndex(text) };
      const place = index.places.find(toFile(fromPointer(pointer) ?? [pointer]));
      const target = part === "key" ? place?.key : place;
      return target && index.lines.rangeOf(target);
    },
  };
}
