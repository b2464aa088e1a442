// Apart from `framing.ts`, which reads Arrow: each program loads this file as it starts.

/** The format of Arrow data: a file (Feather version 2), a stream, or Feather version 1, which is a different format. */
type ArrowKind = "file" | "stream" | "feather-1";

const marks: readonly (readonly [kind: ArrowKind, mark: readonly number[]])[] = [
  // ARROW1
  ["file", [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31]],
  // FEA1
  ["feather-1", [0x46, 0x45, 0x41, 0x31]],
  // The mark before each message of a stream.
  ["stream", [0xff, 0xff, 0xff, 0xff]],
];

/**
 * Recognises Arrow data by its first bytes, of which it needs six; undefined for anything else. JSON and text begin with none of the marks.
 */
export function arrowKind(firstBytes: Uint8Array): ArrowKind | undefined {
  return marks.find(([, mark]) => mark.every((byte, index) => firstBytes[index] === byte))?.[0];
}
