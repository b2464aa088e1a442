import { LEVEL_SEPARATOR } from "./stach/decode/headers.ts";
import type { Column } from "./table.ts";

/** The header of a column as one text: its levels joined by ` | `. */
export function headerText({ header }: Pick<Column, "header">): string {
  return header.join(LEVEL_SEPARATOR);
}

/**
 * What each column is called where it has to be told from the others, as in CSV and in comparisons: its header. Columns that share one are
 * numbered from the second on, in the order of the table: `Weight`, `Weight (2)`. A number that another header already ends with is left out.
 */
export function columnLabels(columns: readonly Pick<Column, "header">[]): string[] {
  const headers = columns.map(headerText);
  const taken = new Set(headers);
  const numbers = new Map<string, number>();
  return headers.map((header) => {
    let number = numbers.get(header);
    if (number === undefined) {
      numbers.set(header, 1);
      return header;
    }
    do number++;
    while (taken.has(`${header} (${number})`));
    numbers.set(header, number);
    const label = `${header} (${number})`;
    taken.add(label);
    return label;
  });
}
