import type { Item } from "./items.ts";
import { isNeutral, isWholeReturn, type Phrase, phraseOf } from "./phrase.ts";
import type { Meaning, Unit } from "./types.ts";
import type { Role } from "./words.ts";

/** What a part of a level says of its numbers or texts, without side and span. */
export interface MeasureWords {
  readonly meaning: Meaning;
  readonly unit: Unit;
  /** The role of the noun that decided; `text` for all texts. */
  readonly noun: Role;
  /** Of a return: nothing in the phrase says that it is a part, a ratio, an expectation or a statistic. */
  readonly isWholeReturn: boolean;
}

/** What the items of one part of a level say; undefined if no noun is among them. */
export function measureOf(items: readonly Item[]): MeasureWords | undefined {
  const share = shareOf(items);
  if (share !== undefined) return share;
  const phrase = phraseOf(items);
  if (phrase === undefined) return undefined;
  if (phrase.others.has("doubt")) return unknown(phrase.head.role);
  return resolve(phrase);
}

/** `% of Total Equities`: what a share is of decides what it is. */
function shareOf(items: readonly Item[]): MeasureWords | undefined {
  const at = items.findIndex(({ role }, index) => role === "percent" && items[index + 1]?.role === "of");
  if (at < 0 || !items.slice(0, at).every(({ role }) => isNeutral(role))) return undefined;
  const whole = items.slice(at + 2).map(({ role }) => role);
  if (whole.includes("risk") || whole.includes("variance")) return number("risk", "%", "contribution");
  if (whole.includes("firm")) return number("ratio", "%", "ratio");
  const isSure = whole.some((role) => wholes.has(role)) && !whole.includes("unknown");
  return isSure ? number("weight", "%", "weight") : unknown("percent", "%");
}

/** What a weight can be a share of. */
const wholes: ReadonlySet<Role> = new Set<Role>([
  "total",
  "portfolio",
  "benchmark",
  "assets",
  "money",
  "capitalization",
]);

function resolve(phrase: Phrase): MeasureWords {
  const { head, before, complement, preposition, others } = phrase;
  if (isRatio(phrase)) return number("ratio", "number", "ratio");
  switch (head.role) {
    case "return":
      return returnOf(phrase);
    case "contribution":
      return contributionOf(phrase);
    case "effect":
    case "impact":
    case "selection":
    case "interaction":
    case "allocation":
    case "attribution":
      return effectOf(phrase);
    case "risk":
      // Of ruin, of loss: a probability.
      if (preposition === "of" && complement.includes("unknown")) return unknown("risk");
      return number("risk", others.has("variance") ? "number" : head.words === "var" ? "none" : "%", "risk");
    case "growth":
      if (complement.includes("money-sign")) return number("index-level", "currency", "level");
      if (complement.includes("figure")) return number("index-level", "none", "level");
      return isOfCompany(before) ? number("ratio", "%", "growth") : unknown("growth");
    case "margin":
      return isOfCompany(before) || before.includes("return-kind") ? number("ratio", "%", "margin") : unknown("margin");
    case "change":
      return changeOf(phrase);
    case "rate":
      return number("other-number", before.includes("currency") || head.words !== "rate" ? "number" : "none", "rate");
    case "cost":
      if (preposition === "of") return unknown("cost");
      return others.has("percent") ? number("other-number", "%", "cost") : number("market-value", "currency", "cost");
    case "exposure":
      return exposureOf(phrase);
    case "weight":
      return before.includes("impact") ? unknown("weight", "%") : number("weight", "%", "weight");
    case "score":
      return before.includes("rating")
        ? number("rating", "number", "rating")
        : number("other-number", "number", "score");
    case "count":
      return others.has("quantity") ? number("quantity", "number", "quantity") : number("count", "number", "count");
    case "number":
      return before.some((role) => role === "group" || role === "portfolio" || role === "name")
        ? text("identifier")
        : unknown("number");
    case "active-share":
      return head.words === "active share"
        ? number("ratio", "%", "active-share")
        : number("other-number", "%", "contribution");
    case "calendar":
      return others.size === 0 ? text("date-of-row") : unknown("calendar");
    case "date":
      return text(others.size === 0 && head.words === "date" ? "date-of-row" : "date-attribute");
    case "name":
      return text(before.includes("group") ? "group" : "name");
    default:
      return plainMeasures[head.role] ?? unknown(head.role);
  }
}

