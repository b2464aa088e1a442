import { messageOf } from "@analytics-engines/core/basics";
import { type Reference, type ResolvedReference, resolveReferences } from "@analytics-engines/core/parameters";
import type { NamedReference, ParameterReview, ReadChange } from "@analytics-engines/runs/review";
import { connect } from "../connection/connect.ts";
import type { ConnectionInputs } from "../connection/inputs.ts";
import { maskCredentials } from "../connection/secrets.ts";
import type { Env } from "../github/inputs.ts";
import type { Log } from "../github/log.ts";

/** References that are readable names or paths, so the service is not asked for a name. */
const readableKinds: ReadonlySet<string> = new Set(["account", "benchmark", "document", "strategy"]);
/** The most references that are looked up for a review. */
const MAX_LOOKUPS = 500;

/** Adds the service's names of new ids. If the service cannot be asked, logs a warning and adds no names. */
export async function nameReferences(
  changes: readonly ReadChange[],
  connection: ConnectionInputs | undefined,
  { env, log }: { readonly env: Env; readonly log: Log },
): Promise<readonly ParameterReview[]> {
  const references = changes
    .flatMap(({ newReferences }) => newReferences)
    .filter(({ kind }) => !readableKinds.has(kind))
    .slice(0, MAX_LOOKUPS);
  const names = new Map<Reference, NamedReference["serviceEntry"]>();
  if (connection !== undefined && references.length > 0) {
    maskCredentials(log, connection.credentials);
    try {
      for (const [at, resolved] of (await resolveReferences(references, connect(connection, env, log))).entries()) {
        const reference = references[at];
        if (reference !== undefined) names.set(reference, namedBy(resolved));
      }
    } catch (error) {
      log.annotate(
        "warning",
        `The review shows ids without names: the service could not be asked. ${messageOf(error)}`,
      );
    }
  }
  return changes.map(({ newReferences, ...change }) => ({
    ...change,
    references: newReferences
      .filter((reference) => names.get(reference) !== undefined)
      .map((reference) => ({ kind: reference.kind, id: reference.id, serviceEntry: names.get(reference) })),
  }));
}

function namedBy(resolved: ResolvedReference): NamedReference["serviceEntry"] {
  if (resolved.isKnown === false) return "not-known";
  if (resolved.isKnown === undefined || resolved.name === undefined) return undefined;
  return { name: resolved.name, category: resolved.category };
}
