import type { Manifest } from "@analytics-engines/runs";
import { type ProvenanceFact, type ProvenancePart, provenanceFacts } from "@analytics-engines/runs/browser";
import { t } from "../../l10n.ts";
import { localDates } from "../../language/number-language.ts";
import { statusText } from "../status-text.ts";
import { durationText } from "../unit-facts.ts";

/** A fact about a run: texts side by side, each possibly a link. */
export interface RunFact {
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

/** Where a run comes from, its connection and its time; also its state, if it did not succeed. */
export function runFacts(manifest: Manifest, connection = manifest.service): readonly RunFact[] {
  const { tool, startedAt, finishedAt, status } = manifest;
  const duration = finishedAt === undefined ? "" : durationText(Date.parse(finishedAt) - Date.parse(startedAt));
  return [
    ...(status === "success" ? [] : [fact(t("State"), statusText(status))]),
    ...provenanceFacts(manifest).map(({ name, parts }) => ({
      name: provenanceNames[name],
      parts: parts.map(translatedPart),
    })),
    fact(t("Connection"), connection),
    fact(t("Started"), duration === "" ? timeText(startedAt) : t("{0}, took {1}", timeText(startedAt), duration)),
    fact(t("Tool"), tool),
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
