import "../chart/chart.ts";
import { type Column, cellText, withMinus } from "@analytics-engines/core/results";
import type { HistoryView, PagePoint, PageSeries } from "@analytics-engines/runs/review";
import { css, LitElement, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import type { LinesData } from "../chart/spec.ts";
import { html } from "../html.ts";
import { t } from "../l10n.ts";
import { codeParts } from "../run/parts.ts";
import { controls, theme } from "../theme.ts";

/** Choices above a chart and a table, which are below each other on a narrow page. */
const historyStyle = css`
  :host {
    display: block;
    height: 100%;
    overflow: auto;
    background: var(--background);
    font-variant-numeric: tabular-nums;
  }
  main {
    max-width: 1600px;
    margin: 0 auto;
    padding: 16px 24px 24px;
  }
  h1 {
    margin: 0;
    font-size: 20px;
    line-height: 28px;
    font-weight: 600;
  }
  p {
    margin: 0 0 4px;
  }
  .quiet,
  label {
    color: var(--text-quiet);
    font-size: 12px;
  }
  a {
    color: var(--accent);
    text-underline-offset: 2px;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    margin: 8px 0 12px;
    padding: 8px 0;
    border-block: 1px solid var(--line);
  }
  label {
    display: flex;
    flex-direction: column;
    min-width: 0;
  }
  select {
    max-width: min(420px, 90vw);
  }
  .content {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 24px;
    align-items: start;
  }
  ae-chart {
    position: sticky;
    top: 12px;
    height: 380px;
  }
  table {
    border-collapse: collapse;
    font-size: 12px;
    line-height: 16px;
  }
  th,
  td {
    padding: 4px 12px 4px 0;
    border-bottom: 1px solid var(--line);
    text-align: left;
    vertical-align: baseline;
    white-space: nowrap;
  }
  th {
    border-color: var(--line-strong);
    font-weight: 600;
  }
  td:last-child {
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .number {
    text-align: right;
  }
  @media (max-width: 900px) {
    main {
      padding: 12px 16px;
    }
    .content {
      grid-template-columns: minmax(0, 1fr);
    }
    ae-chart {
      position: static;
      height: 260px;
    }
  }
`;

/** What a user chooses, in this order: each narrows what comes after it. */
const choiceLabels = [t("Unit"), t("Table or checks"), t("Row or check"), t("Column")] as const;

/** A number or a check over runs: choices, a chart, and a table with the reason for each change. The reasons are English, as messages are. */
@customElement("ae-history")
export class HistoryPage extends LitElement {
  static override readonly styles = [theme, controls, historyStyle];

  @property({ attribute: false }) accessor history: HistoryView | undefined;
  /** Whether the page around it has the overview of a run. */
  @property({ type: Boolean }) accessor linked = false;
  /** The text of each choice; where the series has it no more, the first one that it has. */
  @property({ attribute: false }) accessor wishes: readonly string[] = [];

  override render() {
    const { history } = this;
    if (history === undefined) return nothing;
    const { options, series } = chosenSeries(history, this.wishes);
    return html`<main>
      ${this.linked ? html`<a href="#">‹ ${t("Overview")}</a>` : nothing}
      <h1>${t("History")}</h1>
      ${series === undefined ? nothing : html`<p class="quiet">${periodText(history)}</p>`}
      ${history.omission === undefined ? nothing : html`<p class="quiet" role="status">${history.omission}</p>`}
      ${series === undefined ? html`<p>${t("The history has no numbers.")}</p>` : this.#series(history, options, series)}
    </main>`;
  }

  #series(history: HistoryView, options: readonly (readonly string[])[], series: PageSeries) {
    const chosenTexts = textsOf(series);
    const shown = shownNumbers(series);
    return html`<div class="choices">${options.map((texts, at) => this.#choice(texts, at, chosenTexts))}</div>
      <div class="content">
        <ae-chart plain .content=${chartOf(history, series, shown)}></ae-chart>
        <table>
          <thead>
            <tr><th>${t("Run")}</th><th class="number">${t("Value")}${series.measure === "" ? "" : ` (${series.measure})`}</th>
              <th class="number">${t("Change")}</th><th>${t("Reason")}</th></tr>
          </thead>
          <tbody>${series.points.map((point, at) => rowOf(history, point, shown[at])).toReversed()}</tbody>
        </table>
      </div>`;
  }

  #choice(texts: readonly string[], at: number, chosenTexts: readonly string[]) {
    return html`<label>${choiceLabels[at]}
      <select
        ?disabled=${texts.length < 2}
        @change=${(event: Event) => {
          if (event.target instanceof HTMLSelectElement) this.wishes = chosenTexts.with(at, event.target.value);
        }}
      >${texts.map((text) => html`<option value=${text} .selected=${live(text === chosenTexts[at])}>${text === "" ? "–" : text}</option>`)}</select>
    </label>`;
  }
}

