import { createHash } from "node:crypto";
import path from "node:path";
import { messageOf } from "@analytics-engines/core/basics";
import { decodeResultBytes } from "@analytics-engines/core/results";
import {
  findInside,
  type Manifest,
  type ManifestUnit,
  openInside,
  openStored,
  readManifest,
  readStoredCommentary,
} from "@analytics-engines/runs";
import { keyOfUnit } from "@analytics-engines/runs/browser";
import {
  type Assessment,
  type ChecksReport,
  describeParameters,
  type HistoryView,
  openFindings,
  type Review,
  unitsInOrder,
} from "@analytics-engines/runs/review";
import { MAX_SUMMARIZED_BYTES, summaryOf, type UnitSummary } from "../run/head/key-figures.ts";
import { type AlteredResult, allUnits, type DocumentType, type ReviewedRun, unitKey } from "../run/viewed-run.ts";
import { byteText } from "../text.ts";
import {
  type Embedded,
  type EmbeddedRun,
  type EmbeddedText,
  HISTORY_ID,
  INDEX_ID,
  type ReportIndex,
} from "./embedded-data.ts";
import { type OpenPage, writeBlock, writeViewerPage } from "./report-html.ts";
import { tablesToJson } from "./tables-json.ts";

export interface ReportOptions {
  /** The run folder. */
  readonly folder: string;
  /** The file to write; by default `report.html` in the folder. */
  readonly out?: string;
  /** The report leaves out larger results and says where they are. Stored bytes; by default 64 MB. */
  readonly largestResult?: number;
  /** The report leaves out results beyond this total in the same way. Stored bytes; by default 256 MB. */
  readonly largestTotal?: number;
  /** The folder of an earlier run, whose units the report shows beside those of this run. */
  readonly earlierFolder?: string;
  /** What a review found in the two runs: the page shows its outcomes and uses its tolerances. */
  readonly review?: ReviewedRun;
  /** What the checks of the numbers found: the page lists the failures. */
  readonly checks?: ChecksReport | undefined;
  /** Numbers and checks over runs: the page draws them. */
  readonly history?: HistoryView | undefined;
  /** The reason, as a sentence, to leave the result of a unit (`PATH#UNIT`) out; undefined to put it into the page. */
  readonly leaveOut?: (key: string) => string | undefined;
  /** The unit (`PATH#UNIT`) that the report opens first. */
  readonly first?: string | undefined;
}

const MAX_RESULT_BYTES = 64_000_000;
const MAX_TOTAL_BYTES = 256_000_000;

/**
 * Writes a run folder as one page that opens from disk, without other files and without a network. It streams the results into the page,
 * compressed, so that memory does not grow with the run. The file appears only when it is complete.
 * @returns the page; and the results that it does not show because they are missing or were altered, with the unit (`PATH#UNIT`) and the reason
 * @throws UserError if the manifest is missing or damaged
 */
export async function writeReport(options: ReportOptions): Promise<WrittenReport> {
  const { folder, earlierFolder, largestResult = MAX_RESULT_BYTES, largestTotal = MAX_TOTAL_BYTES } = options;
  const manifest = await readManifest(folder);
  const earlier = earlierFolder === undefined ? undefined : await readManifest(earlierFolder);
  const unproved: UnprovedResult[] = [];
  const written = await writeViewerPage(options.out ?? path.join(folder, "report.html"), async (page) => {
    const budget: SizeBudget = { total: 0, largestResult, largestTotal };
    const embedAll = (from: string, of: Manifest, name: string) =>
      embedRun(page, from, of, name, { budget, leaveOut: options.leaveOut, unproved });
    const index: ReportIndex = {
      ...(await embedAll(folder, manifest, "unit")),
      ...(earlier && earlierFolder !== undefined && { earlier: await embedAll(earlierFolder, earlier, "earlier") }),
      ...(options.review !== undefined && { review: options.review }),
      ...(options.checks !== undefined && {
        checks: { counts: options.checks.counts, findings: openFindings(options.checks) },
      }),
      ...(options.first !== undefined && { first: options.first }),
    };
    await writeBlock(page, INDEX_ID, [JSON.stringify(index)]);
    if (options.history !== undefined) await writeBlock(page, HISTORY_ID, [JSON.stringify(options.history)]);
  });
  return { ...written, unproved };
}

