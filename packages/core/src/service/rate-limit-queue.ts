/** What a request is for. When the budget is short, the first of these go first. */
export type Priority = "cancel" | "result" | "status" | "create" | "read";

/** A request that waits for its turn. */
interface Waiter {
  readonly priority: Priority;
  readonly grant: () => void;
}

/**
 * Who goes next: by priority, and within one priority in the order of arrival. Each step takes the same time however many
 * wait (in a `Map`, taking the first entry again and again slows down with the entries that went before).
 */
export interface WaitingQueue {
  readonly length: number;
  /** Puts the waiter at the end of its line. Returns what takes it out again, wherever it stands by then. */
  add(waiter: Waiter): () => void;
  /** Takes out the waiter whose turn it is. */
  take(): Waiter | undefined;
}

const PRIORITIES: readonly Priority[] = ["cancel", "result", "status", "create", "read"];
/** Every so many turns go to whoever has waited longest, so that nobody waits for ever. */
const FAIR_TURN = 10;

interface Place {
  readonly waiter: Waiter;
  readonly number: number;
  readonly line: Line;
  before: Place | undefined;
  after: Place | undefined;
  waiting: boolean;
}

interface Line {
  readonly priority: Priority;
  head: Place | undefined;
  tail: Place | undefined;
}

export function createWaitingQueue(): WaitingQueue {
  const lines: readonly Line[] = PRIORITIES.map((priority) => ({ priority, head: undefined, tail: undefined }));
  let length = 0;
  let arrivals = 0;
  let turns = 0;

  function next(): Place | undefined {
    const heads = lines.map(({ head }) => head).filter((place) => place !== undefined);
    if (turns % FAIR_TURN !== FAIR_TURN - 1) return heads[0];
    return heads.reduce<Place | undefined>((old, place) => (old && old.number < place.number ? old : place), undefined);
  }

  function remove(place: Place): void {
    if (!place.waiting) return;
    place.waiting = false;
    if (place.before) place.before.after = place.after;
    else place.line.head = place.after;
    if (place.after) place.after.before = place.before;
    else place.line.tail = place.before;
    length -= 1;
  }

  return {
    get length() {
      return length;
    },
    add(waiter) {
      const line = lines.find(({ priority }) => priority === waiter.priority);
      if (line === undefined) throw new TypeError(`No such priority: ${waiter.priority}`);
      const place: Place = { waiter, number: arrivals++, line, before: line.tail, after: undefined, waiting: true };
      if (line.tail) line.tail.after = place;
      else line.head = place;
      line.tail = place;
      length += 1;
      return () => remove(place);
    },
    take() {
      const place = next();
      if (place === undefined) return undefined;
      remove(place);
      turns += 1;
      return place.waiter;
    },
  };
}
