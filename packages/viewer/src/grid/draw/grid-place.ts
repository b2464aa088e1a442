import type { CellPlace } from "../state/selection.ts";

/** The cell or header cell of an event, and the innermost element. */
export function placeOf(event: Event): { place: CellPlace; target: Element } | undefined {
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return undefined;
  const place = placeOfElement(target);
  return place && { place, target };
}

/** The cell or header cell that an element is in. */
export function placeOfElement(element: Element | null | undefined): CellPlace | undefined {
  const cell = element?.closest<HTMLElement>("[data-place]");
  if (!cell) return undefined;
  const row = Number(cell.closest<HTMLElement>("[data-row]")?.dataset["row"] ?? -1);
  return { row, column: Number(cell.dataset["place"]) };
}
