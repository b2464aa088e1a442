import { css, html, LitElement } from "lit";
import { customElement, query } from "lit/decorators.js";
import { t } from "../../l10n.ts";
import { menuStyle } from "../../menu-style.ts";
import { placeAt } from "../../popover.ts";
import { controls, theme } from "../../theme.ts";
import type { CopyForm } from "../export/copy-text.ts";

/** What the menu of a cell does. */
export type CellAction = CopyForm | "value" | "filter";

export class CellActionEvent extends Event {
  readonly action: CellAction;

  constructor(action: CellAction) {
    super("cell-action");
    this.action = action;
  }
}

const menuItems: readonly (readonly [CellAction, string, string?])[] = [
  ["cells", t("Copy"), "Ctrl+C"],
  ["headers", t("Copy with headers"), "Ctrl+Shift+C"],
  ["value", t("Show all digits"), "Enter"],
  ["filter", t("Show only rows with this value")],
];

/** The context menu of the selected cells. Fires `cell-action` and `closed`. */
@customElement("ae-cell-menu")
export class CellMenu extends LitElement {
  static override readonly styles = [
    theme,
    controls,
    menuStyle,
    css`
      [popover]:popover-open {
        gap: 0;
        padding: 4px;
      }
      button {
        display: flex;
        gap: 24px;
        justify-content: space-between;
        text-align: left;
      }
      button:focus {
        background: var(--selected);
      }
    `,
  ];

  @query("[popover]") accessor menu: HTMLElement | null = null;

  open(x: number, y: number): void {
    this.menu?.showPopover();
    if (this.menu) placeAt(this.menu, x, y);
    this.#items()[0]?.focus();
  }

  override render() {
    return html`<div popover role="menu" aria-label=${t("Cells")} @toggle=${this.#onToggle} @keydown=${this.#keyDown}>
      ${menuItems.map(
        ([action, text, keys]) => html`<button
          class="plain"
          role="menuitem"
          tabindex="-1"
          @click=${() => this.#choose(action)}
        >
          ${text}${keys ? html`<span class="quiet">${keys}</span>` : ""}
        </button>`,
      )}
    </div>`;
  }

  #items(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll("button")];
  }

  #choose(action: CellAction): void {
    this.menu?.hidePopover();
    this.dispatchEvent(new CellActionEvent(action));
  }

  readonly #keyDown = (event: KeyboardEvent) => {
    const items = this.#items();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = items.findIndex((item) => item.matches(":focus"));
    const next =
      event.key === "Home" ? 0 : event.key === "End" ? items.length - 1 : step === undefined ? -1 : at + step;
    const item = next < 0 && step === undefined ? undefined : items.at(next % items.length);
    if (item === undefined) return;
    event.preventDefault();
    item.focus();
  };

  readonly #onToggle = (event: ToggleEvent) => {
    if (event.newState === "closed") this.dispatchEvent(new Event("closed"));
  };
}
