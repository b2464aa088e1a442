import { seededRandom } from "@analytics-engines/core/testing";

/** Changes a text: its characters, or the JSON in it. */
export interface Mutator {
  mutate(text: string): string;
  pick<T>(from: readonly [T, ...T[]]): T;
}

const pieces = [
  "null",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  "\\",
  "\u0000",
  "\ud800",
  "\u202e",
  "1e999",
  "-0",
  "9007199254740993",
  "NaN",
  "//",
  "/*",
  '"__proto__":{"x":1},',
  '"constructor":',
  "\ufeff",
  "<html>",
  "\n",
  "[".repeat(3000),
  '{"a":'.repeat(3000),
  "a".repeat(20_000),
] as const;

const values: readonly [unknown, ...unknown[]] = [
  null,
  true,
  -1,
  0.5,
  1e21,
  2 ** 53,
  "",
  "text",
  "__proto__",
  "x".repeat(10_000),
  "\u0000",
  "\ud800",
  [],
  {},
  [null],
  [[[[]]]],
  { "": {} },
  { length: 3 },
  { toString: 1 },
];

const names = [
  "",
  "data",
  "units",
  "tables",
  "__proto__",
  "constructor",
  "toString",
  "length",
  "\u0000",
  "x".repeat(5000),
] as const;

export function createMutator(seed: number): Mutator {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(from: readonly [T, ...T[]]): T => from[below(from.length)] ?? from[0];

  function changeText(text: string): string {
    const from = below(text.length + 1);
    const to = Math.min(text.length, from + below(40));
    switch (below(6)) {
      case 0:
        return text.slice(0, from);
      case 1:
        return text.slice(0, from) + text.slice(to);
      case 2:
        return text.slice(0, to) + text.slice(from);
      case 3:
        return text.slice(0, from) + pick(pieces) + text.slice(to);
      case 4:
        return text.slice(0, from) + pick(pieces) + text.slice(from);
      default:
        return text.slice(0, from) + String.fromCharCode(below(0x300)) + text.slice(from + 1);
    }
  }

  /** Replaces, removes, doubles or renames one property or element at any depth. */
  function changeValue(value: unknown): unknown {
    if (typeof value !== "object" || value === null || random() < 0.15) return pick(values);
    if (Array.isArray(value)) {
      const at = below(value.length);
      if (value.length === 0) return [pick(values)];
      if (random() < 0.1) return value.toSpliced(at, 1);
      if (random() < 0.1) return [...value, value[at]];
      return value.with(at, changeValue(value[at]));
    }
    const entries = Object.entries(value);
    if (entries.length === 0) return { [pick(names)]: pick(values) };
    const at = below(entries.length);
    const [name, inner] = entries[at] ?? ["", undefined];
    if (random() < 0.1) return Object.fromEntries(entries.toSpliced(at, 1));
    if (random() < 0.1) return Object.fromEntries(entries.with(at, [pick(names), inner]));
    return Object.fromEntries(entries.with(at, [name, changeValue(inner)]));
  }

  return {
    pick,
    mutate(text) {
      let changed = text;
      for (let left = 1 + below(3); left > 0; left--) {
        changed = random() < 0.5 ? changeText(changed) : changeJson(changed);
      }
      return changed;
    },
  };

  function changeJson(text: string): string {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return changeText(text);
    }
    return JSON.stringify(changeValue(value), undefined, 2) ?? "";
  }
}

/** An object that cannot become text or a number: `String` and `Number` throw. */
const objectWithoutText = { toString: 1, valueOf: 1 };

/** Copies of a JSON text in which one value cannot become text. Of values whose places differ only by an index, it is the first. */
export function withoutText(text: string): string[] {
  const root: unknown = JSON.parse(text);
  const copies: string[] = [];
  const replaced = new Set<string>();
  const visit = (value: unknown, place: string, replace: (by: unknown) => unknown) => {
    if (!replaced.has(place)) copies.push(JSON.stringify(replace(objectWithoutText)));
    replaced.add(place);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, `${place}/*`, (by) => replace(value.with(index, by)));
    } else if (typeof value === "object" && value !== null) {
      const members = Object.entries(value);
      for (const [index, [name, member]] of members.entries())
        visit(member, `${place}/${name}`, (by) => replace(Object.fromEntries(members.with(index, [name, by]))));
    }
  };
  visit(root, "", (by) => by);
  return copies;
}
