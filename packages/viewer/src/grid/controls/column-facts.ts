import { type Column, columnFormat, type Table } from "@analytics-engines/core/results";
import { css, html, nothing, svg } from "lit";
import { localCount, localDay, localNumber, t } from "../../l10n.ts";
import { statisticsOf } from "../state/column-statistics.ts";

const WIDTH = 240;
const HEIGHT = 36;

export const columnFactsStyle = css`
  .facts {
    display: grid;
    grid-template-columns: auto 1fr auto 1fr;
    gap: 2px 8px;
    margin: 0;
    font-size: 12px;
    font-variant-numeric: tabular-nums;
  }
  .facts dt {
    color: var(--text-quiet);
  }
  .facts dd {
    margin: 0;
    text-align: right;
  }
  .bins {
    display: block;
    width: 100%;
    height: ${HEIGHT}px;
    border-bottom: 1px solid var(--line-strong);
    fill: var(--benchmark);
  }
`;

/** The statistics of a column with a small histogram. */
export function columnFacts(table: Table, column: Column) {
  const { count, empty, distinct, numbers } = statisticsOf(table, column);
  const format = columnFormat(column);
  const isDate = format.isDate;
  const unit = format.unit === "" ? "" : ` ${format.unit}`;
  const text = (value: number) => (isDate ? localDay(value) : `${localNumber(format.text(value))}${unit}`);
  const fact = (name: string, value: string) => html`<dt>${name}</dt><dd>${value}</dd>`;
  return html`
    ${numbers && numbers.min < numbers.max ? histogram(numbers.bins, t("{0} to {1}", text(numbers.min), text(numbers.max))) : nothing}
    <dl class="facts">
      ${fact(t("Count"), localCount(count))} ${fact(t("Empty"), localCount(empty))}
      ${distinct === undefined ? nothing : fact(t("Different"), localCount(distinct))}
      ${numbers ? [fact(t("Min"), text(numbers.min)), fact(t("Max"), text(numbers.max)), fact(t("Median"), text(numbers.median))] : nothing}
      ${numbers && !isDate ? [fact(t("Mean"), text(numbers.mean)), fact(t("Deviation"), text(numbers.deviation))] : nothing}
    </dl>
    ${table.parents ? html`<div class="quiet">${t("Rows without groups and totals")}</div>` : nothing}
  `;
}

function histogram(bins: readonly number[], range: string) {
  const most = Math.max(...bins);
  const step = WIDTH / bins.length;
  return html`<svg class="bins" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${t("Values from {0}", range)}>
    ${bins.map((count, index) => {
      // One value among many still shows.
      const height = count === 0 ? 0 : Math.max(1, (count / most) * HEIGHT);
      return svg`<rect x=${index * step + 0.5} y=${HEIGHT - height} width=${step - 1} height=${height}></rect>`;
    })}
  </svg>`;
}
