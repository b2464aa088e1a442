import * as fc from "fast-check";

/** A table before it is written in one of the organisations. */
export interface WriterTable {
  readonly id: string;
  readonly columns: readonly WriterColumn[];
  readonly rowCount: number;
  /** Depth of each row in the groups; absent if the table has no groups. */
  readonly levels?: readonly number[];
  readonly metadata: Readonly<Record<string, readonly string[]>>;
}

export interface WriterColumn {
  readonly id: string;
  readonly name: string;
  readonly levels: readonly string[];
  readonly type: string;
  readonly isDimension: boolean;
  readonly isHidden: boolean;
  readonly parentId?: string;
  readonly format?: { readonly format?: string; readonly halign?: string; readonly nullFormat?: string };
  readonly cells: readonly unknown[];
}

const texts = fc.oneof(
  fc.constantFrom(
    "Total",
    "Energy",
    "Energy, Oil",
    "",
    "007",
    "12.50",
    'say "x"',
    "NaN",
    "=1+1",
    "line\nbreak",
    "é€😀\u2028",
  ),
  fc.string({ unit: "binary", maxLength: 12 }).filter((text) => text.isWellFormed()),
);

const doubles = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -1000, max: 1000 }).map((value) => value / 100 + 0),
  fc.constantFrom(0, -0, 0.1, 1e21, 1e-7, 123456789012345680000, 5e-324, Number.MAX_VALUE),
);

const structs = fc.jsonValue({ maxDepth: 2, depthSize: "small" });

const cellsOfType: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: texts,
  STRING: texts,
  real: doubles,
  DOUBLE: doubles,
  int32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  object: structs,
  // Columns with cells of another type than their own.
  "string ": fc.oneof(texts, fc.integer()),
  "real ": fc.oneof(doubles, texts),
  "date ": fc.constantFrom("20240131", "2024-02-29", true),
};

const headerText = fc.constantFrom(
  "Portfolio",
  "Benchmark",
  "Weight",
  "Total Effect",
  "R|x",
  "2024",
  "{}",
  "__proto__",
);
const ids = fc.oneof(fc.uuid(), fc.constantFrom("0", "1", "12", "__proto__", "constructor", 'a"b', "é"));

/** Any table, groups and headers of several levels included. */
export const anyTable: fc.Arbitrary<WriterTable> = fc.gen().map((make): WriterTable => {
  const rowCount = make(fc.integer, { min: 0, max: 12 });
  const groups = make(fc.integer, { min: 0, max: 3 });
  const others = make(fc.integer, { min: 0, max: 5 });
  const unique = make(() => fc.uniqueArray(ids, { minLength: groups + others, maxLength: groups + others }));
  const levels = Array.from({ length: rowCount }, () => make(fc.integer, { min: 0, max: Math.max(groups - 1, 0) }));
  const groupColumns = Array.from({ length: groups }, (_, depth): WriterColumn => {
    const parentId = depth > 0 ? unique[depth - 1] : undefined;
    return {
      id: unique[depth] ?? "",
      name: `group${depth}`,
      levels: [`Group ${depth}`],
      type: "string",
      isDimension: true,
      isHidden: false,
      ...(parentId === undefined ? {} : { parentId }),
      cells: levels.map((level) => (level >= depth ? make(() => fc.constantFrom("A", "B", "")) : null)),
    };
  });
  const otherColumns = Array.from({ length: others }, (_, index): WriterColumn => {
    const type = make(() => fc.constantFrom(...Object.keys(cellsOfType)));
    const cell = fc.option(cellsOfType[type] ?? structs, { freq: 4 });
    return {
      id: unique[groups + index] ?? "",
      name: `column${index}`,
      levels: make(() => fc.array(headerText, { minLength: 1, maxLength: 3 })),
      type: type.trim(),
      isDimension: false,
      isHidden: make(() => fc.constantFrom(false, false, true)),
      ...(make(fc.boolean) ? { format: { format: "{0:0.00;-0.00;--}", halign: "RIGHT", nullFormat: "--" } } : {}),
      cells: make(() =>
        fc.array(make(fc.boolean) ? cell : fc.constant(null), { minLength: rowCount, maxLength: rowCount }),
      ),
    };
  });
  const columns = [...groupColumns, ...otherColumns];
  return {
    id: make(() => fc.constantFrom("table_0", "main", "__proto__")),
    columns,
    // Without columns there is nothing to count rows by.
    rowCount: columns.length === 0 ? 0 : rowCount,
    ...(groups > 1 ? { levels } : {}),
    metadata: make(() =>
      fc.dictionary(
        fc.constantFrom("Absolute Start Date", "Absolute End Date", "Currency ISO Code", "Accounts"),
        fc.array(fc.constantFrom("20240131", "USD", "x"), { maxLength: 2 }),
      ),
    ),
  };
});
