import "../compare/compared-list.ts";
import "./overview/failed-checks.ts";
import "./overview/overview.ts";
import "./run-list.ts";
import { css, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property } from "lit/decorators.js";
import { html } from "../html.ts";
import { t } from "../l10n.ts";
import { controls, theme } from "../theme.ts";
import { headingOf, runHead, runHeadStyle } from "./head/run-head.ts";
import { viewOrder } from "./unit.ts";
import {
  allUnits,
  type UnitCell,
  UnitChosenEvent,
  type UnitRef,
  unitByKey,
  unitKey,
  type ViewedRun,
} from "./viewed-run.ts";

/** A run: the overview of its units, or one unit beside the list of all. Fires `unit-opened`. */
@customElement("ae-run")
export class RunPage extends LitElement {
  static override readonly styles = [
    theme,
    controls,
    runHeadStyle,
    css`
      :host {
        display: block;
        height: 100%;
        overflow: auto;
        background: var(--background);
      }
      :host([unit]) {
        display: grid;
        grid-template-columns: 216px minmax(0, 1fr);
        overflow: hidden;
      }
      :host([unit][alone]) {
        grid-template-columns: minmax(0, 1fr);
      }
      .compared {
        display: none;
      }
      @media (min-width: 1000px) and (min-height: 521px) {
        :host([unit][compared]:not([alone])) {
          grid-template-columns: clamp(280px, 27vw, 360px) minmax(0, 1fr);
        }
        .compared {
          display: flex;
          flex-direction: column;
          flex: 1;
          min-width: 0;
          gap: 4px;
        }
        .compared > button {
          align-self: start;
          color: var(--accent);
          font-weight: 600;
        }
        .compared > ae-compared-units {
          flex: 1;
        }
        .compared ~ ae-run-list {
          display: none;
        }
      }
      aside {
        display: flex;
        min-height: 0;
        padding: 12px 8px;
        border-right: 1px solid var(--line);
        background: var(--surface);
      }
      ae-run-list,
      ae-unit {
        flex: 1;
        min-width: 0;
      }
      main {
        display: flex;
        min-width: 0;
        min-height: 0;
        padding: 12px 24px 16px;
      }
      main.overview {
        display: block;
        padding: 0;
      }
      @media (max-width: 900px) {
        :host([unit]) {
          grid-template-columns: minmax(0, 1fr);
          grid-template-rows: auto minmax(0, 1fr);
        }
        aside {
          padding: 4px 16px;
          border: 0;
          border-bottom: 1px solid var(--line);
        }
        main:not(.overview) {
          padding: 8px 16px;
        }
      }
      @media (max-height: 520px) {
        /* A button in the head of the unit leads back to the overview. */
        aside {
          display: none;
        }
        :host([unit]) {
          grid-template: minmax(0, 1fr) / minmax(0, 1fr);
        }
        main:not(.overview) {
          padding: 6px 12px;
        }
      }
    `,
  ];

  @property({ attribute: false }) accessor run: ViewedRun | undefined;
  /** The key of the open unit, `PATH#UNIT`; undefined for the overview. A run of one unit opens it. */
  @property() accessor selected: string | undefined;

  /** The cell of the open unit that is marked. */
  @property({ attribute: false }) accessor cell: UnitCell | undefined;

  /** The unit that `selected` is compared with, if not the matching unit of the earlier run: `earlier:PATH#UNIT` or `this:PATH#UNIT`. */
  @property({ attribute: false }) accessor compareWith:
    | { readonly selected: string; readonly candidateKey: string }
    | undefined;

  /** The file whose units a comparison lists first. */
  @property() accessor firstFile: string | undefined;

  /** Whether the page around it lets the user choose another run to compare with. Then it fires `other-run-chosen`. */
  @property({ type: Boolean }) accessor choosable = false;

  /** Whether the page around it prints. Then it fires `print-chosen`. */
  @property({ type: Boolean }) accessor printable = false;

