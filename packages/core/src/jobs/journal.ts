import type { Journal, JournalEntry } from "./types.ts";

/** A journal in memory: for a single job whose handle the caller saves, and for tests. */
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
