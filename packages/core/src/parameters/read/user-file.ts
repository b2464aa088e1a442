import { isObject, type JsonObject, type JsonPath, property } from "../../json/value.ts";
import { type IssueFinding, IssueFindings } from "../issues/findings.ts";
import type { Issue, Range } from "../issues/issue.ts";
import { placeFindings } from "../issues/place.ts";
import { pathInFile } from "../issues/spelling.ts";
import type { Shape } from "../shapes/shape.ts";
import { ValueFinder } from "../text/value-finder.ts";
import { checkShape } from "./check.ts";
import { parseText } from "./parse.ts";

/** A file that users write beside parameter files, such as a checks file or the project file: its value and its issues. */
export interface UserFile {
  /** The value in the model's spelling, without `$schema`; undefined if there are errors. */
  readonly value: JsonObject | undefined;
  /** Sorted by position. */
  readonly issues: readonly Issue[];
  /** The range of the value at a path; undefined if the file has no such value. */
  rangeOf(path: JsonPath): Range | undefined;
}

/** What is peculiar to a kind of file. */
interface UserFileKind {
  readonly shape: Shape;
  /** Reports what the shape cannot say of a value, and takes it out, before the shape is checked. */
  readonly prepare?: (root: unknown, findings: IssueFindings) => void;
  /** Reports what the shape cannot say. `hasShape` is false if anything is wrong with the value so far. */
  readonly applyRules: (value: unknown, report: (finding: IssueFinding) => void, hasShape: boolean) => void;
}

/** Reads a file of a kind. It never throws: whatever is wrong with the text becomes an issue. */
export function readUserFile(text: string, { shape, prepare, applyRules }: UserFileKind): UserFile {
  const findings = new IssueFindings();
  const parsed = parseText(text, findings);
  const root = parsed.value;
  if (isObject(root) && typeof property(root, "$schema") === "string") delete root["$schema"];
  if (root !== undefined) prepare?.(root, findings);
  const { value, spellings } =
    root === undefined ? { value: undefined, spellings: new Map() } : checkShape(root, shape, findings);
  const toFile = (path: JsonPath) => pathInFile(path, value, spellings);
  if (root !== undefined)
    applyRules(value, (finding) => findings.add({ ...finding, path: toFile(finding.path) }), findings.errors === 0);
  const issues = placeFindings(text, parsed, findings);
  const hasErrors = issues.some(({ severity }) => severity === "error");
  const finder = new ValueFinder(text, parsed.places);
  return {
    value: isObject(value) && !hasErrors ? value : undefined,
    issues,
    rangeOf: (path) => (root === undefined ? undefined : finder.find(toFile(path))),
  };
}
