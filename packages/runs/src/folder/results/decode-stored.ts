import type { Table } from "@analytics-engines/core/results";
import type { OpenStored } from "./open-checked.ts";

/** Larger results are not held in memory, but read as streams; bytes. */
export const MAX_HELD_BYTES: number = 32 * 1024 * 1024;

/**
 * The tables of an open result. Loads the decoder when it is needed, since a run starts without it.
 * @param largest results of more bytes are refused; by default those that `refuseTooLarge` refuses
 * @throws ResultDecodeError for a result that is not STACH or Arrow, or is too large; UnreadVersionError for a version that is not read
 */
export async function decodeStored(
  stored: OpenStored,
  contentType: string,
  largest?: number,
): Promise<readonly Table[]> {
  const { decodeResultBytes, decodeResultStream, refuseTooLarge } = await import("@analytics-engines/core/results");
  refuseTooLarge(stored.bytes, largest);
  if (stored.bytes > MAX_HELD_BYTES && /json/i.test(contentType)) return decodeResultStream(stored.stream());
  return decodeResultBytes(await stored.read(), contentType);
}
