import "./row-summary.ts";
import type { UnitStatus } from "@analytics-engines/core";
import { LitElement, nothing, svg } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { segments } from "../../controls.ts";
import { html } from "../../html.ts";
import { localCount, t } from "../../l10n.ts";
import { countOf } from "../../text.ts";
import { controls, theme } from "../../theme.ts";
import { moveFocus, statusSign, statusStyle } from "../parts.ts";
import { endText, runNames, statusText } from "../text.ts";
import { UnitChosenEvent, type ViewedRun } from "../viewed-run.ts";
import {
  type Grouping,
  groupingOrder,
  groupings,
  type OverviewGroup,
  type OverviewRow,
  overviewGroups,
  runCounts,
  searchRun,
  statusCounts,
} from "./groups.ts";
import { overviewStyle } from "./overview-style.ts";

/** The units of a run at a glance, failures first. Fires `unit-chosen`. The browser lays out only the rows near the view. */
@customElement("ae-overview")
export class Overview extends LitElement {
  static override readonly styles = [theme, controls, statusStyle, overviewStyle];

  @property({ attribute: false }) accessor run: ViewedRun | undefined;
  /** On paper: all rows, without controls. */
  @property({ type: Boolean, reflect: true }) accessor printed = false;
  @state() accessor words = "";
  /** The only status that is shown, or `warning`. */
  @state() accessor statusFilter: UnitStatus | "warning" | undefined;
  @state() accessor grouping: Grouping = "family";

