/** Writes a number; undefined if the format cannot write it. */
export type NumberFormat = (value: number) => string | undefined;

interface NumberFormatOptions {
  /** Writes zero as a number even if the format writes a text for it (`--`), so that it differs from null. */
  readonly showsZero?: boolean;
}

/**
 * The format that a composite format item makes, `{0:0.00;-0.00;--}`, with any text around it, as .NET renders it in the invariant culture:
 * custom formats, and the standard formats F, N and P. A bare pattern without braces counts too. Undefined if the format is of another
 * kind; NaN and the infinities have no format.
 */
export function parseNumberFormat(format: string, options: NumberFormatOptions = {}): NumberFormat | undefined {
  const item = splitItem(format);
  if (item === undefined) return undefined;
  const inner = standardFormat(item.pattern) ?? customFormat(item.pattern, options);
  if (inner === undefined) return undefined;
  return (value) => {
    const text = Number.isFinite(value) ? inner(value) : undefined;
    return text === undefined ? undefined : item.before + align(text, item.width) + item.after;
  };
}

const MAX_FORMATS = 1000;
/** Kept, because there are few formats and many cells. */
const formats = {
  asGiven: new Map<string, NumberFormat | undefined>(),
  showsZero: new Map<string, NumberFormat | undefined>(),
};

/** The same as `parseNumberFormat`, but a format is parsed once; undefined for no format. */
export function numberFormatOf(format: string | undefined, { showsZero = false }: NumberFormatOptions = {}) {
  if (format === undefined) return undefined;
  const parsed = showsZero ? formats.showsZero : formats.asGiven;
  if (!parsed.has(format)) {
    if (parsed.size >= MAX_FORMATS) parsed.clear();
    parsed.set(format, parseNumberFormat(format, { showsZero }));
  }
  return parsed.get(format);
}

interface Item {
  readonly before: string;
  /** The least width. If it is negative, the text is aligned to the left. */
  readonly width: number;
  readonly pattern: string;
  readonly after: string;
}

function splitItem(format: string): Item | undefined {
  if (!/[{}]/.test(format)) return { before: "", width: 0, pattern: format, after: "" };
  const match = /^([^{}]*)\{0(?:,\s*(-?\d{1,3})\s*)?(?::([^{}]*))?\}([^{}]*)$/.exec(format);
  if (!match) return undefined;
  const [, before = "", width = "0", pattern = "", after = ""] = match;
  return pattern === "" ? undefined : { before, width: Number(width), pattern, after };
}

function align(text: string, width: number): string {
  return width < 0 ? text.padEnd(-width) : text.padStart(width);
}

/** `F2`, `N0`, `P1`: two decimals if no number is given. */
function standardFormat(pattern: string): ((value: number) => string | undefined) | undefined {
  const match = /^([FfNnPp])(\d{0,2})$/.exec(pattern);
  if (!match) return undefined;
  const letter = (match[1] ?? "").toUpperCase();
  const decimals = match[2] === "" ? 2 : Number(match[2]);
  const whole = letter === "F" ? "0" : "#,0";
  return customFormat(`${whole}${decimals > 0 ? `.${"0".repeat(decimals)}` : ""}${letter === "P" ? " %" : ""}`);
}

function customFormat(
  pattern: string,
  { showsZero = false }: NumberFormatOptions = {},
): ((value: number) => string | undefined) | undefined {
  const [first, negative, zeroSection] = parsePattern(pattern);
  const zero = showsZero && zeroSection && !hasDigits(zeroSection) ? undefined : zeroSection;
  // A pattern that shows no digit anywhere is not a number format.
  if (first === undefined || ![first, negative, zero].some((section) => section && hasDigits(section)))
    return undefined;
  return (value) => {
    const isNegative = value < 0 || Object.is(value, -0);
    const exact = digitsOf(value);
    const section = exact.digits === "" ? (zero ?? first) : isNegative ? (negative ?? first) : first;
    const rounded = roundFor(section, exact);
    // A number that rounds to zero is shown as zero is.
    if (rounded.digits === "" && exact.digits !== "")
      return write(zero ?? first, rounded, isNegative && !negative && !zero);
    return write(section, rounded, isNegative && section === first && !(exact.digits === "" && (negative ?? zero)));
  };
}

function hasDigits(section: FormatSection): boolean {
  return section.whole + section.fraction > 0;
}

function isScientific(section: FormatSection): boolean {
  return section.pieces.some((piece) => piece.kind === "exponent");
}

function roundFor(section: FormatSection, exact: DecimalDigits): DecimalDigits {
  if (exact.digits === "") return exact;
  const scale = exact.scale + section.scale;
  const count = isScientific(section) ? section.whole + section.fraction : scale + section.fraction;
  return roundTo({ digits: exact.digits, scale }, count);
}

