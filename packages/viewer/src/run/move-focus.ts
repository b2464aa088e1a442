const steps: Readonly<Record<string, (place: number, count: number) => number>> = {
  ArrowDown: (place, count) => Math.min(place + 1, count - 1),
  ArrowUp: (place) => Math.max(place - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Moves the focus between the buttons of a list, which is one tab stop: for `keydown`. The buttons have `data-key`. */
export function moveFocus(event: KeyboardEvent): void {
  const { currentTarget: list, target } = event;
  const step = steps[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  if (!(list instanceof HTMLElement) || !(target instanceof HTMLButtonElement)) return;
  const buttons = [...list.querySelectorAll<HTMLButtonElement>("button[data-key]:not(:disabled)")];
  const place = buttons.indexOf(target);
  if (place < 0) return;
  event.preventDefault();
  const next = buttons[step(place, buttons.length)];
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next?.focus();
}
