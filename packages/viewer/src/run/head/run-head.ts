import { isolated } from "@analytics-engines/core/basics";
import type { Manifest } from "@analytics-engines/runs";
import {
  outcomeLevel,
  type ProvenanceFact,
  type ProvenancePart,
  provenanceFacts,
  runHeading,
} from "@analytics-engines/runs/browser";
import { css, nothing } from "lit";
import { html } from "../../html.ts";
import { localDates, t } from "../../l10n.ts";
import { statusCounts } from "../overview/groups.ts";
import { durationText, statusText } from "../text.ts";
import type { ViewedRun } from "../viewed-run.ts";

/** What the heads of a run and of a unit share: a badge for trouble, and facts in one line that wraps. */
export const headStyle = css`
  .badge {
    padding: 0 6px;
    border: 1px solid currentColor;
    border-radius: 3px;
    color: var(--bad);
    font-size: 11px;
    line-height: 16px;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    gap: 0 20px;
    margin: 0;
    font-size: 12px;
    line-height: 20px;
  }
  .line div {
    display: flex;
    gap: 6px;
    min-width: 0;
  }
  .line dt {
    color: var(--text-quiet);
  }
  .line dd {
    margin: 0;
    overflow-wrap: anywhere;
    user-select: text;
  }
`;

/** A fact about a run: texts side by side, each possibly a link. */
interface RunFact {
  readonly name: string;
  readonly parts: readonly ProvenancePart[];
}

const provenanceNames: Readonly<Record<ProvenanceFact["name"], string>> = {
  Repository: t("Repository"),
  Commit: t("Commit"),
  Ref: t("Ref"),
  Workflow: t("Workflow"),
  Actor: t("Actor"),
  Resumed: t("Resumed"),
};

/** Where a run comes from, its connection and its time; also its state, if it did not succeed or a check failed. */
export function runFacts(
  manifest: Manifest,
  connection = manifest.service,
  checks?: ViewedRun["checks"],
): readonly RunFact[] {
  const { tool, startedAt, finishedAt, status } = manifest;
  const duration = finishedAt === undefined ? "" : durationText(Date.parse(finishedAt) - Date.parse(startedAt));
  return [
    ...(outcomeLevel(status, checks?.counts) === "good"
      ? []
      : [fact(t("State"), [statusText(status), ...checkTexts(checks)].join(", "))]),
    ...provenanceFacts(manifest).map(({ name, parts }) => ({
      name: provenanceNames[name],
      parts: parts.map(translatedPart),
    })),
    fact(t("Connection"), connection),
    fact(t("Started"), duration === "" ? timeText(startedAt) : t("{0}, took {1}", timeText(startedAt), duration)),
    fact(t("Tool"), tool),
  ];
}

/** How many checks failed, those of errors first. */
function checkTexts(checks: ViewedRun["checks"]): readonly string[] {
  const { errors = 0, warnings = 0 } = checks?.counts ?? {};
  return [
    ...(errors === 0 ? [] : [errors === 1 ? t("1 check failed") : t("{0} checks failed", errors)]),
    ...(warnings === 0 ? [] : [warnings === 1 ? t("1 check warns") : t("{0} checks warn", warnings)]),
  ];
}

function translatedPart(part: ProvenancePart): ProvenancePart {
  return part.id === "uncommitted-changes" ? { ...part, text: ` ${t("and uncommitted changes")}` } : part;
}

function fact(name: string, text: string): RunFact {
  return { name, parts: [{ text }] };
}

/** `2026-11-20 11:05:48 UTC`. */
function timeText(iso: string): string {
  return localDates(iso.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC"));
}

/** The head of a run's overview: its name, what went wrong, and where it comes from. */
export function runHead({ manifest, connection, checks }: ViewedRun, actions: unknown = nothing) {
  const troubles = statusCounts(manifest).filter(({ status }) => status !== "success");
  const badge = [...troubles.map(({ status, count }) => `${count} ${statusText(status)}`), ...checkTexts(checks)].join(
    ", ",
  );
  const level = outcomeLevel(manifest.status, checks?.counts);
  return html`<header class="run">
    <div class="title">
      <h1>${headingOf(manifest)}</h1>
      ${badge === "" ? "" : html`<span class="badge"><span aria-hidden="true">${level === "bad" ? "✗" : "⚠"}</span> ${badge}</span>`}
      <span class="grow"></span>
      ${actions}
    </div>
    ${lineOfFacts(runFacts(manifest, connection, checks))}
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
function lineOfFacts(facts: readonly RunFact[]) {
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
