import { fitText, textWidth } from "./svg.ts";

export const LABEL_SIZE = 11;
/** Pixels between two labels of an axis. */
const GAP = 8;
/** Fewer letters before an ellipsis say nothing: the mouse and the arrow keys show the whole name. */
const MIN_LETTERS = 8;

/** A label of a horizontal axis, with the place of its middle. */
export interface AxisLabel {
  readonly text: string;
  readonly middle: number;
}

/** The text in this width, shortened if enough of it fits; empty if too little of it would be left to read. */
export function labelIn(text: string, width: number, weight = 400): string {
  const label = fitText(text, width, LABEL_SIZE, weight);
  if (label === text) return textWidth(text, LABEL_SIZE, weight) <= width ? text : "";
  return label.length > MIN_LETTERS ? label : "";
}

/** The labels, moved inside of two edges. */
export function labelsInside(labels: readonly AxisLabel[], leftEdge: number, rightEdge: number): AxisLabel[] {
  return labels.map(({ text, middle }) => {
    const half = textWidth(text, LABEL_SIZE) / 2;
    return { text, middle: Math.max(leftEdge + half, Math.min(rightEdge - half, middle)) };
  });
}

/** Whether no two labels in the order of an axis touch. */
export function areApart(labels: readonly AxisLabel[]): boolean {
  return labels.every((label, place) => place === 0 || isApart(labels[place - 1], label));
}

/** The labels without those that would touch another one. The last one stays: it has the unit, or the latest date. */
export function labelsApart(labels: readonly AxisLabel[]): AxisLabel[] {
  const visible: AxisLabel[] = [];
  for (const label of labels.toReversed()) if (isApart(label, visible[0])) visible.unshift(label);
  return visible;
}

function isApart(before: AxisLabel | undefined, after: AxisLabel | undefined): boolean {
  if (before === undefined || after === undefined) return true;
  const halves = (textWidth(before.text, LABEL_SIZE) + textWidth(after.text, LABEL_SIZE)) / 2;
  return after.middle - before.middle >= halves + GAP;
}
