import type { Clock } from "../clock.ts";
import { type FamilyId, families } from "../families/families.ts";
import { IncompleteBodyError } from "../jobs/errors.ts";
import { memoryJournal } from "../jobs/handle.ts";
import { defectOfBytes, expectedResult } from "../jobs/received/expected.ts";
import { preflight } from "../jobs/run/preflight.ts";
import { runJobs } from "../jobs/run/run.ts";
import type { JobOutcome, ResultStore } from "../jobs/types.ts";
import { concatBytes } from "../json/byte-stream.ts";
import { isObject, property } from "../json/value.ts";
import { readParameterFile } from "../parameters/read/read.ts";
import { decodeResultBytes } from "../results/decode-bytes.ts";
import type { Table } from "../results/table.ts";
import type { Client } from "../service/client/client.ts";
import { hexOf } from "../text/bytes.ts";
import { messageOf } from "../text/errors.ts";
import { ComputeError } from "./compute-error.ts";

/** How far a job is. */
export interface ComputeProgress {
  /** The id of the job on the service. */
  readonly jobId: string;
  /** Percent, if the service reports it. */
  readonly percent: number | undefined;
}

/** Options of a `compute`. */
export interface ComputeOptions {
  /** Cancels the job on the service, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each answer of the service that says that the job is running. */
  readonly onProgress?: ((progress: ComputeProgress) => void) | undefined;
  /** `Cache-Control` of the create, e.g. `max-stale=0` for a fresh computation. */
  readonly cacheControl?: string | undefined;
}

/** Options of a `compute` of a family with units. */
export interface UnitComputeOptions<Unit extends string> extends ComputeOptions {
  /** The unit of the request that is computed; the others are not sent. Needed where the request has several. */
  readonly unit?: Unit | undefined;
}

/** A result that is no table, such as a report. */
export interface ComputedFile {
  /** The media type, without parameters. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The connection of a `compute`. */
export interface ComputeConnection {
  readonly client: Client;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

type Options = ComputeOptions & { readonly unit?: string | undefined };

/** The clients that the service has answered: they need no check of the connection. */
const answeredClients = new WeakSet<Client>();

/** Computes one job, and decodes its result. Throws as `computeFile`, and ResultDecodeError. */
export async function computeTables(
  connection: ComputeConnection,
  family: FamilyId,
  request: unknown,
  options: Options = {},
): Promise<readonly Table[]> {
  const { bytes, contentType } = await computeFile(connection, family, request, options);
  return decodeResultBytes(bytes, contentType);
}

/**
 * Computes one job with one result, and holds the result in memory.
 * @throws TypeError for a request that cannot be sent, PreflightError, ComputeError, and the signal's reason
 */
export async function computeFile(
  { client, clock, random }: ComputeConnection,
  family: FamilyId,
  request: unknown,
  { unit, signal, onProgress, cacheControl }: Options = {},
): Promise<ComputedFile> {
  signal?.throwIfAborted();
  const body = checkedRequest(family, families[family].answers === "units" ? onlyUnit(request, unit) : request);
  const isAnswering = answeredClients.has(client) || (await preflight(client, { clock, signal }));
  if (isAnswering) answeredClients.add(client);
  let file: ComputedFile | undefined;
  const [outcome] = await runJobs([{ key: unit ?? family, family, body }], {
    client,
    isAnswering,
    journal: memoryJournal(),
    store: memoryStore((stored) => {
      file = stored;
    }),
    ...(clock !== undefined && { clock }),
    ...(random !== undefined && { random }),
    ...(signal !== undefined && { signal }),
    ...(cacheControl !== undefined && { cacheControl }),
    onEvent(event) {
      if (event.type === "job-progress") onProgress?.({ jobId: event.jobId, percent: event.progress });
    },
  });
  if (outcome?.status === "success" && file !== undefined) return file;
  if (outcome === undefined || outcome.status === "canceled") signal?.throwIfAborted();
  throw new ComputeError(reasonOf(outcome), { outcome, ...(signal?.aborted && { cause: signal.reason }) });
}

/** The request with one unit. @throws TypeError where it is not clear which one */
function onlyUnit(request: unknown, unit: string | undefined): unknown {
  const units = property(request, "data");
  if (!isObject(request) || !isObject(units)) return request;
  const ids = Object.keys(units);
  const id = unit ?? (ids.length === 1 ? ids[0] : undefined);
  if (id !== undefined && Object.hasOwn(units, id)) return { ...request, data: { [id]: units[id] } };
  const list = ids.slice(0, 10).join(", ") + (ids.length > 10 ? ", ..." : "");
  throw new TypeError(
    unit === undefined
      ? `The request has ${ids.length} units (${list}): name one in the option unit.`
      : `The request has no unit ${unit}. Its units are ${list}.`,
  );
}

/** The request as it is sent. @throws TypeError that names the place of each mistake */
function checkedRequest(family: FamilyId, request: unknown): unknown {
  const file = readParameterFile(JSON.stringify(request) ?? "", { family });
  if (file.request !== undefined) return checkedFormat(family, file.request);
  const mistakes = file.issues.filter(({ severity }) => severity === "error");
  throw new TypeError(
    `The request was not sent: ${mistakes.map(({ pointer, message }) => `${pointer || "/"}: ${message}`).join(" ")}`,
  );
}

function checkedFormat<Request>(family: FamilyId, request: Request): Request {
  const expected = expectedResult(family, request);
  if (["stach", "arrow", "report", "batch"].includes(expected)) return request;
  throw new TypeError(
    `/meta/format: The format has no tables that can be read here (${expected}). Use JsonStach or Feather, or store the result with submit and collect.`,
  );
}

/** Keeps the bytes of the result in memory; an info document is not kept. */
function memoryStore(keep: (file: ComputedFile) => void): ResultStore {
  return {
    async store(key, unitId, kind, body, expects = "document") {
      const pieces: Uint8Array[] = [];
      let length = 0;
      try {
        for await (const piece of body.stream) {
          pieces.push(piece);
          length += piece.length;
        }
      } catch (error) {
        throw new IncompleteBodyError(messageOf(error), length, { cause: error });
      }
      const { contentType } = body;
      const bytes = concatBytes(pieces);
      const defect = defectOfBytes(bytes, contentType, expects, body.redact);
      if (kind === "result") keep({ contentType, bytes });
      const sha256 = hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
      const stored = { file: `${key}/${unitId}`, contentType, bytes: length, sha256 };
      return defect === undefined ? stored : { ...stored, defect };
    },
  };
}

function reasonOf(outcome: JobOutcome | undefined): string {
  const [unit] = outcome?.units ?? [];
  const errors = unit?.errors.map(({ title, detail, code }) => detail ?? title ?? code ?? "") ?? [];
  const reason = errors.filter(Boolean).join(" ") || outcome?.problem?.message || "it has no result";
  const job = outcome?.jobId === undefined ? "" : ` of the job ${outcome.jobId}`;
  return `The unit ${unit?.id ?? "result"}${job} ended as ${unit?.status ?? outcome?.status ?? "unknown"}: ${reason}`;
}
