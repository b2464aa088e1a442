import type { Client } from "@analytics-engines/core";
import { type Clock, sleep, systemClock, unitMatcher } from "@analytics-engines/core/basics";
import { BadRequestError, MalformedAnswerError, ServiceError } from "@analytics-engines/core/errors";
import { replaceWith, writeAll } from "../files/disk.ts";
import { folderInside } from "../files/inside.ts";
import { UserError } from "../user-error.ts";
import { checkService } from "./jobs.ts";
import { lockRunFolder } from "./lock/run-lock.ts";
import { readManifest } from "./manifest/manifest-file.ts";
import { commentaryFileOf } from "./results/read-stored.ts";

/** The number of texts that the service generates for a folder at the same time. */
const AT_ONCE = 5;
/** A text takes seconds, so the service has lost one that is not there after this time. */
const PATIENCE_MS = 30 * 60_000;
/** The pause between two reads of a status without `max-age`. */
const PAUSE_SECONDS = 2;
/** What the service needs to write about a unit. It answers only "bad request" for a unit without that. */
const NEEDS =
  'A commentary needs one portfolio with a benchmark, and an attribution component with the column "Variation in Average Weight".';

/** The text about a unit, or why there is none. */
export type WrittenCommentary = { readonly path: string; readonly unit: string } & (
  | { readonly file: string; readonly bytes: number }
  | { readonly problem: string }
);

export interface CommentaryOptions {
  /** Selects units (`unitMatcher`). Default: all units of `pa` with a result. */
  readonly patterns?: readonly string[];
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  readonly onEnd?: (commentary: WrittenCommentary) => void;
}

interface StoredUnit {
  readonly path: string;
  readonly unit: string;
  readonly resultFile: string;
  readonly jobId: string | undefined;
  /** The run that computed the unit, if its result is a copy. */
  readonly reusedFrom: string | undefined;
}

/**
 * Asks the service for the commentaries of units of `pa` whose results are stored, and writes each beside its result. It replaces an earlier
 * text only by a whole one. A unit without a text does not stop the others.
 * @returns the outcome of each selected unit, in the order of the run
 * @throws UserError where a run uses the folder, the client is of another service, or a pattern selects no unit; and the signal's reason
 */
