import { css, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { html } from "./html.ts";

export const menuStyle = css`
  [popover] {
    min-width: 220px;
    max-width: 340px;
  }
  [popover]:popover-open {
    display: grid;
    gap: 8px;
  }
  .title {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  label {
    display: grid;
    grid-template-columns: 70px 1fr;
    gap: 8px;
    align-items: center;
  }
  label:has([type="checkbox"]) {
    grid-template-columns: auto 1fr;
  }
  .list {
    display: grid;
    gap: 2px;
    max-height: 50vh;
    overflow: auto;
  }
  .list label {
    grid-template-columns: auto 1fr;
    padding: 1px 4px;
    overflow-wrap: anywhere;
  }
`;

const EDGE = 8;

/** Places a popover right below its button before its first frame: for `beforetoggle`. */
function placeBelow(event: ToggleEvent, button: Element | null, align: "left" | "right"): void {
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

/** A labelled choice. `choose` gets the index of the option that the user chooses. */
export function selectField(
  label: string,
  options: readonly { readonly text: string; readonly isChosen: boolean }[],
  choose: (index: number) => void,
) {
  const change = (event: Event) => {
    if (event.target instanceof HTMLSelectElement) choose(event.target.selectedIndex);
  };
  return html`<label>
    ${label}
    <select @change=${change}>
      ${options.map(({ text, isChosen }) => html`<option .selected=${live(isChosen)}>${text}</option>`)}
    </select>
  </label>`;
}

/** A choice of few as buttons side by side: one tab stop, arrow keys move. `keys` are their shortcuts. */
export function segments<Name extends string>(
  label: string,
  options: readonly { readonly name: Name; readonly text: string; readonly key?: string }[],
  selectedName: Name,
  choose: (name: Name) => void,
) {
  return html`<div class="segments" role="group" aria-label=${label} @keydown=${moveAside}>
    ${options.map(
      ({ name, text, key }) => html`<button
        aria-pressed=${name === selectedName}
        aria-keyshortcuts=${key ?? nothing}
        tabindex=${name === selectedName ? 0 : -1}
        @click=${() => choose(name)}
      >
        ${text}
      </button>`,
    )}
  </div>`;
}

function moveAside(event: KeyboardEvent): void {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  const { currentTarget: group, target } = event;
  if (step === 0 || !(group instanceof HTMLElement) || !(target instanceof HTMLButtonElement)) return;
  const buttons = [...group.querySelectorAll("button")];
  event.preventDefault();
  buttons[buttons.indexOf(target) + step]?.focus();
}

export function checkbox(label: string, isChecked: boolean, change: (isChecked: boolean) => void, isDisabled = false) {
  const changed = (event: Event) => {
    if (event.target instanceof HTMLInputElement) change(event.target.checked);
  };
  return html`<label>
    <input type="checkbox" .checked=${live(isChecked)} ?disabled=${isDisabled} @change=${changed} />
    ${label}
  </label>`;
}

/** A button that opens a list of checkboxes below it, at its left or right edge. `id` is unique in the component. */
export function checklist(id: string, buttonText: string, align: "left" | "right", boxes: readonly unknown[]) {
  const moveBelow = (event: ToggleEvent) => {
    if (event.target instanceof HTMLElement) placeBelow(event, event.target.previousElementSibling, align);
  };
  return html`<button popovertarget=${id}>${buttonText}</button>
    <div id=${id} popover role="dialog" aria-label=${buttonText} @beforetoggle=${moveBelow}>
      <div class="list">${boxes}</div>
    </div>`;
}
