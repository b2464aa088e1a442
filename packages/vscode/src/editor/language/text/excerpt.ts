import type { CheckedText } from "./checked-text.ts";
import { hasUnits } from "./kinds.ts";
import { placedUnits } from "./units.ts";

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Some units of a text as a parameter file of their own: in a long text, to read all units takes longer than the user types. */
export interface Excerpt {
  readonly text: string;
  /** The difference between an offset in the text and the same in the excerpt. */
  readonly offset: number;
}

/** An excerpt whose columns are those of the document. */
export interface PlacedExcerpt extends Excerpt {
  /** The difference between a line in the document and the same in the excerpt. */
  readonly line: number;
}

/** A document of VS Code. */
interface Document {
  getText(): string;
  positionAt(offset: number): { readonly line: number; readonly character: number };
}

type Checked = Pick<CheckedText, "text" | "kind" | "issues" | "file">;

/** The units that touch a span; the whole text of a kind without units. */
export function excerptOf(checked: Checked, { start, end }: Span): Excerpt {
  const { kind, text } = checked;
  if (kind === undefined || !hasUnits(kind)) return { text, offset: 0 };
  const units = placedUnits(checked).filter((unit) => unit.start <= end && unit.end >= start);
  return cut(text, { start: units[0]?.start ?? 0, end: units.at(-1)?.end ?? 0 });
}

/** Each unit alone; the whole text of a kind without units. */
export function excerptsOf(checked: Checked): Excerpt[] {
  const { kind, text } = checked;
  if (kind === undefined || !hasUnits(kind)) return [{ text, offset: 0 }];
  return placedUnits(checked).map((unit) => cut(text, unit));
}

/** The unit around an offset of a checked text; the whole text at other places. */
export function excerptAround(checked: Checked, offset: number): Excerpt {
  const unit = unitAt(checked.text, offset, checked);
  return unit ? cut(checked.text, unit) : { text: checked.text, offset: 0 };
}

/**
 * The unit at an offset of a document, or the whole document at other places.
 * @param checked a check of the text, or of an older one: if more than the unit at the offset has changed, the excerpt is the whole document
 */
export function excerptAt(document: Document, offset: number, checked: Checked): PlacedExcerpt {
  const text = document.getText();
  const unit = unitAt(text, offset, checked);
  if (unit === undefined) return { text, offset: 0, line: 0 };
  const { line, character } = document.positionAt(unit.start);
  return { ...cut(text, unit, `\n${" ".repeat(character)}`), line: line - 1 };
}

/** A span of an excerpt in the text. */
export function moveSpan<Found extends Span>(span: Found, { offset }: Pick<Excerpt, "offset">): Found {
  return { ...span, start: span.start + offset, end: span.end + offset };
}

function cut(text: string, { start, end }: Span, space = ""): Excerpt {
  const head = `{"data":{${space}`;
  return { text: `${head}${text.slice(start, end)}\n}}`, offset: start - head.length };
}

function unitAt(text: string, offset: number, checked: Checked): Span | undefined {
  const unit = placedUnits(checked).findLast(({ start }) => start < offset);
  if (unit === undefined) return undefined;
  const { start } = unit;
  const end = text.length - (checked.text.length - unit.end);
  const isRestSame =
    text.slice(0, start) === checked.text.slice(0, start) && text.slice(end) === checked.text.slice(unit.end);
  return isRestSame && offset < end ? { start, end } : undefined;
}
