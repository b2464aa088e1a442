import { visit } from "jsonc-parser";
import type { JsonPath } from "../../json/value.ts";

/** The offsets of a name, with its quotes, that an earlier member of the same object already has. */
export interface RepeatedKey {
  readonly path: JsonPath;
  readonly start: number;
  readonly end: number;
}

/** The names that repeat an earlier name of their object, in the order of the text, up to a limit. */
export function findRepeatedKeys(text: string, limit: number): RepeatedKey[] {
  const repeated: RepeatedKey[] = [];
  const open: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectProperty(name, start, length, _line, _character, parent) {
      const keys = open.at(-1);
      if (keys?.has(name) && repeated.length < limit)
        repeated.push({ path: [...parent(), name], start, end: start + length });
      keys?.add(name);
    },
    onObjectEnd: () => void open.pop(),
  });
  return repeated;
}
