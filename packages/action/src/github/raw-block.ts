import { randomUUID } from "node:crypto";

/** Lines that must be shown as they are (a stack), with every command in them switched off until a token that nobody can guess. */
export function rawBlock(text: string): string {
  const token = randomUUID();
  return [`::stop-commands::${token}`, ...text.split(/\r\n|\r|\n/), `::${token}::`, ""].join("\n");
}
