import { cellValue, plainText, type Table } from "@analytics-engines/core/results";
import { css, html, LitElement, nothing } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { menuStyle, placeAt } from "../../controls.ts";
import { t } from "../../l10n.ts";
import { columnLabel, localCellText } from "../../text.ts";
import { controls, theme } from "../../theme.ts";
import type { CopyForm } from "../export/export-view.ts";

/** What the menu of a cell does. */
type CellAction = CopyForm | "value" | "filter";

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

/** A dialog with the whole value of a cell, a number with all its digits. */
@customElement("ae-full-value")
export class FullValue extends LitElement {
  static override readonly styles = [
    theme,
    controls,
    css`
      dialog {
        width: min(640px, 90vw);
        max-height: 80vh;
      }
      h2 {
        font-size: 1.05em;
        margin: 0 0 10px;
        overflow-wrap: anywhere;
      }
      pre {
        font: 0.95em / 1.5 var(--font-code);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        background: var(--surface);
        border: 1px solid var(--line);
        border-radius: 4px;
        padding: 8px 10px;
        margin: 0 0 10px;
        max-height: 50vh;
        overflow: auto;
      }
    `,
  ];

  @state() accessor content: { title: string; value: string; formatted: string; type: string } | undefined;
  @query("dialog") accessor dialog: HTMLDialogElement | null = null;

  async open(table: Table, columnIndex: number, row: number): Promise<void> {
    const column = table.columns[columnIndex];
    if (column === undefined) return;
    const value = cellValue(column, row);
    const isStruct = typeof value === "object" && value !== null;
    this.content = {
      title: columnLabel(table, columnIndex),
      value: isStruct ? (JSON.stringify(value, undefined, 2) ?? "") : plainText(value),
      formatted: localCellText(column, row),
      type: value === null ? t("no value") : column.type,
    };
    await this.updateComplete;
    this.dialog?.showModal();
  }

  override render() {
    const { content } = this;
    const close = () => this.dialog?.close();
    return html`<dialog aria-labelledby="title">
      ${
        content
          ? html`<h2 id="title">${content.title}</h2>
            <pre tabindex="0">${content.value}</pre>
            ${content.formatted === content.value ? nothing : html`<p class="quiet">${t("Shown as {0}", content.formatted)}</p>`}
            <div class="toolbar"><span class="quiet grow">${content.type}</span><button autofocus @click=${close}>${t("Close")}</button></div>`
          : nothing
      }
    </dialog>`;
  }
}
