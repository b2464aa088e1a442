import * as fc from "fast-check";

/** A package of version 1, and what its table says. The two are made together from the same cells. */
export interface Version1Case {
  readonly json: unknown;
  /** The levels of each header. */
  readonly headers: readonly (readonly string[])[];
  /** By column. */
  readonly cells: readonly (readonly unknown[])[];
  readonly metadata: Readonly<Record<string, readonly string[]>>;
}

/** A type of version 1: its cells, how each is written, and the value that stands for null. */
interface Version1Type {
  readonly cell: fc.Arbitrary<{ readonly cell: unknown; readonly written: unknown }>;
  readonly nullValues: readonly unknown[];
}

const asWritten = <T>(cells: fc.Arbitrary<T>) => cells.map((cell) => ({ cell, written: cell }));
const reals = fc.oneof(
  asWritten(fc.constantFrom(0, 1, -2.5, 1e21, 2147483647, 0.1)),
  fc.constantFrom({ cell: Number.POSITIVE_INFINITY, written: "Infinity" }, { cell: -1, written: -1 }),
);

const types: Readonly<Record<string, Version1Type>> = {
  STRING: {
    cell: asWritten(fc.constantFrom("a", "", "NULL", "Null", "NaN", "x,y", "2147483647")),
    nullValues: ["null"],
  },
  DOUBLE: { cell: reals, nullValues: ["NaN"] },
  FLOAT: { cell: reals, nullValues: ["NaN"] },
  INT32: { cell: asWritten(fc.constantFrom(0, -7, 2147483646, -2147483648)), nullValues: [2147483647] },
  INT64: {
    cell: fc
      .tuple(fc.constantFrom(0, -7, 2147483647, Number.MAX_SAFE_INTEGER), fc.boolean())
      .map(([cell, isText]) => ({ cell, written: isText ? String(cell) : cell })),
    nullValues: ["9223372036854775807", JSON.rawJSON?.("9223372036854775807")],
  },
  TIMESTAMP: {
    cell: asWritten(fc.constantFrom("2024-01-31T00:00:00Z", "9999-12-31T00:00:00Z", "")),
    nullValues: ["9999-12-31T23:59:59Z"],
  },
  BOOL: { cell: asWritten(fc.boolean()), nullValues: [] },
};
const typeNames = Object.keys(types);

/** Any package of version 1: typed arrays or plain values, runs or none, headers of a header table, metadata of each type. */
export const anyVersion1: fc.Arbitrary<Version1Case> = fc.gen().map((make): Version1Case => {
  const rowCount = make(fc.integer, { min: 0, max: 8 });
  const hasArrays = make(fc.boolean);
  const hasRuns = make(fc.boolean);
  const depth = make(fc.integer, { min: 0, max: 2 });
  const anyCell = (name: string) => {
    const { cell, nullValues } = types[name] ?? { cell: fc.constant({ cell: 0, written: 0 }), nullValues: [] };
    const mayBeNull = nullValues.length > 0 && make(fc.integer, { min: 0, max: 2 }) === 0;
    return mayBeNull ? { cell: null, written: make(() => fc.constantFrom(...nullValues)) } : make(() => cell);
  };
  const column = (name: string, cells: readonly { readonly written: unknown }[]) => {
    const { values, ranges } = compressed(
      cells.map(({ written }) => written),
      hasRuns,
    );
    const list = hasArrays ? { [`${name.toLowerCase()}Array`]: { values } } : { values };
    return { ...list, ...(hasRuns ? { ranges } : {}) };
  };
  const columns = Array.from({ length: make(fc.integer, { min: 1, max: 5 }) }, (_, index) => {
    const type = make(() => fc.constantFrom(...typeNames));
    return { id: `c${index}`, type, cells: Array.from({ length: rowCount }, () => anyCell(type)) };
  });
  const levels = Array.from({ length: depth }, () => columns.map(() => anyCell("STRING")));
  const definitions = columns.map(({ id, type }) => ({
    id,
    name: `name of ${id}`,
    // A typed array states the type, too.
    ...(hasArrays && make(fc.boolean) ? {} : { type }),
    ...(depth > 0 ? { headerId: `header of ${id}` } : {}),
  }));
  const main = {
    definition: { columns: definitions, ...(depth > 0 ? { headerTableId: "headers" } : {}) },
    data: {
      columns: Object.fromEntries(columns.map(({ id, type, cells }) => [id, column(type, cells)])),
      metadata: { items: {}, locations: {} },
    },
  };
  const headers = {
    definition: { columns: levels.map((_, level) => ({ id: `l${level}`, type: "STRING" })) },
    data: {
      columns: Object.fromEntries(levels.map((cells, level) => [`l${level}`, column("STRING", cells)])),
      rows: columns.map(({ id }) => ({ id: `header of ${id}` })),
    },
  };
  const { items, metadata } = make(anyItems);
  const package1 = {
    // Typed arrays show the version, too.
    ...(hasArrays && make(fc.boolean) ? {} : { version: "1.0" }),
    primaryTableIds: ["main"],
    tables: {
      main: { ...main, data: { ...main.data, metadata: { items, locations: {} } } },
      ...(depth > 0 ? { headers } : {}),
    },
  };
  return {
    json: make(fc.boolean) ? { data: package1 } : package1,
    headers: columns.map(({ id }, index) => {
      const texts = levels.map((level) => level[index]?.cell).filter((text) => text !== null && text !== "");
      return texts.length > 0 ? texts.map(String) : [`name of ${id}`];
    }),
    cells: columns.map(({ cells }) => cells.map(({ cell }) => cell)),
    metadata,
  };
});

/** One value for each run of equal values, with the rows where runs begin. */
function compressed(written: readonly unknown[], hasRuns: boolean) {
  const values: unknown[] = [];
  const ranges: Record<string, number> = {};
  for (let row = 0; row < written.length; ) {
    let length = 1;
    while (hasRuns && row + length < written.length && written[row + length] === written[row]) length++;
    if (length > 1) ranges[row] = length;
    values.push(written[row]);
    row += length;
  }
  return { values, ranges };
}

/** Items of metadata by ids, each with its name and one value or an array of a type. */
const anyItems = () =>
  fc
    .record({
      start: fc.constantFrom("20240131", "2024-01-31", "2024-01-31T00:00:00Z"),
      currency: fc.constantFrom("USD", "null"),
      accounts: fc.array(fc.constantFrom("a.acct", "b.acct", "null"), { maxLength: 3 }),
      count: fc.constantFrom(7, 2147483647),
      ids: fc.shuffledSubarray(["Currency ISO Code", "0", "__proto__", "f7a1"], { minLength: 4 }),
    })
    .map(({ start, currency, accounts, count, ids }) => {
      const written = [
        { name: "Absolute Start Date", [start.includes("T") ? "timestampValue" : "stringValue"]: start },
        { name: "Currency ISO Code", stringValue: currency },
        { name: "Accounts", stringArray: { values: accounts } },
        { name: "Count", int32Value: count },
      ];
      return {
        items: Object.fromEntries(written.map((item, index) => [ids[index] ?? "", item])),
        metadata: {
          "Absolute Start Date": [start],
          "Currency ISO Code": currency === "null" ? [] : [currency],
          Accounts: accounts.filter((account) => account !== "null"),
          Count: count === 2147483647 ? [] : [String(count)],
        },
      };
    });
