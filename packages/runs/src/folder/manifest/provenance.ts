import { boundedText, count, type Field, flag, list, object, optional } from "./parse.ts";

/** Where a run comes from, as far as its host knows. Every field comes from outside: escape it where it is shown. */
export interface Provenance {
  /** Origin of the server with the repository and the workflow, `https://github.com`. Links lead only there. */
  readonly server?: string;
  /** The repository of the parameter files, `owner/name`. */
  readonly repository?: string;
  /** The commit of the parameter files: its full id, hex. */
  readonly commit?: string;
  /** Whether a parameter file differed from the commit, or was not in it. Absent where the host could not compare them. */
  readonly uncommitted?: boolean;
  /** The branch, tag or pull request, such as `refs/heads/main`. */
  readonly ref?: string;
  /** Who started the workflow. */
  readonly actor?: string;
  readonly workflow?: ProvenanceWorkflow;
}

/** One attempt of a workflow run. */
export interface ProvenanceWorkflow {
  readonly name?: string;
  readonly runId: number;
  readonly runNumber?: number;
  /** From 1. */
  readonly attempt?: number;
  /** The page of the attempt. */
  readonly url?: string;
}

/** The most resumptions that a manifest records. */
export const MAX_RESUMED = 100;

const workflowFields = {
  name: optional(boundedText(300)),
  runId: count,
  runNumber: optional(count),
  attempt: optional(count),
  url: optional(boundedText(1000, /^https:\/\/[A-Za-z0-9._:/-]+$/, "an https address")),
};

const fields = {
  server: optional(boundedText(300, /^https:\/\/[a-z0-9.-]+(:[0-9]{1,5})?$/, "the https origin of a server")),
  repository: optional(boundedText(300, /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)+$/, "the name of a repository")),
  commit: optional(boundedText(64, /^([0-9a-f]{40}|[0-9a-f]{64})$/, "the id of a commit")),
  uncommitted: optional(flag),
  ref: optional(boundedText(1000)),
  actor: optional(boundedText(200)),
  workflow: optional(object<ProvenanceWorkflow>(workflowFields)),
};

/** Reads a provenance. The schema of the manifest has the same forms and lengths. */
export const readProvenance = object<Provenance>(fields);
export const readResumed = list(readProvenance, MAX_RESUMED);

/** What a host says about a run. */
export type StatedProvenance = Stated<Omit<Provenance, "workflow">> & {
  readonly workflow?: Stated<ProvenanceWorkflow> | undefined;
};

type Stated<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** The facts that a manifest can hold; the others are left out. `undefined` if there are none. */
export function provenanceOf(stated: StatedProvenance): Provenance | undefined {
  const workflow = stated.workflow && readable(workflowFields, stated.workflow);
  const value = readable(fields, { ...stated, workflow });
  return Object.keys(value).length === 0 ? undefined : readProvenance({ value, at: "provenance" });
}

/** The properties that these fields can read. */
function readable(of: Readonly<Record<string, Field>>, stated: object): object {
  return Object.fromEntries(
    Object.entries(stated).filter(([name, value]) => {
      const field = of[name];
      if (field === undefined || value === undefined) return false;
      try {
        (typeof field === "function" ? field : field.optional)({ value, at: name });
        return true;
      } catch {
        return false;
      }
    }),
  );
}

/** The provenances of the resumptions of a run, with `own` if the run does not have it yet. */
export function resumedWith(
  { provenance, resumed = [] }: { readonly provenance?: Provenance; readonly resumed?: readonly Provenance[] },
  own: Provenance | undefined,
): readonly Provenance[] {
  if (own === undefined) return resumed;
  const isKnown = [provenance, ...resumed].some((one) => JSON.stringify(one) === JSON.stringify(own));
  return isKnown ? resumed : [...resumed, own].slice(-MAX_RESUMED);
}