export async function writeCommentaries(
  folder: string,
  client: Client,
  options: CommentaryOptions = {},
): Promise<readonly WrittenCommentary[]> {
  const lock = await lockRunFolder(folder);
  try {
    const units = await findUnits(folder, client, options.patterns);
    const outcomes = new Map<StoredUnit, WrittenCommentary>();
    const queue = units.values();
    const work = async () => {
      for (const unit of queue) {
        const outcome = await writeCommentary(folder, client, unit, options);
        outcomes.set(unit, outcome);
        options.onEnd?.(outcome);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return units.flatMap((unit) => outcomes.get(unit) ?? []);
  } finally {
    await lock.release();
  }
}

async function findUnits(folder: string, client: Client, patterns: readonly string[] = []): Promise<StoredUnit[]> {
  const { service, files } = await readManifest(folder);
  checkService(client, service);
  const units = files.flatMap(({ path, family, jobId, units }) =>
    units.flatMap(({ id: unit, status, file, reused }) =>
      family === "pa" && status === "success" && file !== undefined
        ? [{ path, unit, resultFile: file, jobId, reusedFrom: reused?.run }]
        : [],
    ),
  );
  if (patterns.length === 0) return units;
  const rules = patterns.map((pattern) => ({
    pattern,
    matches: unitMatcher([pattern.includes("#") ? pattern : `*#${pattern}`]),
  }));
  const unmatched = rules.filter(({ matches }) => !units.some(({ path, unit }) => matches(path, unit)));
  if (unmatched.length > 0)
    throw new UserError(
      unmatched.map(
        ({ pattern }) => `${JSON.stringify(pattern)} selects no unit of the family pa with a result in ${folder}.`,
      ),
    );
  return units.filter(({ path, unit }) => rules.some(({ matches }) => matches(path, unit)));
}

async function writeCommentary(
  folder: string,
  client: Client,
  { path, unit, resultFile, jobId, reusedFrom }: StoredUnit,
  options: CommentaryOptions,
): Promise<WrittenCommentary> {
  if (reusedFrom !== undefined) {
    const problem = `Its result was copied from ${reusedFrom}, so the service knows it under the job of that run. Ask for the commentary there.`;
    return { path, unit, problem };
  }
  if (jobId === undefined) return { path, unit, problem: "The manifest does not name its job." };
  let bytes: Uint8Array;
  try {
    bytes = await askService(client, jobId, unit, options);
    await checkText(new TextDecoder().decode(bytes));
  } catch (error) {
    options.signal?.throwIfAborted();
    return { path, unit, problem: problemOf(error) };
  }
  const file = commentaryFileOf(resultFile);
  const inner = await folderInside(folder, file);
  await replaceWith(inner, file.slice(file.lastIndexOf("/") + 1), (handle) => writeAll(handle, bytes));
  return { path, unit, file, bytes: bytes.length };
}

/** The text as it came. The client waits for the rate limit, and repeats reads that failed. */
async function askService(
  client: Client,
  jobId: string,
  unitId: string,
  { clock = systemClock, signal }: CommentaryOptions,
): Promise<Uint8Array> {
  const { commentaries } = client.pa;
  const created = await commentaries.create(jobId, unitId, undefined, { signal });
  if (created.status === 201) return created.bytes;
  const deadlineAt = clock.now() + PATIENCE_MS;
  let answer: StatusAnswer = created;
  while (isRunning(jobId, unitId, answer)) {
    if (clock.now() >= deadlineAt) throw new CommentaryError("The service did not finish it within half an hour.");
    await sleep(clock, Math.max(1, answer.meta.maxAgeSeconds ?? PAUSE_SECONDS) * 1000, signal);
    answer = await commentaries.status(jobId, unitId, { signal });
  }
  return (await commentaries.result(jobId, unitId, { signal })).bytes;
}

type StatusAnswer = Exclude<
  Awaited<ReturnType<Client["pa"]["commentaries"]["create" | "status"]>>,
  { readonly status: 201 }
>;

/** @throws CommentaryError where the service ended it without a text, MalformedAnswerError where the answer belongs to another request */
function isRunning(jobId: string, unitId: string, { status, data, meta }: StatusAnswer): boolean {
  const { calculationid, unitid, status: state } = data?.data ?? {};
  for (const [id, answeredId] of [
    [jobId, calculationid ?? meta.calculationId],
    [unitId, unitid],
  ])
    if (answeredId !== undefined && answeredId !== null && answeredId.toLowerCase() !== id?.toLowerCase())
      throw new MalformedAnswerError(`an answer about the commentary of unit ${unitId} is another request's`, {
        status,
        requestKey: meta.requestKey,
      });
  const word = state?.toLowerCase();
  if (word === "success" || (word === undefined && status === 200)) return false;
  if (word === undefined || word === "executing" || word === "queued") return true;
  throw new CommentaryError(`The service ended it with the status "${state?.slice(0, 100).toWellFormed()}".`);
}

/** @throws CommentaryError for a text that cannot be shown */
async function checkText(text: string): Promise<void> {
  const { ResultDecodeError, readCommentary } = await import("@analytics-engines/core/results");
  try {
    readCommentary(text);
  } catch (error) {
    throw error instanceof ResultDecodeError ? new CommentaryError(error.message) : error;
  }
}

/** Why the service has no text of a unit, a sentence. */
class CommentaryError extends Error {
  override readonly name = "CommentaryError";
}

function problemOf(error: unknown): string {
  if (error instanceof CommentaryError) return `${error.message} Run the command again for another.`;
  if (error instanceof BadRequestError) return `${error.message.replace(/\.?$/, ".")} ${NEEDS}`;
  if (error instanceof ServiceError) return `${error.message.replace(/\.?$/, ".")} ${error.advice}`;
  throw error;
}
