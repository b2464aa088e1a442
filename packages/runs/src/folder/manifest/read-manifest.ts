import { isObject } from "@analytics-engines/core/basics";
import { type FolderHost, readAllInside } from "../../files/inside.ts";
import { UserError } from "../../user-error.ts";
import { MANIFEST_DIGEST, MANIFEST_NAME } from "./format.ts";
import type { Manifest } from "./manifest.ts";
import { type JsonPlace, json, MAX_RECORD_BYTES, tooLarge, WrongFormError } from "./parse.ts";

// Reads manifests, in any host. Imports nothing of Node.

/** What can be read of a manifest, and what is wrong with the rest. */
export interface ReadableManifest {
  readonly manifest: Manifest;
  readonly problems: readonly string[];
}

/** The text of a file of a run folder, and its name in messages. */
export interface ManifestSource {
  readonly content: string;
  readonly path: string;
}

/**
 * Reads what can be read of the manifest of a run folder, to show it: leaves out malformed files and units, and reads an altered manifest.
 * Programs that continue or verify a run use `readManifest`.
 * @param path the name of the manifest in messages
 * @throws UserError for a manifest that is missing, is not JSON, or is of another version
 */
export async function readManifestToShow(
  folder: string,
  host: FolderHost,
  path = `${folder}/${MANIFEST_NAME}`,
): Promise<ReadableManifest> {
  const source = (await findTextInside(folder, MANIFEST_NAME, host, path)) ?? missingManifest(folder);
  const place = parsedManifest(source);
  const problems: string[] = [];
  const recorded = recordedDigest(place);
  if (recorded !== undefined && (await host.sha256([new TextEncoder().encode(recorded.text)])) !== recorded.digest)
    problems.push(alteredManifest(place));
  const { readableFields } = await import("./read-fields.ts");
  return { manifest: orRestore(() => readableFields(place, (problem) => problems.push(problem))), problems };
}

/** Reads a text file of a run folder; `undefined` where the folder has no such file. @param path its name in messages */
export async function findTextInside(
  folder: string,
  name: string,
  { open }: Pick<FolderHost, "open">,
  path: string,
): Promise<ManifestSource | undefined> {
  const opened = await open(folder, name);
  if ("reason" in opened) {
    if (opened.kind === "missing") return undefined;
    throw new UserError(`${path} cannot be read: ${opened.reason}. Put the file of the run in its place.`);
  }
  try {
    if (opened.bytes > MAX_RECORD_BYTES) throw tooLarge(path, opened.bytes);
    const bytes = await readAllInside(opened);
    return { content: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), path };
  } finally {
    await opened.close();
  }
}

/** @throws UserError, which says that the folder has no manifest */
export function missingManifest(folder: string): never {
  throw new UserError(`${folder} is not a run folder: it has no ${MANIFEST_NAME}. Name the folder of a run.`);
}

const RESTORE = "Restore it from the run's artifact or a backup.";

/** Parses the text of a manifest. @throws UserError for a text that is not JSON */
export function parsedManifest({ content, path }: ManifestSource): JsonPlace {
  try {
    return json(content, path);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${error.message.replace(/\.$/, "")}: it was altered or truncated. ${RESTORE}`);
  }
}

/** Reads the fields of a manifest, and adds what to do to the error about a wrong field. */
export function orRestore(read: () => Manifest): Manifest {
  try {
    return read();
  } catch (error) {
    if (error instanceof WrongFormError) throw new UserError(`${error.message} ${RESTORE}`);
    throw error;
  }
}

/** The digest in a manifest, and the text that must have it. Manifests of earlier versions have no digest. */
export function recordedDigest({ value }: JsonPlace): { readonly digest: unknown; readonly text: string } | undefined {
  if (!isObject(value) || !(MANIFEST_DIGEST in value)) return undefined;
  const { [MANIFEST_DIGEST]: digest, ...content } = value;
  return { digest, text: JSON.stringify(content, null, 2) };
}

/** Says that the digest does not match the content. */
export function alteredManifest({ at }: JsonPlace): string {
  return `${at} was altered after the run wrote it: its content does not match its ${MANIFEST_DIGEST}. ${RESTORE}`;
}
