import { createHash } from "node:crypto";
import { join } from "node:path";
import { replaceFile, syncPlaced } from "../../files/disk.ts";
import { nodeHost, openAsStored } from "../../files/inside.ts";
import { readWhole } from "../../files/open-file.ts";
import { sha256 } from "../../files/sha256.ts";
import { systemReason } from "../../files/system-reason.ts";
import { UserError } from "../../user-error.ts";
import { MANIFEST_DIGEST, MANIFEST_NAME } from "./format.ts";
import type { Manifest } from "./manifest.ts";
import { MAX_RECORD_BYTES } from "./parse.ts";
import {
  alteredManifest,
  findTextInside,
  missingManifest,
  orRestore,
  parsedManifest,
  type ReadableManifest,
  readManifestToShow,
  recordedDigest,
} from "./read-manifest.ts";

/**
 * Reads and checks `manifest.json` of a run folder. Unknown fields are left out.
 * @throws UserError, which names the place, for a manifest that is missing, damaged or of another version
 */
export async function readManifest(folder: string): Promise<Manifest> {
  return (await findManifest(folder)) ?? missingManifest(folder);
}

/** The manifest of a folder; `undefined` where it has none. Throws as `readManifest`. */
export async function findManifest(folder: string): Promise<Manifest | undefined> {
  const source = await findTextInside(folder, MANIFEST_NAME, { open: openAsStored }, join(folder, MANIFEST_NAME));
  return source && readManifestText(source.content, source.path);
}

/**
 * Reads what can be read of `manifest.json`, to show it: leaves out malformed files and units, and reads an altered manifest. Programs that
 * continue or verify a run use `readManifest`.
 * @throws UserError for a manifest that is missing, is not JSON, or is of another version
 */
export function readReadableManifest(folder: string): Promise<ReadableManifest> {
  return readManifestToShow(folder, nodeHost(), join(folder, MANIFEST_NAME));
}

/**
 * Reads and checks a manifest whose digest is recorded elsewhere.
 * @param options whether a user names this very file, and what to say where it cannot be read
 * @throws UserError where it cannot be read, is too large, is not a file, or is damaged
 */
export async function readDigestedManifest(
  path: string,
  options: { readonly isNamedByUser?: boolean; readonly explain: (reason: string) => string },
): Promise<{ readonly manifest: Manifest; readonly manifestSha256: string }> {
  const { isNamedByUser = false, explain } = options;
  const content = await readWhole(path, { isNamedByUser, maxBytes: MAX_RECORD_BYTES }).catch((error: unknown) => {
    if (error instanceof UserError) throw error;
    throw new UserError(explain(systemReason(error)));
  });
  return { manifest: await readManifestText(content.toString("utf8"), path), manifestSha256: sha256(content) };
}

/**
 * Reads and checks the text of a manifest. Throws as `readManifest`.
 * @param path the name of the manifest in messages
 */
export async function readManifestText(content: string, path: string): Promise<Manifest> {
  const place = parsedManifest({ content, path });
  const recorded = recordedDigest(place);
  if (recorded !== undefined && sha256(recorded.text) !== recorded.digest) throw new UserError(alteredManifest(place));
  // Loaded with the first manifest, because a new run reads none and the schema takes 10 MB of memory.
  const { readFields } = await import("./read-fields.ts");
  return orRestore(() => readFields(place));
}

// Writes manifests. Apart from the reader, so that a new run loads no schema.

/** Writes `manifest.json` at once: a reader, or a kill, finds either the old or the new one whole. */
export function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  return replaceFile(folder, MANIFEST_NAME, manifestText(manifest));
}

/** Syncs the manifest that an earlier process wrote, so that it also survives a power cut. */
export function syncManifest(folder: string): Promise<void> {
  return syncPlaced(folder, MANIFEST_NAME);
}

/** The manifest as JSON, in a piece for each file: the whole text of 100,000 files would double the memory of a run. */
export function* manifestText(manifest: Manifest): Generator<string> {
  const hash = createHash("sha256");
  for (const piece of openText(manifest)) {
    hash.update(piece);
    yield piece;
  }
  yield `,\n  "${MANIFEST_DIGEST}": "${hash.update(CLOSING).digest("hex")}"${CLOSING}\n`;
}

const CLOSING = "\n}";

/** The JSON of a manifest without its closing bracket. */
function* openText({ files, ...head }: Manifest): Generator<string> {
  if (files.length === 0) {
    yield JSON.stringify({ ...head, files }, null, 2).slice(0, -CLOSING.length);
    return;
  }
  yield `${JSON.stringify(head, null, 2).slice(0, -CLOSING.length)},\n  "files": [\n`;
  for (const [index, file] of files.entries()) {
    // No string of JSON contains a line break.
    const text = JSON.stringify(file, null, 2).replaceAll("\n", "\n    ");
    yield `${index === 0 ? "" : ",\n"}    ${text}`;
  }
  yield "\n  ]";
}
