import { type Level, readLevel } from "./level.ts";
import type { MeasureWords } from "./measure.ts";
import type { HeaderReading, Meaning, Side, Span, Unit } from "./types.ts";
import type { Role } from "./words.ts";

export type { HeaderReading, Meaning, Side, Span, Unit } from "./types.ts";

const MAX_READINGS = 5_000;
const readings = new Map<string, HeaderReading>();

/**
 * Reads a header, its levels from the outermost to the innermost. It knows nothing of the cells. Words that conflict or are not enough give
 * the meaning `unknown`.
 */
export function readHeader(header: readonly string[]): HeaderReading {
  const key = header.join("\u0000");
  const cached = readings.get(key);
  if (cached !== undefined) return cached;
  if (readings.size >= MAX_READINGS) readings.clear();
  const reading = makeReading(header.map(readLevel));
  readings.set(key, reading);
  return reading;
}

/** The level that says what the numbers are, and what it says. */
interface Source {
  readonly index: number;
  readonly measure: MeasureWords;
}

function makeReading(levels: readonly Level[]): HeaderReading {
  const source = sourceOf(levels);
  const measured = levels.filter((level) => !isOwner(level, levels, source));
  const roles = new Set(measured.flatMap(({ items }) => items.map(({ role }) => role)));
  const side = sideOf(levels);
  const { meaning: stated, unit } = withUnit(source?.measure ?? nothing, unitOf(levels, source));
  // In `Expected | Return` the word of another level makes the return a forecast.
  const own = stated === "period-return" && roles.has("expected") ? "other-number" : stated;
  const isReturn = own === "period-return" || source?.measure.noun === "horizon";
  const spanned = isReturn ? returnOver(roles, measured, source) : { meaning: own, span: spanOf(own, roles) };
  const meaning = withSide(spanned.meaning, side, source?.measure);
  const isKeyRate = source?.measure.noun === "key-rate";
  const isOverSpan = spanned.span !== undefined && spanned.span !== "level";
  return {
    meaning,
    side: sideOfMeaning(meaning, side, levels),
    unit: isText(meaning) ? "none" : unit,
    span: spanned.span,
    isLinkable:
      meaning === "period-return" &&
      unit === "%" &&
      spanned.span === "period" &&
      source?.measure.isWholeReturn === true &&
      side !== "difference" &&
      !roles.has("factor"),
    name: nameOf(levels, source),
    owner: levels.map((level, index) => ownerText(level, index, levels, source)).find((text) => text !== undefined),
    moment: levels.find(({ moment }) => moment !== undefined)?.moment,
    isTotalBlock: levels.some(({ isTotal }, index) => isTotal && index < (source?.index ?? levels.length - 1)),
    tenor: isKeyRate ? tenorOf(levels, source) : undefined,
    horizon: isOverSpan ? measured.findLast(({ horizon }) => horizon !== undefined)?.horizon : undefined,
  };
}

const nothing: MeasureWords = { meaning: "unknown", unit: "none", noun: "unknown", isWholeReturn: false };

/** The innermost level with a measure, unless it is a label of one above it: `Active Exposure | Volatility`, `Weight | Cash`. */
function sourceOf(levels: readonly Level[]): Source | undefined {
  const index = levels.findLastIndex(({ measure, isSpanOnly }) => measure !== undefined || isSpanOnly);
  const level = levels[index];
  if (level === undefined) return undefined;
  const isTotalEffect = levels.slice(index + 1).some(({ isTotal }) => isTotal) && isEffectLevel(level);
  if (isTotalEffect) return { index, measure: { ...effect, meaning: "effect-total" } };
  const outerIndex = levels.findLastIndex(
    (outer, at) => at < index && outer.measure !== undefined && !outer.mayBeOwner,
  );
  const outer = levels[outerIndex];
  if (outer?.measure === undefined) return { index, measure: level.measure ?? horizonReturn };
  if (level.measure === undefined) {
    return { index: outerIndex, measure: nounsOverHorizons.has(outer.measure.noun) ? outer.measure : nothing };
  }
  const measure = measureBelow(outer, outer.measure, level, level.measure);
  return { index: measure === outer.measure ? outerIndex : index, measure };
}

const horizonReturn: MeasureWords = { meaning: "period-return", unit: "%", noun: "horizon", isWholeReturn: false };
const effect: MeasureWords = { meaning: "effect-other", unit: "%", noun: "effect", isWholeReturn: false };

const nounsOverHorizons: ReadonlySet<Role> = new Set<Role>([
  ...(["return", "contribution", "effect", "risk", "ratio", "level", "key-rate"] as const),
]);

/** Whether a level says that the columns below it are effects, and not which. */
function isEffectLevel({ measure, items }: Level): boolean {
  return measure?.meaning === "unknown" && items.some(({ role }) => role === "effect" || role === "attribution");
}

