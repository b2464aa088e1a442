import { ResultDecodeError } from "../errors.ts";

/** Arrow is large and few results need it: it is loaded when the first does, and installed by those who want it. */
export async function loadArrow(): Promise<typeof import("apache-arrow")> {
  try {
    return await import("apache-arrow");
  } catch (cause) {
    throw new ResultDecodeError("", "Arrow is read and written by the package apache-arrow, which is not installed", {
      cause,
    });
  }
}

/** Whether bytes are an Arrow file, or a stream by their content type or their first mark. */
export function isArrow(bytes: Uint8Array, contentType = ""): boolean {
  const begins = (...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);
  return (
    begins(0x41, 0x52, 0x52, 0x4f, 0x57, 0x31) || begins(0xff, 0xff, 0xff, 0xff) || /arrow|feather/i.test(contentType)
  );
}

/** Under which key a field or a schema holds what Arrow itself has no place for. */
export const METADATA_KEY = "analytics-engines";
