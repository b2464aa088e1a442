import { messageOf, tolerancesText } from "@analytics-engines/core/basics";
import type { Tolerance } from "@analytics-engines/core/results";
import { keyOfUnit, type UnitReview } from "@analytics-engines/runs/browser";
import { LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { html } from "../html.ts";
import { localCount, localNumber, t } from "../l10n.ts";
import { moveFocus } from "../run/parts.ts";
import { runNames } from "../run/text.ts";
import { allUnits, UnitChosenEvent, type UnitRef, unitKey, type ViewedRun } from "../run/viewed-run.ts";
import { countOf } from "../text.ts";
import { controls, theme } from "../theme.ts";
import { comparedUnitsStyle } from "./compared-list-style.ts";
import { formChangeText, periodsText } from "./comparison-text.ts";
import {
  comparisonOf,
  earlierUnit,
  type ListedOutcome,
  listedOutcome,
  tolerancesOf,
  unitsOfFileFirst,
} from "./match-units.ts";
import { moverFigure, moverName } from "./movers.ts";

/** The outcomes in the order of the list, and their names. */
const outcomes: readonly (readonly [kind: ListedOutcome, name: string])[] = [
  ["failed", t("failed")],
  ["canceled", t("canceled")],
  ["altered", t("altered")],
  ["moved", t("moved")],
  ["vanished", t("gone")],
  ["appeared", t("new")],
  ["not-compared", t("not compared")],
  ["same", t("same")],
];
const badges = new Map(outcomes);

/** `new, failed` for a unit that only the later run has. */
function badgeText(outcome: UnitReview["outcome"]): string {
  const name = badges.get(listedOutcome(outcome)) ?? "";
  return outcome.kind === "failed" && outcome.isNew ? `${t("new")}, ${name}` : name;
}

/** The units of a run with those of an earlier one: what failed, then the largest moves. One tab stop. Fires `unit-chosen`. */
@customElement("ae-compared-units")
export class ComparedUnits extends LitElement {
  static override readonly styles = [theme, controls, comparedUnitsStyle];

  @property({ attribute: false }) accessor run: ViewedRun | undefined;
  /** The key of the open unit, `PATH#UNIT`. */
  @property() accessor selected = "";
  /** Beside an open unit, without the head of the comparison. */
  @property({ type: Boolean, reflect: true }) accessor narrow = false;
  /** The file whose units come first. */
  @property() accessor firstFile: string | undefined;
  /** Whether the page around it lets the user choose another run. Then it fires `other-run-chosen`. */
  @property({ type: Boolean }) accessor choosable = false;
  @state() accessor units: readonly UnitReview[] | undefined;
  @state() accessor comparedCount = 0;
  /** The only outcome that is shown. */
  @state() accessor outcomeFilter: ListedOutcome | undefined;
  @state() accessor problem: string | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("run")) void this.#compare();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("units") && !changed.has("selected")) return;
    this.renderRoot.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  }

  async #compare(): Promise<void> {
    const { run } = this;
    this.units = run?.review?.units;
    this.problem = undefined;
    this.comparedCount = 0;
    if (!run || this.units) return;
    try {
      const units = await comparisonOf(run, (count) => {
        if (this.run === run) this.comparedCount = count;
      });
      if (this.run === run) this.units = units;
    } catch (error) {
      if (this.run === run) this.problem = messageOf(error);
    }
  }

  override render() {
    const { run, units } = this;
    if (!run?.earlier) return nothing;
    return html`<section aria-label=${t("Comparison")}>
      ${this.narrow ? nothing : head(run, tolerancesOf(run), this.#actions())}
      ${this.problem === undefined ? nothing : html`<p role="alert">${this.problem}</p>`}
      ${units === undefined ? this.#waiting(run) : this.#list(run, units)}
    </section>`;
  }

  #actions() {
    if (!this.choosable) return nothing;
    return html`<button @click=${() => this.dispatchEvent(new Event("other-run-chosen", { bubbles: true, composed: true }))}>${t("Other run…")}</button>`;
  }

  #waiting({ manifest }: ViewedRun) {
    if (this.problem !== undefined) return nothing;
    const all = countOf(allUnits(manifest).length, "unit");
    return html`<p role="status">${this.comparedCount === 0 ? t("Comparing the units") : t("{0} of {1} compared", this.comparedCount, all)}</p>`;
  }

  #list(run: ViewedRun, reviewed: readonly UnitReview[]) {
    const units = unitsOfFileFirst(reviewed, this.firstFile);
    const refs = new Map(allUnits(run.manifest).map((ref) => [unitKey(ref), ref]));
    const { title } = runNames(run.manifest);
    const same = units.filter(({ outcome }) => outcome.kind === "same");
    const isFolded = this.outcomeFilter === undefined && same.length > 0 && same.length < units.length;
    const open = units.filter(({ outcome }) =>
      this.outcomeFilter === undefined
        ? !isFolded || outcome.kind !== "same"
        : listedOutcome(outcome) === this.outcomeFilter,
    );
    const keys = [...open, ...(isFolded ? same : [])].map(keyOfUnit).filter((key) => refs.has(key));
    const tabStop = keys.includes(this.selected) ? this.selected : keys[0];
    const row = (reviewed: UnitReview) => {
      const ref = refs.get(keyOfUnit(reviewed));
      const earlier = ref && earlierUnit(run, ref);
      const periods = ref && earlier ? periodsText(earlier.unit, ref.unit) : "";
      const name = ref ? title(ref) : reviewed.unit || reviewed.path;
      return this.#unit(reviewed, ref, { name, periods }, tabStop);
    };
    return html`<div class="counts" role="group" aria-label=${t("Outcomes")}>${this.#counts(units)}</div>
      <div class="units" @keydown=${moveFocus}>
        <ul>${open.map(row)}</ul>
        ${
          isFolded
            ? html`<details ?open=${same.some((unit) => keyOfUnit(unit) === this.selected)}>
                <summary>${t("{0} the same", countOf(same.length, "unit"))}</summary>
                <ul>${same.map(row)}</ul>
              </details>`
            : nothing
        }
      </div>`;
  }

  #unit(
    reviewed: UnitReview,
    ref: UnitRef | undefined,
    { name, periods }: { readonly name: string; readonly periods: string },
    tabStop: string | undefined,
  ) {
    const { row, renamedFrom, outcome } = reviewed;
    const path = row?.path ?? reviewed.path;
    const key = keyOfUnit(reviewed);
    const content = html`<span class="name"><b>${name}</b> <span class="quiet">${path}</span></span>
      <span class="badge ${outcome.kind}">${badgeText(outcome)}</span>
      ${renamedFrom === undefined ? nothing : html`<span class="why quiet">${renamedText(renamedFrom, path)}</span>`}
      ${outcomeDetails(outcome, periods)}`;
    return html`<li>
      ${
        ref
          ? html`<button
              class="plain"
              data-key=${key}
              tabindex=${key === tabStop ? 0 : -1}
              aria-current=${key === this.selected}
              @click=${() => this.dispatchEvent(new UnitChosenEvent(ref))}
            >${content}</button>`
          : html`<div class="unit">${content}</div>`
      }
    </li>`;
  }

  /** The number of units of each outcome; a click shows them alone. */
  #counts(units: readonly UnitReview[]) {
    const counts = Map.groupBy(units, ({ outcome }) => listedOutcome(outcome));
    return outcomes.map(([kind, name]) => {
      const count = counts.get(kind)?.length ?? 0;
      if (count === 0) return nothing;
      return html`<button
        class="plain"
        aria-pressed=${this.outcomeFilter === kind}
        @click=${() => {
          this.outcomeFilter = this.outcomeFilter === kind ? undefined : kind;
        }}
      >
        <span class="badge ${kind}">${name}</span> <b>${localCount(count)}</b>
      </button>`;
    });
  }
}

