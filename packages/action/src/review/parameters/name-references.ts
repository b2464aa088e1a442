import { type Reference, type ResolvedReference, resolveReferences } from "@analytics-engines/core/parameters";
import { connect } from "../../connection/connect.ts";
import type { ConnectionInputs } from "../../connection/inputs.ts";
import { maskCredentials } from "../../connection/secrets.ts";
import type { Env } from "../../github/inputs.ts";
import type { Log } from "../../github/log.ts";
import type { NamedReference, ParameterReview } from "./parameter-review.ts";
import type { ReadChange } from "./read-changes.ts";

/** A reader can tell these by themselves: they are names and paths. */
const readable: ReadonlySet<string> = new Set(["account", "benchmark", "document", "strategy"]);
/** So many are looked up for a review. */
const mostAsked = 500;

/**
 * The changes with what the service calls the ids that are new in them. A service that cannot be asked is a warning: the review does
 * without names.
 */
export async function nameReferences(
  changes: readonly ReadChange[],
  connection: ConnectionInputs | undefined,
  { env, log }: { readonly env: Env; readonly log: Log },
): Promise<readonly ParameterReview[]> {
  const asked =
    connection === undefined
      ? []
      : changes
          .flatMap(({ newReferences }) => newReferences)
          .filter(isOpaque)
          .slice(0, mostAsked);
  const names = new Map<Reference, NamedReference["named"]>();
  if (connection !== undefined && asked.length > 0) {
    maskCredentials(log, connection.credentials);
    try {
      for (const [at, resolved] of (await resolveReferences(asked, connect(connection, env, log))).entries()) {
        const reference = asked[at];
        if (reference !== undefined) names.set(reference, namedBy(resolved));
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.annotate("warning", `The review shows ids without names: the service could not be asked. ${reason}`);
    }
  }
  return changes.map(({ newReferences, ...change }) => ({
    ...change,
    references: newReferences
      .filter((reference) => names.get(reference) !== undefined)
      .map((reference) => ({ kind: reference.kind, id: reference.id, named: names.get(reference) })),
  }));
}

function isOpaque({ kind }: Reference): boolean {
  return !readable.has(kind);
}

function namedBy(resolved: ResolvedReference): NamedReference["named"] {
  if (resolved.found === false) return "not-known";
  if (resolved.found === undefined || resolved.name === undefined) return undefined;
  return { name: resolved.name, category: resolved.category };
}