  override render() {
    const { run } = this;
    if (run === undefined) return nothing;
    const names = runNames(run.manifest);
    const status = this.statusFilter === "warning" ? undefined : this.statusFilter;
    const matches = searchRun(run.manifest, this.words, status);
    const visibleFiles =
      this.statusFilter === "warning"
        ? matches.map(({ file, units }) => ({ file, units: units.filter(({ warnings }) => warnings.length > 0) }))
        : matches;
    const groups = overviewGroups(
      this.statusFilter === "warning" ? visibleFiles.filter(({ units }) => units.length > 0) : visibleFiles,
      this.grouping,
      names,
    );
    return html`
      ${this.#counts(run)}
      <div class="tools">
        <input
          type="search"
          placeholder=${t("Search units, files and messages")}
          aria-label=${t("Search units, files and messages")}
          aria-keyshortcuts="/"
          .value=${this.words}
          @input=${this.#onSearch}
        />
        <span class="grow"></span>
        <span class="grouping"><span class="quiet">${t("Group by")}</span>
        ${segments(
          t("Group by"),
          groupingOrder.map((name) => ({ name, text: groupings[name] })),
          this.grouping,
          (name) => {
            this.grouping = name;
          },
        )}</span>
      </div>
      <div class="groups" @keydown=${moveFocus}>
        ${groups.length === 0 ? html`<p class="quiet" role="status">${t("No unit matches.")} ${this.#clearButton()}</p>` : nothing}
        ${groups.map((group, index) => this.#group(group, names, index === 0))}
      </div>
    `;
  }

  focusSearch(): void {
    this.renderRoot.querySelector<HTMLInputElement>("input[type=search]")?.focus();
  }

  /** Moves the focus to the row of a unit, else to the first one. */
  focusOn(key: string | undefined): void {
    const rows = [...this.renderRoot.querySelectorAll<HTMLButtonElement>("button.row:enabled")];
    const row = rows.find((button) => button.dataset["key"] === key) ?? rows[0];
    row?.focus();
    row?.scrollIntoView({ block: "nearest" });
  }

  #counts(run: ViewedRun) {
    const { units, files, warnings, rows } = runCounts(run.manifest);
    const counts = statusCounts(run.manifest);
    return html`<div class="strip">
      <span><b>${localCount(units)}</b> ${units === 1 ? t("unit") : t("units")} <span class="quiet">${t("in {0}", countOf(files, "file"))}</span></span>
      <div class="counts" role="group" aria-label=${t("Status of units")}>
        ${counts.map(({ status, count }) => this.#count(status, count, statusText(status)))}
        ${warnings > 0 ? this.#count("warning", warnings, warnings === 1 ? t("warning") : t("warnings")) : nothing}
      </div>
      ${shares(counts, units)}
      <span><b>${localCount(rows)}</b> ${rows === 1 ? t("row") : t("rows")}</span>
      <span class="grow"></span>
      <span class="key"><i class="portfolio"></i>${t("portfolio, gain, buy")}<i class="loss"></i>${t("loss, sell")}<i class="benchmark"></i>${t("benchmark")}</span>
    </div>`;
  }

  #count(status: UnitStatus | "warning", count: number, text: string) {
    const isShown = this.statusFilter === status;
    return html`<button
      class="plain count"
      aria-pressed=${isShown}
      @click=${() => {
        this.statusFilter = isShown ? undefined : status;
      }}
    >
      ${statusSign(status)}<b>${localCount(count)}</b> ${text}
    </button>`;
  }

  #clearButton() {
    return html`<button
      @click=${() => {
        this.words = "";
        this.statusFilter = undefined;
      }}
    >
      ${t("Show all units")}
    </button>`;
  }

  #group({ title, note, rows }: OverviewGroup, names: ReturnType<typeof runNames>, isFirst: boolean) {
    return html`<section>
      <h2>${title} <span>${note}</span></h2>
      <div role="list">
        ${chunksOf(rows).map(
          (chunk, index) => html`<div role="none" class="chunk">
            ${chunk.map((row, inChunk) => this.#row(row, names, isFirst && index === 0 && inChunk === 0))}
          </div>`,
        )}
      </div>
    </section>`;
  }

  #row(row: OverviewRow, names: ReturnType<typeof runNames>, isTabStop: boolean) {
    const { file, unit, status } = row;
    const ref = unit && { file, unit };
    const stem = names.file(file.path);
    const title = ref === undefined ? stem : names.title(ref);
    const note = ref === undefined ? t("no unit") : title === stem ? unit?.id : stem;
    const warning = status === "success" ? unit?.warnings : undefined;
    const isWarned = warning !== undefined && warning.length > 0;
    const sign = isWarned ? "warning" : status;
    return html`<div role="listitem" class="item ${status !== "success" ? "bad" : isWarned ? "warned" : ""}">
      <button
        class="row"
        data-key=${row.key}
        tabindex=${isTabStop ? 0 : -1}
        ?disabled=${ref === undefined}
        title=${file.path}
        @click=${() => ref && this.dispatchEvent(new UnitChosenEvent(ref))}
      >
        ${statusSign(sign)}
        <span class="name"><b>${title}</b><span>${note}</span></span>
        ${
          status === "success" && ref
            ? html`<ae-row-summary ?eager=${this.printed} .run=${this.run} .ref=${ref}></ae-row-summary>`
            : html`<span class="message"><b>${failureOf(row)}</b><span>${consequenceOf(row)}</span></span>`
        }
        ${isWarned ? html`<span class="warnings">${warning.map((text) => html`<span>${text}</span>`)}</span>` : nothing}
      </button>
    </div>`;
  }

  readonly #onSearch = (event: Event) => {
    if (event.target instanceof HTMLInputElement) this.words = event.target.value;
  };
}

/** Rows that the browser lays out together. One at a time, 500 rows cost 20 ms in each frame of a scroll. */
const CHUNK = 10;

function chunksOf(rows: readonly OverviewRow[]): OverviewRow[][] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) =>
    rows.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}

const SHARES_WIDTH = 120;

/** A bar with a part for each status. */
function shares(counts: ReturnType<typeof statusCounts>, units: number) {
  let x = 0;
  return html`<svg class="shares" width=${SHARES_WIDTH} height="6" aria-hidden="true">
    ${counts.map(({ status, count }) => {
      const width = (count / units) * SHARES_WIDTH;
      x += width;
      return svg`<rect class=${status} x=${x - width} width=${width} height="6" />`;
    })}
  </svg>`;
}

/** What went wrong, in the words of the service or of the run. */
function failureOf({ file, unit, status }: OverviewRow): string {
  const [error] = unit?.errors ?? [];
  const message = [error?.title, error?.detail].filter(Boolean).join(": ");
  return message || file.problem?.message || endText(status);
}

function consequenceOf({ status, unit }: OverviewRow): string {
  if (status === "lost") return t("The job finished, but its result was not kept.");
  if (unit?.file !== undefined) return t("What the service sent is kept in the run folder.");
  return t("No result.");
}
