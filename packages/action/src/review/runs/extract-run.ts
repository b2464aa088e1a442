import { mkdirSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { visible } from "@analytics-engines/core/text";
import { createInside, LARGEST_RECORD, type Manifest, readManifest } from "@analytics-engines/runs";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { formatBytes } from "../../github/format.ts";
import { Problem } from "../../github/problem.ts";

const wholeFolders =
  "A review takes whole run folders: the run is to store its own with `artifacts: run`, and not file by file or unit by unit.";
const largestHeld = 4_000_000;
/** Of all files of one archive together, as they are on disk. */
const largestTotal = 40_000_000_000;
/** Each is held while the archive is read. A run of 100,000 results with info documents and CSV files has fewer. */
const mostEntries = 500_000;

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
    const entries = await listEntries(zip, name);
    const manifestEntry = entries.get("manifest.json");
    if (manifestEntry === undefined)
      throw new Problem(`The artifact ${visible(name)} is no run folder: it holds no manifest.json. ${wholeFolders}`);
    mkdirSync(folder, { recursive: true });
    checkSize(manifestEntry, LARGEST_RECORD);
    await extract(zip, manifestEntry, folder);
    const manifest = await readManifest(folder);
    const named = filesNamed(manifest);
    // Results stand in folders of their own: where there is none, the run has stored them elsewhere.
    if (named.size > 0 && ![...entries.keys()].some((file) => file.includes("/")))
      throw new Problem(`The artifact ${visible(name)} holds a manifest without its results. ${wholeFolders}`);
    // What is missing, or of another size, its reader says.
    const wanted = Array.from(named, ([file, bytes]) => ({ entry: entries.get(file), bytes })).flatMap(
      ({ entry, bytes }) =>
        entry === undefined || (bytes ?? entry.uncompressedSize) !== entry.uncompressedSize ? [] : [entry],
    );
    let room = largestTotal;
    for (const entry of wanted) {
      checkSize(entry, room);
      room -= entry.uncompressedSize;
    }
    for (const entry of wanted) await extract(zip, entry, folder);
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

/** The files of an archive by name. A name that is there twice is refused: which of the two a reader takes is anybody's guess. */
async function listEntries(zip: ZipFile, name: string): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > mostEntries)
    throw new Problem(`The artifact ${visible(name)} has ${zip.entryCount} files: too many for a review.`);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry;
    if (fileName.endsWith("/")) continue;
    if (entries.has(fileName))
      throw new Problem(`The artifact ${visible(name)} holds two files of the name ${visible(fileName)}.`);
    entries.set(fileName, entry);
  }
  return entries;
}

/** The files that a manifest names, with their sizes where it knows them. */
function filesNamed(manifest: Manifest): ReadonlyMap<string, number | undefined> {
  const files = new Map<string, number | undefined>();
  for (const unit of manifest.files.flatMap((file) => file.units)) {
    if (unit.file !== undefined) files.set(unit.file, unit.bytes);
    if (unit.info !== undefined) files.set(unit.info, unit.infoBytes);
    if (unit.commentary !== undefined) files.set(unit.commentary, unit.commentaryBytes);
    for (const { csv } of unit.tables ?? []) if (csv !== undefined) files.set(csv, undefined);
  }
  return files;
}

function checkSize({ fileName, uncompressedSize }: Entry, limit: number): void {
  if (uncompressedSize > limit)
    throw new Problem(
      `The file ${visible(fileName)} of an artifact has ${formatBytes(uncompressedSize)}: too much for a review.`,
    );
}

/** Extracts one file. The library ends a stream that holds more than the entry says. */
async function extract(zip: ZipFile, entry: Entry, folder: string): Promise<void> {
  const content = await zip.openReadStreamPromise(entry);
  await using file = await createInside(folder, entry.fileName);
  // Most results are small, and many: each as a stream of its own takes several times as long.
  await file.writeFile(entry.uncompressedSize <= largestHeld ? await buffer(content) : content);
}
