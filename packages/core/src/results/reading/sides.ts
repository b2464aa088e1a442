import { type Item, type LevelItems, textOf } from "./items.ts";
import type { Side } from "./types.ts";
import type { Role } from "./words.ts";

const ownerNouns = new Set([
  "fund",
  "account",
  "portfolio",
  "benchmark",
  "index",
  "composite",
  "strategy",
  "etf",
  "trust",
]);

/** Words that name a side. */
export const sideRoles: ReadonlySet<Role> = new Set(["portfolio", "benchmark", "index", "difference"]);

/** Words that a name of an account may have beside words that are in no list. */
export const foreignRoles: ReadonlySet<Role> = new Set([
  "unknown",
  "figure",
  "sign",
  "preposition",
  "of",
  "in",
  "text",
  "label",
]);

/** The account or benchmark that a part of a level names. */
interface Owner {
  /** The part of the level that is the name. */
  readonly items: readonly Item[];
  readonly text: string;
  readonly side: Side;
}

/** The account or benchmark that a part between dashes, or the whole level, names. */
export function ownerOf({ tokens, segments }: LevelItems): Owner | undefined {
  for (const items of segments) {
    const side = ownerSide(items);
    if (side !== undefined) return { items, text: textOf(tokens, items), side };
  }
  return undefined;
}

/** `Fund A`, `Index B`, `Acme Growth Fund`: a noun of owners and words that are not in the lists. */
function ownerSide(items: readonly Item[]): Side | undefined {
  const [first, ...rest] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined || rest.length === 0) return undefined;
  const isFirst = isOwnerNoun(first) && rest.every(({ role }) => foreignRoles.has(role) || role === "label");
  const isLast =
    isOwnerNoun(last) && items.some(({ role }) => role === "unknown" || role === "figure" || role === "label");
  const noun = isLast ? last : isFirst ? first : undefined;
  if (noun === undefined) return undefined;
  return noun.role === "index" || noun.role === "benchmark" ? "benchmark" : "portfolio";
}

/** Whether the last word of a level may end the name of an account. */
export function isOwnerWord(item: Item | undefined): boolean {
  return item !== undefined && ownerNouns.has(item.words);
}

function isOwnerNoun({ role, words, isAside }: Item): boolean {
  return !isAside && (role === "portfolio" || role === "benchmark" || role === "index" || ownerNouns.has(words));
}

interface LevelSide {
  readonly side: Side;
  /** The items that name it and no more. */
  readonly marks: readonly Item[];
  /** Whether it is a difference because of a word as `versus`. */
  readonly isComparison?: boolean;
}

/** The side that the words of a level name, and the items that name it. */
export function sideOf(segments: readonly (readonly Item[])[]): LevelSide {
  let isDifference = false;
  const sides = new Set<Side>();
  const marks: Item[] = [];
  for (const items of segments) {
    let isObject = false;
    let isCompared = false;
    for (const [index, item] of items.entries()) {
      const next = items[index + 1];
      // `Number of Portfolios` is of nobody.
      isObject ||= item.role === "than" || item.role === "to" || item.role === "preposition" || item.role === "count";
      isCompared ||= item.role === "than";
      const side = sideOfItem(item, index, items);
      if (side === undefined) continue;
      if (isObject) {
        isDifference ||= isCompared && (side === "benchmark" || side === "portfolio");
        continue;
      }
      const after = items[index + 2];
      const isPair = next?.words === "/" && after !== undefined && sideRoles.has(after.role);
      const isPaired = items[index - 1]?.words === "/" && sideRoles.has(items[index - 2]?.role ?? "sign");
      if (isPair || isPaired) continue;
      sides.add(side);
      // `% of Fund` would be `% of`.
      if (items[index - 1]?.role === "of") continue;
      marks.push(item, ...(side === "difference" && next?.role === "in" ? [next] : []));
    }
  }
  if (isDifference) return { side: "difference", marks: [], isComparison: true };
  if (sides.has("difference")) return { side: "difference", marks };
  return sides.size === 1 ? { side: [...sides][0] ?? "none", marks } : { side: "none", marks: [] };
}

function sideOfItem({ role }: Item, index: number, items: readonly Item[]): Side | undefined {
  if (role === "portfolio" || role === "benchmark") return role;
  if (role === "difference" || role === "active-weight") return "difference";
  // `Index Return`, but not `Ulcer Index`.
  return role === "index" && (index === 0 || items[index - 1]?.role === "of") ? "benchmark" : undefined;
}
