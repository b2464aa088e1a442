import type { Item } from "./items.ts";
import type { Meaning, Unit } from "./types.ts";
import type { Role } from "./words.ts";

/** What a phrase says of its numbers or texts, without side and span. */
export interface Measure {
  readonly meaning: Meaning;
  readonly unit: Unit;
  /** The role of the noun that decided. */
  readonly noun: Role;
  /** Of a return: nothing in the phrase says that it is a part, a ratio, an expectation or a statistic. */
  readonly isWholeReturn: boolean;
}

/** The items of a phrase around its head: the last noun before the first preposition. */
interface Phrase {
  readonly head: Item;
  /** The roles of the words before the head. */
  readonly before: readonly Role[];
  /** The roles of the complement: `earnings` of `Price to Earnings`. */
  readonly complement: readonly Role[];
  /** The preposition of the complement. */
  readonly preposition: Role | undefined;
  /** The roles in parentheses or after a comma. */
  readonly asides: readonly Role[];
  /** All roles but that of the head. */
  readonly others: ReadonlySet<Role>;
}

const prepositions: ReadonlySet<Role> = new Set(["of", "to", "on", "in", "than", "preposition"]);

/** Words that may stand anywhere without changing what the noun means. */
const neutralRoles: ReadonlySet<Role> = new Set([
  ...(["plain", "return-kind", "total", "expected", "portfolio", "benchmark", "index", "difference"] as const),
  ...([
    "cumulative",
    "compounded",
    "to-date",
    "since",
    "rolling",
    "trailing",
    "annualized",
    "horizon",
    "figure",
  ] as const),
  ...(["percent", "basis-points", "money-sign", "sign", "of", "in", "on", "to", "than", "preposition"] as const),
]);

/** The words before `return` with which it is still the whole return of an account. */
const rolesOfWholeReturns: ReadonlySet<Role> = new Set([
  ...(["return-kind", "total", "portfolio", "benchmark", "index", "price", "money-sign", "percent", "sign"] as const),
  ...(["cumulative", "compounded", "to-date", "since", "rolling", "trailing", "annualized", "horizon"] as const),
]);

/** Nouns that an unknown word may follow: `Rating Moody`, `Price Foo` and the like say too little, but these are sure. */
const modifiersAfterHead: ReadonlySet<Role> = neutralRoles;

/** What the items of one part of a level say; undefined if no noun is there. */
export function measureOf(items: readonly Item[]): Measure | undefined {
  const share = shareOf(items);
  if (share !== undefined) return share;
  const phrase = phraseOf(items);
  if (phrase === undefined) return undefined;
  const { head } = phrase;
  if (phrase.others.has("doubt")) return unknown(head.role);
  return resolve(phrase);
}

/** `% of Total Equities`: what a share is of decides what it is. */
function shareOf(items: readonly Item[]): Measure | undefined {
  const at = items.findIndex(({ role }, index) => role === "percent" && items[index + 1]?.role === "of");
  const isFirstNoun = items.slice(0, Math.max(at, 0)).every(({ role }) => neutralRoles.has(role));
  if (at < 0 || !isFirstNoun) return undefined;
  const whole = items.slice(at + 2).map(({ role }) => role);
  if (whole.includes("risk") || whole.includes("variance")) return number("risk", "%", "contribution");
  if (whole.includes("firm")) return number("ratio", "%", "ratio");
  const wholes: readonly Role[] = ["total", "portfolio", "benchmark", "assets", "money", "capitalization"];
  const isSure = wholes.some((role) => whole.includes(role)) && !whole.includes("unknown");
  return isSure ? number("weight", "%", "weight") : unknown("percent", "%");
}

function phraseOf(items: readonly Item[]): Phrase | undefined {
  const main = items.filter(({ isAside }) => !isAside);
  const asides = items.filter(({ isAside }) => isAside).map(({ role }) => role);
  const end = main.findIndex(({ role }, index) => prepositions.has(role) && main.slice(0, index).some(isNoun));
  const clause = end < 0 ? main : main.slice(0, end);
  const at = clause.findLastIndex(isNoun);
  const head = clause[at];
  if (head === undefined) return undefined;
  const before = clause.slice(0, at).map(({ role }) => role);
  const after = clause.slice(at + 1).map(({ role }) => role);
  const complement = end < 0 ? [] : main.slice(end + 1).map(({ role }) => role);
  const preposition = end < 0 ? undefined : main[end]?.role;
  const others = new Set([...before, ...after, ...complement, ...asides]);
  // The last noun decides: a word that is not in the lists may be that noun.
  if (after.some((role) => !modifiersAfterHead.has(role) && role !== "label")) others.add("doubt");
  return { head, before, complement, preposition, asides, others };
}

function isNoun({ role }: Item): boolean {
  return !neutralRoles.has(role) && !rolesOfModifiers.has(role);
}

