import { messageOf, tolerancesText } from "@analytics-engines/core/basics";
import { pairTables, type Table, type Tolerance } from "@analytics-engines/core/results";
import { pairDates } from "@analytics-engines/runs/browser";
import { css, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { checkbox } from "../controls.ts";
import { html } from "../html.ts";
import { t } from "../l10n.ts";
import {
  type CompareCandidate,
  candidates,
  UnitComparedEvent,
  type UnitContent,
  type UnitRef,
  unitKey,
  type ViewedRun,
} from "../run/viewed-run.ts";
import { controls, theme } from "../theme.ts";
import { type ComparedTables, compareSideBySide } from "./comparison-table.ts";
import { comparisonSummary, periodsText } from "./comparison-text.ts";
import { earlierUnit, noiseTolerances, tolerancesOf, typedTolerances } from "./match-units.ts";
import { moversChart, moversStyle, signChanges, signChangesList, topMovers } from "./movers.ts";

/** More buttons would be a list to search in. */
const MAX_BUTTONS = 8;

/** A table beside the table of another unit, with the changes marked. */
@customElement("ae-compare")
export class Compare extends LitElement {
  static override readonly styles = [
    theme,
    controls,
    moversStyle,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 6px;
      }
      .toolbar label {
        display: flex;
        gap: 5px;
        align-items: center;
        min-width: 0;
        max-width: 100%;
      }
      input.tolerances {
        width: 160px;
      }
      select {
        min-width: 0;
        max-width: 360px;
      }
      p {
        margin: 0;
        overflow-wrap: anywhere;
      }
      .dates {
        padding-left: 6px;
        border-left: 3px solid var(--warn);
      }
      ae-grid {
        flex: 1;
        min-height: 160px;
      }
      .invitation p {
        margin: 12px 0 6px;
      }
      @media (max-height: 520px) {
        .moved {
          display: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) accessor run: ViewedRun | undefined;
  @property({ attribute: false }) accessor ref: UnitRef | undefined;
  /** The table after the change. */
  @property({ attribute: false }) accessor table: Table | undefined;
  /** All tables of the unit, which help to find the table before the change. */
  @property({ attribute: false }) accessor tables: readonly Table[] = [];
  /** The name of the table in exported files. */
  @property({ attribute: false }) accessor exportName = "";
  /** The key of the candidate to begin with, if not the matching unit of the earlier run. */
  @property() accessor preferred: string | undefined;
  /** Whether the page around it lets the user choose another run. Then it fires `other-run-chosen`. */
  @property({ type: Boolean }) accessor choosable = false;
  /** The key of the candidate with the table before the change. */
  @state() accessor candidateKey: string | undefined;
  @state() accessor changedOnly = false;
  @state() accessor moves: "absolute" | "percent" = "absolute";
  /** The tolerances that the user typed; undefined for those of the run's review, or the noise of numbers. */
  @state() accessor typed: readonly Tolerance[] | undefined;
  @state() accessor width = 0;
  @state() accessor compared: ComparedTables | undefined;
  @state() accessor problem: string | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { run, ref } = this;
    // The user most likely wants the matching unit of the earlier run.
    if (run && ref && (changed.has("run") || changed.has("ref") || changed.has("preferred"))) {
      const earlier = earlierUnit(run, ref);
      const match =
        earlier && candidates(run, ref).find((offer) => offer.isEarlier && unitKey(offer.ref) === unitKey(earlier));
      this.candidateKey = this.preferred ?? match?.key;
    }
    const inputs = ["table", "candidateKey", "changedOnly", "moves", "typed"] as const;
    if (inputs.some((name) => changed.has(name))) void this.#compare();
  }

  async #compare(): Promise<void> {
    const { run, ref, candidateKey, table } = this;
    const candidate = run && ref && candidates(run, ref).find(({ key }) => key === candidateKey);
    // The last comparison stays until the new one is ready.
    this.problem = undefined;
    if (!candidate || !table) {
      this.compared = undefined;
      return;
    }
    try {
      const content = await this.#read(candidate);
      if (this.candidateKey !== candidateKey || this.table !== table) return;
      if (content.kind !== "tables")
        throw new Error(t("The other unit has no tables in this page. Choose another unit."));
      const { pairs } = pairTables(content.tables, this.tables.length > 0 ? this.tables : [table]);
      const [before] = pairs.find((pair) => pair[1] === table) ?? [];
      if (before === undefined) throw new Error(t("The other unit has no such table. Choose another unit."));
      const { changedOnly, moves, tolerances } = this;
      this.compared = compareSideBySide(before, table, { changedOnly, moves, tolerances });
      this.dispatchEvent(new UnitComparedEvent(ref, candidate.ref));
    } catch (error) {
      if (this.candidateKey !== candidateKey) return;
      this.compared = undefined;
      this.problem = messageOf(error);
    }
  }

  get tolerances(): readonly Tolerance[] {
    return this.typed ?? (this.run ? tolerancesOf(this.run) : noiseTolerances);
  }

  readonly #resizeObserver = new ResizeObserver(([entry]) => {
    this.width = Math.floor(entry?.contentRect.width ?? 0);
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resizeObserver.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizeObserver.disconnect();
  }

  #before: { readonly unit: UnitRef["unit"]; readonly content: Promise<UnitContent> } | undefined;

  /** Reads the other unit once, not for each typed character of a tolerance. */
  #read({ run, ref: { file, unit } }: CompareCandidate): Promise<UnitContent> {
    if (this.#before?.unit !== unit) this.#before = { unit, content: run.open(file, unit) };
    return this.#before.content;
  }

  override render() {
    const { run, ref, compared } = this;
    if (!run || !ref) return nothing;
    const offered = candidates(run, ref);
    const candidate = offered.find(({ key }) => key === this.candidateKey);
    const options = (isEarlier: boolean) =>
      offered
        .filter((offer) => offer.isEarlier === isEarlier)
        .map(
          ({ key, ref: { unit, file } }) => html`<option value=${key} .selected=${this.candidateKey === key}>
            ${unit.id} (${file.path})
          </option>`,
        );
    return html`
      <div class="toolbar">
        <label>
          ${t("Earlier")}
          <select @change=${this.#chooseOther}>
            <option value="" .selected=${this.candidateKey === undefined}>${t("Choose a unit")}</option>
            ${
              run.earlier
                ? html`<optgroup label=${t("Earlier run")}>${options(true)}</optgroup><optgroup label=${t("This run")}>${options(false)}</optgroup>`
                : options(false)
            }
          </select>
        </label>
        <span>${t("Later")} <strong>${ref.unit.id}</strong></span>
        <label title=${t("PATTERN=ABS, PATTERN=REL% or PATTERN=ABS,REL% of the earlier value; several with a semicolon")}>
          ${t("Tolerance")} <input class="tolerances" .value=${live(tolerancesText(this.tolerances))} placeholder=${t("none")} @change=${this.#toleranceTyped} />
        </label>
        ${checkbox(t("Changes only"), this.changedOnly, (isOn) => {
          this.changedOnly = isOn;
        })}
        ${checkbox(t("In percent"), this.moves === "percent", (isOn) => {
          this.moves = isOn ? "percent" : "absolute";
        })}
      </div>
      ${this.problem === undefined ? nothing : html`<p role="alert">${this.problem}</p>`}
      ${
        compared
          ? html`${periodsDiffer(candidate?.ref, ref)}
            <p role="status">${comparisonSummary(compared.comparison)}</p>
            ${this.#movers(compared)}
            <ae-grid .table=${compared.table} .mark=${compared.mark} .exportName=${`${this.exportName} - ${t("Comparison")}`} label=${t("Comparison")}></ae-grid>`
          : nothing
      }
      ${candidate === undefined ? this.#invitation(run, ref, offered) : nothing}
    `;
  }

  /** With what the unit could be compared, where nothing is chosen yet. */
  #invitation(run: ViewedRun, ref: UnitRef, offered: readonly CompareCandidate[]) {
    const likely = likelyCandidates(offered, ref);
    const reason = run.earlier
      ? t("The earlier run has no unit that matches {0}.", ref.unit.id)
      : t("{0} is not compared with anything yet.", ref.unit.id);
    return html`<section class="invitation" aria-label=${t("What to compare with")}>
      <p>${reason}</p>
      ${
        this.choosable
          ? html`<p>
              ${t("An earlier run shows what changed since then.")}
              <button @click=${() => this.dispatchEvent(new Event("other-run-chosen", { bubbles: true, composed: true }))}>${t("Compare with another run…")}</button>
            </p>`
          : nothing
      }
      ${
        likely.length > 0
          ? html`<p>${t("Other units have tables that can stand beside this one:")}</p>
            <div class="toolbar">
              ${likely.map(
                ({ key, isEarlier, ref: { file, unit } }) => html`<button
                  @click=${() => {
                    this.candidateKey = key;
                  }}
                >${unit.id} (${isEarlier ? t("earlier run, {0}", file.path) : file.path})</button>`,
              )}
            </div>`
          : nothing
      }
    </section>`;
  }

  #movers({ comparison: { largestMoves } }: ComparedTables) {
    const movers = topMovers(largestMoves);
    const signs = signChanges(largestMoves);
    if (movers === undefined || this.width === 0) return nothing;
    const isNarrow = this.width < 760;
    const width = isNarrow ? this.width : Math.min(608, Math.floor(this.width * 0.6));
    return html`<div class="moved">${moversChart(movers, width)} ${signChangesList(signs)}</div>`;
  }

  readonly #chooseOther = (event: Event) => {
    if (event.target instanceof HTMLSelectElement) this.candidateKey = event.target.value || undefined;
  };

  readonly #toleranceTyped = (event: Event) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const typed = typedTolerances(event.target.value);
    event.target.setAttribute("aria-invalid", String(typed === undefined));
    if (typed !== undefined) this.typed = typed;
  };
}

/** Units with tables, those of the same file first; a few, since the menu has all. */
function likelyCandidates(offered: readonly CompareCandidate[], { file }: UnitRef): CompareCandidate[] {
  const withTables = offered.filter(({ ref: { unit } }) => (unit.tables?.length ?? 0) > 0);
  return withTables
    .toSorted((a, b) => Number(b.ref.file.path === file.path) - Number(a.ref.file.path === file.path))
    .slice(0, MAX_BUTTONS);
}

/** A note if the two units were computed for other days. */
function periodsDiffer(before: UnitRef | undefined, now: UnitRef) {
  if (before === undefined || !pairDates(before.unit, now.unit).isDifferent) return nothing;
  return html`<p class="dates">${periodsText(before.unit, now.unit)}</p>`;
}