/** Nouns whose meaning does not depend on the words around them. */
const plainMeasures: Partial<Readonly<Record<Role, MeasureWords>>> = {
  "active-weight": number("weight-active", "%", "active-weight"),
  variance: number("risk", "number", "risk"),
  ratio: number("ratio", "number", "ratio"),
  "percent-ratio": number("ratio", "%", "ratio"),
  revision: number("ratio", "%", "growth"),
  yield: number("yield", "%", "yield"),
  spread: number("spread", "bp", "spread"),
  duration: number("duration", "years", "duration"),
  "key-rate": number("duration", "years", "key-rate"),
  price: number("price", "currency", "price"),
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

function returnOf({ before, complement, preposition, others }: Phrase): MeasureWords {
  if (preposition === "on") return isOfCompany(complement) ? number("ratio", "%", "ratio") : unknown("return", "%");
  if (before.includes("contribution")) return number("contribution", "%", "contribution");
  if (others.has("expected")) return number("other-number", "%", "rate");
  if (others.has("statistic") || before.includes("text") || before.includes("average")) return unknown("return", "%");
  return { ...number("period-return", "%", "return"), isWholeReturn: isWholeReturn(before) };
}

/** One to a factor is a number; that of a sector, or net or gross of short positions, may be a weight. */
function exposureOf({ others }: Phrase): MeasureWords {
  const mayBeWeight = [...others].some(
    (role) => role === "return-kind" || !(isNeutral(role) || role === "factor" || role === "part"),
  );
  if (mayBeWeight) return unknown("exposure");
  return number("other-number", others.has("difference") || others.has("factor") ? "number" : "none", "exposure");
}

/** A contribution is a part of what it contributes to: only one to the return is a contribution by name alone. */
function contributionOf({ before, preposition, others }: Phrase): MeasureWords {
  if (others.has("return")) return number("contribution", "%", "contribution");
  if (others.has("duration") || others.has("key-rate")) return number("duration", "years", "contribution");
  if (others.has("yield")) return number("yield", "%", "contribution");
  if (others.has("risk") || others.has("variance")) return number("risk", "%", "contribution");
  if (others.has("active-share")) return number("other-number", "%", "contribution");
  if (others.has("spread") && preposition !== undefined) return number("spread", "bp", "contribution");
  // Reports of risk divide it into term structure, spread and the like.
  if (preposition === undefined && (before.includes("spread") || before.includes("part")))
    return number("risk", "%", "contribution");
  const isPlain = preposition === undefined && [...others].every((role) => isNeutral(role) && role !== "average");
  return isPlain ? number("contribution", "%", "contribution") : unknown("contribution");
}

const kindsOfEffects: Partial<Readonly<Record<Role, Meaning>>> = {
  allocation: "effect-allocation",
  selection: "effect-selection",
  interaction: "effect-interaction",
};

/** `Total Effect` is the sum of all; `Total Currency Effect` and `Total Selection Effect` are parts. */
function effectOf({ head, others }: Phrase): MeasureWords {
  const roles = [...others, ...(head.role === "effect" || head.role === "impact" ? [] : [head.role])];
  const [kind, ...otherKinds] = roles.flatMap((role) => kindsOfEffects[role] ?? []);
  const isCurrency = others.has("currency");
  if (otherKinds.length > 0 || (kind !== undefined && isCurrency) || others.has("management"))
    return unknown("effect", "%");
  // Without the word effect, an allocation may be a weight as well.
  if (head.role === "allocation") return unknown("allocation");
  if (kind !== undefined) return effect(kind);
  if (isCurrency) return effect("effect-currency");
  const subjects = [...others].filter((role) => !isNeutral(role));
  if (others.has("total") && subjects.every((role) => role === "risk" || role === "attribution"))
    return effect("effect-total");
  if (head.role === "attribution" || (others.has("total") && (others.has("unknown") || others.has("label"))))
    return unknown(head.role);
  // An impact is that of a factor, or one on the price.
  if (head.role === "impact" && !others.has("factor") && !others.has("specific")) return unknown("impact");
  return subjects.length > 0 ? effect("effect-other") : unknown("effect", "%");
}

/** `Price to Earnings`, `Price/Book`, `EV/Sales`, `Debt to Equity`, `Return/Risk`. */
function isRatio({ head, before, complement, preposition }: Phrase): boolean {
  if (preposition === "to") return ratioRoles.has(head.role) && complement.some((role) => ratioRoles.has(role));
  const dividend = before.at(-2);
  if (before.at(-1) !== "sign" || dividend === undefined) return false;
  const isReturnByRisk =
    (dividend === "return" && head.role === "risk") || (dividend === "risk" && head.role === "return");
  return isReturnByRisk || (ratioRoles.has(dividend) && ratioRoles.has(head.role));
}

const ratioRoles: ReadonlySet<Role> = new Set<Role>(["fundamental", "price", "assets", "income", "money"]);

function isOfCompany(roles: readonly Role[]): boolean {
  return roles.some((role) => role === "fundamental" || role === "assets" || role === "income");
}

/** A change of a price in percent is a return, but not that of an account. */
function changeOf({ before, complement, others }: Phrase): MeasureWords {
  const isOverSpan = others.has("to-date") || others.has("horizon") || others.has("since");
  if (others.has("percent") && (isOverSpan || before.includes("price"))) return number("period-return", "%", "change");
  if (complement.includes("quantity") || isOfCompany(complement)) return number("ratio", "%", "change");
  return unknown("change");
}

function effect(meaning: Meaning): MeasureWords {
  return number(meaning, "%", "effect");
}

function number(meaning: Meaning, unit: Unit, noun: Role): MeasureWords {
  return { meaning, unit, noun, isWholeReturn: false };
}

function text(meaning: Meaning): MeasureWords {
  return { meaning, unit: "none", noun: "text", isWholeReturn: false };
}

function unknown(noun: Role, unit: Unit = "none"): MeasureWords {
  return { meaning: "unknown", unit, noun, isWholeReturn: false };
}
