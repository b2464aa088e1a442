import { foldHeader } from "./fold.ts";
import { type Item, itemsOf, joinTokens, type LevelItems, textOf } from "./items.ts";
import { type MeasureWords, measureOf } from "./measure.ts";
import { foreignRoles, isOwnerWord, ownerOf, sideOf, sideRoles } from "./sides.ts";
import { type Meaning, type Moment, parseMoment, type Side, type Unit } from "./types.ts";
import type { Role } from "./words.ts";

/** What one level of a header says by itself. */
export interface Level {
  /** Folded. */
  readonly text: string;
  /** Its words without those of side, unit, owner and moment; may be empty. */
  readonly name: string;
  /** Its words without those of unit and moment. */
  readonly fullName: string;
  readonly measure: MeasureWords | undefined;
  /** Whether the noun of its measure stands alone, as in `Volatility`: below another measure it is a label. */
  readonly isBare: boolean;
  readonly side: Side;
  /** Whether the side comes from the ending `:P` or `:B`. */
  readonly hasSuffix: boolean;
  readonly unit: Unit | undefined;
  readonly owner: string | undefined;
  /** Whether its last word may end the name of an account: `Total Return Fund`. */
  readonly mayBeOwner: boolean;
  /** Whether it has words, and none of them is in the lists. */
  readonly isForeign: boolean;
  readonly moment: Moment | undefined;
  readonly isTotal: boolean;
  /** The items outside of an owner's name. */
  readonly items: readonly Item[];
  /** Whether it says a span or a horizon and nothing else but side and unit. */
  readonly isSpanOnly: boolean;
  /** The words of its horizon. */
  readonly horizon: string | undefined;
}

const TOTAL = /^(grand total|total|(full|total|whole|entire) period|all periods)$/i;
/** Ids of the service for the groups of rows. */
const GROUP_ID = /^(total|group|level) ?\d+$/i;
/** Letters for weights and parts of the tracking error in exports of risk. */
const LETTERS = new Map<string, MeasureWords>([
  ["w", { meaning: "weight", unit: "%", noun: "weight", isWholeReturn: false }],
  ["aw", { meaning: "weight-active", unit: "%", noun: "active-weight", isWholeReturn: false }],
  ...["% f", "% s", "% t"].map(
    (words) => [words, { meaning: "risk", unit: "%", noun: "contribution", isWholeReturn: false }] as const,
  ),
]);

const spanOnlyRoles: ReadonlySet<Role> = new Set([
  ...([
    "horizon",
    "to-date",
    "since",
    "rolling",
    "trailing",
    "annualized",
    "growth-rate",
    "cumulative",
    "compounded",
  ] as const),
  ...(["return-kind", "percent", "portfolio", "benchmark", "index", "difference", "sign"] as const),
]);

const measuresOfDifferences: ReadonlySet<Meaning> = new Set<Meaning>([
  "weight",
  "period-return",
  "contribution",
  "unknown",
]);

const MAX_LEVELS = 5_000;
const levels = new Map<string, Level>();

/** Reads a level. Tables repeat the levels of their headers, so that each text is read once. */
export function readLevel(text: string): Level {
  const cached = levels.get(text);
  if (cached !== undefined) return cached;
  if (levels.size >= MAX_LEVELS) levels.clear();
  const level = makeLevel(foldHeader(text));
  levels.set(text, level);
  return level;
}

