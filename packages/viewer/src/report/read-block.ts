import { fromBase64 } from "@analytics-engines/core/basics";

/** A block is gzip in base64, which has no character that could end the element. */
export async function readBlock(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const base64 = document.getElementById(id)?.textContent;
  if (!base64) throw new Error("This part of the report is missing: the file is damaged. Get the report again.");
  const stream = new Blob([fromBase64(base64)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export function textOfBlock(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
