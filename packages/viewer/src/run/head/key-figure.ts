/** A number that a reader looks for first, as text. */
export interface KeyFigure {
  readonly label: string;
  /** Without the unit; with a real minus (U+2212). */
  readonly value: string;
  /** `%`, `bp`, `y`; empty if there is none. */
  readonly unit: string;
  /** A result is bold, one of its parts is not. */
  readonly isPart?: boolean;
}

export function isNegative({ value }: KeyFigure): boolean {
  return value.startsWith("\u2212");
}
