import { lstat, readFile } from "node:fs/promises";
import path from "node:path";
import type { Manifest, ManifestUnit, OpenStored } from "@analytics-engines/runs";
import * as l10n from "@vscode/l10n";
import { UserError } from "../common/errors.ts";
import { type Content, sentTable } from "./messages.ts";

/** A run folder on disk. Its manifest may be anybody's: what it names is read only inside of the folder. */
export interface RunSource {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Larger results are exported, not shown. */
const largestShown = 200_000_000;

/** @throws RunFolderError where there is no manifest or it is damaged */
export async function openRunFolder(folder: string): Promise<RunSource> {
  const { readManifest } = await import("@analytics-engines/runs");
  return { folder, manifest: await readManifest(folder) };
}

/** A unit of the run, undefined where it has none of that name. */
export function findUnit({ manifest }: RunSource, filePath: string, unitId: string): ManifestUnit | undefined {
  return manifest.files.find((file) => file.path === filePath)?.units.find(({ id }) => id === unitId);
}

export type ResultKind = "json" | "arrow" | "text" | "other";

export function resultKind({ contentType = "" }: Pick<ManifestUnit, "contentType">): ResultKind {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (/[/+]json$/.test(type)) return "json";
  if (/arrow|feather/.test(type)) return "arrow";
  return type.startsWith("text/") ? "text" : "other";
}

/**
 * Opens a result that is still what the run stored. Close it.
 * @throws UserError where the unit has none, it is not a file of this folder, or it was changed since
 */
export async function openResult({ folder }: RunSource, unit: ManifestUnit): Promise<OpenStored> {
  if (unit.file === undefined) throw new UserError(l10n.t('The unit "{0}" has no result.', unit.id));
  const { openStored } = await import("@analytics-engines/runs");
  const stored = await openStored(folder, unit);
  if (!("reason" in stored)) return stored;
  if (stored.kind === "missing")
    throw new UserError(l10n.t("The result is not in the run folder: {0} is missing.", unit.file));
  throw new UserError(l10n.t("{0} is not the result that the run stored: {1}.", unit.file, stored.reason));
}

/** The path of such a result, for a program that takes no less. Throws as `openResult`. */
export async function resultFile(source: RunSource, unit: ManifestUnit): Promise<string> {
  await (await openResult(source, unit)).close();
  const { findInside } = await import("@analytics-engines/runs");
  const found = await findInside(source.folder, unit.file ?? "");
  if ("reason" in found)
    throw new UserError(l10n.t("{0} is not the result that the run stored: {1}.", unit.file ?? "", found.reason));
  return found.file;
}

/** Extensions of results that the system's programs show. What it would run, or a browser with its scripts, is not among them. */
const documents = new Set(["json", "pdf", "pptx", "arrow", "arrows", "csv", "txt", "xml", "zip"]);

/** The same of a document, for the program that the system has for it. @throws UserError also where it may be something that runs */
export async function documentFile(source: RunSource, unit: ManifestUnit): Promise<string> {
  const file = await resultFile(source, unit);
  if (documents.has(path.extname(file).slice(1).toLowerCase())) return file;
  throw new UserError(
    l10n.t("{0} is not opened: the system may run a file of its kind. Look at it in its folder first.", file),
  );
}

/** The bytes of such a result. Throws as `openResult`. */
export async function resultBytes(source: RunSource, unit: ManifestUnit): Promise<Uint8Array> {
  const stored = await openResult(source, unit);
  try {
    return await stored.read();
  } finally {
    await stored.close();
  }
}

/** What a unit holds, for the page. What cannot be shown says why. */
export async function contentOf(source: RunSource, filePath: string, unitId: string): Promise<Content> {
  const unit = findUnit(source, filePath, unitId);
  if (unit === undefined) return elsewhere(l10n.t("The run has no such unit."));
  if (unit.file === undefined) return elsewhere(l10n.t("This unit has no result."));
  try {
    return await readContent(source, unit);
  } catch (error) {
    return elsewhere(error instanceof Error ? error.message : String(error));
  }
}

/** The commentary of a unit as JSON text, for the page. */
export async function commentaryOf(source: RunSource, filePath: string, unitId: string): Promise<Content> {
  const unit = findUnit(source, filePath, unitId);
  const { readStoredCommentary } = await import("@analytics-engines/runs");
  const stored = unit && (await readStoredCommentary(source.folder, unit));
  if (stored === undefined) return elsewhere(l10n.t("This unit has no commentary."));
  return "text" in stored ? { kind: "text", text: stored.text } : elsewhere(stored.reason);
}

async function readContent(source: RunSource, unit: ManifestUnit): Promise<Content> {
  const kind = resultKind(unit);
  if (kind === "other") {
    return elsewhere(
      l10n.t(
        "A result of type {0} is opened by the program of the system: choose Open in Its Program.",
        unit.contentType ?? "",
      ),
    );
  }
  if ((unit.bytes ?? 0) > largestShown) {
    const megabytes = Math.round((unit.bytes ?? 0) / 1_000_000);
    return elsewhere(l10n.t("The result has {0} MB, more than can be shown here. Export it as CSV.", megabytes));
  }
  const bytes = await resultBytes(source, unit);
  if (kind === "json") return { kind, bytes: plainBytes(bytes) };
  if (kind === "text") return { kind, text: new TextDecoder().decode(bytes) };
  // A page cannot read Arrow: it is given the tables.
  const { decodeResultBytes } = await import("@analytics-engines/core/results");
  const tables = await decodeResultBytes(bytes, unit.contentType);
  return { kind: "tables", tables: tables.map(sentTable) };
}

/** A result that stands alone, by its name. */
export async function contentOfFile(file: string): Promise<Content> {
  const { size } = await lstat(file);
  if (size > largestShown) return elsewhere(l10n.t("The file is too large to be shown here."));
  return { kind: "json", bytes: plainBytes(await readFile(file)) };
}

/** VS Code would turn a Buffer into JSON, as a Buffer says how; plain bytes arrive as they are. */
function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

/** The run that a result file belongs to, where its manifest stands one or two folders up and names it. */
export async function runOfFile(
  file: string,
): Promise<{ readonly source: RunSource; readonly path: string; readonly unit: string } | undefined> {
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

function elsewhere(reason: string): Content {
  return { kind: "elsewhere", reason };
}
