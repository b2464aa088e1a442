import { rmSync } from "node:fs";
import { lstat, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { InsideOpener, Manifest, ManifestUnit, OpenStored } from "@analytics-engines/runs";
import { UserError } from "@analytics-engines/runs/user-error";
import * as l10n from "@vscode/l10n";
import { lazily } from "../common/lazy.ts";
import { resultKind } from "../common/result-kind.ts";
import { type PageContent, sentTable } from "./messages.ts";

/** A run folder on disk. Anyone may have written its manifest, so its paths are read only inside the folder. */
export interface OpenRunFolder {
  readonly folder: string;
  /** Without the entries that cannot be read. */
  readonly manifest: Manifest;
  /** What is wrong with the manifest, in lines. */
  readonly problems: readonly string[];
  /** Opens its files; undefined if they are plain. */
  readonly open: InsideOpener | undefined;
}

/** The result that a command works with. */
export interface Target {
  readonly source: OpenRunFolder;
  readonly unit: ManifestUnit;
}

/** A page decodes a result of this size in about ten seconds. Larger ones can be exported. */
const largestShown = 200_000_000;

/** @throws UserError if the manifest is missing, is not JSON, or is of another version */
export async function openRunFolder(folder: string, open?: InsideOpener): Promise<OpenRunFolder> {
  const { readReadableManifest } = await import("@analytics-engines/runs");
  return { folder, open, ...(await readReadableManifest(folder, open)) };
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
export async function openResult({ folder, open }: OpenRunFolder, unit: ManifestUnit): Promise<OpenStored> {
  if (unit.file === undefined) throw new UserError(l10n.t('The unit "{0}" has no result.', unit.id));
  const { openStored } = await import("@analytics-engines/runs");
  const stored = await openStored(folder, unit, open);
  if (!("reason" in stored)) return stored;
  if (stored.kind === "missing") throw new UserError(l10n.t("{0} is missing from the run folder.", unit.file));
  throw new UserError(l10n.t("{0} is not the result that the run stored: {1}.", unit.file, stored.reason));
}

/** Returns the path of a result, for another program. Throws as `openResult` does. */
export async function resultFile(source: OpenRunFolder, unit: ManifestUnit): Promise<string> {
  await (await openResult(source, unit)).close();
  const { findInside } = await import("@analytics-engines/runs");
  const found = await findInside(source.folder, unit.file ?? "");
  if ("reason" in found)
    throw new UserError(l10n.t("{0} is not the result that the run stored: {1}.", unit.file ?? "", found.reason));
  return found.file;
}

/** The file extensions that the system may open. Files that it would execute, or that can contain scripts, are not among them. */
const documents = new Set(["json", "pdf", "pptx", "arrow", "arrows", "csv", "txt", "xml", "zip"]);

function isDocument(file: string): boolean {
  return documents.has(path.extname(file).slice(1).toLowerCase());
}

/**
 * Returns the path of a document for the system's program. For a result of the history it is a copy that is not encrypted, and exists until VS Code
 * ends.
 * @throws UserError also if the system might execute the file
 */
export async function documentFile(source: OpenRunFolder, unit: ManifestUnit): Promise<string> {
  const file = await resultFile(source, unit);
  if (isDocument(file)) return source.open === undefined ? file : copyOf(source, unit, path.basename(file));
  throw new UserError(
    l10n.t("{0} was not opened: the system may execute a file of its kind. Check it in its folder first.", file),
  );
}

/** The folder of all copies. */
const copies = lazily(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "analytics-engines-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
});

async function copyOf(source: OpenRunFolder, unit: ManifestUnit, name: string): Promise<string> {
  const stored = await openResult(source, unit);
  try {
    // A folder of its own, because units of several runs have the same name.
    const copy = path.join(await mkdtemp(path.join(await copies(), "copy-")), name);
    await writeFile(copy, stored.stream(), { mode: 0o600, flag: "wx" });
    return copy;
  } finally {
    await stored.close();
  }
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
  if (unit === undefined) return elsewhere(l10n.t("The run does not contain this unit."));
  if (unit.file === undefined) return elsewhere(l10n.t("This unit has no result."));
  try {
    return await readContent(source, unit);
  } catch (error) {
    return elsewhere(error instanceof Error ? error.message : String(error));
  }
}

/** Reads the commentary of a unit as JSON text for the page. */
export async function commentaryOf(source: OpenRunFolder, filePath: string, unitId: string): Promise<PageContent> {
  const unit = findManifestUnit(source, filePath, unitId);
  const { readStoredCommentary } = await import("@analytics-engines/runs");
  const stored = unit && (await readStoredCommentary(source.folder, unit, source.open));
  if (stored === undefined) return elsewhere(l10n.t("This unit has no commentary."));
  return "text" in stored ? { kind: "text", text: stored.text } : elsewhere(stored.reason);
}

async function readContent(source: OpenRunFolder, unit: ManifestUnit): Promise<PageContent> {
  const kind = resultKind(unit.contentType);
  if (kind === "other") {
    const name = path.posix.basename(unit.file ?? "");
    return {
      ...elsewhere(l10n.t("This page does not show a result of type {0}.", unit.contentType ?? "")),
      ...(isDocument(name) && { action: { verb: "open", text: l10n.t("Open {0}", name) } }),
    };
  }
  if ((unit.bytes ?? 0) > largestShown) {
    return {
      ...elsewhere(tooLarge(unit.bytes ?? 0)),
      ...(kind === "json" && { action: { verb: "exportCsv", text: l10n.t("Export as CSV") } }),
    };
  }
  const bytes = await resultBytes(source, unit);
  if (kind === "json") return { kind, bytes: plainBytes(bytes) };
  if (kind === "text") return { kind, text: new TextDecoder().decode(bytes) };
  return tablesContent(bytes, unit.contentType);
}

function tooLarge(bytes: number): string {
  const megabytes = (size: number) => Math.round(size / 1_000_000);
  return l10n.t(
    "The result has {0} MB. This page shows results of up to {1} MB.",
    megabytes(bytes),
    megabytes(largestShown),
  );
}

/** The page cannot read Arrow, so it gets the tables. */
async function tablesContent(bytes: Uint8Array, contentType: string | undefined): Promise<PageContent> {
  const { decodeResultBytes } = await import("@analytics-engines/core/results");
  const tables = await decodeResultBytes(bytes, contentType);
  return { kind: "tables", tables: tables.map(sentTable) };
}

/** Reads a result file outside a run folder. */
export async function contentOfFile(file: string): Promise<PageContent> {
  const { size } = await lstat(file);
  if (size > largestShown) return elsewhere(tooLarge(size));
  const bytes = await readFile(file);
  return /\.arrows?$/i.test(file)
    ? tablesContent(bytes, "application/vnd.apache.arrow.file")
    : { kind: "json", bytes: plainBytes(bytes) };
}

/** VS Code would convert a Buffer to JSON; a plain array arrives unchanged. */
function plainBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/** Finds the run of a result file, if a manifest one or two folders up lists the file. */
export async function runOfFile(
  file: string,
): Promise<{ readonly source: OpenRunFolder; readonly path: string; readonly unit: string } | undefined> {
  for (const folder of [path.dirname(file), path.dirname(path.dirname(file))]) {
    const source = await openRunFolder(folder).catch(() => undefined);
    const name = path.relative(folder, file).split(path.sep).join("/");
    for (const { path: filePath, units } of source?.manifest.files ?? []) {
      const unit = units.find((one) => one.file === name);
      if (source && unit) return { source, path: filePath, unit: unit.id };
    }
  }
  return undefined;
}

function elsewhere(reason: string): PageContent {
  return { kind: "elsewhere", reason };
}
