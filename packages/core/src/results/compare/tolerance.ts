import { codeQuote, shorten } from "../../text/visible.ts";
import { closestColumn, columnPattern, type LabelledColumn, labelColumns } from "../named-columns.ts";
import type { Table } from "../table.ts";
import type { Tolerance } from "./types.ts";

/** Reads a tolerance from text: `PATTERN=ABS`, `PATTERN=REL%` or `PATTERN=ABS,REL%`; undefined if the text has another form. */
export function parseTolerance(text: string): Tolerance | undefined {
  const at = text.lastIndexOf("=");
  const [, absolute, relative] = /^(?:([^,%]+))?(?:(?:^|,)([^,%]+)%)?$/.exec(text.slice(at + 1)) ?? [];
  const distances = [absolute, relative].map((part) => (part === undefined ? undefined : toDistance(part)));
  const [unit, percent] = distances;
  if (at < 1 || distances.some((distance) => Number.isNaN(distance)) || (unit === undefined && percent === undefined))
    return undefined;
  return {
    columns: text.slice(0, at),
    ...(unit === undefined ? {} : { absolute: unit }),
    ...(percent === undefined ? {} : { relative: percent / 100 }),
  };
}

/** The number of a text; NaN if the text is not a number of at least 0. */
function toDistance(text: string): number {
  const number = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : Number.NaN;
}

/** Tolerances as text, in the form that `parseTolerance` reads: `*weight*=0.01; *=0.000001,0.0001%`. */
export function tolerancesText(tolerances: readonly Tolerance[]): string {
  return tolerances
    .map(({ columns, absolute, relative }) => {
      const share = relative === undefined ? [] : [`${Number((relative * 100).toPrecision(12))}%`];
      return `${columns}=${[...(absolute === undefined ? [] : [String(absolute)]), ...share].join(",")}`;
    })
    .join("; ");
}

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
