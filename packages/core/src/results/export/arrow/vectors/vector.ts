/** Cells of one field, as a batch or a dictionary holds them; what was not checked when it was loaded is checked as a cell is read. */
export interface Vector {
  readonly length: number;
  /** The cell of a row below `length`, as a table holds it; null where it is null. */
  cell(row: number): unknown;
}

/** Reads each cell once: rows that name the same cell share it, however many they are. */
export function cached({ length, cell }: Vector): Vector {
  const cells: unknown[] = [];
  return {
    length,
    cell(row) {
      const known = cells[row];
      if (known !== undefined) return known;
      const read = cell(row);
      cells[row] = read;
      return read;
    },
  };
}

/** One vector behind the other. */
export function concatVectors(vectors: readonly Vector[]): Vector {
  const [only] = vectors;
  if (only !== undefined && vectors.length === 1) return only;
  let length = 0;
  const starts: number[] = [];
  for (const vector of vectors) {
    starts.push(length);
    length += vector.length;
  }
  return {
    length,
    cell(row) {
      let [low, high] = [0, starts.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= row) low = middle;
        else high = middle - 1;
      }
      return vectors[low]?.cell(row - (starts[low] ?? 0)) ?? null;
    },
  };
}

/** A cell within a struct or a list as JSON has it: what JSON has no number for is a text, as in other results. */
export function nested(cell: unknown): unknown {
  return typeof cell === "number" && !Number.isFinite(cell) ? String(cell) : cell;
}