  #openUnit: UnitRef | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { run } = this;
    if (!run || !(changed.has("run") || changed.has("selected"))) return;
    const [only, ...others] = allUnits(run.manifest);
    // The overview of a review or a history says more than its units.
    const hasMore = run.review !== undefined || run.history !== undefined;
    const isAlone = only !== undefined && others.length === 0 && !hasMore;
    if (isAlone) this.selected = unitKey(only);
    const openUnit = unitByKey(run.manifest, this.selected ?? "");
    // The same object for the same unit, so that the page does not read it again.
    if (openUnit?.unit !== this.#openUnit?.unit || openUnit?.file !== this.#openUnit?.file) this.#openUnit = openUnit;
    this.toggleAttribute("unit", openUnit !== undefined);
    this.toggleAttribute("alone", isAlone);
    this.toggleAttribute("compared", run.earlier !== undefined);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("keydown", this.#onKeyDown);
  }

  override render() {
    const { run } = this;
    if (run === undefined) return nothing;
    const opened = this.#openUnit;
    if (opened === undefined) {
      return html`${runHead(run, [this.#historyButton(run), this.#printButton()])}
        <main class="overview">
          <ae-sentences heading="Parameters" .sentences=${run.review?.parameters ?? []}></ae-sentences>
          <ae-sentences heading="Changed rules of checks" .sentences=${run.review?.rules ?? []}></ae-sentences>
          ${run.earlier ? html`<ae-compared-units .run=${run} .firstFile=${this.firstFile} ?choosable=${this.choosable} @unit-chosen=${this.#openChosen}></ae-compared-units>` : nothing}
          ${run.checks ? html`<ae-failed-checks .run=${run} @unit-chosen=${this.#openChosen}></ae-failed-checks>` : nothing}
          <ae-overview .run=${run} @unit-chosen=${this.#openChosen}></ae-overview>
        </main>`;
    }
    // The name of the run is in the title of the page; screen readers begin with it.
    return html`
      ${
        this.hasAttribute("alone")
          ? nothing
          : html`<aside>
              ${run.earlier ? this.#comparedList(run) : nothing}
              <ae-run-list
                .manifest=${run.manifest}
                selected=${this.selected ?? ""}
                @unit-chosen=${this.#openChosen}
                @overview-chosen=${() => this.#open(undefined)}
              ></ae-run-list>
            </aside>`
      }
      <main>
        <h1 class="spoken">${headingOf(run.manifest)}</h1>
        <ae-unit
          ?alone=${this.hasAttribute("alone")}
          ?choosable=${this.choosable}
          .run=${run}
          .ref=${opened}
          .cell=${this.cell}
          .candidateKey=${this.compareWith?.selected === this.selected ? this.compareWith?.candidateKey : undefined}
          @overview-chosen=${() => this.#open(undefined)}
          @unit-chosen=${this.#openChosen}
        ></ae-unit>
      </main>
    `;
  }

  /** Where there is room, the compared units are the list beside the open one. */
  #comparedList(run: ViewedRun) {
    return html`<div class="compared">
      <button class="plain" @click=${() => this.#open(undefined)}>‹ ${t("Overview")}</button>
      <ae-compared-units
        narrow
        .run=${run}
        .firstFile=${this.firstFile}
        selected=${this.selected ?? ""}
        @unit-chosen=${this.#openChosen}
      ></ae-compared-units>
    </div>`;
  }

  /** Only a report has a history. */
  #historyButton(run: ViewedRun) {
    if (run.history === undefined) return nothing;
    return html`<button @click=${() => this.dispatchEvent(new Event("history-chosen"))}>${t("History")}</button>`;
  }

  #printButton() {
    if (!this.printable) return nothing;
    return html`<button @click=${() => this.dispatchEvent(new Event("print-chosen"))}>${t("Print")}</button>`;
  }

  readonly #openChosen = (event: Event) => {
    if (event instanceof UnitChosenEvent) this.#open(unitKey(event.ref), event.cell);
  };

  /** The focus follows: to the unit's heading, or to the row that the user comes back from. */
  #open(key: string | undefined, cell?: UnitCell): void {
    const before = this.selected;
    this.selected = key;
    this.cell = cell;
    this.dispatchEvent(new Event("unit-opened"));
    void this.updateComplete.then(async () => {
      const part = this.renderRoot.querySelector(key === undefined ? "ae-overview" : "ae-unit");
      await part?.updateComplete;
      part?.focusOn(before);
    });
  }

  /** `/` moves to the search, Escape back to the overview; 1 to 5 choose a view of the unit. */
  readonly #onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isInField(event)) return;
    if (event.key === "/") {
      const searched = this.renderRoot.querySelector("ae-overview") ?? this.renderRoot.querySelector("ae-run-list");
      if (searched === null) return;
      event.preventDefault();
      searched.focusSearch();
    } else if (/^[1-5]$/.test(event.key)) {
      const view = viewOrder[Number(event.key) - 1];
      if (view !== undefined) this.renderRoot.querySelector("ae-unit")?.choose(view);
    } else if (event.key === "Escape" && this.#openUnit !== undefined && !this.hasAttribute("alone")) {
      this.#open(undefined);
    }
  };
}

function isInField(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}

declare global {
  interface HTMLElementTagNameMap {
    "ae-overview": import("./overview/overview.ts").Overview;
    "ae-unit": import("./unit.ts").UnitPage;
    "ae-run-list": import("./run-list.ts").UnitList;
  }
}
