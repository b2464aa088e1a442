import type { UnitReview } from "@analytics-engines/runs/browser";
import { nothing } from "lit";
import { html } from "../html.ts";
import { t } from "../l10n.ts";
import { localCount, localNumber } from "../language/number-language.ts";
import { countOf } from "../text.ts";
import { failureText, formText, periodsText } from "./form-text.ts";
import { moverFigure, moverName } from "./movers.ts";

/** What a comparison found about a unit, in one to three lines. */
export function outcomeDetails(outcome: UnitReview["outcome"]) {
  switch (outcome.kind) {
    case "failed":
      return html`<span class="why error">${failureText(outcome.message)}</span>`;
    case "altered":
    case "not-compared":
      return html`<span class="why quiet">${outcome.reason}</span>`;
    case "moved":
      return moveDetails(outcome);
    default:
      return nothing;
  }
}

function moveDetails({
  moves: [move],
  form,
  changedCells,
  comparedCells,
  dates,
  cause,
}: Extract<UnitReview["outcome"], { kind: "moved" }>) {
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
      ${form.map(formText).join(", ")}
    </span>
    <span class="cells quiet">${t("{0} of {1}", localCount(changedCells), countOf(comparedCells, "cell"))}</span>
    ${dates.isDifferent ? html`<span class="why dates">${periodsText(dates)}</span>` : nothing}`;
}
