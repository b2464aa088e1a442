import { isObject, type JsonPath, property } from "../../json/value.ts";

/** For objects of the canonical form whose keys were respelled: the file's spelling by the model's. */
export type Spellings = ReadonlyMap<object, ReadonlyMap<string, string>>;

/**
 * Converts a path of the canonical form to a path of the file: names as the file spells them, indexes as numbers. A path of the file stays
 * unchanged.
 */
export function pathInFile(path: readonly (string | number)[], root: unknown, spellings: Spellings): JsonPath {
  const inFile: (string | number)[] = [];
  let at = root;
  for (const segment of path) {
    if (Array.isArray(at)) {
      inFile.push(Number(segment));
      at = at[Number(segment)];
      continue;
    }
    const key = String(segment);
    const names = isObject(at) ? spellings.get(at) : undefined;
    const name = names && !names.has(key) ? (keyOf(names, key) ?? key) : key;
    inFile.push(names?.get(name) ?? key);
    at = property(at, name);
  }
  return inFile;
}

function keyOf(map: ReadonlyMap<string, string>, value: string): string | undefined {
  for (const [key, candidate] of map) if (candidate === value) return key;
  return undefined;
}