const rolesOfModifiers: ReadonlySet<Role> = new Set([
  ...(["factor", "specific", "part", "statistic", "firm", "value", "label", "doubt", "unknown"] as const),
]);

function resolve(phrase: Phrase): Measure {
  const { head, before, complement, others } = phrase;
  switch (head.role) {
    case "return":
      return returnOf(phrase);
    case "contribution":
      return contributionOf(phrase);
    case "effect":
    case "impact":
      return effectOf(phrase);
    case "selection":
    case "interaction":
    case "allocation":
      return effectOf(phrase);
    case "price":
      return priceOf(phrase);
    case "risk":
      return number("risk", others.has("variance") ? "number" : head.words === "var" ? "none" : "%", "risk");
    case "fundamental":
      return isRatio(phrase) ? number("ratio", "number", "ratio") : unknown(head.role);
    case "growth":
      if (complement.includes("money-sign") || complement.includes("figure")) {
        return number("index-level", complement.includes("money-sign") ? "currency" : "none", "level");
      }
      return before.includes("fundamental") || before.includes("assets")
        ? number("ratio", "%", "growth")
        : unknown("growth");
    case "margin":
      return before.includes("fundamental") || before.includes("return-kind")
        ? number("ratio", "%", "margin")
        : unknown("margin");
    case "change":
      return changeOf(phrase);
    case "rate":
      return number("other-number", before.includes("currency") || head.words !== "rate" ? "number" : "none", "rate");
    case "cost":
      return others.has("percent") ? number("other-number", "%", "cost") : number("market-value", "currency", "cost");
    case "exposure":
      return number("other-number", others.has("difference") || others.has("factor") ? "number" : "none", "exposure");
    case "score":
      return before.includes("rating")
        ? number("rating", "number", "rating")
        : number("other-number", "number", "score");
    case "count":
      if (complement.includes("days") || head.words === "count") return number("count", "number", "count");
      return complement.includes("quantity") || others.has("quantity")
        ? number("quantity", "number", "quantity")
        : number("count", "number", "count");
    case "number":
      return before.some((role) => role === "group" || role === "portfolio" || role === "name")
        ? text("identifier")
        : unknown("number");
    case "calendar":
      return others.size === 0 ? text("date-of-row") : unknown("calendar");
    case "date":
      return others.size === 0 && head.words === "date" ? text("date-of-row") : text("date-attribute");
    case "active-share":
      return head.words.endsWith("contribution")
        ? number("other-number", "%", "active-share")
        : number("ratio", "%", "active-share");
    case "name":
      return before.includes("group") ? text("group") : text("name");
    case "maturity":
      return unknown("maturity");
    case "attribution":
      return unknown("attribution");
    default:
      return plainMeasures[head.role] ?? unknown(head.role);
  }
}

/** Nouns whose meaning does not depend on the words around them. */
const plainMeasures: Partial<Readonly<Record<Role, Measure>>> = {
  weight: number("weight", "%", "weight"),
  "active-weight": number("weight-active", "%", "active-weight"),
  variance: number("risk", "number", "risk"),
  ratio: number("ratio", "number", "ratio"),
  "percent-ratio": number("ratio", "%", "ratio"),
  "return-ratio": number("ratio", "%", "ratio"),
  revision: number("ratio", "%", "growth"),
  yield: number("yield", "%", "yield"),
  spread: number("spread", "bp", "spread"),
  duration: number("duration", "years", "duration"),
  "key-rate": number("duration", "years", "key-rate"),
  money: number("market-value", "currency", "money"),
  capitalization: number("market-value", "currency", "capitalization"),
  assets: number("market-value", "currency", "assets"),
  income: number("market-value", "currency", "income"),
  quantity: number("quantity", "number", "quantity"),
  days: number("other-number", "number", "days"),
  coupon: number("other-number", "%", "coupon"),
  "plain-number": number("other-number", "number", "plain-number"),
  level: number("index-level", "none", "level"),
  flag: number("other-number", "none", "flag"),
  rating: text("rating"),
  "row-date": text("date-of-row"),
  identifier: text("identifier"),
  group: text("group"),
  currency: text("group"),
  text: text("other-text"),
};

function returnOf({ head, before, complement, preposition, others }: Phrase): Measure {
  if (preposition === "on")
    return complement.includes("fundamental") ? number("ratio", "%", "ratio") : unknown("return", "%");
  if (before.includes("contribution")) return number("contribution", "%", "contribution");
  if (isRatio({ head, before, complement, preposition, others, asides: [] })) return number("ratio", "number", "ratio");
  if (others.has("expected")) return number("other-number", "%", "rate");
  if (others.has("statistic")) return unknown("return", "%");
  const isWhole = isWholeReturn(before);
  return { ...number("period-return", "%", "return"), isWholeReturn: isWhole };
}

