import { lstat, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FolderHost, InsideOpener, ManifestUnit } from "@analytics-engines/runs";
import { createFile, readWhole, removeTemporaryNow, writeBatches } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import { lazily } from "../../common/lazy.ts";
import type { PageContent } from "./messages.ts";
import {
  contentOfFile,
  type FoundResult,
  findStoredResult,
  isDocument,
  type OpenRunFolder,
  openFolder,
  openResult,
} from "./run-source.ts";

/** Reads run folders of the disk. */
interface DiskHost extends FolderHost {
  /** Whether the files of the folder are encrypted. */
  readonly isEncrypted: boolean;
}

async function diskHost(open?: InsideOpener): Promise<DiskHost> {
  const { nodeHost } = await import("@analytics-engines/runs");
  return { ...nodeHost(open), isEncrypted: open !== undefined };
}

/**
 * Opens a run folder of the disk.
 * @param open opens its encrypted files
 * @throws UserError if the manifest is missing, is not JSON, or is of another version
 */
export async function openRunFolder(folder: string, open?: InsideOpener): Promise<OpenRunFolder> {
  return openFolder(folder, await diskHost(open));
}

/** Returns the path of a result, for another program. Throws as `openResult` does. */
export async function resultFile(source: OpenRunFolder, unit: ManifestUnit): Promise<string> {
  await (await openResult(source, unit)).close();
  const { findInside } = await import("@analytics-engines/runs");
  const location = await findInside(source.folder, unit.file ?? "");
  if ("reason" in location)
    throw new UserError(
      l10n.t(
        "{0} is not the result that the run stored: {1}. Restore the run folder, or run the parameter file again.",
        unit.file ?? "",
        location.reason,
      ),
    );
  return location.file;
}

/**
 * Returns the path of a document for the system's program. For a result of the history it is a copy that is not encrypted, and exists until VS Code
 * ends.
 * @throws UserError also if the system might execute the file
 */
export async function documentFile(source: OpenRunFolder, unit: ManifestUnit): Promise<string> {
  const file = await resultFile(source, unit);
  if (isDocument(file)) return isEncrypted(source) ? copyOf(source, unit, path.basename(file)) : file;
  throw new UserError(
    l10n.t("{0} was not opened: the system may execute a file of its kind. Check it in its folder first.", file),
  );
}

/** The folder of all copies. */
const copies = lazily(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "analytics-engines-"));
  process.once("exit", () => removeTemporaryNow(folder));
  return folder;
});

async function copyOf(source: OpenRunFolder, unit: ManifestUnit, name: string): Promise<string> {
  const stored = await openResult(source, unit);
  try {
    // A folder of its own, because units of several runs have the same name.
    const copy = path.join(await mkdtemp(path.join(await copies(), "copy-")), name);
    await using target = await createFile(copy);
    await writeBatches(target, stored.stream());
    return copy;
  } finally {
    await stored.close();
  }
}

function isEncrypted({ host }: OpenRunFolder): boolean {
  return "isEncrypted" in host && host.isEncrypted === true;
}

/** Reads a result file outside a run folder. */
export async function contentOnDisk(file: string): Promise<PageContent> {
  const { size } = await lstat(file);
  return contentOfFile(path.basename(file), size, () => readWhole(file, { isNamedByUser: true }));
}

/** Finds the run of a result file, if a manifest one or two folders up lists the file. */
export async function runOfFile(file: string): Promise<FoundResult | undefined> {
  const folders = [path.dirname(file), path.dirname(path.dirname(file))];
  const possible = folders.map((folder) => ({ folder, name: path.relative(folder, file).split(path.sep).join("/") }));
  return findStoredResult(possible, await diskHost());
}
