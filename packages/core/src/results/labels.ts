import { LEVEL_SEPARATOR } from "./stach/decode/headers.ts";
import type { Column } from "./table.ts";

/** The header of a column as one text: its levels joined by ` | `. */
export function headerText({ header }: Pick<Column, "header">): string {
  return header.join(LEVEL_SEPARATOR);
}

/**
 * The label of each column, which is unique in the table: its header, and for the second and later columns with the same header also a
 * number (`Weight`, `Weight (2)`). A number that another header already ends with is skipped. CSV and comparisons use the labels.
 */
export function columnLabels(columns: readonly Pick<Column, "header">[]): string[] {
  const headers = columns.map(headerText);
  const usedLabels = new Set(headers);
  const numbers = new Map<string, number>();
  return headers.map((header) => {
    let number = numbers.get(header);
    if (number === undefined) {
      numbers.set(header, 1);
      return header;
    }
    do number++;
    while (usedLabels.has(`${header} (${number})`));
    numbers.set(header, number);
    const label = `${header} (${number})`;
    usedLabels.add(label);
    return label;
  });
}

/**
 * The name of the file of an exported table, without its extension: that of its unit and, if there are several tables, the number of the table
 * from 1 (`weights`, `weights-2`). The id of a table, such as `table_0`, says nothing to a reader.
 */
export function exportName(unit: string, index: number, tableCount: number): string {
  return tableCount > 1 ? `${unit}-${index + 1}` : unit;
}
