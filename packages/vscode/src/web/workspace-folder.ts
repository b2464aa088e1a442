import { hexOf, messageOf } from "@analytics-engines/core/basics";
import { type NotInside, type OpenInside, whyNotBelow } from "@analytics-engines/runs/browser";
import * as vscode from "vscode";
import type { ResultsHost } from "../results/source/run-source.ts";
import { joinedBytes } from "./joined-bytes.ts";

/** Larger results take too long to fetch and decode in a browser, bytes. */
export const MAX_BYTES_IN_BROWSER = 50_000_000;

/** Reads run folders by their URIs, through VS Code: the files may be in a repository on another machine. */
export const workspaceHost: ResultsHost = { largestShown: MAX_BYTES_IN_BROWSER, open: openFile, sha256: digest };

const missing: NotInside = { reason: "the file is missing", kind: "missing" };
const linked: NotInside = { reason: "it is not a file, or a link leads to it", kind: "altered" };

async function openFile(folder: string, file: string): Promise<OpenInside | NotInside> {
  const why = whyNotBelow(file);
  if (why !== undefined) return { reason: `its path is refused: ${why}`, kind: "altered" };
  const names = file.split("/");
  let uri = vscode.Uri.parse(folder, true);
  try {
    let size = 0;
    for (const [index, name] of names.entries()) {
      uri = vscode.Uri.joinPath(uri, name);
      const stats = await vscode.workspace.fs.stat(uri);
      const expectedType = index === names.length - 1 ? vscode.FileType.File : vscode.FileType.Directory;
      // The type of a link has a second flag.
      if (stats.type !== expectedType) return linked;
      size = stats.size;
    }
    if (size > MAX_BYTES_IN_BROWSER)
      return {
        reason: `it has ${size} bytes, and a browser reads at most ${MAX_BYTES_IN_BROWSER}`,
        kind: "unreadable",
      };
    const bytes = await vscode.workspace.fs.readFile(uri);
    return {
      bytes: bytes.length,
      async *stream(from = 0) {
        if (from < bytes.length) yield bytes.subarray(from);
      },
      close: async () => {},
    };
  } catch (error) {
    const isMissing = error instanceof vscode.FileSystemError && error.code === "FileNotFound";
    return isMissing ? missing : { reason: `it could not be read: ${messageOf(error)}`, kind: "unreadable" };
  }
}

async function digest(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", await joinedBytes(pieces));
  return hexOf(new Uint8Array(hash));
}
