import type { JsonPath } from "../../json/pointer.ts";
import { endOfValue, readKey, visitItems, visitMembers } from "./locate.ts";
import { openBrace, openBracket, skipSpace } from "./scan.ts";

/** A key that stands a second time in its object, by the offsets of the key with its quotes. */
export interface RepeatedKey {
  readonly path: JsonPath;
  readonly start: number;
  readonly end: number;
}

/**
 * Every key that repeats an earlier one of its object, in the order of the text. To be called when the count of members says
 * that there is one: remembering the keys of every object costs more than parsing it.
 */
export function findRepeatedKeys(text: string, limit: number): RepeatedKey[] {
  const repeated: RepeatedKey[] = [];
  const path: (string | number)[] = [];
  const visit = (start: number): number => {
    const first = text.charCodeAt(start);
    if (first === openBrace) {
      const seen = new Set<string>();
      return visitMembers(text, start, (keyStart, keyEnd, valueStart) => {
        const key = readKey(text, keyStart, keyEnd);
        path.push(key);
        if (seen.has(key) && repeated.length < limit) repeated.push({ path: [...path], start: keyStart, end: keyEnd });
        seen.add(key);
        const end = visit(valueStart);
        path.pop();
        return end;
      });
    }
    if (first !== openBracket) return endOfValue(text, start);
    return visitItems(text, start, (index, itemStart) => {
      path.push(index);
      const end = visit(itemStart);
      path.pop();
      return end;
    });
  };
  visit(skipSpace(text, 0));
  return repeated;
}