function makeLevel(text: string): Level {
  const suffix = /:([PB])$/i.exec(text);
  const whole = suffix ? text.slice(0, suffix.index).trim() : text;
  const { moment, rest } = momentOf(whole);
  const read = itemsOf(rest);
  const owner = ownerOf(read);
  const segments = read.segments.filter((items) => items !== owner?.items);
  const items = segments.flat();
  const sides = sideOf(segments);
  const suffixSide = suffix ? (suffix[1]?.toLowerCase() === "p" ? "portfolio" : "benchmark") : undefined;
  const units = unitMarksOf(items, read);
  const drop = [...sides.marks, ...units.marks, ...(owner?.items ?? [])];
  const name = nameOf(read, drop, whole);
  const fullName = drop.length === units.marks.length ? name : nameOf(read, units.marks, whole);
  const measure = GROUP_ID.test(rest)
    ? ({ meaning: "group", unit: "none", noun: "group", isWholeReturn: false } as const)
    : (letterMeasure(items) ?? joinMeasures(segments));
  // A beta or a correlation is one of two, no difference of them.
  const side = sides.isComparison && measure && !measuresOfDifferences.has(measure.meaning) ? "none" : sides.side;
  const content = items.filter(({ role }) => !sideRoles.has(role) && role !== "percent");
  return {
    text,
    name,
    fullName,
    measure,
    isBare: content.length === 1,
    side: suffixSide ?? (side === "none" ? (owner?.side ?? "none") : side),
    hasSuffix: suffixSide !== undefined,
    // A return in dollars is in percent.
    unit:
      units.unit === "currency" && measure?.noun === "return" && items.some(({ role }) => role === "currency-code")
        ? undefined
        : units.unit,
    owner: owner?.text,
    mayBeOwner: items.length > 1 && isOwnerWord(items.at(-1)),
    isForeign: items.some(({ role }) => role === "unknown") && items.every(({ role }) => foreignRoles.has(role)),
    moment,
    isTotal: TOTAL.test(text),
    items,
    isSpanOnly: isSpanOnly(items),
    horizon: horizonOf(items, read, name),
  };
}

/** `W`, `AW`, `Bench. W%`, `%S`. */
function letterMeasure(items: readonly Item[]): MeasureWords | undefined {
  if (items.length > 3) return undefined;
  const words = items.flatMap(({ role, words }) => (sideRoles.has(role) ? [] : [role === "percent" ? "%" : words]));
  if (words.length === 2 && words[1] === "%") words.pop();
  return LETTERS.get(words.join(" "));
}

function isSpanOnly(items: readonly Item[]): boolean {
  const hasSpan = items.some(
    ({ role }) => role === "horizon" || role === "to-date" || role === "since" || role === "growth-rate",
  );
  return hasSpan && items.every(({ role }) => spanOnlyRoles.has(role));
}

/** Parts with dashes between: those of numbers before those of texts; two that differ are unknown. */
function joinMeasures(segments: readonly (readonly Item[])[]): MeasureWords | undefined {
  const parts = segments.flatMap((items) => {
    const measure = measureOf(items);
    return measure ? [{ measure, isSure: items.every(({ role }) => role !== "unknown") }] : [];
  });
  const numbers = parts.filter(({ measure }) => measure.noun !== "text" && measure.meaning !== "unknown");
  const candidates = numbers.length > 0 ? numbers : parts;
  const sure = candidates.filter(({ isSure }) => isSure);
  const chosen = sure.length > 0 ? sure : candidates;
  const last = chosen.at(-1)?.measure;
  if (last === undefined) return undefined;
  const isOne = chosen.every(({ measure }) => measure.meaning === last.meaning);
  return isOne ? last : { ...last, meaning: "unknown", unit: "none" };
}

/** A year of a moment, or the year that a day begins with. */
const YEAR = /(?:19|2[01])\d\d/;

/** A moment that the level is, begins with or ends with. */
function momentOf(level: string): { moment: Moment | undefined; rest: string } {
  const whole = parseMoment(level);
  if (whole) return { moment: whole, rest: "" };
  if (!YEAR.test(level)) return { moment: undefined, rest: level };
  const words = level.split(" ", 40);
  const most = Math.min(5, words.length - 1);
  for (let count = most; count > 0; count--) {
    const first = momentAt(words.slice(0, count).join(" "), words.slice(count).join(" "));
    if (first) return first;
    const last = momentAt(words.slice(-count).join(" "), words.slice(0, -count).join(" "));
    if (last) return last;
  }
  return { moment: undefined, rest: level };
}

