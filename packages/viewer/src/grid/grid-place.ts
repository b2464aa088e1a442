import type { Place } from "./selection.ts";

/** The cell or header cell that an event of a grid is about, and the very element. */
export function placeOf(event: Event): { place: Place; target: Element } | undefined {
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return undefined;
  const cell = target.closest<HTMLElement>("[data-place]");
  if (cell === null) return undefined;
  const row = Number(cell.closest<HTMLElement>("[data-row]")?.dataset["row"] ?? -1);
  return { place: { row, column: Number(cell.dataset["place"]) }, target };
}
