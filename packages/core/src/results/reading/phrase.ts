import type { Item } from "./items.ts";
import type { Role } from "./words.ts";

/** The words of a part of a level around its head: the last noun before the first preposition. */
export interface Phrase {
  readonly head: Item;
  /** The roles of the words before the head. */
  readonly before: readonly Role[];
  /** The roles of the complement: `earnings` of `Price to Earnings`. */
  readonly complement: readonly Role[];
  /** The preposition of the complement. */
  readonly preposition: Role | undefined;
  /** The roles of all words but the head, with those in parentheses or after a comma. */
  readonly others: ReadonlySet<Role>;
}

const prepositions: ReadonlySet<Role> = new Set<Role>(["of", "to", "on", "in", "than", "preposition"]);

/** Words over which span a number is. */
const spanRoles: readonly Role[] = [
  ...(["cumulative", "compounded", "to-date", "since", "rolling", "trailing", "annualized", "growth-rate"] as const),
  "horizon",
];

/** Words that say which number of a kind it is, and leave the kind as it is. */
const neutralRoles: ReadonlySet<Role> = new Set<Role>([
  ...spanRoles,
  ...prepositions,
  ...(["plain", "average", "return-kind", "total", "expected", "management", "figure"] as const),
  ...(["portfolio", "benchmark", "index", "difference"] as const),
  ...(["percent", "basis-points", "money-sign", "currency-code", "sign"] as const),
]);

/** Words that are no noun, but change what the noun means. */
const modifyingRoles: ReadonlySet<Role> = new Set<Role>([
  ...(["factor", "specific", "part", "statistic", "firm", "value", "label", "doubt", "unknown"] as const),
]);

/** The words before `return` with which it is still the whole return of an account. */
const rolesOfWholeReturns: ReadonlySet<Role> = new Set<Role>([
  ...spanRoles,
  ...(["return-kind", "total", "portfolio", "benchmark", "index", "price"] as const),
  ...(["percent", "currency-code"] as const),
]);

/** Whether a word leaves the meaning of the noun as it is. */
export function isNeutral(role: Role): boolean {
  return neutralRoles.has(role);
}

/** The phrase of the items; undefined if no noun is among them. A word after the head may be the noun that decides, so it gives a doubt. */
export function phraseOf(items: readonly Item[]): Phrase | undefined {
  const main = items.filter(({ isAside }) => !isAside);
  const asides = items.filter(({ isAside }) => isAside).map(({ role }) => role);
  const firstNoun = main.findIndex(isNoun);
  if (firstNoun < 0) return undefined;
  // `Number of` has its preposition in it.
  const isNumberOf = main[firstNoun]?.words.endsWith(" of") === true;
  const end = isNumberOf
    ? firstNoun + 1
    : main.findIndex(({ role }, index) => index > firstNoun && prepositions.has(role));
  const clause = end < 0 ? main : main.slice(0, end);
  const at = clause.findLastIndex(isNoun);
  const head = clause[at];
  if (head === undefined) return undefined;
  const before = rolesOf(clause.slice(0, at));
  const after = rolesOf(clause.slice(at + 1));
  const complement = end < 0 ? [] : rolesOf(main.slice(isNumberOf ? end : end + 1));
  const preposition = end < 0 ? undefined : isNumberOf ? "of" : main[end]?.role;
  // In `Time in Market` the head is the word before the preposition.
  const isForeignHead = main
    .slice(0, firstNoun)
    .some(({ role }, index) => role === "unknown" && prepositions.has(main[index + 1]?.role ?? role));
  const others = new Set([...before, ...after, ...complement, ...asides]);
  if (isForeignHead || after.some((role) => !neutralRoles.has(role) && role !== "label")) others.add("doubt");
  return { head, before, complement, preposition, others };
}

/**
 * Whether a return with these words before it is that of a whole account, and no part of it. Unknown words may name either; before
 * `Total Return` they name an account.
 */
export function isWholeReturn(before: readonly Role[]): boolean {
  const nearest = before.at(-1);
  const mayHaveOwner = nearest === "total" || nearest === "return-kind";
  const isOwner = (role: Role) => mayHaveOwner && (role === "unknown" || role === "figure" || role === "label");
  return before.every((role) => rolesOfWholeReturns.has(role) || isOwner(role));
}

function isNoun({ role }: Item): boolean {
  return !neutralRoles.has(role) && !modifyingRoles.has(role);
}

function rolesOf(items: readonly Item[]): Role[] {
  return items.map(({ role }) => role);
}
