import {
  type CellFormats,
  type Column,
  type ColumnValues,
  parseExactJson,
  type Table,
} from "@analytics-engines/core/results";

/**
 * Tables as JSON, for results that a page cannot decode (Arrow), and for messages. Numbers keep all digits; NaN and the infinite numbers are
 * texts.
 */
export function tablesToJson(tables: readonly Table[]): string {
  return JSON.stringify(
    tables.map(({ groupLevels, parents, columns, ...table }) => ({
      ...table,
      ...(groupLevels ? { groupLevels: [...groupLevels] } : {}),
      ...(parents ? { parents: [...parents] } : {}),
      columns: columns.map(({ values, ...column }) => ({ ...column, values: packValues(values) })),
    })),
  );
}

type PackedValues = {
  readonly formats?: { readonly formats: CellFormats["formats"]; readonly codes: readonly number[] };
} & (
  | { readonly kind: "number"; readonly values: readonly (number | string | null)[] }
  | { readonly kind: "text"; readonly codes: readonly number[]; readonly dictionary: readonly string[] }
  /** The list of cells as JSON, since its numbers may have more digits than a double. */
  | { readonly kind: "json"; readonly cells: string }
);

type PackedTable = Omit<Table, "columns" | "groupLevels" | "parents"> & {
  readonly groupLevels?: readonly number[];
  readonly parents?: readonly number[];
  readonly columns: readonly (Omit<Column, "values"> & { readonly values: PackedValues })[];
};

/** Reads the output of `tablesToJson`. */
export function tablesFromJson(json: string): Table[] {
  const packed: readonly PackedTable[] = JSON.parse(json);
  return packed.map(({ groupLevels, parents, columns, ...table }) => ({
    ...table,
    ...(groupLevels ? { groupLevels: Uint8Array.from(groupLevels) } : {}),
    ...(parents ? { parents: Int32Array.from(parents) } : {}),
    columns: columns.map(({ values, ...column }) => ({ ...column, values: unpackValues(values) })),
  }));
}

function packValues(values: ColumnValues): PackedValues {
  const formats = values.formats && { formats: { ...values.formats, codes: [...values.formats.codes] } };
  if (values.kind === "text") {
    return { ...formats, kind: "text", codes: [...values.codes], dictionary: values.dictionary };
  }
  if (values.kind === "json") return { ...formats, kind: "json", cells: JSON.stringify(values.values) };
  return {
    ...formats,
    kind: "number",
    values: Array.from(values.values, (value, row) => {
      if (values.isNull?.[row] === 1) return null;
      return Number.isFinite(value) && !Object.is(value, -0) ? value : Object.is(value, -0) ? "-0" : String(value);
    }),
  };
}

function unpackValues(values: PackedValues): ColumnValues {
  const formats = values.formats && {
    formats: { ...values.formats, codes: Int32Array.from(values.formats.codes) },
  };
  if (values.kind === "text") {
    return { ...formats, kind: "text", codes: Int32Array.from(values.codes), dictionary: values.dictionary };
  }
  if (values.kind === "json") {
    const cells = parseExactJson(values.cells);
    return { ...formats, kind: "json", values: Array.isArray(cells) ? cells : [] };
  }
  const numbers = Float64Array.from(values.values, (value) => (value === null ? Number.NaN : Number(value)));
  if (!values.values.includes(null)) return { ...formats, kind: "number", values: numbers };
  const isNull = Uint8Array.from(values.values, (value) => Number(value === null));
  return { ...formats, kind: "number", values: numbers, isNull };
}
