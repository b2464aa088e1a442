// Files of a run folder, as any host opens them. Imports nothing of Node: the extension also runs in browsers.

/** Why a file cannot be used. */
export interface NotInside {
  /** The rest of a sentence that begins with the content of the file, such as "The result". */
  readonly reason: string;
  readonly kind: "missing" | "altered" | "unreadable";
}

/** A file of a run folder that is open for reading. Close it. */
export interface OpenInside {
  readonly bytes: number;
  /** Reads the bytes from an offset on, in pieces that are not reused. */
  stream(from?: number): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/** Opens a file of a run folder, or returns why it cannot be used. */
export type InsideOpener = (folder: string, file: string) => Promise<OpenInside | NotInside>;

/** How a host reads the files of a run folder. */
export interface FolderHost {
  readonly open: InsideOpener;
  /** SHA-256 of the bytes of all pieces, hex. */
  readonly sha256: (pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => Promise<string>;
}

/** Reads all bytes of an open file, without those that were added since. */
export async function readAllInside({ bytes, stream }: Pick<OpenInside, "bytes" | "stream">): Promise<Uint8Array> {
  const content = new Uint8Array(bytes);
  let at = 0;
  for await (const piece of stream()) {
    const rest = piece.subarray(0, bytes - at);
    content.set(rest, at);
    at += rest.length;
    if (at === bytes) break;
  }
  return content.subarray(0, at);
}
