/** One timer of a virtual clock. */
interface Timer {
  readonly at: number;
  readonly callback: () => void;
  canceled: boolean;
}

/** Timers by time; those of the same time in the order in which they were set. */
export interface TimerHeap {
  add(at: number, callback: () => void): Timer;
  cancel(timer: Timer): void;
  /** Takes out the earliest timer that was not canceled. */
  pop(): Timer | undefined;
}

interface Entry extends Timer {
  readonly order: number;
}

const before = (a: Entry, b: Entry) => a.at < b.at || (a.at === b.at && a.order < b.order);

export function createTimerHeap(): TimerHeap {
  let entries: Entry[] = [];
  let canceled = 0;
  let order = 0;

  function siftUp(entry: Entry): void {
    let index = entries.push(entry) - 1;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = entries[parentIndex];
      if (parent === undefined || !before(entry, parent)) break;
      entries[index] = parent;
      index = parentIndex;
    }
    entries[index] = entry;
  }

  function takeFirst(): Entry | undefined {
    const first = entries[0];
    const last = entries.pop();
    if (first === undefined || last === undefined || entries.length === 0) return first;
    let index = 0;
    for (;;) {
      let childIndex = 2 * index + 1;
      const leftChild = entries[childIndex];
      const right = entries[childIndex + 1];
      if (leftChild === undefined) break;
      let child = leftChild;
      if (right !== undefined && before(right, leftChild)) {
        child = right;
        childIndex += 1;
      }
      if (!before(child, last)) break;
      entries[index] = child;
      index = childIndex;
    }
    entries[index] = last;
    return first;
  }

  return {
    add(at, callback) {
      const entry = { at, callback, canceled: false, order: order++ };
      siftUp(entry);
      return entry;
    },
    cancel(timer) {
      if (timer.canceled) return;
      timer.canceled = true;
      canceled += 1;
      // A program that sets a time limit for each request and cancels it must not fill the memory.
      if (canceled > 1000 && canceled > entries.length / 2) {
        const remaining = entries.filter((entry) => !entry.canceled);
        entries = [];
        remaining.forEach(siftUp);
        canceled = 0;
      }
    },
    pop() {
      for (let first = takeFirst(); first !== undefined; first = takeFirst()) {
        if (!first.canceled) {
          // Marked, so that canceling a timer that has fired is not counted.
          first.canceled = true;
          return first;
        }
        canceled -= 1;
      }
      return undefined;
    },
  };
}
