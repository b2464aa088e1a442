import {
  defectOf,
  type Expected,
  HEAD_BYTES,
  type JsonContent,
  mayBeJson,
  type StoredFile,
  showsOwnEnd,
  TAIL_BYTES,
} from "@analytics-engines/core";
import { readPieces, readWhole } from "../../files/open-file.ts";
import { jsonText, textOnly } from "./json-text.ts";
import { MAX_HELD_BYTES } from "./max-held-bytes.ts";
import { readEnds } from "./read-ends.ts";

/** A chunk is inspected in a few milliseconds, so that the run goes on between two of them. */
const CHUNK_BYTES = 1024 * 1024;

type Findings = Pick<StoredFile, "tables" | "dates" | "defect" | "end">;

/** A stored result to inspect. */
export interface InspectedFile {
  readonly path: string;
  readonly contentType: string;
  readonly bytes: number;
  /** What the result must be. Default: JSON where its type is JSON, otherwise anything. */
  readonly expects?: Expected | undefined;
  /** Whether bytes can be missing at the end, because nothing else proves it. Default: false. */
  readonly mayBeCut?: boolean | undefined;
  /** Removes credentials from the ids of tables, and from the text that is quoted of the result; without it nothing is quoted. */
  readonly redact?: ((text: string) => string) | undefined;
}

let last: Promise<unknown> = Promise.resolve();

/** Inspects a stored result, one at a time: finds its tables and dates, and whether it is what it must be. */
export function inspect(file: InspectedFile): Promise<Findings> {
  const findings = last.then(() => inspectNow(file));
  last = findings.catch(() => {});
  return findings;
}

async function inspectNow({
  path,
  contentType,
  bytes,
  expects = "document",
  mayBeCut = false,
  redact,
}: InspectedFile): Promise<Findings> {
  // Parsed, a large result would take several times its size in memory.
  const buffer = bytes > MAX_HELD_BYTES ? undefined : await readWhole(path, { maxBytes: MAX_HELD_BYTES });
  const { head, tail } =
    buffer === undefined
      ? await readEnds(path)
      : { head: buffer.subarray(0, HEAD_BYTES), tail: buffer.subarray(-TAIL_BYTES) };
  const inspection = mayBeJson(contentType, head)
    ? await (buffer === undefined ? inspectStream(path) : inspectContent(buffer))
    : { findings: {} };
  const findings = redact === undefined ? inspection.findings : withoutSecrets(inspection.findings, redact);
  const content = { contentType, bytes, head, tail, ...inspection };
  const defect = defectOf(content, expects, redact);
  if (defect !== undefined) return { ...findings, defect };
  return mayBeCut && !showsOwnEnd(content) ? { ...findings, end: "not-proved" } : findings;
}

/** An id of a table is a text of the service: one that repeats a credential is replaced, and its place keeps it apart from others. */
function withoutSecrets(
  { tables, ...more }: Inspection["findings"],
  redact: (text: string) => string,
): Inspection["findings"] {
  if (tables === undefined) return more;
  const clean = tables.map(({ id, ...size }, index) => {
    const safe = redact(id);
    return { id: safe === id ? id : `${safe} (table ${index + 1})`, ...size };
  });
  return { ...more, tables: clean };
}

interface Inspection {
  readonly findings: Pick<StoredFile, "tables" | "dates">;
  readonly json?: JsonContent;
}

const brokenJson: Inspection = { findings: {}, json: { state: "broken" } };

async function inspectContent(content: Buffer): Promise<Inspection> {
  let value: unknown;
  try {
    value = JSON.parse(await jsonText(content));
  } catch {
    return brokenJson;
  }
  // A document is no table, so it does not load this.
  const { outlineResult } = await import("@analytics-engines/core/results");
  return { findings: outlineResult(value), json: { state: "parsed", value } };
}

/** Mostly one pass. A result without an outline is read again, to find whether it is JSON of another form, or not JSON. */
async function inspectStream(path: string): Promise<Inspection> {
  // Seldom needed, so loaded when it is.
  const { isJsonStream, outlineResultStream } = await import("@analytics-engines/core/results");
  const openStream = () => textOnly(readPieces(path, { pieceBytes: CHUNK_BYTES }));
  try {
    const outline = await outlineResultStream(openStream);
    if (outline !== undefined) return { findings: outline, json: { state: "long", tables: outline.tables.length } };
    return (await isJsonStream(openStream())) ? { findings: {}, json: { state: "long", tables: 0 } } : brokenJson;
  } catch (error) {
    if (error instanceof TypeError) return brokenJson;
    throw error;
  }
}
