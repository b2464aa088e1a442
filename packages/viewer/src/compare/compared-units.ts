import type { Tolerance } from "@analytics-engines/core/results";
import type { UnitReview } from "@analytics-engines/runs/review";
import { html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { UnitChosenEvent } from "../run/events.ts";
import { runNames } from "../run/names.ts";
import { unitByKey, type ViewedRun } from "../run/viewed-run.ts";
import { countOf, errorMessage } from "../text.ts";
import { controls, theme } from "../theme.ts";
import { compareUnits } from "./compare-units.ts";
import { comparedUnitsStyle } from "./compared-units-style.ts";
import { moverFigure, moverName } from "./movers.ts";
import { NOISE, tolerancesText } from "./tolerances.ts";

const badges: Readonly<Record<UnitReview["outcome"]["kind"], string>> = {
  failed: "failed",
  altered: "altered",
  moved: "moved",
  vanished: "gone",
  appeared: "new",
  "not-compared": "not compared",
  same: "same",
};

/** The units of a run beside those of an earlier one: what failed, then the largest moves. Fires `unit-chosen`. */
@customElement("ae-compared-units")
export class ComparedUnits extends LitElement {
  static override readonly styles = [theme, controls, comparedUnitsStyle];

  @property({ attribute: false }) accessor run: ViewedRun | undefined;
  @state() accessor units: readonly UnitReview[] | undefined;
  @state() accessor problem: string | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("run")) void this.#compare();
  }

  async #compare(): Promise<void> {
    const { run } = this;
    this.units = run?.review?.units;
    this.problem = undefined;
    if (!run?.earlier || this.units) return;
    try {
      const units = await compareUnits(run, run.earlier, NOISE);
      if (this.run === run) this.units = units;
    } catch (error) {
      if (this.run === run) this.problem = errorMessage(error);
    }
  }

  override render() {
    const { run, units } = this;
    if (!run?.earlier) return nothing;
    const tolerances = run.review?.tolerances ?? NOISE;
    const shown = units?.filter(({ outcome }) => outcome.kind !== "same") ?? [];
    const same = units?.filter(({ outcome }) => outcome.kind === "same") ?? [];
    return html`<section aria-label="Comparison">
      ${head(run, tolerances)}
      ${this.problem === undefined ? nothing : html`<p role="alert">${this.problem}</p>`}
      ${
        units === undefined
          ? html`<p role="status">Comparing the units</p>`
          : html`<p class="counts">${counts(units)}</p>
              <ul>${shown.map((unit) => this.#unit(run, unit))}</ul>
              ${
                same.length === 0
                  ? nothing
                  : html`<details><summary>${countOf(same.length, "unit")} the same</summary>
                      <ul>${same.map((unit) => this.#unit(run, unit))}</ul>
                    </details>`
              }`
      }
    </section>`;
  }

  #unit(run: ViewedRun, reviewed: UnitReview) {
    const { path, unit, outcome } = reviewed;
    const ref = unitByKey(run.manifest, `${path}#${unit}`);
    const title = ref ? runNames(run.manifest).title(ref) : unit || path;
    const content = html`<span class="name"><b>${title}</b> <span class="quiet">${path}</span></span>
      <span class="badge ${outcome.kind}">${badges[outcome.kind]}</span>
      ${details(outcome)}`;
    return html`<li>
      ${
        ref
          ? html`<button class="plain" @click=${() => this.dispatchEvent(new UnitChosenEvent(ref))}>${content}</button>`
          : html`<div class="unit">${content}</div>`
      }
    </li>`;
  }
}

function head({ manifest, earlier, review }: ViewedRun, tolerances: readonly Tolerance[]) {
  const run = (startedAt = "", commit?: string) =>
    html`${startedAt.slice(0, 16).replace("T", " ")} ${commit === undefined ? nothing : html`<code title=${commit}>${commit.slice(0, 8)}</code>`}`;
  return html`<h2>Comparison with the earlier run</h2>
    <dl class="line">
      <div><dt>Before</dt><dd>${run(earlier?.manifest.startedAt, review?.commits?.base)}</dd></div>
      <div><dt>Now</dt><dd>${run(manifest.startedAt, review?.commits?.head)}</dd></div>
      <div><dt>Tolerance</dt><dd>${tolerancesText(tolerances) || "none"}</dd></div>
      <div><dt>Percentages</dt><dd>of the earlier value</dd></div>
    </dl>`;
}

function counts(units: readonly UnitReview[]) {
  return Object.entries(badges).map(([kind, text]) => {
    const count = units.filter(({ outcome }) => outcome.kind === kind).length;
    return count === 0 ? nothing : html`<span><span class="badge ${kind}">${text}</span> <b>${count}</b></span> `;
  });
}

function details(outcome: UnitReview["outcome"]) {
  switch (outcome.kind) {
    case "failed":
      return html`<span class="why error">${outcome.message}</span>`;
    case "altered":
    case "not-compared":
      return html`<span class="why quiet">${outcome.reason}</span>`;
    case "moved":
      return moved(outcome);
    default:
      return nothing;
  }
}

function moved({
  moves: [move],
  form,
  changedCells,
  comparedCells,
  dates,
  cause,
}: Extract<UnitReview["outcome"], { kind: "moved" }>) {
  const what = [move && `${moverName(move.row)}, ${move.column}`, cause === "dates" ? "computed for other days" : ""];
  return html`<span class="why quiet">${what.filter(Boolean).join("; ")}</span>
    <span class="move">
      ${
        move
          ? html`${moverFigure(move.text.before)} → ${moverFigure(move.text.after)} <b>${moverFigure(move.text.difference)}</b>
              <span class="quiet">${move.text.unit === "%" ? "points" : move.text.percent}</span>`
          : nothing
      }
      ${form.join(", ")}
    </span>
    <span class="cells quiet">${changedCells.toLocaleString("en")} of ${countOf(comparedCells, "cell")}</span>
    ${dates.moved ? html`<span class="why dates">The periods differ: ${dates.before} before, ${dates.after} now.</span>` : nothing}`;
}
