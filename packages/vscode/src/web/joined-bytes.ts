/** The bytes of all pieces, in one array. */
export async function joinedBytes(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: BlobPart[] = [];
  for await (const piece of pieces) parts.push(new Uint8Array(piece));
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
