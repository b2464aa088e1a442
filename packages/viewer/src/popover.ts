const EDGE = 8;

/** Places a popover right below its button before its first frame: for `beforetoggle`. */
export function placeBelow(event: ToggleEvent, button: Element | null, align: "left" | "right"): void {
  const popover = event.target;
  if (event.newState !== "open" || !(popover instanceof HTMLElement) || button === null) return;
  const at = button.getBoundingClientRect();
  const { style } = popover;
  style.inset = "auto";
  style.top = `${at.bottom + 2}px`;
  style.maxHeight = `${Math.max(120, window.innerHeight - at.bottom - 2 * EDGE)}px`;
  if (align === "left") style.left = `${Math.max(EDGE, at.left)}px`;
  else style.right = `${Math.max(EDGE, window.innerWidth - at.right)}px`;
}

/** Moves an open popover to a point of the page, and into the page if it reaches beyond it. */
export function placeAt(popover: HTMLElement, x: number, y: number): void {
  const { style } = popover;
  style.left = `${Math.max(4, Math.min(x, window.innerWidth - popover.offsetWidth - EDGE))}px`;
  style.top = `${Math.max(4, Math.min(y, window.innerHeight - popover.offsetHeight - EDGE))}px`;
}
