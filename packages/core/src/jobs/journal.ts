import type { Journal, JournalEntry } from "./types.ts";

/** A journal that lives as long as the process: for a single job whose handle is saved by the caller, and for tests. */
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
