import type { Manifest } from "@analytics-engines/runs";
import { type ProvenancePart, provenanceFacts } from "@analytics-engines/runs/provenance-facts";
import { statusText } from "./status-text.ts";
import { durationText } from "./unit-facts.ts";

/** A fact about a run: texts side by side, each possibly a link. */
export interface RunFact {
  readonly name: string;
  readonly parts: readonly ProvenancePart[];
}

/** Where a run comes from, its connection and its time. Its state, where it did not succeed. */
export function runFacts(manifest: Manifest): readonly RunFact[] {
  const { tool, service, startedAt, finishedAt, status } = manifest;
  const took = finishedAt === undefined ? "" : `, took ${durationText(Date.parse(finishedAt) - Date.parse(startedAt))}`;
  return [
    ...(status === "success" ? [] : [fact("State", statusText(status))]),
    ...provenanceFacts(manifest),
    fact("Connection", service),
    fact("Started", `${timeText(startedAt)}${took}`),
    fact("Tool", tool),
  ];
}

function fact(name: string, text: string): RunFact {
  return { name, parts: [{ text }] };
}

/** `2026-11-20 11:05:48 UTC`. */
function timeText(iso: string): string {
  return iso.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC");
}
