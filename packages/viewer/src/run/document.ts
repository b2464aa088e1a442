import { css, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property } from "lit/decorators.js";
import { html } from "../html.ts";
import { t } from "../l10n.ts";
import { byteText } from "../text.ts";
import { theme } from "../theme.ts";
import type { DocumentType, UnitContent } from "./viewed-run.ts";

type DocumentContent = Extract<UnitContent, { readonly kind: "document" }>;

/** The browser treats the bytes as these types alone, whatever they are and whatever the manifest calls them: never as a page. */
const mediaTypes: Readonly<Record<DocumentType, string>> = {
  pdf: "application/pdf",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};

const names: Readonly<Record<DocumentType, string>> = { pdf: "PDF", pptx: "PowerPoint" };

/** A PDF or PowerPoint result: links that open and save it, and a preview of a PDF. */
@customElement("ae-document")
export class UnitDocument extends LitElement {
  static override readonly styles = [
    theme,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 8px;
        min-height: 0;
      }
      p {
        margin: 0;
      }
      a {
        color: var(--accent);
        text-underline-offset: 2px;
        overflow-wrap: anywhere;
      }
      a:focus-visible {
        outline: 2px solid var(--focus);
        outline-offset: 1px;
      }
      .note {
        color: var(--text-quiet);
        font-size: 12px;
      }
      iframe {
        flex: 1;
        min-height: 320px;
        border: 1px solid var(--line);
        border-radius: 4px;
      }
    `,
  ];

  @property({ attribute: false }) accessor content: DocumentContent | undefined;

  #address: string | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("content")) this.#renew();
  }

  /** A component that is moved in the page is also disconnected. */
  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate("content");
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#release();
  }

  #renew(): void {
    this.#release();
    const { content } = this;
    if (content === undefined) return;
    this.#address = URL.createObjectURL(new Blob([content.bytes], { type: mediaTypes[content.type] }));
  }

  /** Revokes the address: until then, the browser keeps the bytes. */
  #release(): void {
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address);
    this.#address = undefined;
  }

  override render() {
    const { content } = this;
    const address = this.#address;
    if (content === undefined || address === undefined) return nothing;
    const { name, type, bytes } = content;
    const size = `${names[type]}, ${byteText(bytes.length)}`;
    if (type !== "pdf")
      return html`<p><a href=${address} download=${name}>${t("Save {0}", name)}</a> (${size})</p>
        <p class="note">${t("A browser does not show this type. Save the file, and open it with PowerPoint or another program for presentations.")}</p>`;
    return html`<p>
        <a href=${address} target="_blank" rel="noopener">${t("Open {0}", name)}</a> (${size}) ·
        <a href=${address} download=${name}>${t("Save")}</a>
      </p>
      <iframe src=${address} title=${t("Preview of {0}", name)}></iframe>
      <p class="note">${t("If the preview is empty, open or save the file.")}</p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ae-document": UnitDocument;
  }
}
