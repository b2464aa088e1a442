import { type NumberChange, plainText } from "@analytics-engines/core/results";
import { scaleLinear } from "d3-scale";
import { css, nothing, svg } from "lit";
import { html } from "../html.ts";
import { localCount, localNumber, t } from "../l10n.ts";

/** The most moves that a chart shows. */
const MAX_MOVERS = 6;
const ROW = 24;

export interface Movers {
  readonly column: string;
  readonly moves: readonly NumberChange[];
}

/** The column with the largest move, and its largest moves: numbers of several columns have no common axis. */
export function topMovers(moves: readonly NumberChange[]): Movers | undefined {
  const [first] = moves;
  if (first === undefined) return undefined;
  return { column: first.column, moves: moves.filter(({ column }) => column === first.column).slice(0, MAX_MOVERS) };
}

/** Moves that changed the sign of the number, the largest first. */
export function signChanges(moves: readonly NumberChange[]): readonly NumberChange[] {
  return moves.filter(({ before, after }) => before * after < 0);
}

/** The name of a row for a reader: the innermost one. */
export function moverName(row: NumberChange["row"]): string {
  const name = row.findLast((value) => value !== null && value !== "");
  return typeof name === "number" ? t("row {0}", name + 1) : plainText(name);
}

/** The largest moves of a column: a circle for the earlier value, an arrowhead for the later one, the move at the right. */
export function moversChart({ column, moves }: Movers, width: number) {
  const [nameWidth, moveWidth] = [Math.min(160, width * 0.32), 72];
  const ends = moves.flatMap(({ before, after }) => [before, after]);
  const x = scaleLinear()
    .domain([Math.min(...ends), Math.max(...ends)])
    .nice()
    .range([nameWidth + 8, width - moveWidth - 8]);
  const height = moves.length * ROW;
  const ticks = x.ticks(width < 420 ? 3 : 5);
  const unit = moves[0]?.text.unit ?? "";
  return html`<section class="movers" aria-label=${t("Top movers")}>
    <h3>${t("Top movers")} <span class="quiet">${column}${unit === "" ? "" : `, ${unit}`}; ${t("○ earlier, ▸ later; move at the right")}</span></h3>
    <svg width=${width} height=${height + 20} role="img" aria-label=${t("The largest moves of {0}", column)}>
      ${ticks.map(
        (tick) => svg`<path class=${tick === 0 ? "zero" : "tick"} d="M${x(tick)} 0V${height}" />
          <text class="axis" x=${x(tick)} y=${height + 16} text-anchor="middle">${localNumber(x.tickFormat(5)(tick))}</text>`,
      )}
      ${moves.map(({ row, before, after, text }, index) => {
        const y = index * ROW + ROW / 2;
        const side = after > before ? "gain" : "loss";
        const back = after > before ? -8 : 8;
        return svg`<g class=${side}>
          <title>${moverName(row)}: ${localNumber(text.before)} → ${localNumber(text.after)} (${localNumber(text.difference)})</title>
          <text class="name" x="0" y=${y + 4}>${fitted(moverName(row), nameWidth)}</text>
          <path class="line" d="M${x(before)} ${y}H${x(after)}" />
          <circle cx=${x(before)} cy=${y} r="3.5" />
          <path class="head" d="M${x(after)} ${y}l${back} -4.5v9z" />
          <text class="move" x=${width} y=${y + 4} text-anchor="end">${localNumber(text.difference)}</text>
        </g>`;
      })}
    </svg>
  </section>`;
}

/** Numbers that changed their sign. */
export function signChangesList(changes: readonly NumberChange[]) {
  if (changes.length === 0) return nothing;
  return html`<section class="signs" aria-label=${t("Sign changes")}>
    <h3>${t("Sign changes")} <span class="quiet">${localCount(changes.length)}, ${t("largest first")}</span></h3>
    <ul>
      ${changes.slice(0, MAX_MOVERS).map(
        ({ row, column, text }) => html`<li>
          <span class="name" title=${moverName(row)}>${moverName(row)}</span> <span class="quiet">${column}</span>
          <span class="numbers">${moverFigure(text.before)} → ${moverFigure(text.after)}</span>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** A number, in the colour of its sign. */
export function moverFigure(text: string) {
  return html`<span class=${text.startsWith("\u2212") ? "negative" : ""}>${localNumber(text)}</span>`;
}

/** A name that fits at about six pixels a character. */
function fitted(name: string, width: number): string {
  const most = Math.floor(width / 6.5);
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}

export const moversStyle = css`
  .moved {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 32px;
    flex: none;
    font-size: 12px;
    font-variant-numeric: tabular-nums;
  }
  .movers svg {
    display: block;
    overflow: visible;
  }
  .signs {
    flex: 1 1 260px;
    max-width: 420px;
  }
  .moved h3 {
    margin: 0;
    font-size: 13px;
    line-height: 20px;
  }
  .moved h3 .quiet {
    font-size: 11px;
    font-weight: 400;
  }
  .moved ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .moved li {
    display: flex;
    gap: 6px;
    align-items: center;
    min-height: 24px;
    border-bottom: 1px solid var(--line);
  }
  .moved li .name {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .moved li .quiet {
    flex: 1;
    font-size: 11px;
  }
  .numbers {
    white-space: nowrap;
  }
  .tick {
    stroke: var(--line);
  }
  .zero {
    stroke: var(--line-strong);
  }
  .movers text {
    font-size: 12px;
    fill: var(--text);
  }
  .movers text.axis {
    font-size: 11px;
    fill: var(--text-quiet);
  }
  .movers text.move {
    font-weight: 600;
  }
  .movers circle {
    fill: var(--background);
    stroke: var(--line-strong);
    stroke-width: 1.5;
  }
  .gain .line,
  .loss .line {
    stroke-width: 2;
  }
  .gain .line {
    stroke: var(--positive);
  }
  .loss .line {
    stroke: var(--negative);
  }
  .gain .head {
    fill: var(--positive);
  }
  .loss .head,
  .movers .loss text.move {
    fill: var(--negative);
  }
`;
