import { cellValue, formatCell, plainText } from "../cells.ts";
import { LEVEL_SEPARATOR } from "../decode/headers.ts";
import type { Column, Table } from "../table.ts";
import { type CsvOptions, LINE_END, textField } from "./fields.ts";

/**
 * A table as CSV by RFC 4180: one header row with the levels of each header joined by ` | `, numbers in full precision, hidden columns
 * left out. Null is an empty field, an empty text is `""`, structs are JSON.
 */
export function tableToCsv(table: Table, options: CsvOptions = {}): string {
  return [...csvLines(table, options)].join("");
}

/** The lines one by one, each with its end, for tables too large for one string. */
export function* csvLines(table: Table, options: CsvOptions = {}): Generator<string> {
  const columns = table.columns.filter((column) => options.includeHidden || !column.isHidden);
  const inert = options.inertFormulas ?? false;
  yield columns.map(({ header }) => textField(header.join(LEVEL_SEPARATOR), inert)).join(",") + LINE_END;
  const fields = columns.map((column) =>
    options.formatted ? formattedField(column, inert) : plainField(column, inert),
  );
  for (let row = 0; row < table.rowCount; row++) {
    let line = "";
    for (let index = 0; index < fields.length; index++) line += (index === 0 ? "" : ",") + (fields[index]?.(row) ?? "");
    yield line + LINE_END;
  }
}

type Field = (row: number) => string;

function plainField(column: Column, inert: boolean): Field {
  const { values } = column;
  if (values.kind === "number") {
    return (row) => (values.isNull?.[row] === 1 ? "" : String(values.values[row]));
  }
  if (values.kind === "text") {
    const written = values.dictionary.map((text) => textField(text, inert));
    return (row) => written[values.codes[row] ?? -1] ?? "";
  }
  return (row) => valueField(cellValue(column, row), inert);
}

/** A value of any kind as a field. */
export function valueField(value: unknown, inert: boolean): string {
  if (value === null || value === undefined) return "";
  return typeof value === "number" ? String(value) : textField(plainText(value), inert);
}

/** A number that its format leaves a number begins with a sign and is no formula. */
const LOOKS_LIKE_NUMBER = /^-?[\d.,]+%?$/;

function formattedField(column: Column, inert: boolean): Field {
  return (row) => {
    const text = formatCell(column, row);
    const value = cellValue(column, row);
    if (value === null && text === "") return "";
    return textField(text, inert && !(typeof value === "number" && LOOKS_LIKE_NUMBER.test(text)));
  };
}