/** What a comparison found about a unit, in one to three lines. `periods` says that it was computed for other days. */
function outcomeDetails(outcome: UnitReview["outcome"], periods: string) {
  switch (outcome.kind) {
    case "failed":
      return listedOutcome(outcome) === "canceled"
        ? nothing
        : html`<span class="why error">${outcome.message ?? t("The service gave no reason.")}</span>`;
    case "altered":
    case "not-compared":
      return html`<span class="why quiet">${outcome.reason}</span>`;
    case "moved":
      return moveDetails(outcome, periods);
    default:
      return nothing;
  }
}

function moveDetails(
  { moves: [move], form, changedCells, comparedCells, dates, cause }: Extract<UnitReview["outcome"], { kind: "moved" }>,
  periods: string,
) {
  const what = [
    move && `${moverName(move.row)}, ${move.column}`,
    cause === "dates" ? t("computed for other days") : "",
  ];
  return html`<span class="why quiet">${what.filter(Boolean).join("; ")}</span>
    <span class="move">
      ${
        move
          ? html`${moverFigure(move.text.before)} → ${moverFigure(move.text.after)} <b>${moverFigure(move.text.difference)}</b>
              <span class="quiet">${move.text.unit === "%" ? t("points") : localNumber(move.text.percent)}</span>`
          : nothing
      }
      ${form.map(formChangeText).join(", ")}
    </span>
    <span class="cells quiet">${t("{0} of {1}", localCount(changedCells), countOf(comparedCells, "cell"))}</span>
    ${dates.isDifferent ? html`<span class="why dates">${periods}</span>` : nothing}`;
}

function renamedText({ unit, path }: NonNullable<UnitReview["renamedFrom"]>, now: string): string {
  return path === now ? t("Renamed from {0}", unit) : t("Renamed from {0} in {1}", unit, path);
}

function head({ manifest, earlier, review }: ViewedRun, tolerances: readonly Tolerance[], actions: unknown) {
  const run = (startedAt = "", commit?: string) =>
    html`${startedAt.slice(0, 19).replace("T", " ")} ${commit === undefined ? nothing : html`<code title=${commit}>${commit.slice(0, 8)}</code>`}`;
  return html`<h2>${t("Comparison of two runs")} ${actions}</h2>
    <dl class="line">
      <div><dt>${t("Earlier")}</dt><dd>${run(earlier?.manifest.startedAt, review?.commits?.base)}</dd></div>
      <div><dt>${t("Later")}</dt><dd>${run(manifest.startedAt, review?.commits?.head)}</dd></div>
      <div><dt>${t("Tolerance")}</dt><dd>${tolerancesText(tolerances) || t("none")}</dd></div>
      <div><dt>${t("Percentages")}</dt><dd>${t("of the earlier value")}</dd></div>
    </dl>`;
}
