import { html } from "lit";
import { live } from "lit/directives/live.js";
import { t } from "../../l10n.ts";
import type { GridState } from "../state/grid-state.ts";
import { deepestLevel } from "../state/row-order.ts";

const MAX_LEVELS = 6;
/** In a view narrower than this a list takes the place of the buttons. */
const NARROW = 640;

/** A choice for each level of groups: the outermost shows only the roots of the tree. */
export function levelChoice(state: GridState, changed: () => void) {
  const deepest = deepestLevel(state.table);
  const levels = Array.from({ length: Math.min(deepest + 1, MAX_LEVELS) }, (_, level) => {
    const isAll = level === deepest;
    const name = state.grid.levelNames[level];
    return {
      name,
      text: name ?? (isAll ? t("All") : `${level + 1}`),
      title: isAll ? t("Show all levels") : t("Show levels 1 to {0}", level + 1),
      isChosen: state.shownLevel === (isAll ? undefined : level),
      show: () => {
        state.foldFrom(isAll ? deepest + 1 : level);
        changed();
      },
    };
  });
  if (state.room < NARROW) {
    const choose = (event: Event) => {
      if (event.target instanceof HTMLSelectElement) levels[event.target.selectedIndex]?.show();
    };
    const option = (text: string, isChosen: boolean) => html`<option .selected=${live(isChosen)}>${text}</option>`;
    return html`<select aria-label=${t("Level")} @change=${choose}>
      ${levels.map(({ title, name, isChosen }) => option(name ?? title, isChosen))}
    </select>`;
  }
  return html`<span class="quiet" id="levels">${t("Level")}</span>
    <span class="choice" role="group" aria-labelledby="levels">
      ${levels.map(
        ({ name, text, title, isChosen, show }) => html`<button
          aria-label=${name ?? title}
          aria-pressed=${isChosen}
          title=${title}
          @click=${show}
        >
          ${text}
        </button>`,
      )}
    </span>`;
}
