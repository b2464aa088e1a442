import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { type Manifest, readManifest } from "@analytics-engines/core/node";
import { isBelow } from "@analytics-engines/core/node/read-stored";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { formatBytes } from "../../github/format.ts";
import { visible } from "../../github/plain.ts";
import { Problem } from "../../github/problem.ts";

const wholeFolders =
  "A review takes whole run folders: the run is to store its own with `artifacts: run`, and not file by file or unit by unit.";
const largestManifest = 500_000_000;
const largestHeld = 4_000_000;
/** Of all files of one archive together, as they are on disk. */
const largestTotal = 40_000_000_000;

/**
 * Extracts a run folder from an archive that anybody may have made: its manifest, and of the rest what the manifest names, of the size
 * that it says. Nothing is written outside of the folder, and no links are made.
 *
 * @param name What to call the archive in a sentence.
 * @throws Problem where it is no run folder, or holds more than it says.
 */
export async function extractRun(archive: string, folder: string, name: string): Promise<Manifest> {
  const zip = await openArchive(archive, name);
  try {
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith("/")) entries.set(entry.fileName, entry);
    const manifestEntry = entries.get("manifest.json");
    if (manifestEntry === undefined)
      throw new Problem(`The artifact ${visible(name)} is no run folder: it holds no manifest.json. ${wholeFolders}`);
    mkdirSync(folder, { recursive: true });
    let total = await extract(zip, manifestEntry, folder, largestManifest);
    const manifest = await readManifest(folder);
    const named = filesNamed(manifest);
    // Results stand in folders of their own: where there is none, the run has stored them elsewhere.
    if (named.size > 0 && ![...entries.keys()].some((file) => file.includes("/")))
      throw new Problem(`The artifact ${visible(name)} holds a manifest without its results. ${wholeFolders}`);
    for (const [file, bytes] of named) {
      const entry = entries.get(file);
      // What is missing, or of another size, is told of its unit.
      if (entry === undefined || !isBelow(file) || (bytes !== undefined && entry.uncompressedSize !== bytes)) continue;
      total += await extract(zip, entry, folder, largestTotal - total);
    }
    return manifest;
  } catch (error) {
    if (error instanceof Problem || !(error instanceof Error) || "code" in error) throw error;
    throw new Problem(`The artifact ${visible(name)} is no archive that can be read: ${visible(error.message)}`);
  } finally {
    zip.close();
  }
}

async function openArchive(archive: string, name: string): Promise<ZipFile> {
  try {
    return await openPromise(archive, { autoClose: false, lazyEntries: true, strictFileNames: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(`The artifact ${visible(name)} is no archive that can be read: ${visible(reason)}`);
  }
}

/** The files that a manifest names, with their sizes where it knows them. */
function filesNamed(manifest: Manifest): ReadonlyMap<string, number | undefined> {
  const files = new Map<string, number | undefined>();
  for (const unit of manifest.files.flatMap((file) => file.units)) {
    if (unit.file !== undefined) files.set(unit.file, unit.bytes);
    if (unit.info !== undefined) files.set(unit.info, unit.infoBytes);
    for (const { csv } of unit.tables ?? []) if (csv !== undefined) files.set(csv, undefined);
  }
  files.delete("manifest.json");
  return files;
}

/** Extracts one file, never over another one. Returns its bytes. */
async function extract(zip: ZipFile, entry: Entry, folder: string, limit: number): Promise<number> {
  const { fileName, uncompressedSize } = entry;
  if (uncompressedSize > limit)
    throw new Problem(
      `The file ${visible(fileName)} of an artifact has ${formatBytes(uncompressedSize)}: too much for a review.`,
    );
  const target = path.join(folder, fileName);
  mkdirSync(path.dirname(target), { recursive: true });
  // The library ends a stream that holds more than the entry says.
  const content = await zip.openReadStreamPromise(entry);
  // Most results are small, and many: each as a stream of its own takes several times as long.
  if (uncompressedSize <= largestHeld) writeFileSync(target, await buffer(content), { flag: "wx" });
  else await pipeline(content, createWriteStream(target, { flags: "wx" }));
  return uncompressedSize;
}
