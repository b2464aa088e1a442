import type { Table } from "@analytics-engines/core/results";
import type { ManifestUnit } from "@analytics-engines/runs";
import { css, nothing } from "lit";
import { html } from "../../html.ts";
import { t } from "../../l10n.ts";
import { inSentence } from "../../result-words.ts";
import { columnText, dayText } from "../../text.ts";
import { statusSign } from "../parts.ts";
import { type ShortNames, statusText } from "../text.ts";
import type { UnitRef } from "../viewed-run.ts";
import { turnoverNote } from "./figures/holdings.ts";
import { isNegative, type KeyFigure, localFigure } from "./key-figure.ts";
import { headStyle } from "./run-head.ts";

/** What a unit is about, as short as a reader needs it. */
interface SubjectPart {
  readonly label: string;
  readonly text: string;
  /** The whole value where `text` is shorter. */
  readonly whole?: string;
}

/** Account against benchmark, period with resolved dates, currency and frequency: those that the result or the manifest states. */
export function subjectOf(tables: readonly Table[], { dates }: Pick<ManifestUnit, "dates">): SubjectPart[] {
  const [start, end] = [dateOf("startDate") ?? dates?.start, dateOf("endDate") ?? dates?.end];
  const frequency = itemsOf("Report Frequency");
  return [
    ...accountPart(itemsOf("Accounts"), itemsOf("Benchmark")),
    ...listPart(t("Strategy"), itemsOf("Strategy")),
    ...periodPart(start, end),
    ...listPart(t("Currency"), [...new Set(tables.flatMap(({ metadata: { currency } }) => currency ?? []))]),
    ...(frequency.length > 0 ? [{ label: t("Frequency"), text: inSentence(frequency.join(", ")) }] : []),
    ...listPart(t("Risk model"), itemsOf("Risk Model Date").map(dayText)),
  ];

  function dateOf(name: "startDate" | "endDate"): string | undefined {
    return tables.find(({ metadata }) => metadata[name] !== undefined)?.metadata[name];
  }

  function itemsOf(name: string): string[] {
    return [
      ...new Set(tables.flatMap(({ metadata: { items } }) => (Object.hasOwn(items, name) ? (items[name] ?? []) : []))),
    ];
  }
}

function accountPart(accounts: readonly string[], benchmarks: readonly string[]): SubjectPart[] {
  if (accounts.length === 0) return listPart(t("Benchmark"), benchmarks);
  const against = (names: readonly string[], others: readonly string[]) =>
    others.length > 0 ? t("{0} against {1}", names.join(", "), others.join(", ")) : names.join(", ");
  const text = against(accounts.map(shortName), benchmarks.map(shortName));
  return [{ label: t("Account"), text, whole: against(accounts, benchmarks) }];
}

function periodPart(start: string | undefined, end: string | undefined): SubjectPart[] {
  if (start === undefined || end === undefined || start === end)
    return listPart(t("Date"), [end ?? start ?? ""].map(dayText));
  return [{ label: t("Period"), text: t("{0} to {1}", dayText(start), dayText(end)) }];
}

function listPart(label: string, values: readonly string[]): SubjectPart[] {
  const texts = values.filter((value) => value !== "");
  if (texts.length === 0) return [];
  const [text, whole] = [texts.map(shortName).join(", "), texts.join(", ")];
  return [text === whole ? { label, text } : { label, text, whole }];
}

/** `GLOBAL_EQUITY` of `Client:/Growth/GLOBAL_EQUITY.ACCT`, `WORLD` of `BMK:WORLD`. */
function shortName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf(":")) + 1).replace(/\.ACCT$/i, "");
  return name === "" ? path : name;
}

/**
 * A sentence about the columns without any value. Answers of families with one result have no place for warnings, so the service cannot say
 * why a calculation is missing: only the empty column shows it.
 */
export function emptyColumnsNote(tables: readonly Table[]): string | undefined {
  const names = tables
    .filter(({ rowCount }) => rowCount > 0)
    .flatMap(({ columns }) => columns.filter((column) => !column.isHidden && isEmpty(column)).map(columnText));
  if (names.length === 0) return undefined;
  return t("No row has a value for {0}. The service gives no reason.", names.join(", "));
}

function isEmpty({ values }: Table["columns"][number]): boolean {
  if (values.kind === "number") return values.isNull?.every((mark) => mark === 1) === true;
  if (values.kind === "text") return values.codes.every((code) => code < 0);
  return values.values.every((value) => value === null);
}

/** Sentences about what the tables of a unit do not have. */
export function unitNotes(tables: readonly Table[]): string[] {
  return [emptyColumnsNote(tables), turnoverNote(tables)].filter((note) => note !== undefined);
}

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
