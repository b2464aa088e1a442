export { canonicalText, digestParameters } from "./digest.ts";
export type { FamilyBy, TemplateKind } from "./family.ts";
export { applyFixes } from "./fixes.ts";
export {
  type Fix,
  type Issue,
  type IssueCode,
  issueCodes,
  type Position,
  type Range,
  type Severity,
  type TextEdit,
} from "./issue.ts";
export { maxCharacters, maxDepth } from "./parse.ts";
export { type ParameterFile, type ReadOptions, readParameterFile } from "./read.ts";
