import type { JsonPath } from "../../json/value.ts";

/** Issues of parameter files and their fixes. The codes are stable; `docs/files/parameter-files.md` has a heading for each. */

/** `error`: the file cannot be sent. `warning`: it can, and is likely to fail or mislead. `hint`: a better way to write the same. */
export type Severity = "error" | "warning" | "hint";

/** Every code, with the severity that its issues have unless a rule decides, and with its description. */
export const issueKinds = {
  syntax: ["error", "The text is not JSON."],
  comment: ["error", "JSON has no comments."],
  "trailing-comma": ["error", "A comma follows the last entry."],
  "byte-order-mark": ["error", "The file starts with a byte-order mark."],
  "duplicate-key": ["error", "An object has a key twice."],
  "too-large": ["error", "The file is too large to be read."],
  "too-deep": ["error", "The file is nested too deep to be read."],
  "too-many-issues": ["error", "There are more issues than are listed."],
  "number-range": ["error", "The number is too large for a double."],
  "number-precision": ["warning", "The number has more digits than a double holds."],
  "broken-text": ["error", "A text contains half of a surrogate pair."],
  "control-character": ["warning", "A text contains U+0000."],
  "family-unknown": ["error", "The family of the file is unknown."],
  "family-ambiguous": ["error", "The content fits several families."],
  "family-conflict": ["warning", "The file's name and its $schema name different families."],
  "wrong-root": ["error", "The parameters are at the wrong level."],
  "missing-property": ["error", "A required property is missing."],
  "unknown-property": ["error", "The model has no property of this name."],
  "wrong-type": ["error", "The value has the wrong type."],
  "unknown-value": ["error", "The value is not allowed."],
  "letter-case": ["hint", "A name or a value differs from the model's in letter case."],
  "nothing-to-compute": ["error", "There is no unit to compute."],
  "unusable-name": ["error", "The name cannot be used."],
  "impossible-date": ["error", "The calendar has no such day."],
  "date-form": ["warning", "The date has a form that the service does not document."],
  "dates-reversed": ["error", "The first day is after the last."],
  "absolute-date": ["hint", "An absolute date in a file that is computed again."],
  "deprecated-property": ["hint", "The property was replaced by another."],
  "unusual-id": ["warning", "The text does not look like an id."],
  "mandatory-and-locked": ["error", "A template demands a field that it locks."],
  "duplicate-formula": ["warning", "Two formulas of a unit have one name."],
  "surrounding-blanks": ["warning", "A name has blanks around it, or characters that cannot be seen."],
  "path-form": ["warning", "A path has a form that the service's paths do not have."],
  "account-or-benchmark": ["warning", "An account looks like a benchmark, or a benchmark like an account."],
  "unlisted-value": ["warning", "The service's lists do not have the value."],
  "empty-value": ["warning", "A text is empty where the service needs a value."],
  secret: ["warning", "A text looks like a credential."],
  csv: ["error", "The text is not CSV, or a row has not the columns of its header."],
  "repeated-request": ["hint", "Two rows of a sweep ask for the same under different ids."],
  "missing-file": ["error", "A file that a sweep names cannot be read."],
  "unmatched-glob": ["error", "A glob of the project file matches no file."],
  "unknown-reference": ["warning", "The service does not know what the file names."],
} as const satisfies Readonly<Record<string, readonly [severity: Severity, description: string]>>;

export type IssueCode = keyof typeof issueKinds;

/** Every code an issue can have. */
export const issueCodes = Object.keys(issueKinds) as readonly IssueCode[];

/** A place between two characters. Lines and columns count from 1, columns and offsets in UTF-16 units, as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A range in a parameter file, or in a file that a sweep reads. */
export interface FilePlace extends Range {
  /** The sweep, its template or its rows; absent for the parameter file itself. */
  readonly path?: string;
}

/** One replacement in the text, in the form that `applyEdits` of jsonc-parser takes. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/** A fix of an issue: edits of the text that was read. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** Whether the fix certainly keeps the author's meaning, so that it may be applied without asking. */
  readonly safe: boolean;
}

export interface Issue {
  readonly code: IssueCode;
  readonly severity: Severity;
  readonly message: string;
  /** JSON pointer (RFC 6901) of the value, with keys as the file spells them. */
  readonly pointer: string;
  readonly range: FilePlace;
  readonly fixes: readonly Fix[];
}

/** A finding whose offsets in the text are known. Its line and column are not. */
export interface LocatedFinding {
  readonly code: IssueCode;
  /** Default: the usual severity of the code. */
  readonly severity?: Severity;
  readonly message: string;
  /** Default: the root. */
  readonly path?: JsonPath;
  readonly start: number;
  readonly end: number;
  readonly fixes: readonly Fix[];
}

const DOCS_URL = "https://github.com/analytics-engines/analytics-engines/blob/main/docs/files/parameter-files.md";

/** The address of the description of an issue. */
export function helpUriOf(code: IssueCode): string {
  return `${DOCS_URL}#${code}`;
}

/** Where a range begins, as compilers write it: `LINE:COLUMN`. */
export function placeText({ start }: Range): string {
  return `${start.line}:${start.column}`;
}

/** Counts of the issues in a set of files. */
export interface IssueCounts {
  readonly files: number;
  readonly filesWithIssues: number;
  /** A file that could not be read counts as one error. */
  readonly errors: number;
  readonly warnings: number;
  readonly hints: number;
  /** Issues with a safe fix. */
  readonly fixable: number;
}

/** Counts the issues of several files. A file that could not be read (`problem`) counts as one error. */
export function countIssues(
  files: readonly { readonly issues: readonly Issue[]; readonly problem?: string | undefined }[],
): IssueCounts {
  const issues = files.flatMap((file) => file.issues);
  const of = (severity: Severity) => issues.filter((issue) => issue.severity === severity).length;
  return {
    files: files.length,
    filesWithIssues: files.filter(({ issues, problem }) => issues.length > 0 || problem !== undefined).length,
    errors: of("error") + files.filter(({ problem }) => problem !== undefined).length,
    warnings: of("warning"),
    hints: of("hint"),
    fixable: issues.filter(isFixable).length,
  };
}

/** Whether an issue has a safe fix, which may be applied without asking. */
export function isFixable({ fixes }: Issue): boolean {
  return fixes.some(({ safe }) => safe);
}
