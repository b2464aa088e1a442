// Small parts that load nothing else: the twelve families, names of files, globs, untrusted text, JSON values and pointers, the clock, addresses,
// tolerances, canonical parameters.
export { type Clock, sleep, systemClock } from "./clock.ts";
export * from "./families/families.ts";
export {
  entries,
  findName,
  fromPointer,
  isObject,
  items,
  type JsonObject,
  type JsonPath,
  parseJsonValue,
  parseObject,
  property,
  propertyInAnyCase,
  toPointer,
  typeName,
} from "./json/value.ts";
export { canonicalText, canonicalUnit } from "./parameters/digest.ts";
export {
  familyByName,
  familyOfSweep,
  nameInSweep,
  PROJECT_FILE,
  pathOfSource,
  sweepOfJob,
  withSlashes,
} from "./parameters/file-names.ts";
export { matchesGlob, pathMatcher, unitMatcher } from "./parameters/globs.ts";
export { type ConnectionVariables, connectionVariables, isReservedFolder } from "./project/names.ts";
export { parseTolerance, tolerancesText } from "./results/compare/parse-tolerance.ts";
export { arrowKind } from "./results/export/arrow/kind.ts";
export { type BaseUrlProblem, baseUrlProblem, isHeaderPrefix, isLoopback } from "./service/http/base-url.ts";
export { fromBase64, hexOf, toBase64 } from "./text/bytes.ts";
export { messageOf } from "./text/errors.ts";
export { inertText } from "./text/spreadsheet.ts";
export {
  codeQuote,
  escapeJson,
  escapeMarkdown,
  HIDDEN_CHARACTERS,
  isolated,
  isolatedLines,
  printable,
  shorten,
  visible,
} from "./text/visible.ts";
export { count, type Sentence, sentenceList, starPattern } from "./text/words.ts";