/** What a measure means below another one. */
function measureBelow(outer: Level, outerMeasure: MeasureWords, level: Level, measure: MeasureWords): MeasureWords {
  const isEffects = isEffectLevel(outer);
  const isPerformance = outer.items.some(({ words }) => words === "performance");
  if ((isEffects || isPerformance) && measure.noun === "allocation") return { ...effect, meaning: "effect-allocation" };
  if (isEffects && level.isBare && measure.noun !== "effect") {
    const isCurrency = level.items.some(({ role }) => role === "currency");
    if (isCurrency) return { ...effect, meaning: "effect-currency" };
    if (outerMeasure.noun === "effect" && measure.noun !== "weight" && measure.noun !== "return") return effect;
  }
  if (outerMeasure.noun === "contribution" && measure.noun === "return") {
    return { ...outerMeasure, meaning: "contribution", unit: "%" };
  }
  const isOfFactors = outerMeasure.noun === "exposure" || outerMeasure.noun === "contribution";
  const isLabel = level.isBare && (measure.meaning === "unknown" || isOfFactors);
  return isLabel && outerMeasure.meaning !== "unknown" ? outerMeasure : measure;
}

/** A level with the name of an account says nothing of the measure, whatever words the name has. */
function isOwner(level: Level, levels: readonly Level[], source: Source | undefined): boolean {
  return level.mayBeOwner && source !== undefined && levels.indexOf(level) < source.index;
}

function ownerText(
  level: Level,
  index: number,
  levels: readonly Level[],
  source: Source | undefined,
): string | undefined {
  if (level.owner !== undefined) return level.owner;
  if (isOwner(level, levels, source)) return level.text;
  const isAccount = source !== undefined && nounsOfAccounts.has(source.measure.noun) && index !== source.index;
  return level.isForeign && isAccount ? level.text : undefined;
}

/** Measures below or above which a name is that of an account. */
const nounsOfAccounts: ReadonlySet<Role> = new Set(["return", "weight", "active-weight", "money", "horizon", "level"]);

function sideOf(levels: readonly Level[]): Side {
  const suffixed = levels.findLast(({ hasSuffix }) => hasSuffix);
  return suffixed?.side ?? levels.findLast(({ side }) => side !== "none")?.side ?? "none";
}

function withSide(meaning: Meaning, side: Side, measure: MeasureWords | undefined): Meaning {
  if (measure?.noun === "active-weight") return "weight-active";
  if (meaning !== "weight") return meaning;
  if (side === "benchmark") return "weight-benchmark";
  return side === "difference" ? "weight-active" : "weight";
}

const textMeanings: ReadonlySet<Meaning> = new Set([
  ...(["rating", "date-of-row", "date-attribute", "identifier", "name", "group", "other-text"] as const),
]);

function isText(meaning: Meaning): boolean {
  return textMeanings.has(meaning);
}

/** A text is of a benchmark or of nobody. `Active Spread` is a spread over the active curve, no difference. */
function sideOfMeaning(meaning: Meaning, side: Side, levels: readonly Level[]): Side {
  if (meaning === "weight-active") return "difference";
  if (isText(meaning)) return side === "benchmark" ? side : "none";
  // An effect below the name of an account is still one of its difference to the benchmark.
  if (meaning.startsWith("effect-") && side !== "difference") return "none";
  const isActiveSpread = meaning === "spread" && side === "difference";
  return isActiveSpread && levels.some(({ items }) => items.some(({ words }) => words === "active")) ? "none" : side;
}

/** The unit that the level of the measure or one below it states. */
function unitOf(levels: readonly Level[], source: Source | undefined): Unit | undefined {
  return levels.slice(source?.index ?? 0).findLast(({ unit }) => unit !== undefined)?.unit;
}

const percentMeanings: ReadonlySet<Meaning> = new Set([
  ...([
    "period-return",
    "contribution",
    "yield",
    "weight",
    "effect-total",
    "effect-other",
    "effect-allocation",
  ] as const),
  ...(["effect-selection", "effect-interaction", "effect-currency", "weight-active"] as const),
]);

/** A stated unit decides, or contradicts the noun: `Market Value (%)` is a weight, `Return ($)` is unknown. */
function withUnit({ meaning, unit, noun }: MeasureWords, stated: Unit | undefined): { meaning: Meaning; unit: Unit } {
  if (stated === undefined || noun === "flag" || isText(meaning)) return { meaning, unit };
  if (meaning === "unknown") return { meaning, unit: stated };
  if (stated === "%") {
    if (noun === "capitalization" || noun === "assets" || noun === "money") return { meaning: "weight", unit: "%" };
    const isOther =
      meaning === "price" ||
      meaning === "count" ||
      meaning === "quantity" ||
      meaning === "market-value" ||
      meaning === "index-level";
    return { meaning: isOther ? "unknown" : meaning, unit: "%" };
  }
  if (stated === "bp") {
    const mayBe =
      percentMeanings.has(meaning) || meaning === "spread" || meaning === "risk" || meaning === "other-number";
    return { meaning: mayBe ? meaning : "unknown", unit: "bp" };
  }
  if (stated === "currency")
    return {
      meaning: percentMeanings.has(meaning) || meaning === "ratio" || noun === "exposure" ? "unknown" : meaning,
      unit: meaning === "quantity" || meaning === "count" ? unit : "currency",
    };
  return stated === "years" && meaning !== "duration" ? { meaning, unit } : { meaning, unit: stated };
}

