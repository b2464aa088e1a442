import type { CellPlace } from "./selection.ts";

/** The cell or header cell of an event, and the innermost element. */
export function placeOf(event: Event): { place: CellPlace; target: Element } | undefined {
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return undefined;
  const cell = target.closest<HTMLElement>("[data-place]");
  if (cell === null) return undefined;
  const row = Number(cell.closest<HTMLElement>("[data-row]")?.dataset["row"] ?? -1);
  return { place: { row, column: Number(cell.dataset["place"]) }, target };
}