/** How many runs there are, and when the first and the last began. */
function periodText({ runs }: HistoryView): string {
  const [first = "", last = ""] = [runs[0]?.[0], runs.at(-1)?.[0]];
  return runs.length === 1 ? t("1 run, {0}", first) : t("{0} runs, {1} to {2}", runs.length, first, last);
}

function textsOf({ unit, table, row, column }: PageSeries): string[] {
  return [unit, table, row, column];
}

/** What there is to choose, and the series that is chosen. */
function chosenSeries(history: HistoryView, wishes: readonly string[]) {
  let candidates = history.series;
  const options = choiceLabels.map((_, at) => {
    const texts = [...new Set(candidates.map((series) => textsOf(series)[at] ?? ""))];
    const wish = wishes[at];
    const selectedText = wish !== undefined && texts.includes(wish) ? wish : texts[0];
    candidates = candidates.filter((series) => textsOf(series)[at] === selectedText);
    return texts;
  });
  return { options, series: candidates[0] };
}

/** A number and its change as the page shows them, and with all digits. */
interface ShownNumber {
  readonly value: string;
  readonly change: string;
  readonly title: string;
}

/** The numbers of a series in the format that a table has for its column. A value that is no number is shown as it is. */
function shownNumbers({ column, points }: PageSeries): readonly ShownNumber[] {
  const values = Float64Array.from(points, ([, value]) => Number(value));
  const header = column.split(" | ");
  const numbers: Column = {
    ...{ id: column, name: column, header, type: "real", isDimension: false, isHidden: false },
    values: { kind: "number", values },
  };
  return points.map(([, value, change = ""], at): ShownNumber => {
    const title = [value, change === "" ? "" : `(${change})`].join(" ").trim();
    if (!Number.isFinite(values[at])) return { value: withMinus(value), change: withMinus(change), title };
    const text = cellText(numbers, at);
    const decimals = /\.(\d+)\D*$/.exec(text)?.[1]?.length ?? 0;
    const rounded = Number(change).toFixed(decimals);
    // A change that the decimals of the column do not show has its first two digits.
    const size = Number(rounded) === 0 ? String(Number(Number(change).toPrecision(2))) : rounded;
    const changeText = change === "" ? "" : `${change.startsWith("+") ? "+" : ""}${size}`;
    return { value: text, change: withMinus(changeText), title };
  });
}

function rowOf(
  { runs, notes }: HistoryView,
  [run, , change = "", note = 0]: PagePoint,
  shown: ShownNumber | undefined,
) {
  return html`<tr>
    <td>${runs[run]?.[0]}</td><td class="number" title=${shown?.title ?? ""}>${shown?.value}</td>
    <td class="number ${change.startsWith("-") ? "negative" : ""}">${shown?.change}</td><td>${codeParts(notes[note] ?? "")}</td>
  </tr>`;
}

function chartOf(
  { runs }: HistoryView,
  { row, column, measure, points }: PageSeries,
  shown: readonly ShownNumber[],
): LinesData {
  const values = Float64Array.from(points, ([, value]) => Number(value));
  return {
    shape: "lines",
    title: column === "" ? row : `${column}, ${row}`,
    subtitle: measure,
    days: points.map(([run]) => runs[run]?.[1] ?? 0),
    series: [{ name: row, colour: 0, values, text: (index) => shown[index]?.value ?? "" }],
    seriesCount: 1,
    unit: measure,
  };
}
