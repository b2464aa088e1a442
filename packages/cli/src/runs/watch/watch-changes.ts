import { type Clock, sleep, systemClock } from "@analytics-engines/core/basics";

/** Looks at files: the name of each, with a digest of its content. */
export type TakeSnapshot = () => Promise<ReadonlyMap<string, string>>;

/** How often the files are looked at, unless a look takes long. */
const PAUSE_MS = 500;
/** A pause lasts at least this many times the look before it, so that many files keep no processor busy. */
const PAUSE_PER_LOOK = 20;
/** Editors save in several steps, and many files at once: a change counts when nothing more has changed for so long. */
const SETTLED_MS = 200;

/**
 * Begins to watch files. The files are looked at again and again: the events of operating systems get lost, and do not exist on many network
 * disks and in containers.
 *
 * @param signal ends the watch
 * @returns resolves to the names of the files that were saved, added or removed since its last call, as soon as there are some; rejects with the reason of the signal
 */
export async function watchChanges(
  look: TakeSnapshot,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<() => Promise<readonly string[]>> {
  let before = await look();

  /** The files when they have settled. */
  async function settle(first: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
    for (let earlier = first; ; ) {
      await sleep(clock, SETTLED_MS, signal);
      const latest = await look();
      if (changedNames(earlier, latest).length === 0) return latest;
      earlier = latest;
    }
  }

  return async () => {
    for (;;) {
      const startedAt = clock.now();
      const latest = await look();
      const tookMs = clock.now() - startedAt;
      if (changedNames(before, latest).length > 0) {
        const settled = await settle(latest);
        const names = changedNames(before, settled);
        before = settled;
        if (names.length > 0) return names;
      }
      await sleep(clock, Math.max(PAUSE_MS, PAUSE_PER_LOOK * tookMs), signal);
    }
  };
}

function changedNames(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}