/** A result that is missing, or whose bytes are not those that the run stored. */
export interface UnprovedResult {
  /** `PATH#UNIT`. */
  readonly unit: string;
  /** A sentence. */
  readonly reason: string;
}

/** A page that was written. */
export interface WrittenReport {
  readonly file: string;
  readonly bytes: number;
  readonly unproved: readonly UnprovedResult[];
}

/** The limits of a page, and the bytes of the results in it. */
interface SizeBudget {
  total: number;
  readonly largestResult: number;
  readonly largestTotal: number;
}

interface EmbeddingRules {
  readonly leaveOut: ReportOptions["leaveOut"];
  readonly budget: SizeBudget;
  /** Gets the results that are missing or were altered. */
  readonly unproved: UnprovedResult[];
}

/** Puts the results of a run into the page, in blocks `NAME-0` and so on. */
async function embedRun(
  page: OpenPage,
  folder: string,
  manifest: Manifest,
  name: string,
  { budget, leaveOut, unproved }: EmbeddingRules,
): Promise<EmbeddedRun> {
  const units: [string, Embedded][] = [];
  const commentaries: [string, EmbeddedText][] = [];
  const summaries: [string, UnitSummary][] = [];
  for (const [index, ref] of allUnits(manifest).entries()) {
    const { unit } = ref;
    if (unit.file === undefined) continue;
    const key = unitKey(ref);
    const commentary = await embedCommentary(page, `${name}-commentary-${index}`, folder, unit);
    if (commentary !== undefined) commentaries.push([key, commentary]);
    const reason = leaveOut?.(key) ?? (await reasonToLeaveOut(folder, unit.file, unit, budget));
    const embedded = reason === undefined ? await embed(page, `${name}-${index}`, folder, unit) : unavailable(reason);
    if (embedded.kind !== "elsewhere") budget.total += unit.bytes ?? 0;
    else if ("altered" in embedded || "reason" in (await findInside(folder, unit.file)))
      unproved.push({ unit: key, reason: embedded.reason });
    units.push([key, embedded]);
    const summary = embedded.kind === "elsewhere" ? problemOf(embedded) : await readSummary(folder, unit);
    if (summary !== undefined) summaries.push([key, summary]);
  }
  // Safe for a unit called __proto__ too.
  return {
    manifest,
    units: Object.fromEntries(units),
    commentaries: Object.fromEntries(commentaries),
    summaries: Object.fromEntries(summaries),
  };
}

/** The reason to leave a result out, before it is read; undefined if there is none. */
async function reasonToLeaveOut(
  folder: string,
  file: string,
  { contentType = "" }: ManifestUnit,
  { total, largestResult, largestTotal }: SizeBudget,
): Promise<string | undefined> {
  const storedFile = await findInside(folder, file);
  if ("reason" in storedFile) return `The result is not in the run folder: ${file}: ${storedFile.reason}.`;
  if (embeddedKind(contentType) === undefined)
    return `A result of type ${contentType} is not shown here. It is in ${file}.`;
  if (storedFile.bytes > largestResult)
    return `The result has ${byteText(storedFile.bytes)}; results over ${byteText(largestResult)} are left out of the report. It is in ${file}.`;
  if (storedFile.bytes > largestTotal - total)
    return `The result is left out, since the results before it fill the ${byteText(largestTotal)} that a report holds. It is in ${file}.`;
  return undefined;
}

/** Puts a result into the page if it matches the digest in the manifest. */
async function embed(page: OpenPage, block: string, folder: string, unit: ManifestUnit): Promise<Embedded> {
  const stored = await openStored(folder, unit);
  if ("reason" in stored) {
    const reason = `${unit.file} was changed after the run stored it: ${stored.reason}. It is not shown.`;
    return { ...unavailable(reason), altered: await digestsOf(folder, unit) };
  }
  try {
    const kind = embeddedKind(unit.contentType ?? "") ?? "tables";
    if (kind !== "tables") {
      await writeBlock(page, block, stored.stream());
      return kind === "pdf" || kind === "pptx"
        ? { kind: "document", type: kind, name: path.posix.basename(unit.file ?? ""), block }
        : { kind, block };
    }
    // A page cannot read Arrow, so it gets the tables.
    const json = await stored
      .read()
      .then((bytes) => decodeResultBytes(bytes, unit.contentType))
      .then(tablesToJson)
      .catch((error: unknown) =>
        unavailable(`The result cannot be read as a table: ${messageOf(error)}. It is in ${unit.file}.`),
      );
    if (typeof json !== "string") return json;
    await writeBlock(page, block, [json]);
    return { kind, block };
  } finally {
    await stored.close();
  }
}

