import { lstat } from "node:fs/promises";
import path from "node:path";
import { messageOf } from "@analytics-engines/core/basics";
import { decodeResultBytes, UnreadVersionError } from "@analytics-engines/core/results";
import {
  findInside,
  type Manifest,
  type ManifestUnit,
  type OpenInside,
  openStored,
  readChecksReport,
  readReadableManifest,
  readStoredCommentary,
  withoutMissingResults,
} from "@analytics-engines/runs";
import { openFindings } from "@analytics-engines/runs/browser";
import { readWhole } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import { baseName, resultKind } from "../../common/texts.ts";
import { type PageContent, type RunChecks, sentTable } from "./messages.ts";

/** A page decodes a result of this size in about ten seconds. Larger ones can be exported. */
const MAX_VIEWED_BYTES = 200_000_000;

/** A run folder. Anyone may have written its manifest, so its paths are read only inside the folder. */
export interface OpenRunFolder {
  /** Its path. */
  readonly folder: string;
  /** Without the entries that cannot be read. A unit whose result is missing is lost. */
  readonly manifest: Manifest;
  /** What is wrong with the manifest or the report of the checks, in lines. */
  readonly problems: readonly string[];
  /** What the checks found, without those that passed. */
  readonly checks?: RunChecks;
}

/** The result that a command works with. */
export interface Target {
  readonly source: OpenRunFolder;
  readonly unit: ManifestUnit;
}

/** @throws UserError if the manifest is missing, is not JSON, or is of another version */
export async function openRunFolder(folder: string): Promise<OpenRunFolder> {
  const { manifest: recorded, problems } = await readReadableManifest(folder);
  const manifest = await withoutMissingResults(folder, recorded);
  try {
    const report = await readChecksReport(folder);
    const checks = report && { counts: report.counts, findings: openFindings(report) };
    return { folder, manifest, problems, ...(checks && { checks }) };
  } catch (error) {
    return { folder, manifest, problems: [...problems, messageOf(error)] };
  }
}

/** Finds a unit of the run. */
export function findManifestUnit(
  { manifest }: OpenRunFolder,
  filePath: string,
  unitId: string,
): ManifestUnit | undefined {
  return manifest.files.find((file) => file.path === filePath)?.units.find(({ id }) => id === unitId);
}

/**
 * Opens a result after checking that it is unchanged. The caller closes it.
 * @throws UserError if the unit has no result, the file is missing or outside the folder, or it has changed
 */
export async function openResult({ folder }: OpenRunFolder, unit: ManifestUnit): Promise<OpenInside> {
  if (unit.file === undefined) throw new UserError(l10n.t('The unit "{0}" has no result. Run it again.', unit.id));
  const stored = await openStored(folder, unit);
  if (!("reason" in stored)) return stored;
  if (stored.kind === "missing")
    throw new UserError(
      l10n.t("{0} is missing from the run folder. Restore the run folder, or run the parameter file again.", unit.file),
    );
  throw alteredResult(unit.file, stored.reason);
}

/** The file extensions that the system may open. Files that it would execute, or that can contain scripts, are not among them. */
const documents = new Set(["json", "pdf", "pptx", "arrow", "arrows", "csv", "txt", "xml", "zip"]);

/** Whether the system may open a file of this name. */
function isDocument(name: string): boolean {
  return documents.has(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "");
}

/**
 * Returns the path of a document for another program. Throws as `openResult` does.
 * @throws UserError also if the system might execute the file
 */
export async function documentFile(source: OpenRunFolder, unit: ManifestUnit): Promise<string> {
  await (await openResult(source, unit)).close();
  const location = await findInside(source.folder, unit.file ?? "");
  if ("reason" in location) throw alteredResult(unit.file ?? "", location.reason);
  if (isDocument(location.file)) return location.file;
  throw new UserError(
    l10n.t(
      "{0} was not opened: the system may execute a file of its kind. Check it in its folder first.",
      location.file,
    ),
  );
}

function alteredResult(file: string, reason: string): UserError {
  return new UserError(
    l10n.t(
      "{0} is not the result that the run stored: {1}. Restore the run folder, or run the parameter file again.",
      file,
      reason,
    ),
  );
}

/** Reads the bytes of a result. Throws as `openResult` does. */
export async function resultBytes(source: OpenRunFolder, unit: ManifestUnit): Promise<Uint8Array> {
  const stored = await openResult(source, unit);
  try {
    return await stored.read();
  } finally {
    await stored.close();
  }
}

