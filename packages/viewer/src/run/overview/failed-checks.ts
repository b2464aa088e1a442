import type { Sentence } from "@analytics-engines/core/basics";
import { failedCellsOf, groupFindings, keyOfUnit } from "@analytics-engines/runs/browser";
import type { CheckFinding } from "@analytics-engines/runs/review";
import { css, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { html } from "../../html.ts";
import { localCount, t } from "../../l10n.ts";
import { countOf } from "../../text.ts";
import { controls, theme } from "../../theme.ts";
import { cellLinks, cellsStyle, ruleText } from "../head/trouble.ts";
import { codeParts, statusSign, statusStyle } from "../parts.ts";
import { runNames } from "../text.ts";
import { type UnitCell, UnitChosenEvent, unitByKey, type ViewedRun } from "../viewed-run.ts";

/** A list of sentences with a title; nothing without any. */
@customElement("ae-sentences")
export class Sentences extends LitElement {
  static override readonly styles = [
    theme,
    css`
      :host {
        display: block;
        max-width: 1600px;
        margin: 0 auto;
        padding: 8px 24px 0;
      }
      h2 {
        margin: 0 0 4px;
        font-size: 13px;
      }
      section > div {
        max-height: 30vh;
        overflow: auto;
      }
      ul {
        margin: 0;
        padding-left: 20px;
        overflow-wrap: anywhere;
      }
      code {
        font: 0.92em var(--font-code);
      }
    `,
  ];

  @property() accessor heading = "";
  @property({ attribute: false }) accessor sentences: readonly Sentence[] = [];

  override render() {
    if (this.sentences.length === 0) return nothing;
    return html`<section aria-label=${this.heading}>
      <h2>${this.heading}</h2>
      <div tabindex="0" role="group" aria-label=${this.heading}>${list(this.sentences)}</div>
    </section>`;
  }
}

function list(sentences: readonly Sentence[]): TemplateResult {
  return html`<ul>${sentences.map(
    ({ text, below = [] }) => html`<li>${codeParts(text)}${below.length > 0 ? list(below) : nothing}</li>`,
  )}</ul>`;
}

/** The most findings that are listed; checks.json has all. */
const MAX_LISTED = 200;

/** The checks of a run that failed or compared nothing, errors first. Fires `unit-chosen`. */
@customElement("ae-failed-checks")
export class FailedChecks extends LitElement {
  static override readonly styles = [
    theme,
    controls,
    statusStyle,
    cellsStyle,
    css`
      :host {
        display: block;
        max-width: 1600px;
        margin: 0 auto;
        padding: 8px 24px 0;
      }
      h2 {
        margin: 0 0 4px;
        font-size: 13px;
      }
      .cells {
        margin-left: 26px;
      }
      h2 span,
      .rule {
        color: var(--text-quiet);
        font-weight: 400;
      }
      ul {
        margin: 0 0 8px;
        padding: 0;
        list-style: none;
        max-height: 30vh;
        overflow: auto;
      }
      button.row {
        display: flex;
        flex-wrap: wrap;
        gap: 0 8px;
        width: 100%;
        padding: 4px;
        text-align: left;
        align-items: baseline;
      }
      summary {
        padding: 4px;
        cursor: pointer;
      }
      .units ul {
        margin-left: 22px;
        max-height: none;
      }
      .message {
        flex: 1 1 260px;
        overflow-wrap: anywhere;
      }
      code {
        font: 0.92em var(--font-code);
      }
    `,
  ];

  @property({ attribute: false }) accessor run: ViewedRun | undefined;

  override render() {
    const checks = this.run?.checks;
    if (checks === undefined) return nothing;
    const { errors, warnings, passed, skipped, unjudged } = checks.counts;
    const facts = [
      t("{0} failed", errors + warnings),
      t("{0} passed", passed),
      ...(skipped > 0 ? [t("{0} skipped", skipped)] : []),
      ...(unjudged > 0 ? [t("{0} not judged", unjudged)] : []),
    ];
    return html`<h2>${t("Checks on numbers")} <span>${facts.join(" · ")}</span></h2>
      ${this.#list(groupFindings(checks.findings), ({ items, units }) => (items.length === 1 ? this.#row(items[0]) : this.#group(items, units)))}`;
  }

  #list<Item>(items: readonly Item[], render: (item: Item) => TemplateResult) {
    const more = items.length - MAX_LISTED;
    return html`<ul>
      ${items.slice(0, MAX_LISTED).map((item) => html`<li>${render(item)}</li>`)}
      ${more > 0 ? html`<li class="rule">${t("{0} more are in checks.json.", localCount(more))}</li>` : nothing}
    </ul>`;
  }

  /** A check that fails in many units, with the rows of these. */
  #group(findings: readonly [CheckFinding, ...CheckFinding[]], units: number) {
    const { id, because, severity, file, line } = findings[0];
    return html`<details class="units">
      <summary>
        ${statusSign(severity === "error" ? "failure" : "warning")}
        <b>${countOf(units, "unit")}</b>
        <span class="message">${because ?? id}</span>
        <span class="rule">${because === undefined ? "" : `${id} · `}${file}:${line}</span>
      </summary>
      ${this.#list(findings, (finding) => this.#row(finding))}
    </details>`;
  }

  #row(finding: CheckFinding) {
    const { status, severity, message, because, file, path, unit } = finding;
    const { run } = this;
    const key = path === undefined || unit === undefined ? undefined : keyOfUnit({ path, unit });
    const ref = run && key !== undefined ? unitByKey(run.manifest, key) : undefined;
    const [firstCell, secondCell] = failedCellsOf(finding);
    const open = (cell: UnitCell | undefined) => ref && this.dispatchEvent(new UnitChosenEvent(ref, cell));
    const sign = status === "failed" && severity === "error" ? "failure" : status === "failed" ? "warning" : "unknown";
    return html`<button
      class="plain row"
      ?disabled=${ref === undefined}
      title=${key ?? file}
      @click=${() => open(firstCell?.cell)}
    >
      ${statusSign(sign)}
      <b>${run && ref ? runNames(run.manifest).title(ref) : (path ?? "")}</b>
      <span class="message">${codeParts(message)} ${codeParts(because ?? "")}</span>
      <span class="rule">${ruleText(finding)}</span>
    </button>${ref === undefined || secondCell === undefined ? nothing : cellLinks(finding, open)}`;
  }
}
