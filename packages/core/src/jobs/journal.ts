import type { Journal, JournalEntry } from "./types.ts";

/**
 * A journal in memory: for a single job whose handle the caller saves, and for tests.
 *
 * @example
 * ```ts
 * import { memoryJournal } from "@analytics-engines/core";
 *
 * const journal = memoryJournal();
 * console.log(journal.entries.length); // 0
 * ```
 */
export function memoryJournal(
  earlier: readonly JournalEntry[] = [],
): Journal & { readonly entries: readonly JournalEntry[] } {
  const entries = [...earlier];
  return {
    earlier: [...earlier],
    entries,
    async append(entry) {
      entries.push(entry);
    },
  };
}
