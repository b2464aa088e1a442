import { readFileSync } from "node:fs";
import type { FamilyId } from "@analytics-engines/core/basics";

/** A fault of a cell. */
export interface CellFault {
  /** The fault in the simulator's notation. */
  readonly text: string;
  /** `sockets`: the fault needs a real connection. `fetch`: it needs none, because it only changes or delays an answer, or refuses. */
  readonly over: "fetch" | "sockets";
  /** What readers see in place of `text`. */
  readonly title?: string;
}

/** Every fault of the simulator; several times, with other numbers, if its number matters. */
export const faults: readonly CellFault[] = [
  { text: "refused", over: "fetch", title: "nobody listens" },
  { text: "refused", over: "sockets" },
  { text: "reset", over: "sockets" },
  { text: "503", over: "fetch" },
  { text: "500", over: "fetch" },
  { text: "429", over: "fetch" },
  { text: "429:7", over: "fetch" },
  { text: "404", over: "fetch" },
  { text: "lost", over: "sockets" },
  { text: "reset-after-headers", over: "sockets" },
  { text: "cut", over: "sockets" },
  { text: "wrong-length", over: "sockets" },
  { text: "wrong-length:-5", over: "sockets" },
  { text: "broken-gzip", over: "sockets" },
  { text: "broken-json", over: "fetch" },
  { text: "slow:100", over: "fetch" },
  { text: "delay:20", over: "fetch" },
  { text: "delay:90", over: "fetch" },
  { text: "foreign-location", over: "fetch" },
  { text: "stalled", over: "fetch" },
];

export const titleOf = ({ text, title }: CellFault): string => title ?? text;

/** `poll`: a status while the job runs. `status`: the one that finds the job finished; in some families its answer is the result. */
export const steps = ["token", "create", "poll", "status", "info", "result", "cancel"] as const;
export type Step = (typeof steps)[number];

/** `once`: the first such request of the run meets the fault. `always`: each one does, until the run gives up. */
export type Times = "once" | "always";

export interface Kind {
  readonly id: string;
  /** The kind in the words of the page. */
  readonly title: string;
  readonly family: FamilyId;
  readonly example: string;
  /** Whether the create itself answers with the result. */
  readonly atOnce: boolean;
}

const kind = (id: string, title: string, family: FamilyId, example: string, atOnce = false): Kind => ({
  id,
  title,
  family,
  example,
  atOnce,
});

/** The ways in which families answer. */
export const kinds: readonly Kind[] = [
  kind("units", "units (`pa`)", "pa", "weights.pa.json"),
  kind("info", "units with info (`quant`)", "quant", "prices.quant.json"),
  kind("bytes", "units of PDF (`pub`)", "pub", "monthly-book.pub.json"),
  kind("single", "one result (`fi`)", "fi", "bonds.fi.json"),
  kind("optimization", "optimization (`npo`)", "npo", "equal-risk.npo.json"),
  kind("bare", "bare (`fiab`)", "fiab", "batch.fiab.json"),
  kind("unit-at-once", "unit, answered at once (`pa`)", "pa", "weights.pa.json", true),
  kind("single-at-once", "one result, answered at once (`fi`)", "fi", "bonds.fi.json", true),
];

/** A fault that hits every request is tried with fewer kinds: one for each way to answer. */
export const kindsOf = (times: Times): readonly Kind[] =>
  times === "once" ? kinds : kinds.filter(({ id }) => ["units", "info", "single", "bare"].includes(id));

/** The request of an example, as it is sent. */
export function requestOf({ example }: Kind): unknown {
  const text = readFileSync(new URL(`../../../../../docs/examples/${example}`, import.meta.url), "utf8");
  const { $schema: _, ...request } = JSON.parse(text);
  return request;
}
