import { PlaceIndex } from "../json/place-index.ts";
import type { JsonPath } from "../json/pointer.ts";
import { isObject, property, typeName } from "../json/value.ts";
import { IssueFindings } from "../parameters/issues/findings.ts";
import type { Issue, Range } from "../parameters/issues/issue.ts";
import { placeFindings } from "../parameters/issues/place.ts";
import { pathInFile } from "../parameters/issues/spelling.ts";
import { checkShape } from "../parameters/read/check.ts";
import { parseText } from "../parameters/read/parse.ts";
import { projectShape } from "../parameters/shapes/project-shape.ts";
import { LineIndex } from "../parameters/text/lines.ts";
import { takeCredentials } from "./credentials.ts";
import { checkProject } from "./rules.ts";
import type { Project } from "./schema.ts";

/** A project file: its settings and its issues. */
export interface ProjectFile {
  /** Undefined if there are errors. */
  readonly project: Project | undefined;
  /** Sorted by position. */
  readonly issues: readonly Issue[];
  /** The range of the value at a path; undefined if the file has no such value. */
  rangeOf(...path: JsonPath): Range | undefined;
}

/**
 * Reads a project file. It never throws: whatever is wrong with the text becomes an issue with its line and column.
 * @example
 * ```ts
 * import { readProject } from "@analytics-engines/core/project";
 *
 * const { issues } = readProject('{"connection": "prod"}');
 * for (const { range, message } of issues) console.log(range.start.line, range.start.column, message);
 * ```
 */
export function readProject(text: string): ProjectFile {
  const findings = new IssueFindings();
  const parsed = parseText(text, findings);
  const document = parsed.value === undefined ? undefined : checkDocument(parsed.value, findings);
  const issues = placeFindings(text, parsed.strict, findings, parsed.problems).map(withoutSecret);
  const hasErrors = issues.some(({ severity }) => severity === "error");
  const value = document?.value;
  let index: { readonly places: PlaceIndex; readonly lines: LineIndex } | undefined;
  return {
    project: isProject(value, hasErrors) ? value : undefined,
    issues,
    rangeOf(...path) {
      if (document === undefined) return undefined;
      index ??= { places: new PlaceIndex(parsed.strict), lines: new LineIndex(text) };
      const place = index.places.find(pathInFile(path, value, document.spellings));
      return place && index.lines.rangeOf(place);
    },
  };
}

function checkDocument(root: unknown, findings: IssueFindings) {
  const schema = property(root, "$schema");
  if (isObject(root) && schema !== undefined) {
    delete root["$schema"];
    if (typeof schema !== "string") {
      const message = `\`$schema\` is ${typeName(schema)}; text is needed.`;
      findings.add({ code: "wrong-type", message, path: ["$schema"] });
    }
  }
  takeCredentials(root, findings);
  const checked = checkShape(root, projectShape(), findings);
  checkProject(checked.value, (finding) =>
    findings.add({ ...finding, path: pathInFile(finding.path, checked.value, checked.spellings) }),
  );
  return checked;
}

/** A value without errors has the shape, which is made from the schema. A test compares this reader with the schema. */
function isProject(value: unknown, hasErrors: boolean): value is Project {
  return isObject(value) && !hasErrors;
}

/** A secret is an error here: a run would go on with it, and everybody who reads the repository has it. */
function withoutSecret(issue: Issue): Issue {
  if (issue.code !== "secret") return issue;
  const advice = "Remove it, and revoke it if it was shared. Credentials go into variables of the environment.";
  return { ...issue, severity: "error", message: `This is a credential, and a project file holds none. ${advice}` };
}
