/** The cells of one field of a batch or a dictionary. Reading a cell checks what loading the vector did not. */
export interface Vector {
  readonly length: number;
  /** The cell of a row below `length`, as a table contains it; null if it is null. */
  cell(row: number): unknown;
}

/** Reads each cell once, so that all rows that name the same cell share it. */
export function withCache({ length, cell }: Vector): Vector {
  const cells: unknown[] = [];
  return {
    length,
    cell(row) {
      const cachedCell = cells[row];
      if (cachedCell !== undefined) return cachedCell;
      const read = cell(row);
      cells[row] = read;
      return read;
    },
  };
}

/** Joins vectors, one after another. */
export function concatVectors(vectors: readonly Vector[]): Vector {
  const [only] = vectors;
  if (only !== undefined && vectors.length === 1) return only;
  let length = 0;
  const ends = vectors.map((vector) => {
    length += vector.length;
    return length;
  });
  return {
    length,
    cell(row) {
      const index = firstAbove(ends, row);
      return vectors[index]?.cell(row - (ends[index - 1] ?? 0)) ?? null;
    },
  };
}

/** The index of the first of ascending numbers that is above a value. */
export function firstAbove(numbers: readonly number[], value: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A cell within a struct or a list, as JSON writes it. A number that JSON cannot write becomes a text, as in other results. */
export function toNestedValue(cell: unknown): unknown {
  return typeof cell === "number" && !Number.isFinite(cell) ? String(cell) : cell;
}
