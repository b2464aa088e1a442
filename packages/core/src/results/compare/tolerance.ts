import { codeQuote, shorten } from "../../text/visible.ts";
import { closestColumn, columnPattern, type LabelledColumn, labelColumns } from "../named-columns.ts";
import type { Table } from "../table.ts";
import type { Tolerance } from "./types.ts";

/** A tolerance that matches no column of any compared result. */
export interface UnmatchedTolerance {
  /** The text that names its columns. */
  readonly columns: string;
  /** The label of the column that is most similar; absent if none is. */
  readonly closest?: string;
}

/** Collects which tolerances match a column of some tables. */
export class ToleranceUse {
  /** The patterns that matched no column yet. */
  readonly #unmatched: Map<string, (column: LabelledColumn) => boolean>;
  readonly #labels = new Set<string>();

  constructor(tolerances: readonly Tolerance[]) {
    this.#unmatched = new Map(tolerances.map(({ columns }) => [columns, columnPattern(columns)]));
  }

  /** Whether no further table can change the outcome. */
  get isDecided(): boolean {
    return this.#unmatched.size === 0;
  }

  addTables(tables: readonly Table[]): void {
    for (const { columns } of this.isDecided ? [] : tables) {
      for (const column of labelColumns(columns)) {
        this.#labels.add(column.label);
        for (const [pattern, isMeant] of this.#unmatched) if (isMeant(column)) this.#unmatched.delete(pattern);
      }
    }
  }

  /** The tolerances that match none of the columns; empty if there was no table. */
  get unmatched(): readonly UnmatchedTolerance[] {
    if (this.#labels.size === 0) return [];
    return [...this.#unmatched.keys()].map((columns) => {
      const closest = closestColumn(columns, this.#labels);
      return closest === undefined ? { columns } : { columns, closest };
    });
  }
}

/** The tolerances that match no column of two results. */
export function findUnmatchedTolerances(
  tolerances: readonly Tolerance[],
  ...results: readonly (readonly Table[])[]
): readonly UnmatchedTolerance[] {
  const use = new ToleranceUse(tolerances);
  for (const tables of results) use.addTables(tables);
  return use.unmatched;
}

/** A sentence for a person who wrote a tolerance that matches no column. */
export function unmatchedToleranceText({ columns, closest }: UnmatchedTolerance): string {
  const quoted = (text: string) => codeQuote(shorten(text, 200));
  const hint = closest === undefined ? "" : ` The closest one is ${quoted(closest)}.`;
  return `The tolerance of ${quoted(columns)} matches no column of the compared results.${hint}`;
}
