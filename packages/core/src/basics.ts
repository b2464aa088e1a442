// Small parts that load nothing else: the twelve families, untrusted text, JSON values and pointers, the clock, addresses, tolerances, canonical parameters.
export { type Clock, sleep, systemClock } from "./clock.ts";
export * from "./families/families.ts";
export { fromPointer, type JsonPath, toPointer } from "./json/pointer.ts";
export {
  entries,
  findName,
  isObject,
  items,
  type JsonObject,
  parseJsonValue,
  parseObject,
  property,
  propertyInAnyCase,
  typeName,
} from "./json/value.ts";
export { canonicalText, canonicalUnit } from "./parameters/digest.ts";
export { isReservedFolder } from "./project/reserved-folder.ts";
export { type ConnectionVariables, connectionVariables } from "./project/variables.ts";
export { parseTolerance, tolerancesText } from "./results/compare/tolerance.ts";
export { arrowKind } from "./results/export/arrow/framing.ts";
export { type BaseUrlProblem, baseUrlProblem, isHeaderPrefix, isLoopback } from "./service/http/base-url.ts";
export { fromBase64, hexOf, toBase64 } from "./text/bytes.ts";
export { codeQuote } from "./text/code-quote.ts";
export { count } from "./text/count.ts";
export { escapeJson } from "./text/escape-json.ts";
export { escapeMarkdown } from "./text/markdown.ts";
export { messageOf } from "./text/message-of.ts";
export { type Sentence, sentenceList } from "./text/sentence.ts";
export { inertText } from "./text/spreadsheet.ts";
export { starPattern } from "./text/star-pattern.ts";
export { HIDDEN_CHARACTERS, isolated, isolatedLines, printable, shorten, visible } from "./text/visible.ts";
