import path from "node:path";
import { buffer } from "node:stream/consumers";
import { messageOf, visible } from "@analytics-engines/core/basics";
import {
  createInside,
  MAX_RECORD_BYTES,
  type Manifest,
  readManifest,
  storedEntries,
  tableFilesOf,
} from "@analytics-engines/runs";
import { makeFolders } from "@analytics-engines/runs/files";
import { formatBytes, UserError } from "@analytics-engines/runs/progress";
import { type EarlierRun, type FoundRun, mergeRuns } from "@analytics-engines/runs/review";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { type GitHubApi, refusal } from "./api.ts";
import { downloadArtifact, findEarlierArtifacts, STORE_AGAIN, type StoredArtifact } from "./find-artifacts.ts";
import type { Step } from "./step.ts";

/** What downloads need. */
interface DownloadContext extends Pick<Step, "env" | "log"> {
  readonly github: GitHubApi;
  /** A folder for downloads. It is removed when the step ends. */
  readonly temporary: string;
}

/** Downloads and extracts artifacts with a run folder each. */
export async function downloadRuns(
  { env, github, log, temporary }: DownloadContext,
  artifacts: readonly StoredArtifact[],
): Promise<readonly FoundRun[]> {
  const runs: FoundRun[] = [];
  for (const artifact of artifacts) {
    log.line(`Downloading ${artifact.name}: ${formatBytes(artifact.bytes)}`);
    const folder = path.join(temporary, `artifact-${artifact.id}`);
    const archive = `${folder}.zip`;
    await downloadArtifact(github, artifact, archive, env);
    runs.push({ folder, manifest: await extractRun(archive, folder, artifact.name), name: artifact.name });
  }
  return runs;
}

/**
 * Downloads the latest successful run of a branch that has such an artifact. A missing one is not a failure: the first run of a repository has none.
 *
 * @param search.except the number of the workflow run that asks
 */
export async function downloadEarlierRun(
  context: DownloadContext,
  search: { readonly branch: string; readonly pattern: string; readonly except: number },
): Promise<EarlierRun> {
  const { branch, pattern } = search;
  try {
    const match = await findEarlierArtifacts(context.github, search);
    if (match === undefined)
      return { run: undefined, why: `no successful run of ${branch} has an artifact ${pattern}` };
    const runs = await downloadRuns(context, match.artifacts);
    const run = await mergeRuns(runs, path.join(context.temporary, "earlier"));
    return { run, source: { kind: "artifact", workflowRun: match.run, branch } };
  } catch (error) {
    throw refusal(error, "The earlier run could not be read", "actions: read");
  }
}

const WHOLE_FOLDERS = "Name artifacts with whole run folders, as the action run stores them.";
const SMALLER_FOLDERS = "Divide the run into shards with the action plan.";
const MAX_HELD_BYTES = 4_000_000;
/** The largest total size of the files of an archive, bytes on the disk. */
const MAX_TOTAL_BYTES = 40_000_000_000;
/** The most files in an archive, because their list is in memory. A run of 100,000 results with info documents and CSV files has fewer. */
const MAX_ENTRIES = 500_000;

/**
 * Extracts a run folder from an untrusted archive: the manifest, and the files that it names, if they have the sizes that it records.
 * Writes nothing outside of the folder, and creates no links.
 *
 * @param name the name of the archive in messages
 * @throws UserError for an archive that is not a run folder, or has larger files than it reports
 */
async function extractRun(archive: string, folder: string, name: string): Promise<Manifest> {
  const zip = await openArchive(archive, name);
  try {
    const entries = await listEntries(zip, name);
    const manifestEntry = entries.get("manifest.json");
    if (manifestEntry === undefined)
      throw new UserError(
        `The artifact ${visible(name)} is not a run folder: it has no manifest.json. ${WHOLE_FOLDERS}`,
      );
    makeFolders(folder);
    checkSize(manifestEntry, MAX_RECORD_BYTES, name);
    await extract(zip, manifestEntry, folder);
    const manifest = await readManifest(folder);
    const sizes = filesNamed(manifest);
    // Results are in folders. Without folders, the run has stored them in other artifacts.
    if (sizes.size > 0 && ![...entries.keys()].some((file) => file.includes("/")))
      throw new UserError(`The artifact ${visible(name)} has a manifest without its results. ${WHOLE_FOLDERS}`);
    // A missing file, or one with another size, is reported when it is read.
    const matchingEntries = Array.from(sizes, ([file, bytes]) => ({ entry: entries.get(file), bytes })).flatMap(
      ({ entry, bytes }) =>
        entry === undefined || (bytes ?? entry.uncompressedSize) !== entry.uncompressedSize ? [] : [entry],
    );
    let remainingBytes = MAX_TOTAL_BYTES;
    for (const entry of matchingEntries) {
      checkSize(entry, remainingBytes, name);
      remainingBytes -= entry.uncompressedSize;
    }
    for (const entry of matchingEntries) await extract(zip, entry, folder);
    return manifest;
  } catch (error) {
    if (error instanceof UserError || !(error instanceof Error) || "code" in error) throw error;
    throw noArchive(name, error);
  } finally {
    zip.close();
  }
}

async function openArchive(archive: string, name: string): Promise<ZipFile> {
  try {
    return await openPromise(archive, { autoClose: false, lazyEntries: true, strictFileNames: true });
  } catch (error) {
    throw noArchive(name, error);
  }
}

function noArchive(name: string, error: unknown): UserError {
  const reason = visible(messageOf(error)).replace(/\.$/, "");
  return new UserError(`The artifact ${visible(name)} cannot be read as an archive: ${reason}. ${STORE_AGAIN}`);
}

/** The files of an archive by name. A name that occurs twice is refused, since programs differ in which of the two files they use. */
async function listEntries(zip: ZipFile, name: string): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES)
    throw new UserError(
      `The artifact ${visible(name)} has ${zip.entryCount} files: too many to read. ${SMALLER_FOLDERS}`,
    );
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry;
    if (fileName.endsWith("/")) continue;
    if (entries.has(fileName))
      throw new UserError(
        `The artifact ${visible(name)} has two files of the name ${visible(fileName)}. ${STORE_AGAIN}`,
      );
    entries.set(fileName, entry);
  }
  return entries;
}

/** The files that a manifest names, with their sizes if it has them. */
function filesNamed(manifest: Manifest): ReadonlyMap<string, number | undefined> {
  const files = new Map<string, number | undefined>();
  for (const unit of manifest.files.flatMap((file) => file.units)) {
    for (const { file, bytes } of storedEntries(unit)) files.set(file, bytes);
    for (const file of tableFilesOf(unit)) files.set(file, undefined);
  }
  return files;
}

function checkSize({ fileName, uncompressedSize }: Entry, limit: number, name: string): void {
  if (uncompressedSize > limit)
    throw new UserError(
      `The file ${visible(fileName)} of the artifact ${visible(name)} has ${formatBytes(uncompressedSize)}: too much to read. ${SMALLER_FOLDERS}`,
    );
}

/** Extracts one file. The library ends a stream that is longer than its entry says. */
async function extract(zip: ZipFile, entry: Entry, folder: string): Promise<void> {
  const content = await zip.openReadStreamPromise(entry);
  await using file = await createInside(folder, entry.fileName);
  // Most results are small, and a stream for each would take several times as long.
  await file.writeFile(entry.uncompressedSize <= MAX_HELD_BYTES ? await buffer(content) : content);
}