/** Reads the content of a unit for the page, or why it cannot be shown. */
export async function contentOf(source: OpenRunFolder, filePath: string, unitId: string): Promise<PageContent> {
  const unit = findManifestUnit(source, filePath, unitId);
  if (unit === undefined) return notShown(l10n.t("The run does not contain this unit."));
  if (unit.file === undefined) return notShown(l10n.t("This unit has no result."));
  try {
    return await readContent(source, unit);
  } catch (error) {
    return notShown(messageOf(error));
  }
}

/** Reads the commentary of a unit as JSON text for the page; `undefined` where there is none. */
export async function commentaryOf(
  source: OpenRunFolder,
  filePath: string,
  unitId: string,
): Promise<PageContent | undefined> {
  const unit = findManifestUnit(source, filePath, unitId);
  const stored = unit && (await readStoredCommentary(source.folder, unit));
  if (stored === undefined) return undefined;
  return "text" in stored ? { kind: "text", text: stored.text } : notShown(stored.reason);
}

async function readContent(source: OpenRunFolder, unit: ManifestUnit): Promise<PageContent> {
  const kind = resultKind(unit.contentType);
  if (kind === "other") {
    const name = baseName(unit.file ?? "");
    return {
      ...notShown(l10n.t("This page does not show a result of type {0}.", unit.contentType ?? "")),
      ...(isDocument(name) && { action: { verb: "open", text: l10n.t("Open {0}", name) } }),
    };
  }
  if ((unit.bytes ?? 0) > MAX_VIEWED_BYTES) {
    return {
      ...notShown(tooLarge(unit.bytes ?? 0)),
      ...(kind === "json" && { action: { verb: "exportCsv", text: l10n.t("Export as CSV") } }),
    };
  }
  const bytes = await resultBytes(source, unit);
  const { file = "" } = unit;
  if (kind === "json") return { kind, bytes: plainBytes(bytes), file };
  if (kind === "text") return { kind, text: new TextDecoder().decode(bytes) };
  return tablesContent(bytes, unit.contentType, file);
}

function tooLarge(bytes: number): string {
  const megabytes = (size: number) => Math.round(size / 1_000_000);
  return l10n.t(
    "The result has {0} MB. This page shows results of up to {1} MB.",
    megabytes(bytes),
    megabytes(MAX_VIEWED_BYTES),
  );
}

/** The page cannot read Arrow, so it gets the tables. */
async function tablesContent(bytes: Uint8Array, contentType: string | undefined, file: string): Promise<PageContent> {
  try {
    const tables = await decodeResultBytes(bytes, contentType);
    return { kind: "tables", tables: tables.map(sentTable) };
  } catch (error) {
    if (error instanceof UnreadVersionError) return notShown(unreadText(error, file));
    throw error;
  }
}

/** What a user reads about a result whose tables are in a version or a form that is not read. */
export function unreadText({ message }: Error, file: string): string {
  return l10n.t("The tables of {0} are not read: {1}. The bytes are kept as they came.", file, message);
}

/** Reads a result file outside a run folder. */
export async function contentOfFile(file: string): Promise<PageContent> {
  const { size } = await lstat(file);
  if (size > MAX_VIEWED_BYTES) return notShown(tooLarge(size));
  const name = path.basename(file);
  const bytes = await readWhole(file, { isNamedByUser: true });
  return /\.arrows?$/i.test(name)
    ? tablesContent(bytes, "application/vnd.apache.arrow.file", name)
    : { kind: "json", bytes: plainBytes(bytes), file: name };
}

/** A unit of a run, by its result. */
export interface FoundResult {
  readonly source: OpenRunFolder;
  readonly path: string;
  readonly unit: string;
}

/** Finds the run of a result file, if a manifest one or two folders up lists the file. */
export async function runOfFile(file: string): Promise<FoundResult | undefined> {
  for (const folder of [path.dirname(file), path.dirname(path.dirname(file))]) {
    const name = path.relative(folder, file).split(path.sep).join("/");
    const source = await openRunFolder(folder).catch(() => undefined);
    for (const { path: filePath, units } of source?.manifest.files ?? []) {
      const unit = units.find((storedUnit) => storedUnit.file === name);
      if (source && unit) return { source, path: filePath, unit: unit.id };
    }
  }
  return undefined;
}

/** VS Code would convert a Buffer to JSON; a plain array arrives unchanged. */
function plainBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function notShown(reason: string): PageContent {
  return { kind: "elsewhere", reason };
}
