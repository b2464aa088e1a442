// Writes manifests. Apart from the reader, so that a new run loads no schema.
import { createHash } from "node:crypto";
import { replaceFile, syncPlaced } from "../../files/disk.ts";
import type { Manifest } from "./manifest.ts";
import { MANIFEST_DIGEST, MANIFEST_NAME } from "./manifest-names.ts";

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
