import { count } from "@analytics-engines/core/basics";
import {
  listReferences,
  listSweepReferences,
  type Reference,
  type ResolvedReference,
  resolveReferences,
  withReferenceIssues,
} from "@analytics-engines/core/parameters";
import type { CheckedFile } from "@analytics-engines/runs/files";
import { connect } from "../connection/connect.ts";
import type { ConnectionInputs } from "../connection/inputs.ts";
import { maskCredentials } from "../connection/secrets.ts";
import type { Env } from "../github/inputs.ts";
import type { Log } from "../github/log.ts";
import type { Findings } from "./counts.ts";

/**
 * Asks the service about every reference in files without errors. An unknown one becomes a warning at its place.
 *
 * @throws ServiceError if the service refuses the credentials or cannot be reached.
 */
export async function checkReferences(
  files: readonly CheckedFile[],
  connection: ConnectionInputs,
  { env, log }: { readonly env: Env; readonly log: Log },
): Promise<Findings> {
  maskCredentials(log, connection.credentials);
  const client = await connect(connection, env, log);
  log.line(`Asking ${connection.baseUrl} about the references in the files`);
  const references = files.flatMap((file) =>
    referencesOf(file).map((reference) => ({ path: reference.range?.path ?? file.path, reference })),
  );
  const resolved = await resolveReferences(
    references.map(({ reference }) => reference),
    client,
  );
  log.line(`${count(differentIn(resolved), "reference")} looked up`);
  const byPath = Map.groupBy(resolved, (_, index) => references[index]?.path);
  const hasEntry = new Set(files.map(({ path }) => path));
  // The template and the rows of a sweep have an entry only if they have issues.
  const others = Array.from(byPath, ([path = ""]): CheckedFile => {
    return { path, text: "", parameters: undefined, issues: [], problem: undefined };
  }).filter(({ path }) => !hasEntry.has(path));
  const withIssues = (file: CheckedFile): CheckedFile => {
    return { ...file, issues: withReferenceIssues(file.issues, byPath.get(file.path) ?? []) };
  };
  return {
    files: [...files.map(withIssues), ...others.map(withIssues).filter(({ issues }) => issues.length > 0)],
    unasked: unaskedOf(resolved),
  };
}

function referencesOf({ sweep, parameters }: CheckedFile): readonly Reference[] {
  if (sweep !== undefined) return listSweepReferences(sweep.jobs);
  return parameters === undefined ? [] : listReferences(parameters);
}

/** The number of different references about which the service was asked. */
function differentIn(resolved: readonly ResolvedReference[]): number {
  const answeredReferences = resolved.filter(
    (reference) => reference.isKnown !== undefined || reference.why === "unanswered",
  );
  return new Set(answeredReferences.map(({ kind, engine, id }) => JSON.stringify([kind, engine, id]))).size;
}

/** The references that got no answer, in a sentence for each reason. References to data that the service does not list are not counted. */
function unaskedOf(resolved: readonly ResolvedReference[]): readonly string[] {
  const reasons = new Map<string, number>();
  for (const reference of resolved)
    if (reference.isKnown === undefined && reference.why === "unanswered")
      reasons.set(reference.reason, (reasons.get(reference.reason) ?? 0) + 1);
  return Array.from(reasons, ([reason, number]) => `${count(number, "reference")} could not be checked: ${reason}`);
}
