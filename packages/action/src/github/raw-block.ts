import { randomUUID } from "node:crypto";

/** Lines to show unchanged, such as a stack. Commands in them are disabled until a random token. */
export function rawBlock(text: string): string {
  const token = randomUUID();
  return [`::stop-commands::${token}`, ...text.split(/\r\n|\r|\n/), `::${token}::`, ""].join("\n");
}