/** Unknown words may name a part of the return, or an account; before `Total Return` they name an account. */
function isWholeReturn(before: readonly Role[]): boolean {
  const nearest = before.at(-1);
  const mayHaveOwner = nearest === "total" || nearest === "return-kind";
  return before.every(
    (role) =>
      rolesOfWholeReturns.has(role) || (mayHaveOwner && (role === "unknown" || role === "figure" || role === "label")),
  );
}

function contributionOf({ before, complement, preposition, others, asides }: Phrase): Measure {
  const subjects = new Set([...before, ...complement, ...asides]);
  if (subjects.has("return")) return number("contribution", "%", "contribution");
  if (subjects.has("duration") || subjects.has("key-rate")) return number("duration", "years", "contribution");
  if (subjects.has("yield")) return number("yield", "%", "contribution");
  if (subjects.has("risk") || subjects.has("variance") || subjects.has("percent-ratio"))
    return subjects.has("percent-ratio") ? unknown("contribution") : number("risk", "%", "contribution");
  if (subjects.has("active-share")) return number("other-number", "%", "contribution");
  if (subjects.has("spread"))
    return preposition === undefined ? number("risk", "%", "contribution") : number("spread", "bp", "contribution");
  if (preposition === undefined && before.includes("part")) return number("risk", "%", "contribution");
  const isAllowed = (role: Role) => neutralRoles.has(role) || role === "group" || role === "name";
  return [...others].every(isAllowed) && preposition === undefined
    ? number("contribution", "%", "contribution")
    : unknown("contribution");
}

const kindsOfEffects: Partial<Readonly<Record<Role, Meaning>>> = {
  allocation: "effect-allocation",
  selection: "effect-selection",
  interaction: "effect-interaction",
};

/** `Total Effect` is the sum of all; `Total Currency Effect` and `Total Selection Effect` are parts, or sums of parts. */
function effectOf({ head, before, asides, complement, others }: Phrase): Measure {
  const roles = [...before, ...asides, ...complement];
  const isNamed = head.role === "effect" || head.role === "impact";
  const kinds = [...roles, ...(isNamed ? [] : [head.role])].flatMap((role) => kindsOfEffects[role] ?? []);
  const [kind, ...otherKinds] = kinds;
  const isCurrency = roles.includes("currency");
  if (kind !== undefined) {
    const isSure = otherKinds.length === 0 && !isCurrency;
    const isAsset = head.role === "allocation";
    return isSure && !isAsset ? effect(kind) : unknown(isSure && isAsset ? "allocation" : "effect", "%");
  }
  if (isCurrency) return effect("effect-currency");
  const subjects = [...others].filter((role) => !neutralRoles.has(role));
  if (head.role === "impact" && !subjects.some((role) => role === "factor" || role === "specific"))
    return unknown("impact");
  if (roles.includes("total")) {
    const isWhole = subjects.every((role) => role === "risk" || role === "attribution");
    return isWhole
      ? effect("effect-total")
      : subjects.includes("unknown")
        ? unknown("effect", "%")
        : effect("effect-other");
  }
  return subjects.length > 0 ? effect("effect-other") : unknown("effect", "%");
}

function priceOf(phrase: Phrase): Measure {
  return isRatio(phrase) ? number("ratio", "number", "ratio") : number("price", "currency", "price");
}

const ratioRoles: ReadonlySet<Role> = new Set(["fundamental", "price", "assets", "income", "money"]);

/** `Price to Earnings`, `Price/Book`, `EV/Sales`, `Debt to Equity`. */
function isRatio({ head, before, complement, preposition }: Phrase): boolean {
  if (preposition === "to") return complement.some((role) => ratioRoles.has(role));
  const slash = before.lastIndexOf("sign");
  return (
    slash > 0 &&
    before[slash - 1] !== undefined &&
    ratioRoles.has(before[slash - 1] ?? "sign") &&
    head.role !== "return"
  );
}

function changeOf({ before, complement, others }: Phrase): Measure {
  if (before.includes("price"))
    return number(others.has("percent") ? "period-return" : "unknown", others.has("percent") ? "%" : "none", "change");
  const isOverSpan = others.has("to-date") || others.has("horizon") || others.has("since");
  if (isOverSpan && others.has("percent")) return number("period-return", "%", "change");
  if (complement.includes("quantity") || complement.includes("fundamental")) return number("ratio", "%", "change");
  return number("unknown", "none", "change");
}

function effect(meaning: Meaning): Measure {
  return number(meaning, "%", "effect");
}

function number(meaning: Meaning, unit: Unit, noun: Role): Measure {
  return { meaning, unit, noun, isWholeReturn: false };
}

function text(meaning: Meaning): Measure {
  return { meaning, unit: "none", noun: "text", isWholeReturn: false };
}

function unknown(noun: Role, unit: Unit = "none"): Measure {
  return { meaning: "unknown", unit, noun, isWholeReturn: false };
}
