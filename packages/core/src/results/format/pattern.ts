/** One piece of a section: a digit's place, the decimal point, the exponent or text that is written unchanged. */
export type Piece =
  | { readonly kind: "digit"; readonly isZero: boolean }
  | { readonly kind: "point" }
  | { readonly kind: "exponent"; readonly letter: string; readonly plus: boolean; readonly digits: number }
  | { readonly kind: "text"; readonly text: string };

/** One section of a .NET custom numeric format, `#,0.00%`. */
export interface FormatSection {
  readonly pieces: readonly Piece[];
  /** The number of digit places before the point, and how many of them show a zero if the number has no digit there. */
  readonly whole: number;
  readonly leastWhole: number;
  /** The number of digit places after the point, and how many of them show a zero if the number has no digit there. */
  readonly fraction: number;
  readonly leastFraction: number;
  readonly hasThousands: boolean;
  /** The power of ten by which the value is multiplied: 2 for each %, 3 for each ‰, -3 for each comma before the point. */
  readonly scale: number;
}

/** The rules come from the public description of .NET's custom numeric format strings. */
export function parsePattern(pattern: string): readonly (FormatSection | undefined)[] {
  const sections = [parseSection(pattern, 0)];
  for (let end = sections[0]?.end ?? 0; pattern[end] === ";" && sections.length < 3; ) {
    const next = parseSection(pattern, end + 1);
    sections.push(next);
    end = next.end;
  }
  // An empty section does not count: the first one replaces it.
  return sections.map(({ section }) => (section.pieces.length === 0 ? undefined : section));
}

function parseSection(pattern: string, start: number): { section: FormatSection; end: number } {
  const pieces: Piece[] = [];
  const places: boolean[] = [];
  let pointAfter = -1;
  /** The number of digits before each comma. */
  const commas: number[] = [];
  let scale = 0;
  let at = start;
  for (; at < pattern.length && pattern[at] !== ";"; at++) {
    const char = pattern[at] ?? "";
    if (char === "0" || char === "#") {
      places.push(char === "0");
      pieces.push({ kind: "digit", isZero: char === "0" });
    } else if (char === ".") {
      if (pointAfter < 0) pieces.push({ kind: "point" });
      if (pointAfter < 0) pointAfter = places.length;
    } else if (char === ",") {
      if (places.length > 0 && pointAfter < 0) commas.push(places.length);
    } else if (char === "%" || char === "‰") {
      scale += char === "%" ? 2 : 3;
      pieces.push({ kind: "text", text: char });
    } else if (char === "'" || char === '"') {
      const close = pattern.indexOf(char, at + 1);
      const end = close < 0 ? pattern.length : close;
      pieces.push({ kind: "text", text: pattern.slice(at + 1, end) });
      at = end;
    } else if (char === "\\") {
      at++;
      pieces.push({ kind: "text", text: pattern[at] ?? "" });
    } else {
      const exponent = /^[Ee]([+-]?)(0+)/.exec(pattern.slice(at, at + 14));
      if (exponent) {
        const [all, sign, zeros = ""] = exponent;
        pieces.push({ kind: "exponent", letter: char, plus: sign === "+", digits: Math.min(zeros.length, 10) });
        at += all.length - 1;
      } else pieces.push({ kind: "text", text: char });
    }
  }
  const whole = pointAfter < 0 ? places.length : pointAfter;
  const scaling = commas.filter((after) => after === whole).length;
  const firstZero = places.indexOf(true);
  const lastZero = places.lastIndexOf(true);
  return {
    section: {
      pieces,
      whole,
      leastWhole: firstZero >= 0 && firstZero < whole ? whole - firstZero : 0,
      fraction: places.length - whole,
      leastFraction: Math.max(0, lastZero + 1 - whole),
      hasThousands: commas.some((after) => after < whole),
      scale: scale - 3 * scaling,
    },
    end: at,
  };
}