function momentAt(text: string, rest: string): { moment: Moment; rest: string } | undefined {
  const plain = text.replaceAll(/^[(\s:-]+|[)\s:-]+$/g, "");
  const moment = parseMoment(plain);
  if (moment === undefined) return undefined;
  const plainRest = rest.replaceAll(/^[\s:-]+|[\s:(-]+$|\b(as of|at|on|in|for)$/gi, "").trim();
  // A bare year may be a part of a name, as in `Small Cap 2000 Return`.
  const isYear = /^\d{4}$/.test(plain);
  const items = itemsOf(plainRest).segments.flat();
  if (items.some(({ role }) => role === "since")) return undefined;
  if (isYear && items.some(({ role }) => role === "unknown")) return undefined;
  if (/\bsince$/i.test(plainRest)) return undefined;
  return { moment, rest: plainRest };
}

const unitsOfWords = new Map<string, Unit>([
  ["x", "number"],
  ["y", "years"],
  ["year", "years"],
  ["years", "years"],
]);

/** The unit that a level ends with, has in parentheses or begins with. */
function unitMarksOf(
  items: readonly Item[],
  { tokens }: LevelItems,
): { unit: Unit | undefined; marks: readonly Item[] } {
  const marks: Item[] = [];
  let unit: Unit | undefined;
  const asides = items.filter(({ isAside }) => isAside);
  const first = items[0];
  if (first?.role === "percent" && items.length > 1) unit = "%";
  for (const item of asides) {
    const isAlone = tokens[item.from - 1]?.key === "(" && tokens[item.to]?.key === ")";
    const own = unitOfItem(item) ?? (isAlone ? unitsOfWords.get(item.words) : undefined);
    if (own === undefined) continue;
    unit = own;
    // A currency stays in the name, with its millions.
    if (isAlone && own !== "currency") marks.push(item);
  }
  for (let index = items.length - 1; index > 0; index--) {
    const item = items[index];
    const own = item && !item.isAside ? unitOfItem(item) : undefined;
    if (item === undefined || own === undefined) break;
    const isAttached = items[index - 1]?.role === "figure" && tokens[item.from]?.isSpaced === false;
    if (isAttached) break;
    unit = own;
    if (own !== "currency") marks.push(item);
  }
  return { unit, marks };
}

function unitOfItem({ role }: Item): Unit | undefined {
  if (role === "percent") return "%";
  if (role === "basis-points") return "bp";
  return role === "money-sign" || role === "currency-code" ? "currency" : undefined;
}

function horizonOf(items: readonly Item[], read: LevelItems, name: string): string | undefined {
  const item = items.find(({ role }) => role === "horizon" || role === "to-date" || role === "since");
  if (item === undefined) return undefined;
  return isSpanOnly(items) ? name : textOf(read.tokens, [item]);
}

function nameOf({ tokens }: LevelItems, drop: readonly Item[], level: string): string {
  const isDropped = new Uint8Array(tokens.length);
  for (const { from, to } of drop) isDropped.fill(1, from, to);
  const words = trimSigns(joinTokens(tokens.filter((_, index) => isDropped[index] === 0)));
  // Names of code begin with a small letter.
  const isCode = !level.includes(" ") && /_|\p{Ll}\p{Lu}/u.test(level);
  return isCode ? words.slice(0, 1).toUpperCase() + words.slice(1) : words;
}

/** Without empty parentheses, and without the signs that stood beside dropped words. */
function trimSigns(text: string): string {
  const plain = text.includes("(") ? text.replaceAll(/ ?\( ?\)/g, "") : text;
  let [start, end] = [0, plain.length];
  while (start < end && SIGNS_AT_ENDS.includes(plain[start] ?? "")) start++;
  while (end > start && SIGNS_AT_ENDS.includes(plain[end - 1] ?? "")) end--;
  return plain.slice(start, end);
}

const SIGNS_AT_ENDS = " :|,-";
