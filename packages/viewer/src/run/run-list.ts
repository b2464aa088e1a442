import { pathOfSource } from "@analytics-engines/core/basics";
import type { Manifest } from "@analytics-engines/runs";
import { css, LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { html } from "../html.ts";
import { t } from "../l10n.ts";
import { controls, theme } from "../theme.ts";
import { type FileMatch, matchesByFile, searchRun } from "./overview/groups.ts";
import { moveFocus, statusSign, statusStyle } from "./parts.ts";
import { runNames, type ShortNames } from "./text.ts";
import { UnitChosenEvent, type UnitRef, unitKey } from "./viewed-run.ts";

/**
 * The units of a run beside the open one, with a search; a menu where the page is narrow. Fires `unit-chosen` and `overview-chosen`. The units
 * are one tab stop.
 */
@customElement("ae-run-list")
export class UnitList extends LitElement {
  static override readonly styles = [
    theme,
    controls,
    statusStyle,
    css`
      :host {
        display: flex;
        min-height: 0;
        font-size: 12px;
        line-height: 16px;
      }
      .bar,
      .menu {
        display: flex;
        flex-direction: column;
        flex: 1;
        min-width: 0;
        min-height: 0;
        gap: 8px;
      }
      .bar > button {
        align-self: start;
        color: var(--accent);
        font-weight: 600;
      }
      .open-menu {
        display: none;
      }
      input[type="search"] {
        width: 100%;
      }
      nav {
        flex: 1;
        min-height: 0;
        overflow: auto;
        scrollbar-width: thin;
      }
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
      }
      .file {
        padding: 10px 8px 2px;
        color: var(--text-quiet);
        font-size: 11px;
      }
      .file,
      .unit span:last-child {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .unit {
        display: flex;
        align-items: center;
        gap: 6px;
        width: 100%;
        padding: 4px 8px;
        min-height: 24px;
        border: 0;
        text-align: left;
      }
      .unit[aria-current="true"] {
        background: var(--selected);
        font-weight: 600;
      }
      li {
        content-visibility: auto;
        contain-intrinsic-size: auto 24px;
      }
      @media (max-width: 900px) {
        .bar {
          flex-direction: row;
          align-items: center;
          justify-content: space-between;
        }
        .open-menu {
          display: block;
        }
        .menu:not(.open) {
          display: none;
        }
        .menu {
          position: absolute;
          z-index: 5;
          inset: 36px 8px auto;
          max-height: 70vh;
          padding: 8px;
          border: 1px solid var(--line-strong);
          border-radius: 4px;
          background: var(--raised);
        }
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
  @state() accessor isOpen = false;

  override render() {
    const { manifest } = this;
    if (manifest === undefined) return nothing;
    const names = runNames(manifest);
    const matches = searchRun(manifest, this.words);
    const keys = matches.flatMap(({ file, units }) => units.map((unit) => unitKey({ file, unit })));
    const tabStop = keys.includes(this.selected) ? this.selected : keys[0];
    return html`<div class="bar">
      <button class="plain" @click=${() => this.dispatchEvent(new Event("overview-chosen"))}>‹ ${t("Overview")}</button>
      <button
        class="open-menu"
        aria-expanded=${this.isOpen}
        @click=${() => {
          this.isOpen = !this.isOpen;
        }}
      >
        ${t("Units")}
      </button>
      <div class="menu ${this.isOpen ? "open" : ""}">
        <input
          type="search"
          placeholder=${t("Find a unit")}
          aria-label=${t("Find a unit")}
          aria-keyshortcuts="/"
          @input=${this.#onSearch}
        />
        <nav aria-label=${t("Units")} @keydown=${moveFocus}>
          ${keys.length === 0 ? html`<p class="quiet" role="status">${t("No unit matches.")}</p>` : nothing}
          ${matchesByFile(matches).map((jobs) => this.#file(jobs, names, tabStop))}
        </nav>
      </div>
    </div>`;
  }

  focusSearch(): void {
    this.isOpen = true;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLInputElement>("input")?.focus());
  }

  /** @param jobs those of one file */
  #file(jobs: readonly FileMatch[], names: ShortNames, tabStop: string | undefined) {
    const refs = jobs.flatMap(({ file, units }) => units.map((unit) => ({ file, unit })));
    const path = pathOfSource(jobs[0]?.file.path ?? "");
    const stem = names.file(path);
    // A file with one unit needs no heading if the unit has its name.
    const needsHeading = refs.length !== 1 || refs.some((ref) => names.title(ref) !== stem);
    return html`
      ${needsHeading && refs.length > 0 ? html`<div class="file" title=${path}>${stem}</div>` : nothing}
      <ul>
        ${refs.map((ref) => this.#unit(ref, names.title(ref), unitKey(ref) === tabStop))}
      </ul>
    `;
  }

  #unit(ref: UnitRef, title: string, isTabStop: boolean) {
    const { status, warnings } = ref.unit;
    return html`<li>
      <button
        class="plain unit"
        data-key=${unitKey(ref)}
        tabindex=${isTabStop ? 0 : -1}
        aria-current=${unitKey(ref) === this.selected}
        title=${`${title}, ${ref.file.path}`}
        @click=${() => {
          this.isOpen = false;
          this.dispatchEvent(new UnitChosenEvent(ref));
        }}
      >
        ${statusSign(status === "success" && warnings.length > 0 ? "warning" : status)}<span>${title}</span>
      </button>
    </li>`;
  }

  readonly #onSearch = (event: Event) => {
    if (event.target instanceof HTMLInputElement) this.words = event.target.value;
  };
}
