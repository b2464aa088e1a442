import { isolated } from "@analytics-engines/core/basics";
import type { Manifest } from "@analytics-engines/runs";
import { type ProvenancePart, runHeading } from "@analytics-engines/runs/browser";
import { css, nothing } from "lit";
import { html } from "../../html.ts";
import { t } from "../../l10n.ts";
import { localDates } from "../../language/number-language.ts";
import { statusCounts } from "../search.ts";
import { statusText } from "../status-text.ts";
import type { ViewedRun } from "../viewed-run.ts";
import { headStyle } from "./head-style.ts";
import { type RunFact, runFacts } from "./run-head-facts.ts";

/** The head of a run's overview: its name, what went wrong, and where it comes from. */
export function runHead({ manifest, connection }: ViewedRun, actions: unknown = nothing) {
  const troubles = statusCounts(manifest).filter(({ status }) => status !== "success");
  const badge = troubles.map(({ status, count }) => `${count} ${statusText(status)}`).join(", ");
  return html`<header class="run">
    <div class="title">
      <h1>${headingOf(manifest)}</h1>
      ${badge === "" ? "" : html`<span class="badge">${badge}</span>`}
      <span class="grow"></span>
      ${actions}
    </div>
    ${lineOfFacts(runFacts(manifest, connection))}
  </header>`;
}

/** The name of a run: `runHeading` in the language of the page. */
export function headingOf(manifest: Manifest): string {
  const { shard, ...whole } = manifest;
  const isNamed = (manifest.name ?? manifest.provenance?.workflow?.name) !== undefined;
  const name = isNamed ? runHeading(whole) : t("Run {0}", minuteOf(manifest));
  return shard === undefined ? name : t("{0}, shard {1} of {2}", name, shard.index, shard.total);
}

function minuteOf({ startedAt }: Manifest): string {
  return localDates(startedAt.slice(0, 16).replace("T", " "));
}

/** The name of a run with its start, for the tab: two runs of one workflow have the same name. */
export function tabTitle(manifest: Manifest): string {
  const name = headingOf(manifest);
  const start = minuteOf(manifest);
  return isolated(name.includes(start) ? name : `${name} · ${start}`);
}

/** Facts in one line that wraps. */
export function lineOfFacts(facts: readonly RunFact[]) {
  return html`<dl class="line">
    ${facts.map(({ name, parts }) => html`<div><dt>${name}</dt><dd>${parts.map(textOrLink)}</dd></div>`)}
  </dl>`;
}

function textOrLink({ text, url }: ProvenancePart) {
  return url === undefined ? text : html`<a href=${url} target="_blank" rel="noopener noreferrer">${text}</a>`;
}

export const runHeadStyle = [
  headStyle,
  css`
    header.run {
      max-width: 1600px;
      margin: 0 auto;
      padding: 16px 24px 12px;
    }
    .title {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px;
    }
    h1 {
      margin: 0;
      font-size: 20px;
      line-height: 28px;
      font-weight: 600;
      overflow-wrap: anywhere;
    }
    .line a {
      color: var(--accent);
      text-underline-offset: 2px;
    }
    @media screen and (max-width: 900px) {
      header.run {
        padding: 12px 16px 8px;
      }
    }
  `,
];
