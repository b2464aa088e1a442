import type { UnitStatus } from "@analytics-engines/core";
import type { Manifest } from "@analytics-engines/runs";
import { css, html, LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { countOf } from "../text.ts";
import { controls, theme } from "../theme.ts";
import { type FoundFile, searchRun, statusCounts } from "./search.ts";
import { statusSign, statusStyle } from "./status.ts";
import { statusText } from "./status-text.ts";
import { type UnitRef, unitKey } from "./viewed-run.ts";

export class UnitChosenEvent extends Event {
  readonly ref: UnitRef;
  constructor(ref: UnitRef) {
    super("unit-chosen");
    this.ref = ref;
  }
}

/** The files and units of a run, with a search. Fires `unit-chosen`. */
@customElement("ae-run-list")
export class UnitList extends LitElement {
  static override readonly styles = [
    theme,
    controls,
    statusStyle,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 0;
        gap: 8px;
      }
      input[type="search"] {
        width: 100%;
      }
      .states {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
      }
      nav {
        overflow: auto;
        flex: 1;
        min-height: 0;
        margin: 0 -6px;
        padding: 0 6px;
      }
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
      }
      .file {
        display: flex;
        gap: 4px;
        align-items: baseline;
        margin-top: 10px;
        font-weight: 600;
        overflow-wrap: anywhere;
      }
      .family {
        font-weight: 400;
        color: var(--text-quiet);
        flex: none;
      }
      .unit {
        display: flex;
        width: 100%;
        text-align: left;
        gap: 4px;
        align-items: baseline;
        padding: 2px 6px 2px 18px;
        overflow-wrap: anywhere;
      }
      .unit[aria-current="true"] {
        background: var(--selected);
      }
      .problem {
        padding-left: 24px;
        color: var(--bad);
        overflow-wrap: anywhere;
      }
      @media (forced-colors: active) {
        .unit[aria-current="true"] {
          forced-color-adjust: none;
          color: HighlightText;
        }
      }
    `,
  ];

  @property({ attribute: false }) accessor manifest: Manifest | undefined;
  /** The key of the open unit. */
  @property() accessor selected = "";
  @state() accessor words = "";
  @state() accessor status: UnitStatus | undefined;

  override render() {
    const { manifest } = this;
    if (manifest === undefined) return nothing;
    const found = searchRun(manifest, this.words, this.status);
    const counts = statusCounts(manifest);
    return html`
      <input
        type="search"
        placeholder="Search files, units and messages"
        aria-label="Search files, units and messages"
        @input=${this.#searched}
      />
      ${
        counts.length > 1
          ? html`<div class="states" role="group" aria-label="State of units">
            ${counts.map(
              ({ status, count }) => html`<button
                aria-pressed=${this.status === status}
                @click=${() => {
                  this.status = this.status === status ? undefined : status;
                }}
              >
                ${statusSign(status)}${count} ${statusText(status)}
              </button>`,
            )}
          </div>`
          : nothing
      }
      <nav aria-label="Units">
        ${found.length === 0 ? html`<p class="quiet">No file or unit matches.</p>` : nothing}
        <ul>
          ${found.map((one) => this.#file(one))}
        </ul>
      </nav>
      <div class="quiet" role="status">${countOf(
        found.reduce((sum, { units }) => sum + units.length, 0),
        "unit",
      )} in ${countOf(found.length, "file")}</div>
    `;
  }

  #file({ file, units }: FoundFile) {
    return html`<li>
      <div class="file">${statusSign(file.status)}<span class="grow">${breakable(file.path)}</span><span class="family">${file.family}</span></div>
      ${file.problem ? html`<div class="problem">${file.problem.message}</div>` : nothing}
      <ul>
        ${units.map((unit) => {
          const ref = { file, unit };
          return html`<li>
            <button
              class="plain unit"
              aria-current=${unitKey(ref) === this.selected}
              @click=${() => this.dispatchEvent(new UnitChosenEvent(ref))}
            >
              ${statusSign(unit.status)}<span class="grow">${unit.id}</span>
              ${unit.warnings.length > 0 ? html`<span class="quiet">${countOf(unit.warnings.length, "warning")}</span>` : nothing}
            </button>
          </li>`;
        })}
      </ul>
    </li>`;
  }

  readonly #searched = (event: Event) => {
    if (event.target instanceof HTMLInputElement) this.words = event.target.value;
  };
}

/** A path with line breaks allowed before its slashes. */
function breakable(path: string) {
  return path.split("/").map((part, index) => (index === 0 ? part : html`/<wbr />${part}`));
}
