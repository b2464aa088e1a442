import { columnLabels, type Table } from "@analytics-engines/core/results";
import { failedCellsOf, keyOfUnit } from "@analytics-engines/runs/browser";
import type { CheckFinding } from "@analytics-engines/runs/review";
import { css, nothing } from "lit";
import { html } from "../../html.ts";
import { t } from "../../l10n.ts";
import { countOf } from "../../text.ts";
import { codeParts, statusSign } from "../parts.ts";
import { endText, serviceErrorText } from "../text.ts";
import { type UnitCell, type UnitContent, type UnitRef, unitKey, type ViewedRun } from "../viewed-run.ts";

/** The checks of a unit that failed, those of one of its tables or of the unit as a whole. */
export function failuresOf(run: ViewedRun, ref: UnitRef, table: number): readonly CheckFinding[] {
  const key = unitKey(ref);
  return (run.checks?.findings ?? []).filter(
    ({ status, path = "", unit = "", table: number = table }) =>
      status === "failed" && number === table && keyOfUnit({ path, unit }) === key,
  );
}

/** Where a rule is and how many cells it judged: `12 cells · book.checks.json:7`. A number of rows is no cell. */
export function ruleText({ rule, cells = 0, file, line }: CheckFinding): string {
  const source = `${file}:${line}`;
  return rule === "rowCount" || cells === 0 ? source : `${countOf(cells, "cell")} · ${source}`;
}

/** A link to each cell that a finding names, and the count of the others. */
export function cellLinks(finding: CheckFinding, open: (cell: UnitCell) => void) {
  const cells = failedCellsOf(finding);
  const { failures = cells.length } = finding;
  const rest = failures - cells.length;
  const items = cells.map(
    ({ cell, rowName, value }) =>
      html`<li><button class="plain" @click=${() => open(cell)}>${rowName}: ${value}</button></li>`,
  );
  return html`<details class="cells">
    <summary>${t("Failing cells: {0}", failures)}</summary>
    <ul>${items}${rest > 0 ? html`<li>${t("and {0} more", rest)}</li>` : nothing}</ul>
  </details>`;
}

/** Marks the cells that fail, by index of column and row; undefined if no failure names a cell. */
export function markFailures({ columns }: Table, failures: readonly CheckFinding[]) {
  const labels = columnLabels(columns);
  const keyOf = (column: number, row: number) => `${column} ${row}`;
  const cells = new Set(
    failures.flatMap(failedCellsOf).map(({ cell: { column, row } }) => keyOf(labels.indexOf(column), row)),
  );
  if (cells.size === 0) return undefined;
  return (column: number, row: number) => (cells.has(keyOf(column, row)) ? ("changed" as const) : undefined);
}

/** What is wrong with a unit, each with its sign and a word: how its job ended, an altered result, and the warnings of the service. */
export function troubleBoxes(ref: UnitRef, content: UnitContent | undefined) {
  const { unit } = ref;
  return html`
    ${unit.status === "success" && unit.errors.length === 0 ? nothing : statusBox(ref)}
    ${content?.kind === "elsewhere" && content.altered ? alteredBox(content.reason, content.altered) : nothing}
    ${unit.warnings.length > 0 ? html`<ul class="messages warnings" aria-label=${t("Warnings")}>${unit.warnings.map(warningItem)}</ul>` : nothing}
  `;
}

/** The checks of a table that failed, with links to their cells. */
export function failureBox(failures: readonly CheckFinding[], open: (cell: UnitCell) => void) {
  if (failures.length === 0) return nothing;
  const items = failures.map((failure) => {
    const { severity, message, because } = failure;
    const sign = statusSign(severity === "error" ? "failure" : "warning");
    const links = failedCellsOf(failure).length === 0 ? nothing : cellLinks(failure, open);
    return html`<li>${sign}<span>${codeParts(message)} ${codeParts(because ?? "")} <span class="quiet">${ruleText(failure)}</span>${links}</span></li>`;
  });
  return html`<ul class="messages" aria-label=${t("Checks on numbers")}>${items}</ul>`;
}

function warningItem(text: string) {
  return html`<li>${statusSign("warning")}<span>${text}</span></li>`;
}

function statusBox({ file, unit }: UnitRef) {
  const texts =
    unit.errors.length > 0 ? unit.errors.map(serviceErrorText) : [file.problem?.message ?? endOf(unit.status)];
  // A service can give a result and name errors with it.
  const sign = unit.status === "success" ? "warning" : unit.status;
  const items = texts.map((text) => html`<li>${statusSign(sign)}<span>${text}</span></li>`);
  const job = file.jobId === undefined ? "" : `${t("Job {0}.", file.jobId)} `;
  const advice = html`<li><span>${job}${t("Run the file again to compute the result.")}</span></li>`;
  return html`<ul class="messages" aria-label=${t("Errors")}>${items}${unit.status === "lost" ? advice : nothing}</ul>`;
}

function endOf(status: UnitRef["unit"]["status"]): string {
  return status === "lost" ? t("The job finished, but its result was not kept.") : endText(status);
}

function alteredBox(
  reason: string,
  { stored, found: actualDigest }: NonNullable<Extract<UnitContent, { kind: "elsewhere" }>["altered"]>,
) {
  return html`<div class="messages warnings" role="group" aria-label=${t("Altered")}>
    <p>${statusSign("warning")}<b>${t("Altered: differs from the manifest.")}</b></p>
    <p>${reason}</p>
    ${stored ? html`<p>${t("Manifest")} <code>${stored}</code></p>` : nothing}
    ${actualDigest ? html`<p>${t("File")} <code>${actualDigest}</code></p>` : nothing}
  </div>`;
}

/** The list of the cells that fail. */
export const cellsStyle = css`
  .cells ul {
    margin: 0;
    padding: 0 0 0 16px;
    list-style: none;
    max-height: 20vh;
    overflow: auto;
  }
  .cells button {
    text-align: left;
    overflow-wrap: anywhere;
  }
`;

export const troubleStyle = css`
  .messages {
    margin: 0;
    padding: 6px 12px;
    list-style: none;
    border-left: 3px solid var(--bad);
    background: color-mix(in srgb, var(--bad) 7%, transparent);
    overflow: auto;
    max-height: 30vh;
    flex: none;
  }
  .messages.warnings {
    border-color: var(--warn);
    background: color-mix(in srgb, var(--warn) 8%, transparent);
  }
  .messages li,
  .messages p {
    display: flex;
    gap: 8px;
    margin: 0;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .messages .status {
    margin-top: 2px;
  }
  .messages code {
    font: 0.92em var(--font-code);
  }
`;
