import { createHash } from "node:crypto";
import type { JobOutcome } from "@analytics-engines/core";
import type { MemoryStore } from "../../../../core/test/support/world.ts";
import type { Observed } from "./cell.ts";

/** Digests of what a job yields where nothing goes wrong, by `KEY/UNIT/KIND`. */
export type Reference = ReadonlyMap<string, string>;

export function digests({ files }: MemoryStore): Reference {
  return new Map([...files].map(([name, bytes]) => [name, digest(name, bytes)]));
}

/** The digest of a result. It leaves out the times at which a `fiab` job ran, which its document contains. */
function digest(name: string, bytes: Uint8Array): string {
  const content = name.includes(".fiab.")
    ? new TextDecoder().decode(bytes).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "")
    : bytes;
  return createHash("sha256").update(content).digest("hex");
}

/** What became of a cell, in the words of the table. */
export function outcomeText({ met, first, last, store }: Observed, reference: Reference): string {
  if (!met) return "-";
  const end = textOf(last, digests(store), reference);
  if (first === last || first.status === "canceled") return end;
  const begin = textOf(first, digests(store), reference);
  return begin === end ? end : `${begin} > ${end}`;
}

function textOf({ status, problem, units }: JobOutcome, found: Reference, reference: Reference): string {
  if (status === "canceled" && problem?.code === "canceled") return "canceled";
  if (status !== "success") {
    const codes = units.flatMap(({ errors }) => errors.flatMap(({ code }) => code ?? []));
    return problem?.code === "unit-failed" ? (codes.at(-1) ?? problem.code) : (problem?.code ?? status);
  }
  const wrong = [...reference].filter(([name, digest]) => found.get(name) !== digest).map(([name]) => name);
  if (wrong.length === 0) return "survived";
  const isInfo = wrong.every((name) => name.endsWith("/info"));
  if (isInfo) return wrong.some((name) => found.has(name)) ? "survived, short info" : "survived without info";
  return "short bytes";
}
