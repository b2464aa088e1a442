import {
  listReferences,
  type Reference,
  type ResolvedReference,
  withReferenceIssues,
} from "@analytics-engines/core/parameters";
import { resolveReferences } from "@analytics-engines/core/parameters/resolve-references";
import { count } from "@analytics-engines/core/text";
import { type CheckedFile, parametersByPath } from "@analytics-engines/runs/files";
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
  const client = connect(connection, env, log);
  log.line(`Asking ${connection.baseUrl} about the references in the files`);
  const referencesByFile = files.map(referencesOf);
  const resolved = await resolveReferences(referencesByFile.flat(), client);
  log.line(`${count(differentIn(resolved), "reference")} looked up`);
  let end = 0;
  return {
    files: files.map((file, index) => {
      const start = end;
      end += referencesByFile[index]?.length ?? 0;
      const fileReferences = resolved.slice(start, end);
      return { ...file, issues: withReferenceIssues(file.issues, fileReferences) };
    }),
    unasked: unaskedOf(resolved),
  };
}

/** The references of a file. Those of a sweep have no places, so each name of its template and its rows is there once. */
function referencesOf(file: CheckedFile): readonly Reference[] {
  const references = [...parametersByPath([file]).values()].flatMap(listReferences);
  if (file.sweep === undefined) return references;
  return [
    ...new Map(
      references.map((each) => [JSON.stringify([each.kind, each.engine, each.id, each.account]), each]),
    ).values(),
  ];
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
