import type { Table } from "@analytics-engines/core/results";
import { css, nothing } from "lit";
import { html } from "../../html.ts";
import { t } from "../../l10n.ts";
import type { ShortNames } from "../names.ts";
import { statusSign } from "../status.ts";
import { statusText } from "../status-text.ts";
import type { UnitRef } from "../viewed-run.ts";
import { headStyle } from "./head-style.ts";
import { isNegative, type KeyFigure, localFigure } from "./key-figure.ts";
import { subjectOf } from "./subject.ts";

/** The head of a unit's page: its name with the choice of its views, what it is about, and its key figures. */
export function unitHead(
  ref: UnitRef,
  names: ShortNames,
  tables: readonly Table[],
  figures: readonly KeyFigure[],
  views: unknown,
) {
  const { unit, file } = ref;
  const subject = subjectOf(tables, unit);
  return html`
    <div class="top">
    <button class="plain back" aria-label=${t("Overview")} @click=${back}>‹</button>
    <h2 tabindex="-1">
      ${statusSign(unit.status === "success" && unit.warnings.length > 0 ? "warning" : unit.status)}
      <span class="title">${names.title(ref)}</span>
      <span class="place" title=${file.path}>${names.file(file.path)}.json</span>
      ${unit.status === "success" ? nothing : html`<span class="badge">${statusText(unit.status)}</span>`}
    </h2>
    ${views}
    </div>
    ${
      subject.length > 0
        ? html`<dl class="line subject">
            ${subject.map(
              ({ label, text, whole }) => html`<div><dt>${label}</dt><dd title=${whole ?? nothing}>${text}</dd></div>`,
            )}
          </dl>`
        : nothing
    }
    ${figures.length > 0 ? html`<dl class="figures">${figures.map((figure) => figureBox(localFigure(figure)))}</dl>` : nothing}
  `;
}

function back({ target }: Event): void {
  target?.dispatchEvent(new Event("overview-chosen", { bubbles: true, composed: true }));
}

function figureBox(figure: KeyFigure) {
  return html`<div class=${figure.isPart ? "part" : ""}>
    <dt>${figure.label}</dt>
    <dd class=${isNegative(figure) ? "negative" : ""}>${figure.value} <span class="unit">${figure.unit}</span></dd>
  </div>`;
}

export const unitHeadStyle = [
  headStyle,
  css`
    .back {
      display: none;
    }
    .top {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      gap: 4px 16px;
    }
    h2 {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0 8px;
      margin: 0;
      font-size: 20px;
      line-height: 28px;
      font-weight: 600;
    }
    h2:focus-visible {
      outline: none;
    }
    .title {
      min-width: 0;
      overflow-wrap: anywhere;
    }
    .place {
      font-size: 12px;
      font-weight: 400;
      color: var(--text-quiet);
    }
    .figures {
      display: flex;
      flex-wrap: wrap;
      margin: 0;
      border-block: 1px solid var(--line);
      font-variant-numeric: tabular-nums;
    }
    .figures div {
      padding: 6px 20px 6px 0;
      margin-right: 20px;
      border-right: 1px solid var(--line);
    }
    .figures div:last-child {
      border: 0;
      margin: 0;
    }
    .figures dt {
      font-size: 11px;
      line-height: 16px;
      color: var(--text-quiet);
      white-space: nowrap;
    }
    .figures dd {
      margin: 0;
      font-size: 18px;
      line-height: 24px;
      font-weight: 600;
      white-space: nowrap;
      user-select: text;
    }
    .figures .part dd {
      font-weight: 400;
    }
    .figures .unit {
      font-size: 12px;
      font-weight: 400;
      color: var(--text-quiet);
    }
    @media screen and (max-width: 520px) {
      .top .segments,
      .top .segments button {
        flex: 1;
      }
      .top .segments button {
        padding-inline: 4px;
      }
    }
    @media screen and (max-width: 900px) {
      .figures {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(110px, auto));
      }
      .figures div {
        align-content: end;
        padding: 2px 12px 2px 0;
        margin: 0;
        border: 0;
      }
      .figures dt {
        white-space: normal;
        overflow-wrap: anywhere;
      }
      .figures dd {
        font-size: 16px;
      }
    }
    @media screen and (max-height: 520px) {
      .top {
        justify-content: start;
        gap: 4px;
      }
      .top h2 {
        flex: 1;
      }
      .back {
        display: inline;
      }
      h2 {
        font-size: 15px;
        line-height: 20px;
      }
      .subject,
      .figures {
        display: none;
      }
    }
  `,
];
