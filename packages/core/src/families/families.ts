/**
 * The twelve engine families, one row each: what a job of the family is and how the service answers it.
 * Free of schemas, so that a client starts without loading them; the parameters of each stand in a file of its name.
 */
export interface Family {
  readonly id: FamilyId;
  /** What people call it. */
  readonly title: string;
  readonly kind: "calculation" | "optimization";
  readonly version: "v3" | "v1";
  /**
   * `units`: a map of units, a result each. `single`: one object, one result in the job's own address.
   * `bare`: one object without an envelope, the result in the body of the job itself (`fiab`).
   */
  readonly answers: "units" | "single" | "bare";
  /** Whether the client may choose the job's id (PUT). Without it a lost answer to a create is ambiguous. */
  readonly hasPut: boolean;
}

export type FamilyId =
  | "pa"
  | "spar"
  | "vault"
  | "pub"
  | "quant"
  | "fi"
  | "fiab"
  | "afi"
  | "axp"
  | "bpm"
  | "fpo"
  | "npo";

const units = { kind: "calculation", version: "v3", answers: "units", hasPut: true } as const;
const optimization = { kind: "optimization", version: "v3", answers: "single", hasPut: true } as const;

export const families: Readonly<Record<FamilyId, Family>> = {
  pa: { id: "pa", title: "Portfolio Analysis", ...units },
  spar: { id: "spar", title: "Style, Performance and Risk", ...units },
  vault: { id: "vault", title: "Vault", ...units },
  pub: { id: "pub", title: "Publisher", ...units },
  quant: { id: "quant", title: "Quant", ...units },
  fi: { id: "fi", title: "Fixed Income", kind: "calculation", version: "v3", answers: "single", hasPut: true },
  fiab: { id: "fiab", title: "Fixed Income Batch", kind: "calculation", version: "v1", answers: "bare", hasPut: false },
  afi: { id: "afi", title: "Optimizer (afi)", ...optimization },
  axp: { id: "axp", title: "Optimizer (axp)", ...optimization },
  bpm: { id: "bpm", title: "Optimizer (bpm)", ...optimization },
  fpo: { id: "fpo", title: "Optimizer (fpo)", ...optimization },
  npo: { id: "npo", title: "Optimizer (npo)", ...optimization },
};

/** The ids in the order in which people list them. */
export const familyIds = Object.keys(families) as readonly FamilyId[];

/** What people call a family, with its id: `Portfolio Analysis (pa)`. */
export function titleWithId(id: FamilyId): string {
  const { title } = families[id];
  return title.endsWith(`(${id})`) ? title : `${title} (${id})`;
}

/** Whether a text is the id of a family. */
export function isFamilyId(text: string): text is FamilyId {
  return Object.hasOwn(families, text);
}
