import type { Framing } from "../wire/encode.ts";

/** A family with one way to answer. */
export interface Kind {
  readonly id: string;
  /** The kind in the words of the page. */
  readonly title: string;
  readonly family: "pa" | "spar" | "vault" | "quant" | "pub" | "fi" | "npo" | "fiab";
  readonly answers: "units" | "single" | "bare";
  /** The units of each job. A kind without units has one, `result`. */
  readonly units: readonly string[];
  /** Which answer contains a result. */
  readonly gives: "at-result" | "at-status" | "at-create" | "at-job";
  readonly hasInfo?: true;
  readonly contentType: string;
  readonly framing: Framing;
}

const json = "application/json";
const ab = ["a", "b"] as const;
const one = ["result"] as const;

export const kinds: readonly Kind[] = [
  units("units", "units (`pa`)", "pa", { framing: "gzip" }),
  units("info", "units with info (`quant`)", "quant", { framing: "chunked", hasInfo: true }),
  units("bytes", "units of PDF (`pub`)", "pub", { contentType: "application/pdf" }),
  single("single", "one result, in the status (`fi`)", "fi", "at-status", "length"),
  single("asked", "one result, asked for (`fi`)", "fi", "at-result", "gzip"),
  single("optimization", "optimization (`npo`)", "npo", "at-status", "chunked"),
  {
    id: "bare",
    title: "bare (`fiab`)",
    family: "fiab",
    answers: "bare",
    units: one,
    gives: "at-job",
    contentType: json,
    framing: "length",
  },
  units("unit-at-once", "unit, answered at once (`pa`)", "pa", { units: ["a"], gives: "at-create", framing: "gzip" }),
  single("single-at-once", "one result, answered at once (`fi`)", "fi", "at-create", "length"),
];

/** Two more families that answer as `pa` does. */
export const alike: readonly Kind[] = [units("spar", "`spar`", "spar"), units("vault", "`vault`", "vault")];

function units(id: string, title: string, family: Kind["family"], more: Partial<Kind> = {}): Kind {
  const rest = { gives: "at-result", contentType: json, framing: "length" } as const;
  return { id, title, family, answers: "units", units: ab, ...rest, ...more };
}

function single(
  id: string,
  title: string,
  family: Kind["family"],
  gives: Kind["gives"],
  framing: Kind["framing"],
): Kind {
  return { id, title, family, answers: "single", units: one, gives, contentType: json, framing };
}

/** The address of the jobs of a family. */
export function addressOf({ family }: Kind): string {
  const noun = family === "npo" ? "optimizations" : "calculations";
  return `/analytics/engines/${family}/${family === "fiab" ? "v1" : "v3"}/${noun}`;
}

/** The request of the n-th parameter file. Its marker is how the server knows which file a job is of. */
export function requestOf(kind: Kind, marker: string): unknown {
  if (kind.answers === "bare") return { fiabdocument: marker, account: { id: "Client:/A.ACCT" } };
  if (kind.answers === "single") return { data: { name: marker }, meta: { format: "JsonStach" } };
  return { data: Object.fromEntries(kind.units.map((id) => [id, { componentid: marker }])) };
}

/** The marker in a body, or `undefined`. */
export function markerIn(body: Buffer): string | undefined {
  return /MARKER-\d+/.exec(body.toString("utf8"))?.[0];
}

export const markerOf = (index: number): string => `MARKER-${index + 1}`;
