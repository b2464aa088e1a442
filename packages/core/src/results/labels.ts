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