function write(section: FormatSection, rounded: DecimalDigits, hasSign: boolean): string {
  // With an exponent the places before the point are filled, whatever the size of the number.
  const scale = isScientific(section) ? section.whole : rounded.scale;
  const exponent = isScientific(section) && rounded.digits !== "" ? rounded.scale - section.whole : 0;
  const isZero = rounded.digits === "";
  const whole = isZero || scale <= 0 ? "" : rounded.digits.slice(0, scale).padEnd(scale, "0");
  const after = isZero ? "" : scale <= 0 ? "0".repeat(-scale) + rounded.digits : rounded.digits.slice(scale);
  const fraction = after.padEnd(section.leastFraction, "0");
  const digits = whole.padStart(section.leastWhole, "0");

  let text = "";
  let digitIndex = 0;
  let isFraction = false;
  for (const piece of section.pieces) {
    if (piece.kind === "text") text += piece.text;
    else if (piece.kind === "point") {
      isFraction = true;
      digitIndex = 0;
      if (fraction !== "") text += ".";
    } else if (piece.kind === "exponent") text += exponentText(piece, exponent);
    else if (isFraction) text += fraction[digitIndex++] ?? "";
    else text += wholeDigits(digits, section, digitIndex++);
  }
  return hasSign ? `-${text}` : text;
}

/** The digits of one place before the point; the first place shows all digits for which the others have no room. */
function wholeDigits(digits: string, section: FormatSection, digitIndex: number): string {
  const end = digits.length - (section.whole - digitIndex - 1);
  const start = digitIndex === 0 ? 0 : end - 1;
  let text = "";
  for (let index = Math.max(start, 0); index < end; index++) {
    text += digits[index] ?? "";
    const digitsAfter = digits.length - index - 1;
    if (section.hasThousands && digitsAfter > 0 && digitsAfter % 3 === 0) text += ",";
  }
  return text;
}

function exponentText(piece: { letter: string; plus: boolean; digits: number }, exponent: number): string {
  const sign = exponent < 0 ? "-" : piece.plus ? "+" : "";
  return piece.letter + sign + String(Math.abs(exponent)).padStart(piece.digits, "0");
}

/** One piece of a section: a digit's place, the decimal point, the exponent or text that is written unchanged. */
type Piece =
  | { readonly kind: "digit"; readonly isZero: boolean }
  | { readonly kind: "point" }
  | { readonly kind: "exponent"; readonly letter: string; readonly plus: boolean; readonly digits: number }
  | { readonly kind: "text"; readonly text: string };

/** One section of a .NET custom numeric format, `#,0.00%`. */
interface FormatSection {
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
function parsePattern(pattern: string): readonly (FormatSection | undefined)[] {
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
  const zeroFlags: boolean[] = [];
  let pointAfter = -1;
  /** The number of digits before each comma. */
  const commas: number[] = [];
  let scale = 0;
  let at = start;
  for (; at < pattern.length && pattern[at] !== ";"; at++) {
    const char = pattern[at] ?? "";
    if (char === "0" || char === "#") {
      zeroFlags.push(char === "0");
      pieces.push({ kind: "digit", isZero: char === "0" });
    } else if (char === ".") {
      if (pointAfter < 0) pieces.push({ kind: "point" });
      if (pointAfter < 0) pointAfter = zeroFlags.length;
    } else if (char === ",") {
      if (zeroFlags.length > 0 && pointAfter < 0) commas.push(zeroFlags.length);
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
  const whole = pointAfter < 0 ? zeroFlags.length : pointAfter;
  const scaling = commas.filter((after) => after === whole).length;
  const firstZero = zeroFlags.indexOf(true);
  const lastZero = zeroFlags.lastIndexOf(true);
  return {
    section: {
      pieces,
      whole,
      leastWhole: firstZero >= 0 && firstZero < whole ? whole - firstZero : 0,
      fraction: zeroFlags.length - whole,
      leastFraction: Math.max(0, lastZero + 1 - whole),
      hasThousands: commas.some((after) => after < whole),
      scale: scale - 3 * scaling,
    },
    end: at,
  };
}

/** The size of a number as decimal digits: 0.d1d2d3... times ten to the power of `scale`. Zero has no digits. */
interface DecimalDigits {
  readonly digits: string;
  readonly scale: number;
}

/** The digits from which .NET formats a double: the fifteen that are significant. */
function digitsOf(value: number): DecimalDigits {
  if (value === 0) return { digits: "", scale: 0 };
  const [mantissa = "", exponent = "0"] = Math.abs(value).toExponential(14).split("e");
  return { digits: mantissa.replace(".", "").replace(/0+$/, ""), scale: Number(exponent) + 1 };
}

/** Rounds to `count` digits, and halves away from zero. */
function roundTo({ digits, scale }: DecimalDigits, count: number): DecimalDigits {
  if (count >= digits.length) return { digits, scale };
  const roundsUp = count >= 0 && (digits[count] ?? "0") >= "5";
  const prefix = digits.slice(0, Math.max(count, 0));
  if (!roundsUp) {
    const trimmed = prefix.replace(/0+$/, "");
    return { digits: trimmed, scale: trimmed === "" ? 0 : scale };
  }
  // Adds one in the last place; nines carry over.
  const stem = prefix.replace(/9+$/, "");
  if (stem === "") return { digits: "1", scale: scale + 1 };
  return { digits: stem.slice(0, -1) + String(Number(stem.at(-1)) + 1), scale };
}
