import type { Client } from "@analytics-engines/core";
import {
  listReferences,
  type Reference,
  type ResolvedReference,
  resolveReferences,
  type Suggestion,
} from "@analytics-engines/core/parameters";
import { questionOf } from "../../../core/src/parameters/references/questions.ts";
import { connect } from "../connection/connect.ts";
import type { ConnectionInputs } from "../connection/inputs.ts";
import { maskCredentials } from "../connection/secrets.ts";
import { count } from "../github/format.ts";
import type { Env } from "../github/inputs.ts";
import type { Log } from "../github/log.ts";
import { type CheckedFile, type FoundIssue, unknownReference } from "./check-files.ts";
import type { Findings } from "./counts.ts";

/**
 * Asks the service about everything that files without errors name. What it does not know becomes a warning where it is named.
 *
 * @throws ServiceError where the service refuses the credentials or cannot be reached.
 */
export async function checkReferences(
  files: readonly CheckedFile[],
  connection: ConnectionInputs,
  { env, log }: { readonly env: Env; readonly log: Log },
): Promise<Findings> {
  maskCredentials(log, connection.credentials);
  const client = connect(connection, env, log);
  const named = files.map(({ parameters }) => (parameters === undefined ? [] : listReferences(parameters)));
  const askable = named.flat().filter((reference) => questionOf(reference, client).kind !== "none");
  const different = new Set(askable.map(({ kind, engine, id }) => JSON.stringify([kind, engine, id])));
  log.line(`Asking ${connection.baseUrl} about ${count(different.size, "reference")}`);
  await tryConnection(askable, client);
  const resolved = await Promise.all(named.map((references) => resolveReferences(references, client)));
  return {
    files: files.map((file, index) => ({
      ...file,
      issues: merged(file.issues, (resolved[index] ?? []).flatMap(toIssue)),
    })),
    unasked: unaskedOf(resolved.flat(), client),
  };
}

/**
 * Asks one question before all others: credentials that are refused again and again could lock the account, and a service that is out of
 * reach is to be told once, not of every reference.
 */
async function tryConnection([first]: readonly Reference[], client: Client): Promise<void> {
  const question = first === undefined ? undefined : questionOf(first, client);
  if (question === undefined || question.kind === "none") return;
  try {
    await question.ask({});
  } catch (error) {
    // Not there, or not for this user: the service has answered, which is all that was asked.
    if (error instanceof Error && "status" in error && (error.status === 403 || error.status === 404)) return;
    throw error;
  }
}

function toIssue(reference: ResolvedReference): FoundIssue[] {
  if (reference.found !== false) return [];
  const { kind, id, closest, pointer, range = atStart } = reference;
  const fixes = closest.map((suggestion) => ({
    title: `Use ${quoted(suggestion.id)}`,
    safe: false,
    edits: [
      {
        offset: range.start.offset,
        length: range.end.offset - range.start.offset,
        content: JSON.stringify(suggestion.id),
      },
    ],
  }));
  const message = `The service knows no ${kind} ${quoted(id)}. ${advice(kind, closest)}`;
  return [
    { code: unknownReference, severity: "warning", message, pointer, range, fixes: reference.range ? fixes : [] },
  ];
}

function advice(kind: Reference["kind"], closest: readonly Suggestion[]): string {
  if (closest.length > 0) {
    const shown = closest.map(({ id, name }) => (id.endsWith(name) ? quoted(id) : `${quoted(id)} (${name})`));
    return `Closest: ${shown.join(", ")}.`;
  }
  return kind === "component"
    ? "A component that is saved anew can get another id: look it up again."
    : "Nothing there has a name like it.";
}

/** Untrusted text between backticks. What cannot be seen is spelt out where it is printed. */
function quoted(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

const atStart = { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 1, offset: 0 } };

function merged(issues: readonly FoundIssue[], more: readonly FoundIssue[]): readonly FoundIssue[] {
  return [...issues, ...more].sort((a, b) => a.range.start.offset - b.range.start.offset);
}

/** What was asked and not answered, a sentence for each reason. Of what the service has no list, nothing was to be learnt. */
function unaskedOf(references: readonly ResolvedReference[], client: Client): readonly string[] {
  const reasons = new Map<string, number>();
  for (const reference of references) {
    if (reference.found !== undefined || questionOf(reference, client).kind === "none") continue;
    reasons.set(reference.reason, (reasons.get(reference.reason) ?? 0) + 1);
  }
  return Array.from(reasons, ([reason, number]) => `${count(number, "reference")} could not be checked: ${reason}`);
}