/** The meaning of a return by the words of its span, in any level. */
function returnOver(
  roles: ReadonlySet<Role>,
  levels: readonly Level[],
  source: Source | undefined,
): { meaning: Meaning; span: Span | undefined } {
  if (source?.measure.meaning !== "period-return") return { meaning: "unknown", span: undefined };
  if (roles.has("rolling")) return { meaning: "rolling-return", span: "rolling" };
  if (roles.has("annualized") || roles.has("growth-rate")) return { meaning: "annualized-return", span: "annualized" };
  if (roles.has("trailing")) return { meaning: "rolling-return", span: "rolling" };
  if (roles.has("cumulative")) return { meaning: "cumulative-return", span: "cumulative" };
  // A factor has no account whose return could be cumulative: it stays the return of its whole period.
  if (roles.has("compounded"))
    return { meaning: roles.has("factor") ? "period-return" : "cumulative-return", span: "cumulative" };
  if (roles.has("to-date")) return { meaning: "cumulative-return", span: "to-date" };
  const items = levels.flatMap((level) => level.items.map((item) => ({ item, level })));
  const since = items.find(({ item }) => item.role === "since");
  if (since) {
    const isToDate = since.item.words === "itd" || since.item.words.endsWith("to date");
    return { meaning: since.level.isSpanOnly && !isToDate ? "annualized-return" : "cumulative-return", span: "since" };
  }
  const horizon = items.find(({ item }) => item.role === "horizon")?.item;
  if (horizon === undefined) return { meaning: "period-return", span: "period" };
  // By convention returns over years are annualized, and those over months are not.
  const isYears = horizon.words.startsWith("y");
  const isLong = (horizon.value ?? 0) > 12;
  return { meaning: isYears ? "annualized-return" : isLong ? "unknown" : "cumulative-return", span: "horizon" };
}

/** The span of what is no return. */
function spanOf(meaning: Meaning, roles: ReadonlySet<Role>): Span | undefined {
  if (meaning === "index-level") return "level";
  const isEffect = meaning.startsWith("effect-") || meaning === "contribution";
  if (!isEffect && meaning !== "risk") return undefined;
  if (roles.has("rolling") || roles.has("trailing")) return "rolling";
  if (roles.has("annualized")) return "annualized";
  if (roles.has("cumulative") || roles.has("compounded")) return "cumulative";
  if (roles.has("to-date")) return "to-date";
  if (roles.has("since")) return "since";
  if (roles.has("horizon")) return "horizon";
  return isEffect ? "period" : undefined;
}

function tenorOf(levels: readonly Level[], source: Source | undefined): number | undefined {
  const items = levels.slice(source?.index ?? 0).flatMap((level) => level.items);
  const months = items.findLast(({ role }) => role === "horizon")?.value;
  return months === undefined ? undefined : months / 12;
}

/** The words of the measure, after those of the labels below it: `Momentum` and `Exposure` make `Momentum Exposure`. */
function nameOf(levels: readonly Level[], source: Source | undefined): string {
  const index = source?.index ?? levels.findLastIndex(({ name, moment, owner }) => name !== "" && !moment && !owner);
  const level = levels[index] ?? levels.at(-1);
  if (level === undefined) return NO_NAME;
  // In `Benchmark Name` and `Active Spread` the word is no side of a measure.
  const isSpread = source?.measure.noun === "spread" && level.side === "difference";
  const own = source?.measure.noun === "text" || isSpread ? level.fullName : level.name || level.fullName;
  const labels = levels.slice(index + 1).filter((below) => isLabel(below, source));
  const words = [...labels.map(({ name }) => name), own].filter((name) => name !== "");
  return words.join(" ") || level.text || NO_NAME;
}

const NO_NAME = "-";

function isLabel({ name, owner, moment, isForeign, items }: Level, source: Source | undefined): boolean {
  if (name === "" || owner !== undefined || moment !== undefined) return false;
  const isHeading = items.every(({ role }) => role === "attribution" || role === "label");
  const isAccount = isForeign && source !== undefined && nounsOfAccounts.has(source.measure.noun);
  return !isHeading && !isAccount;
}
