import type { IssueCode } from "./issue.ts";

/** The description of an issue code for code scanning and editors. */
export interface SarifRule {
  id: string;
  shortDescription: { text: string };
  /** Where the code is explained. */
  helpUri: string;
}

const docs = "https://github.com/analytics-engines/analytics-engines/blob/main/docs/parameter-files.md";

const descriptions: Readonly<Record<IssueCode, string>> = {
  syntax: "The text is not JSON.",
  comment: "JSON has no comments.",
  "trailing-comma": "A comma stands after the last entry.",
  "byte-order-mark": "The file starts with a byte-order mark.",
  "duplicate-key": "A key stands twice in one object.",
  "too-large": "The file is too large to be read.",
  "too-deep": "The file is nested too deep to be read.",
  "too-many-issues": "There are more issues than are listed.",
  "number-range": "The number is too large for a double.",
  "number-precision": "The number has more digits than a double holds.",
  "broken-text": "A text holds half of a surrogate pair.",
  "control-character": "A text holds U+0000.",
  "family-unknown": "Nothing tells the family of the file.",
  "family-ambiguous": "The file could be meant for several families.",
  "family-conflict": "The file's name and its $schema say different families.",
  "wrong-root": "The parameters stand at the wrong place.",
  "missing-property": "A required property is missing.",
  "unknown-property": "The model has no property of this name.",
  "wrong-type": "The value is of another type than the model's.",
  "unknown-value": "The value is none of those allowed.",
  "letter-case": "A name or a value differs from the model's in letter case.",
  "nothing-to-compute": "There is no unit to compute.",
  "unusable-name": "The name cannot be used.",
  "impossible-date": "The calendar has no such day.",
  "date-form": "The date has a form that the service does not name.",
  "dates-reversed": "The first day is after the last.",
  "absolute-date": "An absolute date in a file that is computed again.",
  "deprecated-property": "The property was replaced by another.",
  "unusual-id": "The id has not the form of an id.",
  "mandatory-and-locked": "A template demands a field that it locks.",
  "duplicate-formula": "Two formulas of a unit have one name.",
  "unlisted-value": "The service's lists do not have the value.",
  "empty-value": "A text is empty where the service needs a value.",
  secret: "A text looks like a credential.",
  "unknown-reference": "The service does not know what the file names.",
};

export function ruleOf(code: IssueCode): SarifRule {
  return { id: code, shortDescription: { text: descriptions[code] }, helpUri: `${docs}#${code}` };
}
