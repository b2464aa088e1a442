import { cellValue, plainText, type Table } from "@analytics-engines/core/results";
import { css, html, LitElement, nothing } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { columnLabel } from "../../column-text.ts";
import { t } from "../../l10n.ts";
import { localCellText } from "../../language/local-cell.ts";
import { controls, theme } from "../../theme.ts";

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
