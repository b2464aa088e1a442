import { localDates, localNumber } from "../../language/number-language.ts";

/** A number that a reader looks for first, as text in the marks of core: a report stores it, and `localFigure` shows it. */
export interface KeyFigure {
  readonly label: string;
  /** Without the unit; with a real minus (U+2212). */
  readonly value: string;
  /** `%`, `bp`, `y`; empty if there is none. */
  readonly unit: string;
  /** A result is bold, one of its parts is not. */
  readonly isPart?: boolean;
}

/** A key figure in the language of the reader. */
export function localFigure({ label, value, unit, ...more }: KeyFigure): KeyFigure {
  return { label: localDates(label), value: localDates(localNumber(value)), unit, ...more };
}

export function isNegative({ value }: KeyFigure): boolean {
  return value.startsWith("\u2212");
}
