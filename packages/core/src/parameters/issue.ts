/** Issues of parameter files and their fixes. The codes are stable; `docs/parameter-files.md` has a heading for each. */

/** Every code an issue can have. */
export const issueCodes = [
  "syntax",
  "comment",
  "trailing-comma",
  "byte-order-mark",
  "duplicate-key",
  "too-large",
  "too-deep",
  "too-many-issues",
  "number-range",
  "number-precision",
  "broken-text",
  "control-character",
  "family-unknown",
  "family-ambiguous",
  "family-conflict",
  "wrong-root",
  "missing-property",
  "unknown-property",
  "wrong-type",
  "unknown-value",
  "letter-case",
  "nothing-to-compute",
  "unusable-name",
  "impossible-date",
  "date-form",
  "dates-reversed",
  "absolute-date",
  "deprecated-property",
  "unusual-id",
  "mandatory-and-locked",
  "duplicate-formula",
  "unlisted-value",
  "empty-value",
  "secret",
  "unknown-reference",
] as const;

export type IssueCode = (typeof issueCodes)[number];

/** `error`: the file cannot be sent. `warning`: it can, and is likely to fail or mislead. `hint`: a better way to write the same. */
export type Severity = "error" | "warning" | "hint";

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
  /** JSON pointer (RFC 6901) of the value concerned, keys as the file spells them. */
  readonly pointer: string;
  readonly range: Range;
  readonly fixes: readonly Fix[];
}
