/** A block is gzip in base64, which has no character that could end the element. */
export async function readBlock(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const base64 = document.getElementById(id)?.textContent;
  if (!base64) throw new Error("This part of the report is missing: the file is damaged. Get the report again.");
  const bytes = bytesOf(base64);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
