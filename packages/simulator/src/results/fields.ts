import { entries } from "@analytics-engines/core/basics";

/**
 * Reads parsed parameters by the names of the model in any letter case: the service takes `startdate` for `startDate`.
 * A value that is null or has another type counts as absent.
 */
export interface Fields {
  /** A text that is not empty. */
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  flag(name: string): boolean;
  /** An object's fields; an absent object has none. */
  object(name: string): Fields;
  has(name: string): boolean;
  objects(name: string): readonly Fields[];
  texts(name: string): readonly string[];
  numbers(name: string): readonly number[];
  /** The same text for the same parameters, whatever their order and letter case. */
  digest(): string;
}

export function fieldsOf(value: unknown): Fields {
  const byName = new Map(entries(value).map(([name, item]) => [name.toLowerCase(), item]));
  const get = (name: string) => byName.get(name.toLowerCase()) ?? undefined;
  const list = (name: string): readonly unknown[] => {
    const item = get(name);
    return Array.isArray(item) ? item : [];
  };
  return {
    text(name) {
      const item = get(name);
      return typeof item === "string" && item !== "" ? item : undefined;
    },
    number(name) {
      const item = get(name);
      return typeof item === "number" ? item : undefined;
    },
    flag: (name) => get(name) === true,
    object: (name) => fieldsOf(get(name)),
    has: (name) => get(name) !== undefined,
    objects: (name) => list(name).map(fieldsOf),
    texts: (name) => list(name).filter((item) => typeof item === "string"),
    numbers: (name) => list(name).filter((item) => typeof item === "number"),
    digest: () => digestOf(value),
  };
}

function digestOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(digestOf).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null).toLowerCase();
  const entries = Object.entries(value).map(([name, item]) => `${name.toLowerCase()}:${digestOf(item)}`);
  return `{${entries.sort().join()}}`;
}