/** What a row says about a result that is not in the page. */
function problemOf(embedded: EmbeddedText): UnitSummary | undefined {
  if (embedded.kind !== "elsewhere") return undefined;
  return embedded.altered
    ? { figures: [], problem: "Altered: differs from the manifest", isAltered: true }
    : { figures: [], problem: embedded.reason };
}

/** What a unit says at a glance; undefined if its result has no table, cannot be read, or is large. */
async function readSummary(folder: string, unit: ManifestUnit): Promise<UnitSummary | undefined> {
  if ((unit.bytes ?? 0) > MAX_SUMMARIZED_BYTES) return undefined;
  const stored = await openStored(folder, unit);
  if ("reason" in stored) return undefined;
  try {
    const tables = await decodeResultBytes(await stored.read(), unit.contentType);
    return summaryOf(tables);
  } catch {
    // The page shows the text of the result, with the reason.
    return undefined;
  } finally {
    await stored.close();
  }
}

/** The digest in the manifest, and that of the file. */
async function digestsOf(folder: string, { file, sha256 }: ManifestUnit): Promise<AlteredResult> {
  const stored = file === undefined ? undefined : await openInside(folder, file);
  if (stored === undefined || "reason" in stored) return { ...(sha256 && { stored: sha256 }) };
  const digest = createHash("sha256");
  try {
    for await (const piece of stored.stream()) digest.update(piece);
  } finally {
    await stored.close();
  }
  return { ...(sha256 && { stored: sha256 }), found: digest.digest("hex") };
}

async function embedCommentary(
  page: OpenPage,
  block: string,
  folder: string,
  unit: ManifestUnit,
): Promise<EmbeddedText | undefined> {
  const stored = await readStoredCommentary(folder, unit);
  if (stored === undefined) return undefined;
  if ("reason" in stored) return unavailable(stored.reason);
  await writeBlock(page, block, [stored.text]);
  return { kind: "text", block };
}

function embeddedKind(contentType: string): "result" | "tables" | "text" | DocumentType | undefined {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (/[/+]json$/.test(type)) return "result";
  if (/arrow|feather/.test(type)) return "tables";
  if (type === "application/pdf") return "pdf";
  if (/presentation|powerpoint/.test(type)) return "pptx";
  return type.startsWith("text/") ? "text" : undefined;
}

function unavailable(reason: string) {
  return { kind: "elsewhere", reason } as const;
}

/**
 * Writes the page of a review, which shows the run of the head beside that of the base.
 * @param out the file to write
 * @returns undefined where nothing was run
 */
export async function writeReviewPage(
  review: Review,
  assessment: Assessment,
  out: string,
): Promise<{ file: string; bytes: number } | undefined> {
  const { run } = review;
  if (run === undefined) return undefined;
  const sameUnits = new Set(assessment.sameUnits.map(keyOfUnit));
  const vanishedUnits = new Set(assessment.vanishedUnits.map(keyOfUnit));
  const [first] = [...assessment.movedUnits, ...assessment.otherDaysUnits, ...assessment.failedUnits];
  return writeReport({
    folder: run.folder,
    out,
    leaveOut: (key) =>
      sameUnits.has(key) && !vanishedUnits.has(key)
        ? "The same as in the earlier run, within the tolerances, so it is not in this page."
        : undefined,
    ...(review.earlier.run !== undefined && { earlierFolder: review.earlier.run.folder }),
    review: {
      units: unitsInOrder(assessment),
      tolerances: review.tolerances,
      parameters: describeParameters(review.parameters, review.numbers.units),
      rules: review.checks?.changes ?? [],
      commits: review.commits,
    },
    checks: review.checks?.report,
    ...(first !== undefined && { first: keyOfUnit(first) }),
  });
}

/** Writes a page that draws numbers and checks over runs. It opens from disk, without other files and without a network. */
export function writeHistoryPage(
  view: HistoryView,
  out: string,
): Promise<{ readonly file: string; readonly bytes: number }> {
  return writeViewerPage(out, (page) => writeBlock(page, HISTORY_ID, [JSON.stringify(view)]));
}
