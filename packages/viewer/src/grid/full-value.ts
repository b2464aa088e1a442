import { cellValue, formatCell, type Table } from "@analytics-engines/core/results";
import { css, html, LitElement, nothing } from "lit";
import { plainText } from "../text.ts";
import { controls, theme } from "../theme.ts";
import { columnLabel } from "./header.ts";

/** A cell in full: what the grid has no room for, and a number in all its digits. */
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
  static override readonly properties = { shown: { state: true } };

  declare shown: { title: string; value: string; formatted: string; type: string } | undefined;

  open(table: Table, columnIndex: number, row: number): void {
    const column = table.columns[columnIndex];
    if (column === undefined) return;
    const value = cellValue(column, row);
    const isStruct = typeof value === "object" && value !== null;
    this.shown = {
      title: columnLabel(table, columnIndex),
      value: isStruct ? (JSON.stringify(value, undefined, 2) ?? "") : plainText(value),
      formatted: formatCell(column, row),
      type: value === null ? "no value" : column.type,
    };
    void this.updateComplete.then(() => this.renderRoot.querySelector("dialog")?.showModal());
  }

  override render() {
    const { shown } = this;
    const close = () => this.renderRoot.querySelector("dialog")?.close();
    return html`<dialog aria-labelledby="title">
      ${
        shown
          ? html`<h2 id="title">${shown.title}</h2>
            <pre tabindex="0">${shown.value}</pre>
            ${shown.formatted === shown.value ? nothing : html`<p class="quiet">Shown as ${shown.formatted}</p>`}
            <div class="toolbar"><span class="quiet grow">${shown.type}</span><button autofocus @click=${close}>Close</button></div>`
          : nothing
      }
    </dialog>`;
  }
}
