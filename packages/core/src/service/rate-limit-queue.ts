import type { Priority } from "./rate-limit.ts";

/** A request that waits for its turn. */
export interface Waiter {
  readonly priority: Priority;
  readonly grant: () => void;
}

/** Who goes next: by priority, and within one priority in the order of arrival. Each step takes the same time however many wait. */
export interface WaitingQueue {
  readonly length: number;
  add(waiter: Waiter): void;
  remove(waiter: Waiter): void;
  /** The waiter whose turn it is. */
  first(): Waiter | undefined;
  /** Takes out the waiter whose turn it is. */
  take(): Waiter | undefined;
}

const PRIORITIES: readonly Priority[] = ["cancel", "result", "status", "create", "read"];
/** Every so many turns go to whoever has waited longest, so that nobody waits for ever. */
const FAIR_TURN = 10;

interface Place {
  readonly waiter: Waiter;
  readonly number: number;
}

export function createWaitingQueue(): WaitingQueue {
  // A Map keeps the order of arrival and forgets a waiter at once.
  const lines = PRIORITIES.map(() => new Map<Waiter, Place>());
  const lineOf = (priority: Priority) => lines[PRIORITIES.indexOf(priority)];
  let length = 0;
  let arrivals = 0;
  let turns = 0;

  function head(line: Map<Waiter, Place>): Place | undefined {
    return line.values().next().value;
  }

  function first(): Waiter | undefined {
    const heads = lines.map(head).filter((place) => place !== undefined);
    if (turns % FAIR_TURN !== FAIR_TURN - 1) return heads[0]?.waiter;
    return heads.reduce<Place | undefined>(
      (oldest, place) => (oldest && oldest.number < place.number ? oldest : place),
      undefined,
    )?.waiter;
  }

  function remove(waiter: Waiter): void {
    if (lineOf(waiter.priority)?.delete(waiter)) length -= 1;
  }

  return {
    get length() {
      return length;
    },
    add(waiter) {
      lineOf(waiter.priority)?.set(waiter, { waiter, number: arrivals++ });
      length += 1;
    },
    remove,
    first,
    take() {
      const waiter = first();
      if (waiter === undefined) return undefined;
      remove(waiter);
      turns += 1;
      return waiter;
    },
  };
}
