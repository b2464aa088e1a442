import { type Column, type ColumnValues, type Table, withScales } from "@analytics-engines/core/results";

/** A column for tests, of the type of its cells: numbers, texts or others. */
export function column(name: string, cells: readonly unknown[], more: Partial<Column> = {}): Column {
  const values = columnValues(cells);
  return {
    id: name,
    name,
    header: [name],
    type: values.kind === "number" ? "real" : values.kind === "text" ? "string" : "object",
    isDimension: values.kind === "text",
    isHidden: false,
    values,
    ...more,
  };
}

export function table(columns: readonly Column[], levels?: readonly number[]): Table {
  const first = columns[0]?.values;
  const rowCount = first === undefined ? 0 : first.kind === "text" ? first.codes.length : first.values.length;
  return {
    id: "table",
    rowCount,
    columns: withScales(columns),
    metadata: { items: {} },
    ...(levels ? tree(levels) : {}),
  };
}

/** Each row's parent is the nearest row above it of a lower level. */
function tree(levels: readonly number[]) {
  const open: number[] = [];
  const parents = levels.map((level, row) => {
    open.length = Math.min(open.length, level);
    const parent = open.at(-1) ?? -1;
    open[level] = row;
    return parent;
  });
  return { groupLevels: Uint8Array.from(levels), parents: Int32Array.from(parents) };
}

function columnValues(cells: readonly unknown[]): ColumnValues {
  if (cells.every((cell) => cell === null || typeof cell === "number")) {
    const values = Float64Array.from(cells, (cell) => (cell === null ? Number.NaN : Number(cell)));
    return { kind: "number", values, isNull: Uint8Array.from(cells, (cell) => Number(cell === null)) };
  }
  if (!cells.every((cell) => cell === null || typeof cell === "string")) return { kind: "json", values: cells };
  const dictionary = [...new Set(cells.filter((cell) => cell !== null))];
  const codes = new Map(dictionary.map((text, code) => [text, code]));
  return {
    kind: "text",
    dictionary,
    codes: Int32Array.from(cells, (cell) => (cell === null ? -1 : (codes.get(cell) ?? -1))),
  };
}

/** Weights of sectors and their holdings: a total, `sectors` groups below it, and `held` rows below each. */
export function holdings(sectors: number, held: number, measures = 6): Table {
  const names: string[] = ["Total"];
  const levels = [0];
  for (let sector = 1; sector <= sectors; sector++) {
    names.push(`Sector ${sector}`);
    levels.push(1);
    for (let i = 1; i <= held; i++) {
      names.push(`Holding ${sector}.${i}`);
      levels.push(2);
    }
  }
  const sides = ["Portfolio", "Benchmark", "Active"];
  const kinds = ["Weight", "Total Return", "Contribution to Return"];
  const columns = Array.from({ length: measures }, (_, index) => {
    const kind = kinds[Math.floor(index / 3) % 3] ?? "";
    const side = sides[index % 3] ?? "";
    const values = names.map((_, row) => ((row * 7919 + index * 104_729) % 20_011) / 100 - 60);
    return column(`${kind} ${index}`, values, {
      header: [side, `${kind} ${Math.floor(index / 9) || ""}`.trim()],
      format: "{0:#,##0.00}",
    });
  }).sort((a, b) => sides.indexOf(a.header[0] ?? "") - sides.indexOf(b.header[0] ?? ""));
  return table([column("Name", names), ...columns], levels);
}
