import type { Priority } from "../endpoints/route.ts";

/** A request that waits for its turn. */
interface Waiter {
  readonly priority: Priority;
  readonly grant: () => void;
}

const priorities: readonly Priority[] = ["cancel", "result", "status", "create", "read"];
/** Every tenth turn goes to the request that has waited longest, so that each gets its turn. */
const FAIR_TURN = 10;

interface Place {
  readonly waiter: Waiter;
  readonly arrival: number;
  isWaiting: boolean;
}

/** Requests that wait: sorted by priority, and within one priority by arrival. */
export function createWaitingQueue() {
  const lines = new Map(priorities.map((priority): [Priority, Place[]] => [priority, []]));
  let length = 0;
  let arrivals = 0;
  let turns = 0;

  function remove(place: Place): void {
    if (place.isWaiting) length -= 1;
    place.isWaiting = false;
  }

  return {
    get length() {
      return length;
    },
    /** Adds a request. Returns the function that removes it again. */
    add(waiter: Waiter): () => void {
      const place: Place = { waiter, arrival: arrivals++, isWaiting: true };
      lines.get(waiter.priority)?.push(place);
      length += 1;
      return () => remove(place);
    },
    /** Removes and returns the request whose turn it is. */
    take(): Waiter | undefined {
      const heads = [...lines.values()].flatMap((line) => firstWaiting(line) ?? []);
      const isFairTurn = turns % FAIR_TURN === FAIR_TURN - 1;
      const next = isFairTurn ? heads.sort((a, b) => a.arrival - b.arrival)[0] : heads[0];
      if (next === undefined) return undefined;
      turns += 1;
      remove(next);
      return next.waiter;
    },
  };
}

function firstWaiting(line: Place[]): Place | undefined {
  while (line[0]?.isWaiting === false) line.shift();
  return line[0];
}
