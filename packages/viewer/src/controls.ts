import { html } from "lit";
import { live } from "lit/directives/live.js";
import { placeBelow } from "./popover.ts";

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

export function checkbox(label: string, isChecked: boolean, change: (isChecked: boolean) => void, isDisabled = false) {
  const changed = (event: Event) => {
    if (event.target instanceof HTMLInputElement) change(event.target.checked);
  };
  return html`<label>
    <input type="checkbox" .checked=${live(isChecked)} ?disabled=${isDisabled} @change=${changed} />
    ${label}
  </label>`;
}

/** A button that opens a list of checkboxes below it, at its left or right edge. `name` is unique in the component. */
export function checklist(name: string, buttonText: string, align: "left" | "right", boxes: readonly unknown[]) {
  const place = (event: ToggleEvent) => {
    if (event.target instanceof HTMLElement) placeBelow(event, event.target.previousElementSibling, align);
  };
  return html`<button popovertarget=${name}>${buttonText}</button>
    <div id=${name} popover role="dialog" aria-label=${name} @beforetoggle=${place}>
      <div class="list">${boxes}</div>
    </div>`;
}
